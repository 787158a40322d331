"""Concurrent clients of `kg mcp`: errors, answers from the wrong scope, and latency compared with the library."""

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
from kg.bench.common import compute_quantiles, temporary_memory
from kg.language import HashingEmbedder
from kg.memory import Memory
from kg.settings import Settings
from kg.types import Event

OWNER = "cli:olga"
_OBJECTS = ("boat", "mill", "quay", "clock", "garden", "bridge", "oven", "kite")
_PLACES = ("Ghent", "Bruges")
_MESSAGES = 64


def measure_mcp_clients(
    count: int, seconds: float, settings: Settings, report: Callable[[str], object]
) -> dict[str, Any]:
    """Run clients against two HTTP servers with one scope each, then call the same tools through the library.

    Args:
        count: number of clients.
        seconds: duration of each load.
        settings: settings of the memories.
        report: called with lines of progress.

    Returns:
        clients, calls, errors, of_other_scopes (answers from the wrong scope), calls_per_s, client_ms and library_ms (p50, p95;
        the library is called by one thread for each client).
    """
    with contextlib.ExitStack() as stack:
        memories = [
            stack.enter_context(temporary_memory(settings, "clients", HashingEmbedder(), owner=OWNER)) for _ in _PLACES
        ]
        for memory, place in zip(memories, _PLACES, strict=True):
            memory.log(
                Event(
                    f"The {_OBJECTS[number % len(_OBJECTS)]} number {number} is in {place}.",
                    speaker="cli:ann",
                    session="cli:1",
                )
                for number in range(_MESSAGES)
            )
            memory.digest()
            # Warm up the query plans, which a new server compiles in seconds.
            for turn in range(4):
                tools_for(memory, speaker=OWNER).call(*_build_call(turn))
        addresses = [stack.enter_context(_serve(memory)) for memory in memories]
        report(f"{count} clients for {seconds:g} s")
        client_ms, counts = asyncio.run(_run_clients(addresses, count, seconds))
        report("the same calls through the library")
        library_ms = _time_library_calls(memories, count, seconds)
    error_counts = {key: counts[key] for key in ("errors", "of_other_scopes")}
    rate = round(len(client_ms) / seconds, 1)
    return {
        "clients": count,
        "calls": len(client_ms),
        **error_counts,
        "calls_per_s": rate,
        "client_ms": compute_quantiles(client_ms),
    } | {"library_ms": compute_quantiles(library_ms)}


def _build_call(turn: int) -> tuple[str, dict[str, Any]]:
    thing = _OBJECTS[turn % len(_OBJECTS)]
    if turn % 4 == 3:
        return "remember_fact", {"subject": f"Guest {turn % 50}", "predicate": "likes", "object": f"the {thing}"}
    return "search_memory", {"query": f"Where is the {thing}?", "limit": 5}


async def _run_clients(addresses: Sequence[str], count: int, seconds: float) -> tuple[list[float], Counter[str]]:
    call_ms: list[float] = []
    counts: Counter[str] = Counter()
    deadline = time.monotonic() + seconds
    await asyncio.gather(*(_run_client(addresses, number, deadline, call_ms, counts) for number in range(count)))
    return call_ms, counts


async def _run_client(
    addresses: Sequence[str], number: int, deadline: float, call_ms: list[float], counts: Counter[str]
) -> None:
    from mcp import ClientSession  # noqa: PLC0415
    from mcp.client.streamable_http import streamable_http_client  # noqa: PLC0415

    other_place = _PLACES[1 - number % 2]
    async with (
        streamable_http_client(addresses[number % 2]) as (read, write),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        turn = number
        while time.monotonic() < deadline:
            name, arguments = _build_call(turn)
            start = time.perf_counter()
            answer = await session.call_tool(name, arguments)
            call_ms.append((time.perf_counter() - start) * 1000)
            text = "".join(getattr(part, "text", "") for part in answer.content)
            counts["errors"] += bool(answer.is_error)
            counts["of_other_scopes"] += other_place in text
            turn += 1


def _time_library_calls(memories: Sequence[Memory], count: int, seconds: float) -> list[float]:
    call_ms: list[float] = []
    deadline = time.monotonic() + seconds

    def work(number: int) -> None:
        tools = tools_for(memories[number % 2], speaker=OWNER)
        turn = number
        while time.monotonic() < deadline:
            name, arguments = _build_call(turn)
            start = time.perf_counter()
            tools.call(name, arguments)
            call_ms.append((time.perf_counter() - start) * 1000)
            turn += 1

    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return call_ms


@contextlib.contextmanager
def _serve(memory: Memory) -> Iterator[str]:
    """Serve this memory in a thread, and yield the address."""
    import uvicorn  # noqa: PLC0415

    from kg.agent import (  # noqa: PLC0415
        MCP_PATH,
        create_http_app,
        create_server,
    )

    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port = sock.getsockname()[1]
        served = create_http_app(
            create_server(memory, speaker=OWNER, tools="all"), host="127.0.0.1", token=None, allow_anonymous=True
        )
        running = uvicorn.Server(uvicorn.Config(served, log_config=None, ws="none", timeout_graceful_shutdown=3))
        thread = threading.Thread(target=running.run, kwargs={"sockets": [sock]})
        thread.start()
        try:
            while not running.started and thread.is_alive():
                thread.join(0.01)
            yield f"http://127.0.0.1:{port}{MCP_PATH}"
        finally:
            running.should_exit = True
            thread.join(30)
