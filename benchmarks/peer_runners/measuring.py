"""What is measured of every system, and how: the same chat, the same questions, the same embedder."""

from __future__ import annotations

import argparse
import json
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.peer_runners.known_vectors import KnownVectors
from kg.bench.common import compute_quantiles, time_call
from kg.bench.synthetic_chat import generate_lines
from kg.bench.synthetic_texts import generate_questions

Line = Mapping[str, Any]
WARM_UP, QUESTIONS, WRITES = 20, 200, 200
# A system that has not found a message after so many searches counts as not finding it.
_MOST_SEARCHES = 20


class System(ABC):
    """One measured system, connected and empty.

    Attributes:
        version: of its package.
        left_out: what it can do and this run does not make it do, one sentence each.
    """

    version: str
    left_out: Sequence[str] = ()

    @abstractmethod
    def write(self, line: Line) -> None:
        """Store one message of the chat, the way an agent does after each message."""

    @abstractmethod
    def write_many(self, lines: Sequence[Line]) -> None:
        """Store many messages by the fastest way that the system offers."""

    @abstractmethod
    def search(self, question: str) -> list[str]:
        """Return the texts of the first ten hits."""

    def list_calls(self) -> dict[str, Callable[[str], object]]:
        """Return the other calls that take a question: `context`, where the system has one."""
        return {}

    def measure_more(self) -> dict[str, object]:
        """Return figures of this system alone; called after all others."""
        return {}


def read_texts(size: int) -> list[str]:
    """Return the texts of the bulk; the vectors of the workload are in this order."""
    return [line["text"] for line in generate_lines(0, size)]


def read_new_lines(size: int, count: int) -> list[dict[str, Any]]:
    """Return `count` lines after the bulk with texts of their own, so that each is found only if it is stored."""
    seen = set(read_texts(size))
    lines: list[dict[str, Any]] = []
    for line in generate_lines(size, 10 * count):
        if line["text"] not in seen and len(lines) < count:
            seen.add(line["text"])
            lines.append(line)
    return lines


def run(open_system: Callable[[KnownVectors], System]) -> None:
    """Measure a system by the arguments `--size` and `--vectors` of this process, and print what was measured."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--vectors", type=Path, required=True)
    arguments = parser.parse_args()
    questions = generate_questions(WARM_UP + QUESTIONS)
    embedder = KnownVectors(arguments.vectors, read_texts(arguments.size), questions)
    system = open_system(embedder)
    _print("version", system.version)
    _print("left_out", list(system.left_out))
    measure(system, embedder, arguments.size, questions, _print)


def measure(
    system: System,
    embedder: KnownVectors,
    size: int,
    questions: Sequence[str],
    report: Callable[[str, object], None],
) -> None:
    """Measure bulk writing, single writes, and each call for each question; call `report` with each figure.

    Figures: `bulk_texts_per_s`, without embedding; `write_ms`, with embedding, from the call until a search finds the message;
    `found_share` of these messages; `search_ms` and other calls, with embedding and as `…_without_embedding_ms`; `hits`, the
    mean number of hits of a search.
    """
    lines = list(generate_lines(0, size))
    milliseconds, _ = time_call(lambda: system.write_many(lines))
    report("bulk_texts_per_s", round(size / milliseconds * 1000, 1))
    times = [_write_until_found(system, line) for line in read_new_lines(size, WARM_UP + WRITES)]
    found = [time_ for time_ in islice(times, WARM_UP, None) if time_ is not None]
    if found:
        report("write_ms", compute_quantiles(found))
    report("found_share", round(len(found) / WRITES, 3))
    _measure_questions(system, embedder, questions, report)
    for name, value in system.measure_more().items():
        report(name, value)


def _write_until_found(system: System, line: Line) -> float | None:
    """Write a message and return the milliseconds until a search can find it; None if none does.

    If the first search after the call finds the message, only the call counts: it could be found when the call returned.
    """
    start = time.perf_counter()
    system.write(line)
    written = time.perf_counter()
    for attempt in range(_MOST_SEARCHES):
        if any(line["text"] in text for text in system.search(line["text"])):
            return ((time.perf_counter() if attempt else written) - start) * 1000
    return None


def _measure_questions(
    system: System, embedder: KnownVectors, questions: Sequence[str], report: Callable[[str, object], None]
) -> None:
    calls = {"search": system.search, **system.list_calls()}
    times: dict[str, list[float]] = {}
    hits = []
    for number, question in enumerate(questions):
        # Calls alternate, so that a slow phase of the machine affects all of them equally.
        for name, call in calls.items():
            for live in (False, True):
                embedder.live = live
                milliseconds, value = time_call(lambda call=call, question=question: call(question))  # type: ignore[misc]
                if number >= WARM_UP:
                    times.setdefault(f"{name}_ms" if live else f"{name}_without_embedding_ms", []).append(milliseconds)
                    if name == "search" and live:
                        hits.append(len(value))
    embedder.live = False
    for name, values in times.items():
        report(name, compute_quantiles(values))
    report("hits", round(sum(hits) / len(hits), 1))


def _print(name: str, value: object) -> None:
    sys.stdout.write(json.dumps({"figure": name, "value": value}) + "\n")
    sys.stdout.flush()
