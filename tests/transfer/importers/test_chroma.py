"""Import of Chroma collections, created with the real library."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg import Memory

pytestmark = [pytest.mark.extras, pytest.mark.filterwarnings("ignore")]


def test_documents_become_events_and_notes(memory: Memory, tmp_path: Path) -> None:
    chromadb = pytest.importorskip("chromadb")
    place = tmp_path / "chroma"
    client = chromadb.PersistentClient(str(place), chromadb.Settings(anonymized_telemetry=False))
    facts = client.create_collection("facts", embedding_function=None)
    facts.add(
        ids=[f"f{n}" for n in range(600)],
        documents=[f"Fact number {n} is known." for n in range(600)],
        embeddings=[[float(n), 1.0] for n in range(600)],
        metadatas=[{"importance": 8, "timestamp": "2026-01-03T12:00:00"}] * 600,
    )
    talk = client.create_collection("talk", embedding_function=None)
    talk.add(
        ids=["a"],
        documents=["Hello."],
        embeddings=[[1.0]],
        metadatas=[{"role": "user", "session": "cli:1", "timestamp": 1767441600}],
    )
    before = sorted(each.name for each in place.rglob("*"))
    [file] = memory.import_files([tmp_path]).files
    assert (file.form, file.notes, file.events) == ("chroma", 600, 1)
    assert memory.import_files([place]).files[0].notes == 600
    assert len(memory.longterm.list(limit=1000)) == 600
    assert memory.longterm.list(limit=1)[0].importance == 8
    [event] = memory.history("cli:1")
    assert (event.text, event.role) == ("Hello.", "user")
    assert sorted(each.name for each in place.rglob("*")) == before
