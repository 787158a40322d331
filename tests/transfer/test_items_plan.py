"""The plan for the items of an importer: each kind in its place, bad ones left out, and everything once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kg import Memory
from kg.knowledge import ImportedEntity, ImportedFact
from kg.memories import ImportedMemory
from kg.people import ImportedPerson, ImportedTie
from kg.transfer.import_target import CoreCapacity, ImportTarget
from kg.transfer.importers.items import CoreItem, EventItem, ImportItem, RecordItem, SkippedItem, note_item, observation
from kg.transfer.items_plan import ItemsPlan
from kg.types import FileImportResult, TokenUsage
from tests.support import T0
from tests.transfer.homes.measure import HOMES
from tests.transfer.imports import snapshot

ITEMS: list[ImportItem] = [
    RecordItem("p", ImportedPerson(accounts=["cli:ann"], name="Ann")),
    RecordItem("p", ImportedPerson(accounts=[])),
    RecordItem("t", ImportedTie("cli:ann", "cli:gone", "friend")),
    EventItem("e", {"id": "e1", "text": "I live in Oslo.", "speaker": "cli:ann", "session": "cli:1", "at": T0}),
    EventItem("e", {"id": "e2", "text": 7, "session": "cli:1"}),
    RecordItem("n", ImportedEntity(name="Oslo", type="place")),
    RecordItem(
        "f", ImportedFact(origin="f", subject="Ann", predicate="lives_in", object="Oslo", at=T0, sources=["e1"])
    ),
    RecordItem("f", ImportedFact(origin="f", subject="Ann", predicate="???", object="Oslo", at=T0)),
    RecordItem(
        "d", ImportedMemory(kind="diary", text="We met.", at=T0), observation("d1", "We met.", T0, "notes:diary")
    ),
    RecordItem("r", ImportedMemory(kind="reflection", text="Ask first", at=T0, key="r1", fields={"tool": "exec"})),
    RecordItem("l", ImportedMemory(kind="learning", text="Ask first", at=T0, sources=["r1"], fields={"tool": "exec"})),
    note_item("a", "Oslo is cold.", T0, about=["oslo", "unknown"]),
    CoreItem("c", "I am Kit.", "identity"),
    RecordItem("u", TokenUsage("2026-01-01", "m", 1, 2, 3)),
    SkippedItem("s", "why not"),
]


def plan(memory: Memory, items: list[ImportItem]) -> ItemsPlan:
    into = ImportTarget.from_runtime(memory.runtime)
    return ItemsPlan(FileImportResult("x", "test"), iter(items), into, lambda: CoreCapacity(into))


@pytest.mark.slow
def test_every_kind_arrives_and_bad_items_are_left_out(memory: Memory, look: Callable[..., list[Any]]) -> None:
    before = None
    for _ in range(2):
        made, counted = plan(memory, ITEMS), list[int]()
        assert made.summary.records == {
            "entities": 1, "facts": 1, "learnings": 1, "people": 1, "reflections": 1, "ties": 1, "usage": 1,
        }  # fmt: skip
        assert set(made.summary.skipped or {}) == {"p", "e", "f", "s"}
        done = made.write(counted.append)
        assert sum(counted) == made.total
        assert (done.skipped or {})["tie cli:ann – cli:gone"] == "one of the two persons is not known"
        assert before in (None, snapshot(look))
        before = snapshot(look)
    assert [fact.object for fact in memory.facts.list(subject="Ann")] == ["Oslo"]
    assert memory.usage.total().prompt == 1 if hasattr(memory.usage, "total") else True
    [learning] = memory.learnings.list()
    assert list(learning.sources) == [memory.reflections.list()[0].id]
    assert [note.text for note in memory.longterm.list()] == ["Oslo is cold."]


def test_a_failing_reader_leaves_nothing_behind(memory: Memory, look: Callable[..., list[Any]]) -> None:
    def items() -> Iterator[ImportItem]:
        yield ITEMS[3]
        raise RuntimeError

    into = ImportTarget.from_runtime(memory.runtime)
    with pytest.raises(RuntimeError):
        ItemsPlan(FileImportResult("x", "test"), items(), into, lambda: CoreCapacity(into))
    assert look("MATCH (n {scope: $scope}) RETURN n") == []


@pytest.mark.slow
@pytest.mark.parametrize("home", ["ene-new", "kenobot-old", "nano-bot-new", "turbo-new"])
def test_a_killed_import_of_a_home_is_completed_by_the_next(
    connect: Callable[..., Memory], look: Callable[..., list[Any]], tmp_path: Path, home: str
) -> None:
    """Killed before each of three quarters of the statements that write, and run again: the same graph."""
    owner, write = HOMES[home]
    write(tmp_path / "home")
    whole = connect("whole-" + home, owner=owner)
    whole.import_files([tmp_path / "home"])
    expected = _graph(look, whole.scope)
    whole.forget(scope=True)
    for share in (0.2, 0.5, 0.8):
        memory = connect(f"killed-{home}-{share}", owner=owner)
        total = 0

        def kill(done: int, of: int, share: float = share) -> None:
            nonlocal total
            total = of
            if of and done >= share * of:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            memory.import_files([tmp_path / "home"], progress=kill)
        assert total
        memory.import_files([tmp_path / "home"])
        found = _graph(look, memory.scope)
        assert sorted(set(found) - set(expected)) == sorted(set(expected) - set(found)) == []
        memory.forget(scope=True)


def _graph(look: Callable[..., list[Any]], scope: str) -> list[str]:
    """Return all nodes and edges, without what depends on the time of writing."""
    drop = ("embedding", "states", "updated_at", "created_at", "recorded_at", "scope", "terms", "at", "id")
    nodes = look(
        "MATCH (n {scope: $name}) WHERE NOT n:Turn RETURN labels(n) AS labels, properties(n) AS found", name=scope
    )
    edges = look(
        "MATCH (a {scope: $name})-[r]->() RETURN type(r) AS type, count(*) AS number ORDER BY type", name=scope
    )
    rows = [
        str(row["labels"]) + str(sorted((k, str(v)) for k, v in row["found"].items() if k not in drop)) for row in nodes
    ]
    return [*sorted(row.replace(scope, "SCOPE") for row in rows), *(f"{row['type']} {row['number']}" for row in edges)]
