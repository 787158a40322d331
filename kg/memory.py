"""Memory: one scope of one graph. A facade: it checks, delegates, and holds no logic of its own."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Self

from kg import context as contexts
from kg import events as logs
from kg import retrieval
from kg.consolidation import Sleep, SleepDependencies
from kg.context.builder import ContextRequest, check_budget_and_profile
from kg.errors import ModelUnavailable, NotFound
from kg.exchanging import Exchanging
from kg.extraction import CascadeExtractor
from kg.extraction import create_extractor as default_extractor
from kg.graph import Graph, data_frames, schema
from kg.ingestion import Digester, Worker, count_queue, open_engine, requeue_failed_events
from kg.knowledge.crystallised_facts import save_crystallised_facts
from kg.knowledge.predicates import PREDICATES
from kg.language.embedders import create_embedder as default_embedder
from kg.language.token_counting import create_token_counter
from kg.llm import HttpModel, LlmExtractor, create_language_model
from kg.maintenance import check_health, find_faults, repair_scope
from kg.memories.memory_records import to_typed_record
from kg.opening import asker_person, open_scope, owner_identities
from kg.protocols import Clock, Embedder, Extractor, LanguageModel, SystemClock, TokenCounter
from kg.settings import Settings
from kg.trust import person_record
from kg.types import (
    Context,
    CrystallisationResult,
    Digest,
    Event,
    Health,
    NodeRecord,
    Record,
    SearchResult,
    identifiers,
)

if TYPE_CHECKING:
    import pandas

Timeish = dt.datetime | str


class Memory(Exchanging):
    """The memory of one scope. Safe for threads; close it, or use it as a context manager.

    Attributes:
        scope: its name; what one scope holds no other ever sees.
        settings: the settings it was opened with.
        sleep: what is gone through while nobody speaks, quickly or deeply.

    Its other nouns (`entities`, `facts`, `people`, …) are those of `kg.nouns.Nouns`.
    """

    def __init__(
        self,
        graph: Graph,
        settings: Settings,
        clock: Clock,
        embedder: Embedder,
        tokens: TokenCounter,
        owners: frozenset[str],
        extractor: Extractor | None = None,
        llm: LanguageModel | None = None,
    ) -> None:
        super().__init__(graph, settings, clock, embedder, tokens, owners, llm)
        self._extractor = extractor
        # A model that `connect` opened; whoever gives one closes it.
        self._opened_llm: HttpModel | None = None
        if self._llm is not None and extractor is not None:
            self._extractor = CascadeExtractor(extractor, LlmExtractor(self._llm, tuple(PREDICATES)))
        self.sleep = Sleep(
            SleepDependencies(graph, embedder, clock, settings, tokens, owners, self._extractor, self._llm)
        )

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
        """Open a scope; its schema is brought up to date where needed.

        Args:
            scope: 1 to 128 letters, digits and `. _ : @ -`.
            uri: the server; else the one of KG_SERVERS whose pattern fits, else KG_NEO4J_URI, else the local server of `kg up`.
            settings: else from the environment.
            clock: else the machine's.
            embedder: else as the settings say.
            tokens: else as the settings say.
            extractor: else as the settings say.
            llm: else as the settings say, which is none. With one, it is asked about the texts that the extractor is not sure of.
            owner: identity (or identities) of the owner, beside those of the settings.
            bookmarks: those of another memory, whose writes shall be seen from the first read on; only a cluster needs them.

        Raises:
            InvalidInput: the scope's name, or a scope whose vectors come from another model.
            ConnectionFailed: no server answers, or it refuses the login.
            SchemaTooNew: a newer kg has written this graph.
            ScopeMoved: the scope lives on a server that the settings do not name, or on another than `uri`.
            ServerError: the server's version is too old.
        """
        name = identifiers.validate_scope(scope)
        chosen = settings or Settings()
        owners = owner_identities(owner, chosen)
        model = embedder or default_embedder(chosen)
        counter = tokens or create_token_counter(chosen)
        time = clock or SystemClock()
        # Before anything is opened: what is named wrongly is refused while there is nothing to close.
        reader = extractor or default_extractor(chosen)
        made = create_language_model(chosen) if llm is None else None
        graph = open_scope(name, uri, chosen, model, time, bookmarks=bookmarks)
        memory = cls(graph, chosen, time, model, counter, owners, reader, llm or made)
        memory._opened_llm = made
        return memory

    def digest(self, *, retry: bool = False, engine: str = "local") -> Digest:
        """Digest everything that is pending, now.

        Args:
            retry: also what was set aside with an error before.
            engine: who embeds and reads: `local`, this process; `ray`, actors on Ray (extra kg[ray]; settings `ray_…`).

        Raises:
            InvalidInput: the engine, or a memory whose embedder or extractor actors cannot make.
            ModelUnavailable: the embedder has no weights, or Ray is not there; everything stays pending.
            ConnectionFailed: no Ray answers at the address of the settings.
        """
        with open_engine(engine, self.settings, self._embedder, self._extractor) as preparation_engine:
            if retry:
                requeue_failed_events(self._graph, self._clock.now())
            digester = Digester(self._graph, self._embedder, self.settings, self._clock, self._extractor)
            return digester.run(engine=preparation_engine)

    def crystallise(self) -> CrystallisationResult:
        """Let the language model draw facts out of the last 100 messages, each filed under domain, category and key.

        The messages are those of all sessions. A new value of a key supersedes the old one.

        Raises:
            ModelUnavailable: there is no language model, or it refuses.
            ConnectionError, TimeoutError: it does not answer.
        """
        if self._llm is None:
            raise ModelUnavailable(
                "There is no language model.", how="Set KG_LLM_MODEL, or give `llm` to Memory.connect."
            )
        return save_crystallised_facts(self._graph, self._llm, self.facts)

    def worker(self) -> Worker:
        """A worker that digests this scope and sleeps when it is time to, to be run in a thread or a process of its own."""
        return Worker(self._graph, self._embedder, self.settings, self._clock, self._extractor, self._rest)

    def _rest(self, *, is_starting: bool) -> None:
        self.sleep.run_if_due(is_starting=is_starting)

    def history(self, session: str, *, last: int = 50) -> list[Event]:
        """The newest `last` events of a session, oldest first.

        Raises:
            InvalidInput: `last` is less than 1.
        """
        return logs.read_history(self._graph, session, last=last)

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
        """What the memory knows about a question, best first, in one trip.

        Args:
            query: a question or words; never parsed as a query language.
            limit: 1 to 1,000.
            kinds: of `kg.retrieval.KINDS`; by default events, the facts that are drawn from them, and long-term notes. Facts have
                no place and no single speaker: where session, channel, speaker, since or until narrow the search, there are none.
            session: only this session.
            channel: only this channel.
            speaker: only what this account (`platform:id`), or everybody of this name, said.
            since: not before, inclusive.
            until: before, exclusive.
            as_of: as the memory stood then.
            min_score: leaves out what scores less.
            asker: on whose behalf; None: the caller's own code, which sees all audiences.

        Raises:
            InvalidInput: names the field.
        """
        filters = retrieval.Filters.from_arguments(
            kinds=kinds,
            session=session,
            channel=channel,
            speaker=speaker,
            since=since,
            until=until,
            as_of=as_of,
            audiences=None if asker is None else identifiers.visible_audiences(asker, session, self._owners),
        )
        return retrieval.search(
            self._graph,
            query,
            limit=limit,
            filters=filters,
            min_score=min_score,
            embedder=self._embedder,
            settings=self.settings,
            people=asker_person(asker, session),
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
    ) -> Context:
        """What an agent should read before it answers a message: never more than `budget` tokens, in at most two trips.

        It is asked on the speaker's behalf: what belongs to another chat or person is not in it.

        Args:
            message: what was just said.
            speaker: who said it.
            session: where; its newest messages are quoted.
            budget: tokens at most; by default the profile's own (standard 4,000, full 7,500, compact 2,000).
            profile: standard, full or compact.
            as_of: as the memory stood then.

        Raises:
            InvalidInput: names the field.
        """
        limit, chosen = check_budget_and_profile(budget, profile)
        who = None if speaker is None else identifiers.validate_name("speaker", speaker)
        visible = identifiers.visible_audiences(who, session, self._owners)
        ask = ContextRequest(
            message=message,
            speaker=who,
            session=None if session is None else identifiers.canonical_session(session),
            budget=limit,
            profile=chosen,
            filters=retrieval.Filters.from_arguments(as_of=as_of, audiences=visible),
            audiences=visible,
            people=asker_person(who, session),
            owners=self._owners,
        )
        return contexts.build_context(
            self._graph,
            ask,
            now=self._clock.now(),
            embedder=self._embedder,
            tokens=self._tokens,
            settings=self.settings,
        )

    def get(self, id: str) -> Record:  # noqa: A002 - the contract's name
        """The record of any node by its id.

        Raises:
            NotFound: this scope has no such node.
        """
        rows = self._graph.run("graph/get_memory", id=identifiers.validate_name("id", id))
        if not rows:
            raise NotFound(f"{id!r} in scope {self.scope!r}")
        properties = {key: value for key, value in rows[0]["properties"].items() if value is not None}
        if properties["kind"] == "event":
            return logs.event_record(properties)
        if properties["kind"] == "person":
            return person_record(properties, rows[0]["identities"])
        if properties["kind"] == "entity":
            return self.entities.get(id)
        if properties["kind"] == "fact":
            return self.facts.get(id)
        if properties["kind"] == "summary":
            return self.summaries.get(properties["key"])
        edges = {name: tuple(rows[0][name]) for name in ("sources", "about")}
        kept = to_typed_record(properties | edges, self._clock.now())
        return kept or NodeRecord(id, properties["kind"], tuple(sorted(rows[0]["labels"])), properties)

    def frame(
        self,
        statement: str,
        /,
        *,
        fragments: Collection[str] = (),
        max_rows: int = 10_000,
        timeout_s: float = 30.0,
        **params: Any,
    ) -> pandas.DataFrame:
        """What a statement of `cypher/`, or Cypher of your own, reads, as a pandas DataFrame; the scope is passed as `$scope`.

        Moments are timestamps in UTC, nodes are dicts without their vectors. What may do anything but read is refused, by its
        plan and by the server. Cypher of your own must use `$scope`: that it is held to it everywhere is up to you.

        Args:
            statement: its name, as "browser/people", or Cypher.
            fragments: the optional parts of a named statement to switch on.
            max_rows: rows at most; where there are more, a warning says so, and `attrs["cut_off"]` of the frame is true.
            timeout_s: seconds after which the server ends it.
            params: the parameters that it uses, without `scope`.

        Raises:
            InvalidInput: the parameters are not those that it uses, or the text does not use `$scope`.
            NotFound: there is no statement of that name.
            Refused: it does more than read.
            ModelUnavailable: pandas is not installed; the extra `kg[notebook]` brings it.
            KgError: the database refused the text, or it took too long.
        """
        return data_frames.read_frame(
            self._graph, statement, params, fragments=fragments, max_rows=max_rows, timeout_s=timeout_s
        )

    @property
    def graph(self) -> Graph:
        """The handle that runs named statements in this scope, for tools and benchmarks of one's own."""
        return self._graph.with_own_count()

    @property
    def embedder(self) -> Embedder:
        """The model that makes its vectors."""
        return self._embedder

    @property
    def schema_version(self) -> int:
        """The number of the newest migration; connecting has seen to it that it is applied."""
        return schema.latest_version()

    def queue(self) -> dict[str, int]:
        """How many events are pending, processing, failed, failed_permanent; and how many claims are stale."""
        return count_queue(self._graph, self._clock.now())

    def health(self) -> Health:
        """Whether database, schema, indexes, model, queue and sleep are well, and what to do where they are not."""
        return check_health(self._graph, self._embedder, self._tokens, self._clock, self.sleep, self.summaries)

    def faults(self) -> dict[str, int]:
        """What `repair` would put right: kind → how many; empty where all is well."""
        return find_faults(self._graph, self._embedder, self._clock)

    def repair(self, *, rebuild_indexes: bool = False) -> dict[str, int]:
        """Put right what can be, without loss: kind → how many.

        Claims of workers that died go back to the queue, as do events that failed; nodes that hang in the air go, counts are
        counted again, missing vectors are made.

        Args:
            rebuild_indexes: also build the search indexes anew. They serve all scopes; nothing is found meanwhile.

        Raises:
            ModelUnavailable: vectors are missing, and the model has no weights.
            ServerError: others have held the lock of migrations too long.
        """
        return repair_scope(self._graph, self._embedder, self._clock, indexes=rebuild_indexes)

    def close(self) -> None:
        """Give the connections back."""
        if self._opened_llm is not None:
            self._opened_llm.close()
        self._graph.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
