"""Load: scopes that grow to a million memories and more, measured at each size that is named."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import numpy as np
from neo4j.vector import Vector
from numpy.typing import NDArray

from kg.bench.common import quantiles, timed
from kg.bench.footprint import footprint
from kg.bench.latency import Scattered
from kg.bench.synthetic_chat import FAMOUS, ROOM, STRETCH, Known, lines
from kg.bench.synthetic_texts import questions, sentence
from kg.errors import InvalidInput
from kg.language.embedders import embedder as default_embedder
from kg.memory import Memory
from kg.settings import Settings

_KINDS = ["event", "passage"]
_BASES, _WARM_UP = 1_000, 30
_LOGGED_AT_ONCE, _ROUND = 500, 10_000
# Of the writes that are timed: batches of twenty, as the worker takes them.
_BATCH, _BATCHES = 20, 30
_READS = 30
# As many scopes are asked at most; opening a scope takes longer than asking it.
_SAMPLE = 10
_NEAREST, _LIMITS = 10, (10, 100)
# Who speaks in the room of all from its first lines on.
_SPEAKER = next(line["speaker"] for line in lines(0, STRETCH) if line["session"] == ROOM)
# Cosines of the index and of numpy differ in the last digits.
_CLOSE = 1e-5


@dataclass(frozen=True)
class _Load:
    """What every step needs: how scopes are opened, the questions with their vectors, and who is told."""

    settings: Settings
    scattered: Scattered
    asked: Mapping[str, NDArray[np.float32]]
    tell: Callable[[str], None]

    def open(self, scope: str) -> Memory:
        return Memory.connect(scope, settings=self.settings, embedder=self.scattered, extractor=Known())


def run(
    sizes: Sequence[int],
    scopes: int,
    asked: int,
    settings: Settings,
    tell: Callable[[str], None],
    *,
    name: str,
    keep: bool,
) -> dict[str, Any]:
    """Fill scopes up to each of the sizes in turn, and measure there; what an earlier run left is gone on with.

    Args:
        sizes: memories in all scopes together, ascending.
        scopes: among how many scopes they are spread evenly.
        asked: questions, of which the first 30 warm up.
        settings: of the server and the embedder.
        tell: told how far it is.
        name: what the scopes' names begin with.
        keep: whether they stay, for a later run.

    Returns:
        {"scopes", "measured": [one of `_measured` for each size], "growth": {call → p95 at the last size over p95 at the first}}

    Raises:
        InvalidInput: sizes that do not ascend, or that cannot be spread evenly.
    """
    if list(sizes) != sorted(set(sizes)) or any(size % scopes for size in sizes):
        raise InvalidInput("sizes", list(sizes), f"ascending numbers that can be spread evenly among {scopes} scopes")
    real = default_embedder(settings)
    asking = questions(asked)
    known = dict(zip(asking, real.embed(asking), strict=True))
    random_ = random.Random(3)  # noqa: S311 - repeatable, not secret
    load = _Load(settings, Scattered(real, known, [sentence(random_) for _ in range(_BASES)]), known, tell)
    names = [f"{name}-{place}" for place in range(scopes)]
    measured: list[dict[str, Any]] = []
    try:
        for size in sizes:
            rates = _fill(load, names, size // scopes)
            measured.append({"size": size, **rates, **_measured(load, names, size // scopes)})
    finally:
        if not keep:
            _erase(load, names)
    return {"scopes": scopes, "measured": measured, "growth": _growth(measured)}


def _fill(load: _Load, names: Sequence[str], until: int) -> dict[str, Any]:
    """Fill each scope up to so many events; {log_per_s, digest_per_s} of what was still to do."""
    logged = digested = count = 0.0
    for name in names:
        with load.open(name) as memory:
            have = _held(memory)
            for first in range(have, until, _ROUND):
                many = min(_ROUND, until - first)
                ms, _ = timed(lambda memory=memory, first=first, many=many: _log(memory, first, many))  # type: ignore[misc]
                logged += ms / 1000
                ms, _ = timed(memory.digest)
                digested += ms / 1000
                count += many
                load.tell(
                    f"{name}: {first + many} memories, {count / logged:.0f} logged and {count / digested:.0f} digested a second"
                )
            # Whoever was stopped between the two steps goes on here.
            memory.digest()
    return {
        "log_per_s": round(count / logged) if logged else None,
        "digest_per_s": round(count / digested) if digested else None,
    }


def _held(memory: Memory) -> int:
    """How many of the chat's events the scope has, from the first on."""
    [row] = memory.graph.run("bench/count_events")
    return int(row["events"])


def _log(memory: Memory, first: int, count: int) -> None:
    made = lines(first, count)
    while batch := list(itertools.islice(made, _LOGGED_AT_ONCE)):
        memory.log(batch)


def _measured(load: _Load, names: Sequence[str], held: int) -> dict[str, Any]:
    """Everything that is measured at one size.

    Returns:
        {call → {p50, p95} in ms}, "of_exact" {LIMIT → share of the exact ten}, and the bytes of `footprint`.
    """
    load.tell(f"measuring with {held} memories in each of {len(names)} scopes")
    step = max(len(names) // _SAMPLE, 1)
    with ExitStack() as held_open:
        memories = [held_open.enter_context(load.open(name)) for name in names[::step][:_SAMPLE]]
        reads = _reads(load, memories)
        told: dict[str, Any] = {name: quantiles(times) for name, times in reads.items()}
        told |= {name: quantiles(times) for name, times in _writes(memories).items()}
        told["of_exact"] = _of_exact(load, memories[0])
        total = sum(_held(memory) for memory in memories) / len(memories) * len(names)
        return told | footprint(load.settings, round(total))


def _reads(load: _Load, memories: Sequence[Memory]) -> dict[str, list[float]]:
    k = load.settings.candidates
    calls: dict[str, Callable[[Memory, str], Any]] = {
        "bare_vector_ms": lambda memory, asked: memory.graph.run(
            "bench/bare_vector", vector=Vector.from_numpy(load.asked[asked]), kinds=_KINDS, k=k
        ),
        "search_ms": lambda memory, asked: memory.search(asked),
        "context_ms": lambda memory, asked: memory.context(asked, speaker=_SPEAKER, session=ROOM),
    }
    seldom: dict[str, Callable[[Memory], Any]] = {
        "history_ms": lambda memory: memory.history(ROOM, last=20),
        "entity_ms": lambda memory: memory.entities.get(FAMOUS),
        "person_ms": lambda memory: memory.people.get(_SPEAKER),
        "facts_ms": lambda memory: memory.facts.list(limit=20),
        "topics_ms": lambda memory: memory.topics.list(),
        "queue_ms": lambda memory: memory.queue(),
    }
    times: dict[str, list[float]] = {name: [] for name in [*calls, *seldom]}
    for place, (question, memory) in enumerate(zip(load.asked, itertools.cycle(memories), strict=False)):
        # In turn, so that a slow moment of the machine falls on all of them.
        for name, call in calls.items():
            ms, _ = timed(lambda call=call, memory=memory, question=question: call(memory, question))  # type: ignore[misc]
            if place >= _WARM_UP:
                times[name].append(ms)
    for place, memory in zip(range(2 * _READS), itertools.cycle(memories), strict=False):
        for name, read in seldom.items():
            ms, _ = timed(lambda read=read, memory=memory: read(memory))  # type: ignore[misc]
            if place >= _READS:
                times[name].append(ms)
    return times


def _writes(memories: Sequence[Memory]) -> dict[str, list[float]]:
    """Batches that go on with the chat, logged and digested one by one, as while people talk."""
    times: dict[str, list[float]] = {"log_ms": [], "digest_ms": []}
    for place, memory in zip(range(_BATCHES), itertools.cycle(memories), strict=False):
        batch = list(lines(_held(memory), _BATCH))
        logged, _ = timed(lambda memory=memory, batch=batch: memory.log(batch))  # type: ignore[misc]
        digested, _ = timed(memory.digest)
        if place >= _BATCHES // 3:
            times["log_ms"].append(logged)
            times["digest_ms"].append(digested)
    return times


def _of_exact(load: _Load, memory: Memory) -> dict[str, float]:
    """Of the exact ten nearest, the share that the index finds; what is as near as the tenth counts as one of them."""
    vectors = np.stack(list(load.asked.values()))
    best = np.full((len(vectors), _NEAREST), -np.inf, dtype=np.float32)
    made = lines(0, _held(memory))
    while batch := list(itertools.islice(made, _ROUND)):
        near = vectors @ load.scattered.embed([line["text"] for line in batch]).T
        best = np.sort(np.concatenate([best, near], axis=1), axis=1)[:, -_NEAREST:]
    shares: dict[int, list[float]] = {limit: [] for limit in _LIMITS}
    for vector, tenth in zip(vectors, best[:, 0], strict=True):
        for limit in _LIMITS:
            [row] = memory.graph.run("bench/bare_vector", vector=Vector.from_numpy(vector), kinds=_KINDS, k=limit)
            cosines = 2 * np.asarray(row["scores"][:_NEAREST]) - 1
            shares[limit].append(float(np.mean(cosines >= tenth - _CLOSE)))
    return {str(limit): round(float(np.mean(found)), 4) for limit, found in shares.items()}


def _erase(load: _Load, names: Sequence[str]) -> None:
    for name in names:
        with load.open(name) as memory:
            memory.forget(scope=True)


def _growth(measured: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    first, last = measured[0], measured[-1]
    return {name: round(last[name]["p95"] / first[name]["p95"], 2) for name in first if name.endswith("_ms")}
