"""AsyncMemory: Memory for asyncio.

Each call runs in a thread of the memory's own pool, so that the database and the embedder do not block the event loop. The
methods are made from those of Memory and its stores; `python -m tests.async_stub` writes their signatures to `aio.pyi`.
"""

from __future__ import annotations

import asyncio
import contextvars
import functools
import inspect
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self

from kg.memory import Memory
from kg.protocols import Clock, Embedder, Extractor, LanguageModel, TokenCounter
from kg.settings import Settings

_THREADS = 16
# What a Memory has that is used as it is, or not at all, by an AsyncMemory.
NOT_AWAITED = frozenset({"worker", "close", "connect", "stores"})
SCOPE_OPERATIONS = ("erase", "reembed", "move")


class AsyncStore:
    """A store of a memory, awaited."""

    def __init__(self, store: Any, threads: ThreadPoolExecutor) -> None:
        self._store = store
        self._threads = threads


def public_methods(cls: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the public methods of a class that an AsyncMemory awaits."""
    for name, method in inspect.getmembers(cls, inspect.isfunction):
        if not name.startswith("_") and name not in NOT_AWAITED and name not in SCOPE_OPERATIONS:
            yield name, method


def _awaited(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    async def call(self: AsyncStore, /, *args: Any, **kwargs: Any) -> Any:
        # The attribute of the object, since tracing replaces methods there.
        work = functools.partial(getattr(self._store, method.__name__), *args, **kwargs)
        # In the context of the caller, so that spans have their parents.
        running = functools.partial(contextvars.copy_context().run, work)
        return await asyncio.get_running_loop().run_in_executor(self._threads, running)

    return call


@functools.cache
def _awaited_class(cls: type) -> type[AsyncStore]:
    methods = {name: _awaited(method) for name, method in public_methods(cls)}
    return type(f"Async{cls.__name__}", (AsyncStore,), {"__doc__": cls.__doc__, **methods})


def _in_thread(operation: Callable[..., Any]) -> staticmethod[..., Any]:
    @functools.wraps(operation)
    async def call(*args: Any, **kwargs: Any) -> Any:
        return await asyncio.to_thread(operation, *args, **kwargs)

    return staticmethod(call)


class AsyncMemory(_awaited_class(Memory)):  # type: ignore[misc]
    """The memory of one scope, for asyncio: `async with await AsyncMemory.connect(scope="demo") as memory: …`.

    It has the methods and stores of `Memory`, awaited.

    Attributes:
        scope: its name.
        settings: the settings that it was opened with.
        memory: the memory that it awaits, for code that blocks.
    """

    def __init__(self, memory: Memory) -> None:
        super().__init__(memory, ThreadPoolExecutor(_THREADS, thread_name_prefix="kg"))
        self.memory = memory
        self.scope = memory.scope
        self.settings = memory.settings
        for name, store in memory.stores().items():
            setattr(self, name, _awaited_class(type(store))(store, self._threads))

    @classmethod
    async def connect(
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
        """Open a scope, as `Memory.connect` does."""
        open_memory = functools.partial(
            Memory.connect, scope, uri=uri, settings=settings, clock=clock, embedder=embedder, tokens=tokens,
            extractor=extractor, llm=llm, owner=owner, bookmarks=bookmarks,
        )  # fmt: skip
        return cls(await asyncio.to_thread(open_memory))

    erase, reembed, move = (_in_thread(getattr(Memory, name)) for name in SCOPE_OPERATIONS)

    async def close(self) -> None:
        """Close the connections and stop the threads."""
        await asyncio.to_thread(self._store.close)
        self._threads.shutdown(wait=False)

    def __repr__(self) -> str:
        return f"<Async{repr(self._store)[1:]}"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
