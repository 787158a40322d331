"""Fixtures: a file of JSON lines, and a memory in another time zone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Memory, Settings


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write lines (objects or raw text) to a file."""

    def write(*lines: dict[str, Any] | str, name: str = "events.jsonl", end: str = "\n", head: bytes = b"") -> Path:
        path = tmp_path / name
        texts = (line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines)
        path.write_bytes(head + "".join(text + end for text in texts).encode())
        return path

    return write


@pytest.fixture
def zoned(connect: Callable[..., Memory], settings: Settings) -> Memory:
    """A memory whose owner is in the time zone UTC+1 (UTC+2 in summer)."""
    return connect(settings=settings.model_copy(update={"owner_zone": "Europe/Oslo"}))
