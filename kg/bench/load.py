"""Load benchmark: scopes with up to millions of memories, measured at each given size."""

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

from kg.bench.common import compute_quantiles, time_call
from kg.bench.footprint import measure_footprint
from kg.bench.latency import ScatteredEmbedder
from kg.bench.synthetic_chat import CHUNK_LINES, FAMOUS, ROOM, KnownNamesExtractor, generate_lines
from kg.bench.synthetic_texts import generate_questions, generate_sentence
from kg.errors import InvalidInput
from kg.language import create_embedder as default_embedder
from kg.memory import Memory
from kg.settings import Settings

_KINDS = ["event", "passage"]
_BASE_TEXTS, _WARM_UP = 1_000, 30
_LOG_BATCH, _ROUND_LINES = 500, 10_000
# Timed writes: batches of twenty, the batch size of the worker.
_BATCH, _TIMED_BATCHES = 20, 30
_RARE_READS = 30
# Maximum number of scopes that are queried; opening a scope takes longer than querying it.
_SAMPLED_SCOPES = 10
_NEAREST, _LIMITS = 10, (10, 100)
# A person who speaks in the shared room from its first lines on.
_SPEAKER = next(line["speaker"] for line in generate_lines(0, CHUNK_LINES) if line["session"] == ROOM)
# Cosines from the index and from numpy differ by rounding.
_TOLERANCE = 1e-5


@dataclass(frozen=True)
class _LoadRun:
    """Settings, embedder, question vectors and progress callback of a run."""

    settings: Settings
    scattered: ScatteredEmbedder
    question_vectors: Mapping[str, NDArray[np.float32]]
    report: Callable[[str], None]

    def open(self, scope: str) -> Memory:
        return Memory.connect(scope, settings=self.settings, embedder=self.scattered, extractor=KnownNamesExtractor())


def measure_load(
    sizes: Sequence[int],
    scopes: int,
    question_count: int,
    settings: Settings,
    report: Callable[[str], None],
    *,
    name: str,
    keep: bool,
) -> dict[str, Any]:
    """Fill scopes up to each size in turn, and measure at each; existing events of an earlier run are reused.

    Args:
        sizes: total number of memories in all scopes, ascending.
        scopes: number of scopes, among which the memories are divided evenly.
        question_count: number of questions, of which the first 30 warm up.
        settings: settings of the server and the embedder.
        report: called with lines of progress.
        name: prefix of the scopes' names.
        keep: whether to keep the scopes for a later run.

    Returns:
        {"scopes", "measured": [the result of `_measure_size` for each size], "growth": {call → p95 at the last size over p95
        at the first}}.

    Raises:
        InvalidInput: the sizes do not ascend, or are not divisible by the number of scopes.
    """
    if list(sizes) != sorted(set(sizes)) or any(size % scopes for size in sizes):
        raise InvalidInput("sizes", list(sizes), f"ascending multiples of the number of scopes ({scopes})")
    real = default_embedder(settings)
    question_texts = generate_questions(question_count)
    question_vectors = dict(zip(question_texts, real.embed(question_texts), strict=True))
    rng = random.Random(3)  # noqa: S311 - repeatable, not secret
    load = _LoadRun(
        settings,
        ScatteredEmbedder(real, question_vectors, [generate_sentence(rng) for _ in range(_BASE_TEXTS)]),
        question_vectors,
        report,
    )
    names = [f"{name}-{index}" for index in range(scopes)]
    results: list[dict[str, Any]] = []
    try:
        for size in sizes:
            rates = _fill_scopes(load, names, size // scopes)
            results.append({"size": size, **rates, **_measure_size(load, names, size // scopes)})
    finally:
        if not keep:
            _erase_scopes(load, names)
    return {"scopes": scopes, "measured": results, "growth": _compute_growth(results)}


def _fill_scopes(load: _LoadRun, names: Sequence[str], target: int) -> dict[str, Any]:
    """Fill each scope up to `target` events; return {log_per_s, digest_per_s} of the missing ones."""
    logged = digested = count = 0.0
    for name in names:
        with load.open(name) as memory:
            existing = _count_events(memory)
            for first in range(existing, target, _ROUND_LINES):
                line_count = min(_ROUND_LINES, target - first)
                ms, _ = time_call(
                    lambda memory=memory, first=first, line_count=line_count: _log_lines(memory, first, line_count)  # type: ignore[misc]
                )
                logged += ms / 1000
                ms, _ = time_call(memory.digest)
                digested += ms / 1000
                count += line_count
                load.report(
                    f"{name}: {first + line_count} memories, "
                    f"{count / logged:.0f} logged and {count / digested:.0f} digested per second"
                )
            # Digest events that an interrupted run logged but did not digest.
            memory.digest()
    return {
        "log_per_s": round(count / logged) if logged else None,
        "digest_per_s": round(count / digested) if digested else None,
    }


def _count_events(memory: Memory) -> int:
    """Return the number of events in the scope, which are the first lines of the chat."""
    [row] = memory.graph.run("bench/count_events")
    return int(row["events"])


def _log_lines(memory: Memory, first: int, count: int) -> None:
    lines = generate_lines(first, count)
    while batch := list(itertools.islice(lines, _LOG_BATCH)):
        memory.log(batch)


def _measure_size(load: _LoadRun, names: Sequence[str], memories_per_scope: int) -> dict[str, Any]:
    """Measure everything at one size.

    Returns:
        {call → {p50, p95} in ms}, "of_exact" {LIMIT → share of the exact ten}, and the result of `measure_footprint`.
    """
    load.report(f"measuring with {memories_per_scope} memories in each of {len(names)} scopes")
    step = max(len(names) // _SAMPLED_SCOPES, 1)
    with ExitStack() as stack:
        memories = [stack.enter_context(load.open(name)) for name in names[::step][:_SAMPLED_SCOPES]]
        read_times = _time_reads(load, memories)
        results: dict[str, Any] = {name: compute_quantiles(times) for name, times in read_times.items()}
        results |= {name: compute_quantiles(times) for name, times in _time_writes(memories).items()}
        results["of_exact"] = _compare_with_exact(load, memories[0])
        total = sum(_count_events(memory) for memory in memories) / len(memories) * len(names)
        return results | measure_footprint(load.settings, round(total))


def _time_reads(load: _LoadRun, memories: Sequence[Memory]) -> dict[str, list[float]]:
    k = load.settings.candidates
    calls: dict[str, Callable[[Memory, str], Any]] = {
        "bare_vector_ms": lambda memory, question: memory.graph.run(
            "bench/bare_vector", vector=Vector.from_numpy(load.question_vectors[question]), kinds=_KINDS, k=k
        ),
        "search_ms": lambda memory, question: memory.search(question),
        "context_ms": lambda memory, question: memory.context(question, speaker=_SPEAKER, session=ROOM),
    }
    rare_calls: dict[str, Callable[[Memory], Any]] = {
        "history_ms": lambda memory: memory.history(ROOM, last=20),
        "entity_ms": lambda memory: memory.entities.get(FAMOUS),
        "person_ms": lambda memory: memory.people.get(_SPEAKER),
        "facts_ms": lambda memory: memory.facts.list(limit=20),
        "topics_ms": lambda memory: memory.topics.list(),
        "queue_ms": lambda memory: memory.queue(),
    }
    times: dict[str, list[float]] = {name: [] for name in [*calls, *rare_calls]}
    for index, (question, memory) in enumerate(zip(load.question_vectors, itertools.cycle(memories), strict=False)):
        # Calls alternate, so that a slow phase of the machine affects all of them equally.
        for name, call in calls.items():
            ms, _ = time_call(lambda call=call, memory=memory, question=question: call(memory, question))  # type: ignore[misc]
            if index >= _WARM_UP:
                times[name].append(ms)
    for index, memory in zip(range(2 * _RARE_READS), itertools.cycle(memories), strict=False):
        for name, read in rare_calls.items():
            ms, _ = time_call(lambda read=read, memory=memory: read(memory))  # type: ignore[misc]
            if index >= _RARE_READS:
                times[name].append(ms)
    return times


def _time_writes(memories: Sequence[Memory]) -> dict[str, list[float]]:
    """Time logging and digestion of single batches that continue the chat."""
    times: dict[str, list[float]] = {"log_ms": [], "digest_ms": []}
    for index, memory in zip(range(_TIMED_BATCHES), itertools.cycle(memories), strict=False):
        batch = list(generate_lines(_count_events(memory), _BATCH))
        log_ms, _ = time_call(lambda memory=memory, batch=batch: memory.log(batch))  # type: ignore[misc]
        digest_ms, _ = time_call(memory.digest)
        if index >= _TIMED_BATCHES // 3:
            times["log_ms"].append(log_ms)
            times["digest_ms"].append(digest_ms)
    return times


def _compare_with_exact(load: _LoadRun, memory: Memory) -> dict[str, float]:
    """Return the share of the exact ten nearest that the index finds; ties with the tenth count as found."""
    vectors = np.stack(list(load.question_vectors.values()))
    best_cosines = np.full((len(vectors), _NEAREST), -np.inf, dtype=np.float32)
    lines = generate_lines(0, _count_events(memory))
    while batch := list(itertools.islice(lines, _ROUND_LINES)):
        cosines_ = vectors @ load.scattered.embed([line["text"] for line in batch]).T
        best_cosines = np.sort(np.concatenate([best_cosines, cosines_], axis=1), axis=1)[:, -_NEAREST:]
    shares: dict[int, list[float]] = {limit: [] for limit in _LIMITS}
    for vector, tenth_best in zip(vectors, best_cosines[:, 0], strict=True):
        for limit in _LIMITS:
            [row] = memory.graph.run("bench/bare_vector", vector=Vector.from_numpy(vector), kinds=_KINDS, k=limit)
            cosines = 2 * np.asarray(row["scores"][:_NEAREST]) - 1
            shares[limit].append(float(np.mean(cosines >= tenth_best - _TOLERANCE)))
    return {str(limit): round(float(np.mean(values)), 4) for limit, values in shares.items()}


def _erase_scopes(load: _LoadRun, names: Sequence[str]) -> None:
    for name in names:
        with load.open(name) as memory:
            memory.forget(scope=True)


def _compute_growth(measured: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    first, last = measured[0], measured[-1]
    return {name: round(last[name]["p95"] / first[name]["p95"], 2) for name in first if name.endswith("_ms")}
