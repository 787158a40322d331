"""AsyncMemory: the same as Memory, awaited.

Each call runs in a thread of the memory's own pool, so that the event loop is never held up by the database or by embedding.
Nothing is written twice: each method is its twin in Memory, lifted by one function that keeps the signature.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from kg.memory import Memory
from kg.records import Receipt

P = ParamSpec("P")
R = TypeVar("R")

_THREADS = 16


def _awaited(
    method: Callable[Concatenate[Memory, P], R],
) -> Callable[Concatenate[AsyncMemory, P], Coroutine[Any, Any, R]]:
    """The method of Memory as a coroutine of AsyncMemory, with its signature and docstring."""

    @functools.wraps(method)
    async def call(self: AsyncMemory, /, *args: P.args, **kwargs: P.kwargs) -> R:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, functools.partial(method, self._memory, *args, **kwargs))

    return call


class AsyncMemory:
    """The memory of one scope, for asyncio: `async with await AsyncMemory.connect(scope="demo") as memory: …`.

    Attributes:
        scope: its name.
        settings: the settings it was opened with.
    """

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="kg")
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
