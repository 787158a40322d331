"""AsyncMemory: the same as Memory, awaited.

Each call runs in a thread of the memory's own pool, so that the event loop is never held up by the database or by embedding.
Nothing is written twice: each method is its twin in Memory, lifted by `kg.awaited.awaited`.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self

from kg.awaited import (
    AsyncCore,
    AsyncDiary,
    AsyncEntities,
    AsyncEpisodes,
    AsyncFacts,
    AsyncJournal,
    AsyncLearnings,
    AsyncLedger,
    AsyncLongTerm,
    AsyncPeople,
    AsyncPictures,
    AsyncProcedures,
    AsyncReflections,
    AsyncRelations,
    AsyncSleep,
    AsyncSocial,
    AsyncSummaries,
    AsyncTopics,
    AsyncUsage,
    AsyncWorking,
    Awaited,
    awaited,
)
from kg.memory import Memory
from kg.types import Receipt, ReembeddingResult, ScopeMoveResult

_THREADS = 16


class AsyncMemory(Awaited[Memory]):
    """The memory of one scope, for asyncio: `async with await AsyncMemory.connect(scope="demo") as memory: …`.

    Attributes:
        scope: its name.
        settings: the settings it was opened with.
        entities: who and what is spoken of.
        facts: what is known, with its time and its evidence.
        relations: what entities are to each other.
        summaries: what was said, summed up as a tree.
        topics: what is spoken of.
        people: who speaks, and who they are.
        trust: how far people are trusted, and what they may do.
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
        sleep: what is gone through while nobody speaks, quickly or deeply.
        usage: what a language model has cost.
    """

    def __init__(self, memory: Memory) -> None:
        super().__init__(memory, ThreadPoolExecutor(_THREADS, thread_name_prefix="kg"))
        self.entities = AsyncEntities(memory.entities, self._threads)
        self.facts = AsyncFacts(memory.facts, self._threads)
        self.relations = AsyncRelations(memory.relations, self._threads)
        self.summaries = AsyncSummaries(memory.summaries, self._threads)
        self.topics = AsyncTopics(memory.topics, self._threads)
        self.people = AsyncPeople(memory.people, self._threads)
        self.trust = AsyncLedger(memory.trust, self._threads)
        self.social = AsyncSocial(memory.social, self._threads)
        self.pictures = AsyncPictures(memory.pictures, self._threads)
        self.core = AsyncCore(memory.core, self._threads)
        self.working = AsyncWorking(memory.working, self._threads)
        self.longterm = AsyncLongTerm(memory.longterm, self._threads)
        self.procedures = AsyncProcedures(memory.procedures, self._threads)
        self.diary = AsyncDiary(memory.diary, self._threads)
        self.journal = AsyncJournal(memory.journal, self._threads)
        self.episodes = AsyncEpisodes(memory.episodes, self._threads)
        self.learnings = AsyncLearnings(memory.learnings, self._threads)
        self.reflections = AsyncReflections(memory.reflections, self._threads)
        self.sleep = AsyncSleep(memory.sleep, self._threads)
        self.usage = AsyncUsage(memory.usage, self._threads)
        self.scope = memory.scope
        self.settings = memory.settings

    @classmethod
    async def connect(cls, scope: str = "default", **options: Any) -> Self:
        """Open a scope; takes what `Memory.connect` takes."""
        return cls(await asyncio.to_thread(Memory.connect, scope, **options))

    @classmethod
    async def erase(cls, scope: str, **options: Any) -> Receipt:
        """Erase everything of a scope without opening it; takes what `Memory.erase` takes."""
        return await asyncio.to_thread(Memory.erase, scope, **options)

    @classmethod
    async def reembed(cls, scope: str, **options: Any) -> ReembeddingResult:
        """Give a scope another embedding model; takes what `Memory.reembed` takes."""
        return await asyncio.to_thread(Memory.reembed, scope, **options)

    @classmethod
    async def move(cls, scope: str, **options: Any) -> ScopeMoveResult:
        """Move a scope to another server while it is in use; takes what `Memory.move` takes."""
        return await asyncio.to_thread(Memory.move, scope, **options)

    bookmarks = awaited(Memory.bookmarks)
    log = awaited(Memory.log)
    import_files = awaited(Memory.import_files)
    export = awaited(Memory.export)
    digest = awaited(Memory.digest)
    crystallise = awaited(Memory.crystallise)
    history = awaited(Memory.history)
    search = awaited(Memory.search)
    context = awaited(Memory.context)
    get = awaited(Memory.get)
    frame = awaited(Memory.frame)
    forget = awaited(Memory.forget)
    faults = awaited(Memory.faults)
    repair = awaited(Memory.repair)
    retain = awaited(Memory.retain)
    reset = awaited(Memory.reset)
    queue = awaited(Memory.queue)
    health = awaited(Memory.health)

    async def close(self) -> None:
        """Give the connections and threads back."""
        await asyncio.to_thread(self._memory.close)
        self._threads.shutdown(wait=False)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
