"""What the steps of one sleep work with: the tiers, on a handle that counts the sleep's own trips."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kg.graph import Graph
from kg.ingestion import Digester
from kg.knowledge.entities import Entities
from kg.knowledge.facts import Facts
from kg.memories.core import Core
from kg.memories.diary import Episodes
from kg.memories.learnings import Learnings
from kg.memories.long_term import LongTerm
from kg.memories.memory_store import Shelf
from kg.memories.procedures import Procedures
from kg.memories.reflections import Reflections
from kg.memories.working import Working
from kg.protocols import Clock, Embedder, Extractor, LanguageModel, TokenCounter
from kg.settings import Settings
from kg.summaries.summary_store import Summaries


@dataclass(frozen=True)
class Means:
    """What a memory was opened with.

    Attributes:
        graph: the scope.
        embedder: makes the vectors.
        clock: the time.
        settings: leases, hours, budgets.
        tokens: counts what core memory takes.
        owners: identities of the owner.
        extractor: reads what events say; None: they are only made findable.
        llm: writes summaries where there is one.
    """

    graph: Graph
    embedder: Embedder
    clock: Clock
    settings: Settings
    tokens: TokenCounter
    owners: frozenset[str]
    extractor: Extractor | None = None
    llm: LanguageModel | None = None


class Night:
    """One sleep at work.

    Attributes:
        graph: a handle that counts the trips of this sleep.
        clock: the time.
        settings: leases, hours, budgets.
        zone: the owner's, whose calendar tells days apart.
        run: id of the sleep.
        shelf: where things are kept.
        started: when it began.
        beat: to be called within long work, so that nobody takes the sleeper for gone.
        owners: identities of the owners, as far as they were named.
        slow: whether a language model is asked, which may take a minute for each answer: less is done between two beats.
    """

    def __init__(self, means: Means, run: str, started: dt.datetime, beat: Callable[[], None]) -> None:
        graph = means.graph.counting()
        self.graph, self.clock, self.settings = graph, means.clock, means.settings
        self.slow, self.owners = means.llm is not None, means.owners
        self.zone = zoneinfo.ZoneInfo(means.settings.owner_zone)
        self.run, self.started, self.beat = run, started, beat
        self.shelf = Shelf(graph, means.embedder, means.clock)
        self.digester = Digester(graph, means.embedder, means.settings, means.clock, means.extractor)
        self.entities = Entities(graph, means.embedder, means.clock)
        self.facts = Facts(graph, means.embedder, means.clock, means.settings, means.owners)
        self.core = Core(self.shelf, means.tokens, means.settings)
        self.working = Working(self.shelf, means.settings)
        self.longterm = LongTerm(self.shelf, means.embedder, means.settings)
        self.procedures = Procedures(self.shelf, means.settings)
        self.episodes = Episodes(self.shelf, means.settings)
        self.learnings = Learnings(self.shelf)
        self.reflections = Reflections(self.shelf)
        self.summaries = Summaries(graph, means.embedder, means.clock, means.owners, means.llm)


@dataclass(frozen=True)
class Outcome:
    """What a step did.

    Attributes:
        counts: what → how often.
        degraded: what was not available, and was done without.
    """

    counts: Mapping[str, int] = field(default_factory=dict)
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """A step of a sleep. Done again, it changes nothing: a sleep that is cut off within it does it anew.

    Attributes:
        name: as reports tell it.
        work: what is done.
        needs: steps without which it is not done: where one of them failed, it is skipped.
    """

    name: str
    work: Callable[[Night], Outcome]
    needs: tuple[str, ...] = ()
