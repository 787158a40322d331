"""AsyncMemory: the same as Memory, awaited.

Each call runs in a thread of the memory's own pool, so that the event loop is never held up by the database or by embedding.
Nothing is written twice: each method is its twin in Memory, lifted by one function that keeps the signature.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar

from kg.knowledge.entities import Entities
from kg.knowledge.facts import Facts
from kg.knowledge.relations import Relations
from kg.knowledge.topics import Topics
from kg.llm import Usage
from kg.memory import Memory
from kg.records import Receipt

P = ParamSpec("P")
R = TypeVar("R")
N = TypeVar("N")

_THREADS = 16


class _Awaited(Generic[N]):
    """Memory, or a noun of it, awaited: its calls run in the memory's threads."""

    def __init__(self, twin: N, threads: ThreadPoolExecutor) -> None:
        self._memory = twin
        self._threads = threads


def _awaited(
    method: Callable[Concatenate[N, P], R],
) -> Callable[Concatenate[_Awaited[N], P], Coroutine[Any, Any, R]]:
    """A method of Memory, or of one of its nouns, as a coroutine of its twin, with its signature and docstring."""

    @functools.wraps(method)
    async def call(self: _Awaited[N], /, *args: P.args, **kwargs: P.kwargs) -> R:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, functools.partial(method, self._memory, *args, **kwargs))

    return call


class AsyncEntities(_Awaited[Entities]):
    """The entities of a scope, awaited; see `kg.knowledge.entities.Entities`."""

    get = _awaited(Entities.get)
    list = _awaited(Entities.list)
    search = _awaited(Entities.search)
    merge = _awaited(Entities.merge)
    unmerge = _awaited(Entities.unmerge)
    split = _awaited(Entities.split)
    rename = _awaited(Entities.rename)
    confirm = _awaited(Entities.confirm)


class AsyncFacts(_Awaited[Facts]):
    """The facts of a scope, awaited; see `kg.knowledge.facts.Facts`."""

    add = _awaited(Facts.add)
    get = _awaited(Facts.get)
    list = _awaited(Facts.list)
    history = _awaited(Facts.history)
    correct = _awaited(Facts.correct)
    retract = _awaited(Facts.retract)


class AsyncRelations(_Awaited[Relations]):
    """The relations of a scope, awaited; see `kg.knowledge.relations.Relations`."""

    list = _awaited(Relations.list)
    path = _awaited(Relations.path)


class AsyncTopics(_Awaited[Topics]):
    """The topics of a scope, awaited; see `kg.knowledge.topics.Topics`."""

    list = _awaited(Topics.list)
    events = _awaited(Topics.events)


class AsyncUsage(_Awaited[Usage]):
    """What a language model has cost, awaited; see `kg.llm.Usage`."""

    record = _awaited(Usage.record)
    today = _awaited(Usage.today)
    period = _awaited(Usage.period)


class AsyncMemory(_Awaited[Memory]):
    """The memory of one scope, for asyncio: `async with await AsyncMemory.connect(scope="demo") as memory: …`.

    Attributes:
        scope: its name.
        settings: the settings it was opened with.
        entities: who and what is spoken of.
        facts: what is known, with its time and its evidence.
        relations: what entities are to each other.
        topics: what is spoken of.
        usage: what a language model has cost.
    """

    def __init__(self, memory: Memory) -> None:
        super().__init__(memory, ThreadPoolExecutor(_THREADS, thread_name_prefix="kg"))
        self.entities = AsyncEntities(memory.entities, self._threads)
        self.facts = AsyncFacts(memory.facts, self._threads)
        self.relations = AsyncRelations(memory.relations, self._threads)
        self.topics = AsyncTopics(memory.topics, self._threads)
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

    log = _awaited(Memory.log)
    import_files = _awaited(Memory.import_files)
    digest = _awaited(Memory.digest)
    crystallise = _awaited(Memory.crystallise)
    history = _awaited(Memory.history)
    search = _awaited(Memory.search)
    context = _awaited(Memory.context)
    get = _awaited(Memory.get)
    forget = _awaited(Memory.forget)
    queue = _awaited(Memory.queue)
    health = _awaited(Memory.health)

    async def close(self) -> None:
        """Give the connections and threads back."""
        await asyncio.to_thread(self._memory.close)
        self._threads.shutdown(wait=False)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
