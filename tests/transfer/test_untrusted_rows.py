"""Exports that others may have written: what their rows may set, and what is computed instead."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput
from kg.graph import filter_term, time_term
from kg.transfer.untrusted_rows import has_known_names, hide_unshared, restrict_terms
from tests.support import T0
from tests.transfer.exports import Row, tamper

Connect = Callable[..., Memory]


def test_terms_are_those_of_the_scope_and_the_own_properties() -> None:
    properties, times = {"kind": "event", "audience": "person:1", "speaker": "cli:ann"}, {"at": T0.isoformat()}
    own = [
        filter_term("kind", "event"),
        filter_term("audience", "person:1"),
        filter_term("speaker", "cli:ann"),
        time_term(T0),
    ]
    foreign = [
        filter_term("scope", "other"),
        filter_term("audience", "shared"),
        filter_term("kind", "core"),
        "t19990101000000",
    ]
    given = " ".join(["s*", *own, *foreign])
    assert restrict_terms(given, "s*", "Memory", properties, times).split() == ["s*", *own]
    assert restrict_terms(f"s* {foreign[1]}", "s*", "Alias", {}, {}).split() == ["s*", foreign[1]]


@pytest.mark.parametrize("name", ["x` = 1 //", "Text", "", "a" * 65, "a b", "ä"])
def test_names_that_kg_does_not_give_are_refused(name: str) -> None:
    assert not has_known_names("Memory", {name: 1})
    assert has_known_names("Memory", {"said_from": 1})


def test_what_records_a_move_is_refused() -> None:
    assert not has_known_names("Scope", {"lives_at": "bolt://127.0.0.1:1"})
    assert not has_known_names("Scope", {"closed": True})


def test_older_exports_hide_what_is_hidden_now() -> None:
    rows = [
        (["Procedure"], {"status": "proposed", "current": True, "terms": "x"}),
        (["Procedure"], {"status": "approved", "current": True, "terms": "x"}),
        (["Topic"], {"event_count": 1, "current": True, "terms": "x"}),
        (["Topic"], {"event_count": 2, "current": True, "terms": "x"}),
    ]
    for labels, properties in rows:
        hide_unshared(labels, properties)
    assert [(properties["current"], "terms" in properties) for _, properties in rows] == [
        (False, False),
        (True, True),
        (False, False),
        (True, True),
    ]


@pytest.fixture
def export(connect: Connect, tmp_path: Path) -> Path:
    memory = connect(owner="cli:olga")
    memory.log(
        [
            Event("The vault key is here.", speaker="cli:olga", speaker_name="Olga", at=T0),
            Event("The vault key is private.", speaker="cli:bob", speaker_name="Bob", audience="person", at=T0),
        ]
    )
    memory.digest()
    memory.export(tmp_path / "a.jsonl")
    return tmp_path / "a.jsonl"


def copy(connect: Connect, path: Path, **options: Any) -> Memory:
    memory = connect(f"test-{uuid.uuid4().hex[:12]}", **options)
    memory.import_files([path], trusted=True)
    return memory


def test_the_file_decides_neither_the_owners_nor_the_terms(connect: Connect, export: Path) -> None:
    def change(row: Row) -> None:
        if "Person" in row.get("labels", ()):
            row["properties"]["owner"] = True
        if "Scope" in row.get("labels", ()):
            row["properties"]["owners"] = ["cli:bob"]
        if "Event" in row.get("labels", ()):
            row["properties"]["terms"] += f" {filter_term('audience', 'shared')} {filter_term('scope', 'other')}"

    tamper(export, change)
    memory = copy(connect, export, owner="cli:olga")
    assert [person.name for person in memory.people.list() if person.owner] == ["Olga"]
    assert {hit.text for hit in memory.search("vault key", asker="cli:eve")} == {"The vault key is here."}


def test_the_model_of_the_header_is_that_of_the_copy(connect: Connect, export: Path, look: Callable[..., Any]) -> None:
    def change(row: Row) -> None:
        if "Scope" in row.get("labels", ()):
            row["properties"] |= {"embedder": "other", "dimension": 7}

    header = json.loads(export.read_text(encoding="utf-8").splitlines()[0])
    tamper(export, change)
    scope = copy(connect, export).scope
    [model] = look("MATCH (s:Scope {scope: $copy}) RETURN s.embedder AS name, s.dimension AS dimension", copy=scope)
    assert (model["name"], model["dimension"]) == (header["embedder"], header["dimension"])


def test_the_owners_of_the_settings_own_the_copy(connect: Connect, export: Path) -> None:
    assert [person.name for person in copy(connect, export).people.list() if person.owner] == []
    assert [person.name for person in copy(connect, export, owner="cli:bob").people.list() if person.owner] == ["Bob"]


@pytest.mark.parametrize(
    "change",
    [
        lambda row: (
            row["properties"].update({"lives_at": "bolt://127.0.0.1:1"}) if "Scope" in row.get("labels", ()) else None
        ),
        lambda row: row["properties"].update({"x` = 1 //": 1}),
        lambda row: (
            row["properties"].update({"message_count": "many"}) if "TrustEdge" in row.get("labels", ()) else None
        ),
        lambda row: row["properties"].update({"mood": "fine"}) if "Event" in row.get("labels", ()) else None,
    ],
    ids=["a move", "Cypher", "a wrong type", "an unknown name"],
)
def test_rows_that_no_export_has_are_refused_as_a_whole(
    connect: Connect, export: Path, change: Callable[[Row], None]
) -> None:
    tamper(export, change)
    memory = connect(f"test-{uuid.uuid4().hex[:12]}")
    with pytest.raises(InvalidInput, match=f"{export.name}, line"):
        memory.import_files([export], trusted=True)
    memory.log([Event("still here", speaker="cli:olga", at=T0)])
