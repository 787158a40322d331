"""Lines of files are read up to a length; a longer one is refused before it is in memory."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from kg import Memory
from kg.errors import InvalidInput
from kg.transfer import bounded_lines
from kg.transfer.bounded_lines import read_lines


def test_lines_are_read_with_their_line_feeds(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\n\ntwo")
    assert list(read_lines(path)) == [b"one\n", b"\n", b"two"]


@pytest.mark.parametrize(("last", "is_refused"), [(b"", False), (b"x", True)])
def test_a_longer_line_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: bytes, is_refused: bool
) -> None:
    monkeypatch.setattr(bounded_lines, "MAX_LINE_BYTES", 10)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"first\n" + b"123456789" + last + b"\n")
    if is_refused:
        with pytest.raises(InvalidInput, match=r"a\.jsonl, line 2"):
            list(read_lines(path))
    else:
        assert list(read_lines(path)) == [b"first\n", b"123456789\n"]


@pytest.mark.slow
def test_one_huge_line_does_not_fill_the_memory(memory: Memory, tmp_path: Path) -> None:
    path = tmp_path / "huge.jsonl"
    with path.open("wb") as file:
        file.write(b'{"text": "')
        file.truncate(300_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(InvalidInput, match="at most 16,000,000 bytes"):
            memory.import_files([path])
        assert tracemalloc.get_traced_memory()[1] < 60_000_000
    finally:
        tracemalloc.stop()
    assert memory.queue()["pending"] == 0
