"""Helpers for tests of several packages: fake embedders, concurrent calls, killed processes."""

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
from kg.language.name_tagger import NameSpan

T0 = dt.datetime(2026, 3, 2, 9, 0, tzinfo=dt.UTC)


def days(count: float) -> dt.timedelta:
    return dt.timedelta(days=count)


def minutes(count: float) -> dt.timedelta:
    return dt.timedelta(minutes=count)


def seconds(count: float) -> dt.timedelta:
    return dt.timedelta(seconds=count)


class FailingEmbedder(HashingEmbedder):
    """An embedder that raises `error` for texts that contain `word`; the empty word is in every text."""

    def __init__(self, error: Exception, word: str = "") -> None:
        super().__init__()
        self.error: Exception | None = error
        self.word = word

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self.error is not None and any(self.word in text for text in texts):
            raise self.error
        return super().embed(texts)


class RecordingEmbedder(HashingEmbedder):
    """An embedder that records its texts and calls `while_embedding` once before it returns."""

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


def run_concurrently(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run calls in separate threads that start together; return their results, or raise the first error."""
    start = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        start.wait(timeout=60)
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(run, call) for call in calls]]


def run_and_kill(arguments: Sequence[str], last_line: str) -> None:
    """Run a Python process until it prints a line, then kill it with SIGKILL."""
    with subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.getcwd()},  # noqa: PTH109 - where tests/ and kg/ are found
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"{last_line}\n"
        process.send_signal(signal.SIGKILL)


def find_name_spans(text: str, names: Mapping[str, str]) -> list[NameSpan]:
    """Return the spans of names that occur in a text as whole words; `names` maps a label to names separated by blanks."""
    spans = []
    for label, label_names in names.items():
        for name in label_names.split():
            start = text.find(name)
            if start >= 0 and not text[start + len(name) : start + len(name) + 1].isalpha():
                spans.append(NameSpan(start, start + len(name), name, label, 0.99))
    return sorted(spans, key=lambda span: span.start)
