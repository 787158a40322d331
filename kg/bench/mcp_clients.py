"""Clients of `kg mcp` at once: errors, answers from the wrong one of two scopes, and times beside the library's."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from kg.agent import tools_for
from kg.bench.common import quantiles, scratch
from kg.language.hashing_embedder import HashingEmbedder
from kg.memory import Memory
from kg.settings import Settings
from kg.types import Event

OWNER = "cli:olga"
_THINGS = ("boat", "mill", "quay", "clock", "garden", "bridge", "oven", "kite")
_PLACES = ("Ghent", "Bruges")
_SAID = 64


def run(count: int, seconds: float, settings: Settings, note: Callable[[str], object]) -> dict[str, Any]:
    """Let so many clients ask two servers, each of a scope of its own, over HTTP; then call the same tools by the library.

    Args:
        count: clients.
        seconds: how long they ask.
        settings: of the memories.
        note: told what is done.

    Returns:
        clients, calls, errors, of_other_scopes, calls_per_s, client_ms and library_ms (p50, p95; the library is called by as many
        threads as there are clients).
    """
    with contextlib.ExitStack() as held:
        memories = [held.enter_context(scratch(settings, "clients", HashingEmbedder(), owner=OWNER)) for _ in _PLACES]
        for memory, place in zip(memories, _PLACES, strict=True):
            memory.log(
                Event(
                    f"The {_THINGS[each % len(_THINGS)]} number {each} is in {place}.",
                    speaker="cli:ann",
                    session="cli:1",
                )
                for each in range(_SAID)
            )
            memory.digest()
            # Each statement's plan is made once, which takes a new server seconds: that is no client's time.
            for turn in range(4):
                tools_for(memory, speaker=OWNER).call(*_asked(turn))
        addresses = [held.enter_context(_listening(memory)) for memory in memories]
        note(f"{count} clients for {seconds:g} s")
        took, told = asyncio.run(_ask(addresses, count, seconds))
        note("the same by the library")
        alone = _library(memories, count, seconds)
    wrong = {key: told[key] for key in ("errors", "of_other_scopes")}
    rate = round(len(took) / seconds, 1)
    return {"clients": count, "calls": len(took), **wrong, "calls_per_s": rate, "client_ms": quantiles(took)} | {
        "library_ms": quantiles(alone)
    }


def _asked(turn: int) -> tuple[str, dict[str, Any]]:
    thing = _THINGS[turn % len(_THINGS)]
    if turn % 4 == 3:
        return "remember_fact", {"subject": f"Guest {turn % 50}", "predicate": "likes", "object": f"the {thing}"}
    return "search_memory", {"query": f"Where is the {thing}?", "limit": 5}


async def _ask(addresses: Sequence[str], count: int, seconds: float) -> tuple[list[float], Counter[str]]:
    took: list[float] = []
    told: Counter[str] = Counter()
    deadline = time.monotonic() + seconds
    await asyncio.gather(*(_client(addresses, place, deadline, took, told) for place in range(count)))
    return took, told


async def _client(addresses: Sequence[str], place: int, deadline: float, took: list[float], told: Counter[str]) -> None:
    from mcp import ClientSession  # noqa: PLC0415
    from mcp.client.streamable_http import streamable_http_client  # noqa: PLC0415

    other = _PLACES[1 - place % 2]
    async with (
        streamable_http_client(addresses[place % 2]) as (read, write),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        turn = place
        while time.monotonic() < deadline:
            name, arguments = _asked(turn)
            start = time.perf_counter()
            answer = await session.call_tool(name, arguments)
            took.append((time.perf_counter() - start) * 1000)
            text = "".join(getattr(part, "text", "") for part in answer.content)
            told["errors"] += bool(answer.is_error)
            told["of_other_scopes"] += other in text
            turn += 1


def _library(memories: Sequence[Memory], count: int, seconds: float) -> list[float]:
    took: list[float] = []
    deadline = time.monotonic() + seconds

    def work(place: int) -> None:
        tools = tools_for(memories[place % 2], speaker=OWNER)
        turn = place
        while time.monotonic() < deadline:
            name, arguments = _asked(turn)
            start = time.perf_counter()
            tools.call(name, arguments)
            took.append((time.perf_counter() - start) * 1000)
            turn += 1

    threads = [threading.Thread(target=work, args=(place,)) for place in range(count)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return took


@contextlib.contextmanager
def _listening(memory: Memory) -> Iterator[str]:
    """The address of a server of this memory, in a thread."""
    import uvicorn  # noqa: PLC0415

    from kg.agent.mcp_http import PATH, app  # noqa: PLC0415
    from kg.agent.mcp_server import server  # noqa: PLC0415

    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port = sock.getsockname()[1]
        served = app(server(memory, speaker=OWNER), host="127.0.0.1", token=None)
        running = uvicorn.Server(uvicorn.Config(served, log_config=None, ws="none", timeout_graceful_shutdown=3))
        thread = threading.Thread(target=running.run, kwargs={"sockets": [sock]})
        thread.start()
        try:
            while not running.started and thread.is_alive():
                thread.join(0.01)
            yield f"http://127.0.0.1:{port}{PATH}"
        finally:
            running.should_exit = True
            thread.join(30)
