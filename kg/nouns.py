"""The nouns of a memory: what it knows, by kind, each with its own reads and corrections."""

from __future__ import annotations

from kg.graph import Graph
from kg.knowledge.entities import Entities
from kg.knowledge.facts import Facts
from kg.knowledge.quarantine import PersonQuarantine
from kg.knowledge.relations import Relations
from kg.knowledge.topics import Topics
from kg.llm import MeteredModel, UsageLedger
from kg.memories.core import CoreMemory
from kg.memories.diary import Diary, Episodes, Journal
from kg.memories.learnings import Learnings
from kg.memories.long_term import LongTermMemory
from kg.memories.memory_store import MemoryStore
from kg.memories.procedures import Procedures
from kg.memories.reflections import Reflections
from kg.memories.working import WorkingMemories
from kg.people.roster import People
from kg.people.social_graph import SocialGraph
from kg.protocols import Clock, Embedder, LanguageModel, TokenCounter
from kg.settings import Settings
from kg.summaries.summary_store import Summaries
from kg.trust.ledger import TrustLedger
from kg.visualize import Pictures


class Nouns:
    """What hangs off a memory.

    Attributes:
        entities: who and what is spoken of.
        facts: what is known, with its time and its evidence.
        relations: what entities are to each other.
        topics: what is spoken of.
        people: who speaks, and who they are.
        trust: how far they are trusted, and what they may do.
        social: who is connected to whom.
        pictures: what all of this looks like.
        core: the few lines that every context holds.
        working: what is under way in each session.
        longterm: notes that are kept for long, and fade unless they are of use.
        procedures: what to do when something happens.
        diary: what was, by the day.
        journal: dated entries.
        episodes: what happened, in a chat or in all of them.
        learnings: what the agent learnt about its own work.
        reflections: what several memories come to together.
        summaries: what was said, summed up as a tree.
        usage: what a language model has cost.
        owners: accounts of the owners, as `platform:id`.
        tokens: what counts tokens.
        clock: what tells the time.
    """

    def __init__(
        self,
        graph: Graph,
        settings: Settings,
        clock: Clock,
        embedder: Embedder,
        tokens: TokenCounter,
        owners: frozenset[str],
        llm: LanguageModel | None = None,
    ) -> None:
        self.owners = owners
        self.tokens = tokens
        self.clock = clock
        self.entities = Entities(graph, embedder, clock)
        self.facts = Facts(graph, embedder, clock, settings, owners)
        self.relations = Relations(graph)
        self.topics = Topics(graph)
        self.people = People(graph, embedder, clock, settings, owners, self.entities.merge)
        self.trust = TrustLedger(graph, clock, settings, owners, quarantine=PersonQuarantine(graph, embedder, clock))
        self.pictures = Pictures(graph, clock, owners)
        self.social = SocialGraph(graph, clock, settings, owners, self.pictures.social)
        store = MemoryStore(graph, embedder, clock)
        self.core = CoreMemory(store, tokens, settings)
        self.working = WorkingMemories(store, settings)
        self.longterm = LongTermMemory(store, embedder, settings)
        self.procedures = Procedures(store, settings)
        self.diary = Diary(store, settings)
        self.journal = Journal(store, settings)
        self.episodes = Episodes(store, settings)
        self.learnings = Learnings(store)
        self.reflections = Reflections(store)
        self.usage = UsageLedger(graph, clock)
        # The model with its costs told, for whatever asks it.
        self._llm = None if llm is None else MeteredModel(llm, self.usage)
        self.summaries = Summaries(graph, embedder, clock, owners, self._llm)
