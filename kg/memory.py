"""Memory: one scope of one graph. It checks arguments and delegates to stores, which are built from one runtime."""

from __future__ import annotations

import datetime as dt
import inspect
from collections.abc import Collection
from dataclasses import replace
from typing import Any, Self

from kg import context as contexts
from kg import data_methods, retrieval, scope_operations, writing_methods
from kg import events as logs
from kg.consolidation import Sleep
from kg.errors import ModelUnavailable
from kg.extraction import CascadeExtractor, create_extractor
from kg.graph import Graph, latest_version, open_scope
from kg.ingestion import EventPreparer, Worker
from kg.knowledge import (
    PREDICATES,
    ChangeLog,
    Entities,
    Facts,
    QuarantineLedger,
    Relations,
    Tasks,
    Topics,
    save_crystallised_facts,
)
from kg.language import create_embedder, create_token_counter
from kg.llm import HttpModel, LlmExtractor, MeteredModel, UsageLedger, create_language_model
from kg.memories import (
    CoreMemory,
    Diary,
    Episodes,
    Journal,
    Learnings,
    LongTermMemory,
    Procedures,
    Reflections,
    WorkingMemories,
)
from kg.node_records import read_record
from kg.people import People
from kg.protocols import Clock, Embedder, Extractor, LanguageModel, SystemClock, TokenCounter
from kg.runtime import Runtime, owner_identities
from kg.settings import Settings
from kg.summaries import Summaries
from kg.tracing import create_tracer, trace_methods
from kg.types import (
    Context,
    CrystallisationResult,
    Event,
    Record,
    SearchResult,
    asker_person,
    validate_scope,
    visible_audiences,
)
from kg.visualize import DrawableSocialGraph, Pictures

Timeish = dt.datetime | str


class Memory:
    """The memory of one scope. Thread-safe; close it, or use it as a context manager.

    Attributes:
        runtime: what its stores are built from, as the graph, the clock and the models.
        scope: its name. A scope never sees what another one holds.
        settings: the settings that it was opened with.
        facts: what the memory knows; also `entities`, `relations`, `topics`, and `tasks` of people.
        changes: what was changed by hand, and by whom.
        people: persons and their accounts; `trust` in them; `social`, their connections as a graph.
        core: stored memories that each context has; other kinds are `working`, `longterm`, `procedures`, `diary`, `journal`,
            `episodes`, `learnings` and `reflections`.
        summaries: summaries of conversations, as a tree.
        sleep: offline processing, quick or deep.
        pictures: pages and figures of the graph.
        usage: tokens and requests of the language model.
    """

    def __init__(self, runtime: Runtime, *, owned_model: HttpModel | None = None) -> None:
        """Build the stores.

        Args:
            runtime: the scope and all that the stores need.
            owned_model: a language model that `close` closes.
        """
        self.usage = UsageLedger(runtime)
        runtime = _with_language_model(runtime, self.usage)
        self.runtime = runtime
        self.scope, self.settings = runtime.graph.scope, runtime.settings
        self.owners, self.tokens, self.clock = runtime.owners, runtime.tokens, runtime.clock
        self._graph = runtime.graph
        self._owned_model = owned_model
        # Kept from call to call, since the names of one message are in the next ones too.
        self._preparer = EventPreparer(runtime.embedder, runtime.settings, runtime.extractor)
        self.entities = Entities(runtime)
        self.facts = Facts(runtime)
        self.tasks = Tasks(runtime)
        self.relations = Relations(runtime)
        self.topics = Topics(runtime)
        self.changes = ChangeLog(runtime)
        self.people = People(runtime)
        self.trust = QuarantineLedger(runtime)
        self.social = DrawableSocialGraph(runtime)
        self.pictures = Pictures(runtime)
        self.core = CoreMemory(runtime)
        self.working = WorkingMemories(runtime)
        self.longterm = LongTermMemory(runtime)
        self.procedures = Procedures(runtime)
        self.diary = Diary(runtime)
        self.journal = Journal(runtime)
        self.episodes = Episodes(runtime)
        self.learnings = Learnings(runtime)
        self.reflections = Reflections(runtime)
        self.summaries = Summaries(runtime)
        self.sleep = Sleep(runtime)
        if runtime.settings.tracing:
            tracer = create_tracer(enabled=True)
            for name, store in self.stores().items():
                trace_methods(store, f"kg.{name}", tracer, **{"kg.scope": self.scope})
            trace_methods(self, "kg", tracer, **{"kg.scope": self.scope})

    @classmethod
    def connect(
        cls,
        scope: str = "default",
        *,
        uri: str | None = None,
        settings: Settings | None = None,
        clock: Clock | None = None,
        embedder: Embedder | None = None,
        tokens: TokenCounter | None = None,
        extractor: Extractor | None = None,
        llm: LanguageModel | None = None,
        owner: str | Collection[str] | None = None,
        bookmarks: Collection[str] = (),
    ) -> Self:
        """Open a scope and apply missing migrations. What is not given comes from the settings.

        Args:
            scope: 1 to 128 letters, digits and `. _ : @ -`.
            uri: the server; by default that of KG_SERVERS for the scope, then KG_NEO4J_URI, then that of `kg up`.
            settings: by default from the environment.
            clock: by default the system clock.
            embedder: makes the vectors.
            tokens: counts tokens.
            extractor: reads names, facts and topics from texts.
            llm: reads the texts that the extractor is not sure of; by default there is none.
            owner: identity (or identities) of the owner, in addition to those of the settings.
            bookmarks: `bookmarks()` of another memory, to read its writes on any server of a cluster.

        Raises:
            InvalidInput: the scope's name, or its vectors were made by another model.
            ConnectionFailed: no server answers, or it refuses the login.
            SchemaTooNew: a newer kg has written this graph.
            ScopeMoved: the scope is on a server that the settings do not name, or on another one than `uri`.
            ServerError: the server's version is too old.
        """
        name, chosen = validate_scope(scope), settings or Settings()
        owners, time = owner_identities(owner, chosen), clock or SystemClock()
        # Create the models first, so that a wrong setting is refused before a connection is open.
        model, counter = embedder or create_embedder(chosen), tokens or create_token_counter(chosen)
        reader = extractor or create_extractor(chosen)
        created = create_language_model(chosen) if llm is None else None
        graph = open_scope(name, uri, chosen, model, time, bookmarks=bookmarks)
        return cls(Runtime(graph, chosen, time, model, counter, owners, reader, llm or created), owned_model=created)

    erase = staticmethod(scope_operations.erase_scope)
    reembed = staticmethod(scope_operations.reembed_scope)
    move = staticmethod(scope_operations.move_scope)

    log = writing_methods.log
    add = writing_methods.add
    digest = writing_methods.digest

    def worker(self) -> Worker:
        """Return a worker that digests this scope and runs due sleeps, for a thread or process of its own."""
        return Worker(self.runtime, self.sleep.run_if_due)

    def crystallise(self) -> CrystallisationResult:
        """Extract facts from the last 100 shared messages of all sessions with the language model, and save them by key.

        Each fact has a domain, category and key; a new value of a key supersedes the old one. It is attributed to the speaker of
        the message on which it rests, so that their trust decides whether it is believed.

        Raises:
            ModelUnavailable: there is no language model, or it refuses.
            ConnectionError, TimeoutError: it does not answer.
        """
        if self.runtime.llm is None:
            raise ModelUnavailable(
                "There is no language model.", how="Set KG_LLM_MODEL, or pass `llm` to Memory.connect."
            )
        return save_crystallised_facts(self.runtime, self.runtime.llm, self.facts)

    def history(self, session: str | None = None, *, last: int = 50, since: Timeish | None = None) -> list[Event]:
        """Return the newest `last` events of a session, oldest first.

        Args:
            session: the session; None: all sessions, in the order of time.
            last: how many at most.
            since: only events from this time on.

        Raises:
            InvalidInput: names the field.
        """
        moment = None if since is None else logs.parse_time("since", since)
        if session is None:
            return logs.read_newest(self._graph, last=last, since=moment)
        return logs.read_history(self._graph, session, last=last, since=moment)

    def search(
        self,
        query: str,
        *,
        limit: int = 10,
        kinds: Collection[str] | None = None,
        session: str | None = None,
        channel: str | None = None,
        speaker: str | None = None,
        since: Timeish | None = None,
        until: Timeish | None = None,
        as_of: Timeish | None = None,
        min_score: float | None = None,
        asker: str | None = None,
    ) -> SearchResult:
        """Search the memory in one trip; return the best hits first.

        Args:
            query: a question or words; it is not parsed as a query language.
            limit: 1 to 1,000.
            kinds: of `kg.retrieval.SEARCH_KINDS`; by default events, the facts derived from them, and long-term notes. Facts have
                no session, channel, speaker or time: a search narrowed by one of these returns none.
            session: only this session.
            channel: only this channel.
            speaker: only this account (`platform:id`), or all accounts of this name.
            since: inclusive.
            until: exclusive.
            as_of: the memory as it was then.
            min_score: leave out hits with a lower score.
            asker: on whose behalf; None: the caller's own code, which sees all audiences.

        Raises:
            InvalidInput: names the field.
        """
        audiences = None if asker is None else visible_audiences(asker, session, self.runtime.owners)
        filters = retrieval.Filters.from_arguments(
            kinds=kinds, session=session, channel=channel, speaker=speaker, since=since, until=until, as_of=as_of,
            audiences=audiences,
        )  # fmt: skip
        people = asker_person(asker, session)
        return retrieval.search_memories(
            self.runtime, query, limit=limit, filters=filters, min_score=min_score, people=people
        )

    def context(
        self,
        message: str,
        *,
        speaker: str | None = None,
        session: str | None = None,
        budget: int | None = None,
        profile: str = "standard",
        as_of: Timeish | None = None,
        audience: str | None = None,
    ) -> Context:
        """Return what an agent should read before it answers a message, within `budget` tokens and in at most two trips.

        The context is built on the speaker's behalf: it has nothing that belongs to another chat or person.

        Args:
            message: the message to answer.
            speaker: who wrote it.
            session: where; the context quotes its newest messages.
            budget: tokens at most; by default that of the profile (standard 4,000, full 7,500, compact 2,000).
            profile: standard, full or compact.
            as_of: the memory as it was then.
            audience: who reads the answer. person: the speaker alone; shared or session: a room, and then the context has
                nothing of direct messages, not even for an owner. None: what the speaker may read.

        Raises:
            InvalidInput: names the field.
        """
        request = contexts.create_request(
            message, speaker=speaker, session=session, budget=budget, profile=profile, as_of=as_of,
            owners=self.runtime.owners, audience=audience,
        )  # fmt: skip
        return contexts.build_context(self.runtime, request)

    def get(self, id: str) -> Record:  # noqa: A002 - the contract's name
        """Return the record of any node by its id.

        Raises:
            NotFound: this scope has no such node.
        """
        return read_record(self.runtime, id)

    frame = data_methods.frame
    import_files = data_methods.import_files
    compare = data_methods.compare
    export = data_methods.export
    forget = data_methods.forget
    retain = data_methods.retain
    reset = data_methods.reset
    queue = data_methods.queue
    health = data_methods.health
    faults = data_methods.faults
    repair = data_methods.repair

    def bookmarks(self) -> tuple[str, ...]:
        """Return the bookmarks of this memory's writes, for `connect` on another server of a cluster."""
        return self._graph.connection.bookmarks

    def stores(self) -> dict[str, Any]:
        """Return the stores by attribute, as `entities`."""
        plain = ("runtime", "scope", "settings", "owners", "tokens", "clock")
        return {
            name: store
            for name, store in vars(self).items()
            if not name.startswith("_") and name not in plain and not inspect.isroutine(store)
        }

    @property
    def graph(self) -> Graph:
        """A handle that runs named statements in this scope and counts its own trips."""
        return self._graph.with_own_count()

    @property
    def embedder(self) -> Embedder:
        """The embedder."""
        return self.runtime.embedder

    @property
    def schema_version(self) -> int:
        """The number of the newest migration."""
        return latest_version()

    def close(self) -> None:
        """Close the connections, and the language model if `connect` created it."""
        if self._owned_model is not None:
            self._owned_model.close()
        self._graph.connection.close()

    def __repr__(self) -> str:
        owners = ", ".join(sorted(self.owners)) or "none"
        return f"<Memory of scope {self.scope!r} on {self._graph.connection.uri}, owners: {owners}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _with_language_model(runtime: Runtime, usage: UsageLedger) -> Runtime:
    """Meter the language model, and let it read what the extractor is not sure of."""
    if runtime.llm is None:
        return runtime
    metered = MeteredModel(runtime.llm, usage)
    if runtime.extractor is None:
        return replace(runtime, llm=metered)
    cascade = CascadeExtractor(
        runtime.extractor, LlmExtractor(metered, tuple(PREDICATES), least_worth=runtime.settings.observation_worth)
    )
    return replace(runtime, llm=metered, extractor=cascade)
