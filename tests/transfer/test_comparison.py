"""Comparison with another memory: what its records answer is asked here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kg import Memory
from kg.errors import InvalidInput, NotFound
from tests.transfer.imports import write_database

SCRIPT = """
CREATE TABLE facts (id INTEGER PRIMARY KEY, category, key, value, created_at, updated_at);
INSERT INTO facts VALUES (1, 'health', 'allergy', 'penicillin', '2026-01-01', '2026-01-02'),
  (2, 'личное', 'город', 'Omsk', '2026-01-01', '2026-01-02'), (3, 'personal', 'city', 'Kazan', '2026-01-01', '2026-02-02');
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return write_database(tmp_path / "home" / "memory.db", SCRIPT).parent


def test_what_arrived_is_answered(connect: Callable[..., Memory], home: Path) -> None:
    memory, seen = connect(owner="telegram:42"), list[tuple[int, int]]()
    before = memory.compare(home)
    assert (before.answered, before.share, len(before.answers)) == (0, 0.0, 2)
    memory.import_files([home])
    report = memory.compare(home, progress=lambda done, total: seen.append((done, total)))
    assert (report.form, report.answered, report.share, report.outdated) == ("nano-bot", 2, 1.0, 0)
    answers = {each.question: each for each in report.answers}
    assert "penicillin" in answers["What am I allergic to?"].new
    assert answers["Where do I live?"].old == "personal / city: the user lives in Kazan"
    assert seen == [(1, 2), (2, 2)]
    assert len(memory.compare(home, limit=1).answers) == 1


def test_only_memories_are_compared(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        memory.compare(tmp_path / "missing")
    (tmp_path / "x.bin").write_bytes(b"\0")
    with pytest.raises(InvalidInput, match="a memory in one of the formats"):
        memory.compare(tmp_path / "x.bin")
