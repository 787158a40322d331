"""`kg export` and `kg import`."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg.cli import main

Kg = Callable[..., Any]


@pytest.mark.slow
def test_a_scope_is_exported_and_imported(kg: Kg, seeded: str, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    result = kg("export", path, "--scope", seeded, "--json").json
    assert (result["form"], result["scope"], result["file"]) == ("jsonl", seeded, str(path))
    assert kg("export", path, "--scope", seeded).out == (
        f"exported {result['nodes']} nodes and {result['edges']} edges of scope {seeded} to {path}\n"
    )
    refused = kg("import", path, "--scope", seeded)
    assert (refused.code, "an empty scope" in refused.err) == (1, True)
    other = f"{seeded}-2"
    try:
        checked = kg("import", path, "--dry-run", "--scope", other)
        assert (
            checked.out
            == f"checked {result['nodes']} nodes, {result['edges']} edges from 1 file(s) into scope {other}\n"
        )
        assert kg("import", path, "--scope", other).code == 0
        assert kg("history", "cli:1", "--scope", other).out == kg("history", "cli:1", "--scope", seeded).out
    finally:
        kg("forget", "--all", "--yes", "--scope", other)


def test_an_import_names_the_owners(kg: Kg, new_scope: str, tmp_path: Path) -> None:
    """A file makes no one an owner: who restores it says who is."""
    event = {"id": "e1", "text": "I live in Oslo.", "speaker": "cli:ann", "session": "cli:1"}
    (tmp_path / "events.jsonl").write_text(json.dumps(event) + "\n", encoding="utf-8")
    done = kg("import", tmp_path / "events.jsonl", "--digest", "--owner", "cli:ann", "--scope", new_scope)
    assert done.code == 0, done.err
    [ann] = kg("trust", "--scope", new_scope, "--json").json["people"]
    assert (ann["person"]["owner"], ann["trust"]["tier"]) == (True, "inner_circle")


@pytest.mark.slow
@pytest.mark.parametrize("form", ["jsonl", "graphml", "cypher"])
def test_a_scope_is_exported_to_standard_output(
    seeded: str, form: str, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    result = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(result, encoding="utf-8", write_through=True))
    monkeypatch.setenv("KG_EMBEDDER", "hashing")
    with pytest.raises(SystemExit):
        main(["export", "-", "--form", form, "--scope", seeded])
    starts = {"jsonl": b'{"type":"header"', "graphml": b"<?xml", "cypher": b"CREATE CONSTRAINT"}
    assert result.getvalue().startswith(starts[form])


def test_import_reports_what_was_left_out(kg: Kg, new_scope: str, tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text("# People\n<!-- a -->\n- Ann\n", encoding="utf-8")
    (tmp_path / "other.bin").write_bytes(b"\0")
    done = kg("import", tmp_path, "--scope", new_scope)
    assert done.out == (
        f"{tmp_path}/MEMORY.md: 1 core memory entries (core)\n{tmp_path}/other.bin: nothing (not recognised)\n"
        f"imported 1 core memory entries from 2 file(s) into scope {new_scope}\nleft out 2 part(s)\n"
    )
    assert f"left out of {tmp_path}/other.bin: file: unknown format\n" in done.err
    many = [{"uuid": "t", "chat_messages": [{"uuid": str(n), "sender": "human", "text": ""} for n in range(9)]}]
    (tmp_path / "conversations.json").write_text(json.dumps(many), encoding="utf-8")
    assert "4 more; --json lists all" in kg("import", tmp_path / "conversations.json", "--scope", new_scope).err
    assert (
        len(kg("import", tmp_path / "conversations.json", "--scope", new_scope, "--json").json["files"][0]["skipped"])
        == 9
    )
