"""Methods of `Memory` that export, import, erase, check and repair its data."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from tests.support import T0, FailingEmbedder


def fill(memory: Memory) -> None:
    said = [("a", "I live in Oslo.", "cli:ann", "cli:1"), ("b", "I live in Ghent.", "cli:bob", "cli:2")]
    memory.log([Event(text, id=name, speaker=who, session=chat, at=T0) for name, text, who, chat in said])


@pytest.mark.parametrize(
    ("target", "left"),
    [
        ({"event": "a"}, {"b"}),
        ({"session": "cli:2"}, {"a"}),
        ({"person": "cli:ann"}, {"b"}),
        ({"scope": True}, set()),
    ],
    ids=["event", "session", "person", "scope"],
)
def test_exactly_the_target_is_forgotten(memory: Memory, target: dict[str, Any], left: set[str]) -> None:
    fill(memory)

    def remaining() -> set[str]:
        return {event.id for chat in ("cli:1", "cli:2") for event in memory.history(chat)}

    planned = memory.forget(**target, dry_run=True)
    assert remaining() == {"a", "b"}, "a dry run changes nothing"
    assert memory.forget(**target).removed == planned.removed
    assert remaining() == left


def test_erased_texts_leave_the_memory_of_the_process(memory: Memory) -> None:
    memory.log([Event("Zanzibar Quist lives in Oslo.", id="a", speaker="cli:ann", session="cli:1", at=T0)])
    memory.digest()
    kept = memory._preparer._vectors
    assert kept.select(["Oslo"])
    memory.forget(event="a")
    assert not kept.select(["Oslo"])


def test_other_than_one_target_is_refused(memory: Memory) -> None:
    memory.log([Event("One oak.", id="a", session="cli:1", at=T0)])
    wrong: list[dict[str, Any]] = [
        {},
        {"scope": False},
        {"event": "a", "session": "cli:1"},
        {"event": "a", "scope": True},
    ]
    for target in wrong:
        with pytest.raises(InvalidInput, match="exactly one of event, session, person, entity"):
            memory.forget(**target)
    with pytest.raises(NotFound):
        memory.forget(event="no such event")
    assert len(memory.history("cli:1")) == 1


def test_wrong_files_and_formats_are_named(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"none\.jsonl"):
        memory.import_files([tmp_path / "none.jsonl"])
    with pytest.raises(InvalidInput, match="form"):
        memory.export(tmp_path / "export.xml", form="xml")
    assert list(tmp_path.iterdir()) == []


def test_failed_events_are_counted_and_requeued(connect: Callable[..., Memory]) -> None:
    embedder = FailingEmbedder(ValueError("no such token"))
    memory = connect(embedder=embedder)
    assert memory.faults() == memory.repair() == {}
    memory.log([Event("There is poison in it.", session="cli:1", at=T0)])
    memory.digest()
    assert memory.queue()["failed_permanent"] == 1
    faults = memory.faults()
    assert sum(faults.values()) == 1
    embedder.error = None
    assert memory.repair() == faults
    assert memory.queue()["pending"] == 1
    assert memory.digest().events == 1
    assert memory.faults() == {}
