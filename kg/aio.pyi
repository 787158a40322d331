# Written by `python -m tests.async_stub` from the signatures of Memory.
import builtins
import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path as data_methods_Path
from typing import IO, Any, Self

import networkx

from kg.events import Message
from kg.knowledge.fact_arguments import TimeLike
from kg.memories.diary import DateLike
from kg.memory import Memory
from kg.protocols import Clock, Embedder, Extractor, LanguageModel, TokenCounter
from kg.settings import Settings
from kg.summaries.summary_store import SummaryTime
from kg.trust.inference import InferredTrust
from kg.types import (
    Change,
    ComparisonReport,
    Context,
    Contradiction,
    CoreEntry,
    CrystallisationResult,
    Decision,
    DiaryEntry,
    Digest,
    Entity,
    Episode,
    Event,
    ExportResult,
    Fact,
    Health,
    ImportReport,
    JournalEntry,
    Learning,
    Mark,
    Note,
    NoteSearchResult,
    Path,
    Person,
    Procedure,
    Progress,
    Proposal,
    Receipt,
    Record,
    ReembeddingResult,
    Reflection,
    Relation,
    ScopeMoveResult,
    SearchResult,
    SleepReport,
    SleepStatus,
    Summary,
    SummaryRefreshResult,
    Task,
    Tie,
    TokenUsage,
    Topic,
    Trust,
    WorkingMemory,
    WrittenMemories,
)
from kg.visualize.picture import Picture
from kg.visualize.pictures import Timeish

class AsyncUsageLedger:
    async def add_imported(self, records: Sequence[TokenUsage], origin: str) -> int: ...
    async def period(self, days: int = ...) -> builtins.list[TokenUsage]: ...
    async def record(self, model: str, prompt: int, completion: int) -> None: ...
    async def today(self) -> builtins.list[TokenUsage]: ...

class AsyncEntities:
    async def confirm(self, linked: Collection[str]) -> Sequence[Receipt]: ...
    async def get(self, name: str) -> Entity: ...
    async def list(self, *, type: str | None = ..., limit: int = ...) -> builtins.list[Entity]: ...
    async def merge(self, keep: str, absorb: str, *, reason: str = ..., by: str | None = ...) -> Receipt: ...
    async def rename(self, entity: str, name: str, *, by: str | None = ...) -> Entity: ...
    async def search(self, text: str, *, limit: int = ...) -> Sequence[Entity]: ...
    async def split(
        self, entity: str, mentions: Collection[str], name: str, *, reason: str = ..., by: str | None = ...
    ) -> Entity: ...
    async def unmerge(self, receipt: Receipt | str) -> None: ...

class AsyncFacts:
    async def add(
        self,
        subject: str,
        predicate: str,
        object: str,
        *,
        speaker: str | None = ...,
        at: TimeLike | None = ...,
        valid_from: TimeLike | None = ...,
        valid_to: TimeLike | None = ...,
        confidence: float = ...,
        domain: str | None = ...,
        category: str | None = ...,
        key: str | None = ...,
        audience: str = ...,
    ) -> Fact: ...
    async def adjudicate_own_claims(self) -> int: ...
    async def contradictions(self, limit: int = ...) -> Sequence[Contradiction]: ...
    async def correct(self, id: str, *, object: str, reason: str = ..., by: str | None = ...) -> Fact: ...
    async def get(self, id: str) -> Fact: ...
    async def history(self, subject: str, predicate: str) -> Sequence[Fact]: ...
    async def keep(self, id: str, over: Sequence[str], *, by: str | None = ...) -> Fact: ...
    async def list(
        self,
        *,
        subject: str | None = ...,
        predicate: str | None = ...,
        object: str | None = ...,
        status: str | None = ...,
        as_of: TimeLike | None = ...,
        known_at: TimeLike | None = ...,
        limit: int = ...,
        asker: str | None = ...,
        session: str | None = ...,
        kind: str | None = ...,
        min_worth: float | None = ...,
    ) -> Sequence[Fact]: ...
    async def retract(self, id: str, *, reason: str, by: str | None = ...) -> Fact: ...

class AsyncTasks:
    async def add(self, text: str, owner: str, *, due: TimeLike | None = ..., audience: str = ...) -> Task: ...
    async def list(
        self,
        status: str | None = ...,
        *,
        person: str | None = ...,
        limit: int = ...,
        asker: str | None = ...,
        session: str | None = ...,
    ) -> Sequence[Task]: ...

class AsyncRelations:
    async def list(
        self, entity: str, *, relation_type: str | None = ..., min_strength: float = ..., limit: int = ...
    ) -> builtins.list[Relation]: ...
    async def path(self, a: str, b: str, *, max_hops: int = ...) -> Sequence[Path]: ...

class AsyncTopics:
    async def events(self, label: str, *, limit: int = ...) -> Sequence[Event]: ...
    async def list(self, *, limit: int = ...) -> builtins.list[Topic]: ...

class AsyncChangeLog:
    async def list(self, *, limit: int = ...) -> Sequence[Change]: ...
    async def record(
        self, what: str, ids: Collection[str] = ..., *, by: str | None = ..., reason: str = ...
    ) -> str: ...

class AsyncPeople:
    async def card(
        self, person: str, *, full: bool = ..., asker: str | None = ..., session: str | None = ...
    ) -> str: ...
    async def ensure(self, identity: str, *, name: str | None = ...) -> Person: ...
    async def get(self, who: str, *, asker: str | None = ..., session: str | None = ...) -> Person: ...
    async def link_identity(self, person: str, identity: str, *, by: str) -> Person: ...
    async def list(self, *, limit: int = ...) -> builtins.list[Person]: ...
    async def note(
        self, person: str, text: str, *, by: str | None = ..., audience: str = ..., at: dt.datetime | str | None = ...
    ) -> str: ...
    async def present(self, session: str) -> Sequence[Person]: ...
    async def trust_of(self, people: Sequence[Person]) -> dict[str, Trust]: ...
    async def unnote(self, note: str) -> None: ...

class AsyncQuarantineLedger:
    async def distrust(
        self, person: str, since: dt.datetime | str | None = ..., *, reason: str = ..., by: str | None = ...
    ) -> Receipt: ...
    async def everybody(self, *, limit: int = ...) -> builtins.list[tuple[Person, Trust]]: ...
    async def infer(self, a: str, b: str) -> InferredTrust: ...
    async def ledger(self, person: str, *, limit: int = ...) -> builtins.list[Mark]: ...
    async def mark(
        self, person: str, positive: bool, *, reason: str = ..., event: str | None = ..., by: str | None = ...
    ) -> Trust: ...
    async def may_message(self, person: str, *, direct: bool = ...) -> Decision: ...
    async def may_use(self, person: str, tool: str) -> Decision: ...
    async def mute(self, person: str, minutes: float = ..., *, reason: str = ...) -> Decision: ...
    async def of(self, person: str) -> Trust: ...
    async def rate(
        self, a: str, b: str, rating: float, *, at: dt.datetime | str | None = ..., reason: str = ...
    ) -> bool: ...
    async def restore(self, receipt: Receipt | str) -> Receipt: ...
    async def unmute(self, person: str) -> Decision: ...
    async def violation(
        self,
        person: str,
        severity: str | float | None = ...,
        *,
        reason: str = ...,
        event: str | None = ...,
        by: str | None = ...,
    ) -> Trust: ...

class AsyncDrawableSocialGraph:
    async def disconnect(self, a: str, b: str) -> bool: ...
    async def graph(self, *, min_strength: float = ...) -> networkx.Graph[str]: ...
    async def mutuals(self, a: str, b: str) -> Sequence[Person]: ...
    async def neighbors(self, person: str) -> Sequence[Tie]: ...
    async def path(self, a: str, b: str, *, max_depth: int | None = ...) -> Sequence[Person] | None: ...
    async def picture(
        self,
        *,
        as_of: dt.datetime | str | None = ...,
        min_strength: float = ...,
        limit: int = ...,
        mentioned: bool = ...,
        asker: str | None = ...,
        session: str | None = ...,
    ) -> Picture: ...

class AsyncPictures:
    async def entity(
        self,
        name: str,
        *,
        as_of: Timeish | None = ...,
        limit: int = ...,
        asker: str | None = ...,
        session: str | None = ...,
    ) -> Picture: ...
    async def session(
        self, name: str, *, last: int = ..., as_of: Timeish | None = ..., asker: str | None = ...
    ) -> Picture: ...
    async def social(
        self,
        *,
        as_of: Timeish | None = ...,
        min_strength: float = ...,
        limit: int = ...,
        mentioned: bool = ...,
        asker: str | None = ...,
        session: str | None = ...,
    ) -> Picture: ...
    async def timeline(
        self,
        *,
        subject: str | None = ...,
        as_of: Timeish | None = ...,
        limit: int = ...,
        asker: str | None = ...,
        session: str | None = ...,
    ) -> Picture: ...
    async def trust(
        self, *, as_of: Timeish | None = ..., limit: int = ..., asker: str | None = ..., session: str | None = ...
    ) -> Picture: ...

class AsyncCoreMemory:
    async def add(self, text: str, section: str, *, importance: int = ..., audience: str = ...) -> CoreEntry: ...
    async def delete(self, id: str, *, archive: bool = ...) -> CoreEntry: ...
    async def edit(
        self, id: str, *, text: str | None = ..., section: str | None = ..., importance: int | None = ...
    ) -> CoreEntry: ...
    async def get(self, id: str) -> CoreEntry: ...
    async def list(
        self, section: str | None = ..., *, audiences: Sequence[str] | None = ...
    ) -> builtins.list[CoreEntry]: ...
    async def render(self, *, audiences: Sequence[str] | None = ...) -> str: ...
    async def usage(self) -> dict[str, tuple[int, int]]: ...

class AsyncWorkingMemories:
    async def chat_context(self, session: str) -> tuple[str, ...]: ...
    async def clear(self, session: str) -> bool: ...
    async def exists(self, session: str) -> bool: ...
    async def get(self, session: str) -> WorkingMemory | None: ...
    async def list(self) -> builtins.list[WorkingMemory]: ...
    async def prune(self) -> Receipt | None: ...
    async def render(self, session: str) -> str: ...
    async def replace(
        self,
        session: str,
        *,
        task: str = ...,
        context: Sequence[str] = ...,
        pending: Sequence[str] = ...,
        notes: str = ...,
    ) -> WorkingMemory: ...
    async def set_chat_context(self, session: str, lines: Sequence[str]) -> tuple[str, ...]: ...

class AsyncLongTermMemory:
    async def add(
        self,
        text: str,
        *,
        importance: int = ...,
        sources: Sequence[str] = ...,
        about: Sequence[str] = ...,
        at: dt.datetime | str | None = ...,
        audience: str = ...,
    ) -> Note: ...
    async def add_new(self, notes: Iterable[Note]) -> int: ...
    async def candidates(self) -> builtins.list[tuple[str, str]]: ...
    async def compact(self) -> Receipt | None: ...
    async def get(self, id: str) -> Note: ...
    async def list(self, *, limit: int = ..., audiences: Sequence[str] | None = ...) -> builtins.list[Note]: ...
    async def promote(
        self,
        text: str,
        *,
        at: dt.datetime | str | None = ...,
        importance: int = ...,
        sources: Sequence[str] = ...,
        about: Sequence[str] = ...,
        audience: str = ...,
    ) -> Note | None: ...
    async def prune(self) -> Receipt | None: ...
    async def recall(
        self, query: str, *, limit: int = ..., audiences: Sequence[str] | None = ...
    ) -> NoteSearchResult: ...
    async def restore(self, receipt: Receipt | str) -> Receipt: ...

class AsyncProcedures:
    async def approve(self, id: str) -> Procedure: ...
    async def learn(
        self, episode: str, *, sources: Sequence[str], audience: str = ..., needs_approval: bool = ...
    ) -> Procedure | None: ...
    async def list(
        self, status: str | None = ..., *, audiences: Sequence[str] | None = ...
    ) -> builtins.list[Procedure]: ...
    async def match(
        self, message: str, *, audiences: Sequence[str] | None = ...
    ) -> builtins.list[tuple[Procedure, float]]: ...
    async def propose(
        self, trigger: str, response: str, *, confidence: float = ..., learned_from: str | None = ...
    ) -> Procedure: ...
    async def prune(self) -> Receipt | None: ...
    async def reject(self, id: str) -> Procedure: ...
    async def remove(self, id: str) -> bool: ...
    async def used(self, ids: Sequence[str]) -> None: ...

class AsyncDiary:
    async def add(
        self,
        text: str,
        *,
        participants: Iterable[str] = ...,
        at: TimeLike | None = ...,
        sources: Iterable[str] = ...,
        audience: str = ...,
    ) -> DiaryEntry: ...
    async def day(self, entry: DiaryEntry) -> dt.date: ...
    async def recent(
        self, *, days: int = ..., limit: int = ..., audiences: Collection[str] | None = ...
    ) -> Sequence[DiaryEntry]: ...

class AsyncJournal:
    async def add(self, text: str, *, date: DateLike | None = ..., audience: str = ...) -> JournalEntry: ...
    async def list(
        self,
        *,
        since: DateLike | None = ...,
        until: DateLike | None = ...,
        limit: int = ...,
        audiences: Collection[str] | None = ...,
    ) -> Sequence[JournalEntry]: ...

class AsyncEpisodes:
    async def add(
        self,
        text: str,
        *,
        session: str | None = ...,
        tags: Iterable[str] = ...,
        participants: Iterable[str] = ...,
        at: TimeLike | None = ...,
        sources: Iterable[str] = ...,
        audience: str = ...,
    ) -> Episode: ...
    async def expire(self) -> Receipt | None: ...
    async def recent(
        self, *, days: int = ..., session: str | None = ..., limit: int = ..., audiences: Collection[str] | None = ...
    ) -> Sequence[Episode]: ...
    async def render(self, episodes: Iterable[Episode]) -> str: ...

class AsyncLearnings:
    async def add(
        self,
        content: str,
        *,
        tool: str | None = ...,
        sentiment: str = ...,
        confidence: float = ...,
        recommendation: str | None = ...,
        source: str = ...,
        sources: Iterable[str] = ...,
        audience: str = ...,
    ) -> Learning: ...
    async def detect(
        self,
        message: str,
        previous: str | None = ...,
        *,
        sources: Iterable[str] = ...,
        audience: str = ...,
        reads_wishes: bool = ...,
    ) -> Learning | None: ...
    async def from_failures(self, reflections: Iterable[Reflection]) -> Sequence[Learning]: ...
    async def has_similar_wish(self, message: str) -> bool: ...
    async def health(self, tool: str, uses: int, successes: int) -> Learning | None: ...
    async def list(
        self, *, active: bool = ..., limit: int = ..., audiences: Collection[str] | None = ...
    ) -> Sequence[Learning]: ...
    async def prune(self) -> Receipt | None: ...

class AsyncReflections:
    async def add(
        self, text: str, sources: Iterable[str], *, about: Iterable[str] = ..., audience: str = ...
    ) -> Reflection: ...
    async def draw(self, facts: Sequence[Fact], *, names: Mapping[str, str] = ...) -> Sequence[Reflection]: ...
    async def failure(
        self,
        tool: str,
        result: str,
        *,
        arguments: str = ...,
        session: str | None = ...,
        insight: str | None = ...,
        sources: Iterable[str] = ...,
        audience: str = ...,
    ) -> Reflection | None: ...
    async def failures(self, *, since: dt.datetime | None = ...) -> Sequence[Reflection]: ...
    async def list(
        self, *, about: str | None = ..., limit: int = ..., audiences: Collection[str] | None = ...
    ) -> Sequence[Reflection]: ...

class AsyncSummaries:
    async def cycle(self, limit: int = ...) -> SummaryRefreshResult: ...
    async def get(self, key: str, *, asker: str | None = ..., session: str | None = ...) -> Summary: ...
    async def prune(self, now: SummaryTime | None = ...) -> builtins.list[str]: ...
    async def refresh(self, limit: int = ...) -> int: ...
    async def stale_sessions(self, most: int) -> int: ...
    async def tree(
        self, *, limit: int = ..., asker: str | None = ..., session: str | None = ...
    ) -> builtins.list[Summary]: ...

class AsyncSleep:
    async def deep(self) -> SleepReport: ...
    async def proposals(self, date: dt.date | dt.datetime | str | None = ...) -> Sequence[Proposal]: ...
    async def quick(self) -> SleepReport: ...
    async def run_if_due(self, *, is_starting: bool = ...) -> SleepReport | None: ...
    async def status(self) -> SleepStatus: ...
    async def written(self, report: SleepReport, *, limit: int = ...) -> Sequence[WrittenMemories]: ...

class AsyncMemory:
    scope: str
    settings: Settings
    memory: Memory
    usage: AsyncUsageLedger
    entities: AsyncEntities
    facts: AsyncFacts
    tasks: AsyncTasks
    relations: AsyncRelations
    topics: AsyncTopics
    changes: AsyncChangeLog
    people: AsyncPeople
    trust: AsyncQuarantineLedger
    social: AsyncDrawableSocialGraph
    pictures: AsyncPictures
    core: AsyncCoreMemory
    working: AsyncWorkingMemories
    longterm: AsyncLongTermMemory
    procedures: AsyncProcedures
    diary: AsyncDiary
    journal: AsyncJournal
    episodes: AsyncEpisodes
    learnings: AsyncLearnings
    reflections: AsyncReflections
    summaries: AsyncSummaries
    sleep: AsyncSleep
    def __init__(self, memory: Memory) -> None: ...
    @classmethod
    async def connect(
        cls,
        scope: str = ...,
        *,
        uri: str | None = ...,
        settings: Settings | None = ...,
        clock: Clock | None = ...,
        embedder: Embedder | None = ...,
        tokens: TokenCounter | None = ...,
        extractor: Extractor | None = ...,
        llm: LanguageModel | None = ...,
        owner: str | Collection[str] | None = ...,
        bookmarks: Collection[str] = ...,
    ) -> Self: ...
    @staticmethod
    async def erase(
        scope: str,
        *,
        uri: str | None = ...,
        settings: Settings | None = ...,
        clock: Clock | None = ...,
        progress: Progress | None = ...,
    ) -> Receipt: ...
    @staticmethod
    async def reembed(
        scope: str,
        *,
        embedder: Embedder | None = ...,
        uri: str | None = ...,
        settings: Settings | None = ...,
        clock: Clock | None = ...,
        progress: Progress | None = ...,
    ) -> ReembeddingResult: ...
    @staticmethod
    async def move(
        scope: str,
        *,
        to: str | None = ...,
        source: str | None = ...,
        erase: bool = ...,
        dry_run: bool = ...,
        cancel: bool = ...,
        settings: Settings | None = ...,
        clock: Clock | None = ...,
        progress: Progress | None = ...,
    ) -> ScopeMoveResult: ...
    async def add(
        self,
        text: str,
        *,
        speaker: str | None = ...,
        session: str | None = ...,
        kind: str = ...,
        audience: str | None = ...,
    ) -> builtins.list[str]: ...
    async def bookmarks(self) -> tuple[str, ...]: ...
    async def compare(
        self,
        path: str | data_methods_Path,
        *,
        form: str | None = ...,
        speaker: str | None = ...,
        budget: int = ...,
        limit: int | None = ...,
        progress: Progress | None = ...,
    ) -> ComparisonReport: ...
    async def context(
        self,
        message: str,
        *,
        speaker: str | None = ...,
        session: str | None = ...,
        budget: int | None = ...,
        profile: str = ...,
        as_of: Timeish | None = ...,
        audience: str | None = ...,
    ) -> Context: ...
    async def crystallise(self) -> CrystallisationResult: ...
    async def digest(
        self,
        *,
        retry: bool = ...,
        again: bool = ...,
        since: dt.datetime | str | None = ...,
        engine: str = ...,
        only: Collection[str] | None = ...,
    ) -> Digest: ...
    async def export(
        self,
        place: str | data_methods_Path | IO[bytes],
        *,
        form: str = ...,
        embeddings: bool = ...,
        progress: Progress | None = ...,
    ) -> ExportResult: ...
    async def faults(self) -> dict[str, int]: ...
    async def forget(
        self,
        *,
        event: str | None = ...,
        session: str | None = ...,
        person: str | None = ...,
        entity: str | None = ...,
        scope: bool = ...,
        dry_run: bool = ...,
    ) -> Receipt: ...
    async def frame(
        self,
        statement: str,
        /,
        *,
        flat: bool = ...,
        library: str = ...,
        fragments: Collection[str] = ...,
        max_rows: int = ...,
        timeout_s: float = ...,
        **params: Any,
    ) -> Any: ...
    async def get(self, id: str) -> Record: ...
    async def health(self) -> Health: ...
    async def history(
        self, session: str | None = ..., *, last: int = ..., since: Timeish | None = ...
    ) -> builtins.list[Event]: ...
    async def import_files(
        self,
        paths: Iterable[str | data_methods_Path],
        *,
        form: str | None = ...,
        dry_run: bool = ...,
        embed_anew: bool = ...,
        trusted: bool = ...,
        progress: Progress | None = ...,
    ) -> ImportReport: ...
    async def log(self, events: Message | Iterable[Message]) -> builtins.list[str]: ...
    async def queue(self) -> dict[str, int]: ...
    async def repair(self, *, rebuild_indexes: bool = ...) -> dict[str, int]: ...
    async def reset(self, *, memory: bool = ..., identity: bool = ..., everything: bool = ...) -> Receipt: ...
    async def retain(self, *, dry_run: bool = ...) -> Receipt: ...
    async def search(
        self,
        query: str,
        *,
        limit: int = ...,
        kinds: Collection[str] | None = ...,
        session: str | None = ...,
        channel: str | None = ...,
        speaker: str | None = ...,
        since: Timeish | None = ...,
        until: Timeish | None = ...,
        as_of: Timeish | None = ...,
        min_score: float | None = ...,
        asker: str | None = ...,
    ) -> SearchResult: ...
    async def close(self) -> None: ...
    async def __aenter__(self) -> Self: ...
    async def __aexit__(self, *_: object) -> None: ...
