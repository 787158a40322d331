"""What tests of several areas share: fakes of the seams that fail or tell on purpose, and calls that start at once."""

from __future__ import annotations

import datetime as dt
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.language.hashing_embedder import HashingEmbedder
from kg.language.name_tagger import Span

T0 = dt.datetime(2026, 3, 2, 9, 0, tzinfo=dt.UTC)


def days(count: float) -> dt.timedelta:
    return dt.timedelta(days=count)


def minutes(count: float) -> dt.timedelta:
    return dt.timedelta(minutes=count)


def seconds(count: float) -> dt.timedelta:
    return dt.timedelta(seconds=count)


class FailingEmbedder(HashingEmbedder):
    """Raises `error` where a text holds `word`; every text does that holds the empty word."""

    def __init__(self, error: Exception, word: str = "") -> None:
        super().__init__()
        self.error: Exception | None = error
        self.word = word

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self.error is not None and any(self.word in text for text in texts):
            raise self.error
        return super().embed(texts)


class TellingEmbedder(HashingEmbedder):
    """Keeps what it embedded, and calls `while_embedding`, once, before it answers."""

    def __init__(self, while_embedding: Callable[[], object] | None = None) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.while_embedding = while_embedding

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.texts.extend(texts)
        if self.while_embedding is not None:
            call, self.while_embedding = self.while_embedding, None
            call()
        return super().embed(texts)


def at_once(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """The results of calls that all start at the same moment, each in a thread of its own; the first error is raised."""
    start = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        start.wait(timeout=60)
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(run, call) for call in calls]]


def killed(arguments: Sequence[str], says: str) -> None:
    """Run a Python process until it says a line, and kill it with -9 there."""
    with subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.getcwd()},  # noqa: PTH109 - where tests/ and kg/ are found
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"{says}\n"
        process.send_signal(signal.SIGKILL)


def spans(text: str, names: Mapping[str, str]) -> list[Span]:
    """The names that stand in a text as whole words, as a recogniser would give them; names by label, apart by blanks."""
    found = []
    for label, some in names.items():
        for name in some.split():
            start = text.find(name)
            if start >= 0 and not text[start + len(name) : start + len(name) + 1].isalpha():
                found.append(Span(start, start + len(name), name, label, 0.99))
    return sorted(found, key=lambda span: span.start)
