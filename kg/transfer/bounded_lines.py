"""Reading of files line by line, in little memory whatever the file contains."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO

from kg.errors import InvalidInput

MAX_LINE_BYTES = 16_000_000
"""Longest line that is read from a file of lines, and the longest value of a database."""


def read_lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file with their line feeds.

    Raises:
        InvalidInput: a line is longer than `MAX_LINE_BYTES`.
    """
    with path.open("rb") as file:
        for number, (raw, length) in enumerate(iter_lines(file), start=1):
            if raw is None:
                allowed = f"of at most {MAX_LINE_BYTES:,} bytes; nothing was imported"
                raise InvalidInput(f"{path.name}, line {number}", f"{length:,} bytes", allowed)
            yield raw


def iter_lines(file: IO[bytes]) -> Iterator[tuple[bytes | None, int]]:
    """Yield the lines of an open file with their line feeds, and the length of each; None for one that is too long."""
    while raw := file.readline(MAX_LINE_BYTES + 1):
        length = len(raw)
        if length <= MAX_LINE_BYTES:
            yield raw, length
            continue
        # The rest of the line is read in parts that are dropped.
        while not raw.endswith(b"\n") and (raw := file.readline(MAX_LINE_BYTES)):
            length += len(raw)
        yield None, length
