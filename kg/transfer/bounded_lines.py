"""Reading of files line by line, in little memory whatever the file contains."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from kg.errors import InvalidInput

MAX_LINE_BYTES = 16_000_000
"""Longest line that is read from a file of lines, and the longest value of a database."""


def read_lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file with their line feeds.

    Raises:
        InvalidInput: a line is longer than `MAX_LINE_BYTES`.
    """
    with path.open("rb") as file:
        number = 1
        while raw := read_line(file, path.name, number):
            yield raw
            number += 1


def read_line(file: BinaryIO, name: str, number: int) -> bytes:
    """Return the next line of a file; nothing at its end.

    Raises:
        InvalidInput: the line is longer than `MAX_LINE_BYTES`.
    """
    raw = file.readline(MAX_LINE_BYTES + 1)
    if len(raw) > MAX_LINE_BYTES:
        raise InvalidInput(
            f"{name}, line {number}", "too long", f"of at most {MAX_LINE_BYTES:,} bytes; nothing was imported"
        )
    return raw
