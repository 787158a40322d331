"""Damaged archives and zip bombs are refused before they are unpacked."""

from __future__ import annotations

import json
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Memory
from kg.errors import InvalidInput
from kg.transfer.importers.source_folder import ImportSource

Look = Callable[..., list[Any]]
TALK = [
    {"conversation_id": "c1", "mapping": {"a": {"message": {"author": {"role": "user"}, "content": {"text": "hello"}}}}}
]


def zipped(path: Path, **files: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, raw in files.items():
            packed.writestr(f"{name}.json", raw)
    return path


def test_an_archive_is_read(tmp_path: Path) -> None:
    source = ImportSource(zipped(tmp_path / "a.zip", conversations=json.dumps(TALK).encode()), 1)
    assert source.read_json("conversations.json") == TALK
    source.close()


def test_a_zip_bomb_is_refused(tmp_path: Path) -> None:
    source = ImportSource(zipped(tmp_path / "bomb.zip", conversations=b" " * 20_000_000), 1_000)
    with pytest.raises(InvalidInput, match=r"bomb\.zip, conversations\.json must be .*250th.*20000000"):
        source.read_json("conversations.json")
    source.close()


def test_the_size_limit_applies_to_all_files_of_an_archive(tmp_path: Path) -> None:
    source = ImportSource(zipped(tmp_path / "a.zip", one=b"1" * 600_000, two=b"2" * 600_000), 1)
    assert source.read_bytes("one.json") == source.read_bytes("one.json")
    with pytest.raises(InvalidInput, match=r"at most 1 MB uncompressed .*KG_IMPORT_MB"):
        source.read_bytes("two.json")
    source.close()


def test_a_false_size_does_not_unpack_more(tmp_path: Path) -> None:
    path = zipped(tmp_path / "liar.zip", one=b"1" * 5_000_000)
    raw = path.read_bytes().replace(struct.pack("<L", 5_000_000), struct.pack("<L", 1_000))
    path.write_bytes(raw)
    source = ImportSource(path, 1)
    with pytest.raises(InvalidInput, match="complete archive without encryption"):
        source.read_bytes("one.json")
    source.close()


@pytest.mark.parametrize("cut", [30, 60])
def test_a_damaged_archive_is_refused(tmp_path: Path, cut: int) -> None:
    path = zipped(tmp_path / "a.zip", conversations=json.dumps(TALK).encode())
    raw = bytearray(path.read_bytes())
    raw[cut : cut + 20] = b"x" * 20
    path.write_bytes(raw)
    source = ImportSource(path, 1)
    with pytest.raises(InvalidInput, match=r"a\.zip, conversations\.json"):
        source.read_bytes("conversations.json")
    source.close()


def test_an_import_refuses_a_zip_bomb_and_writes_nothing(memory: Memory, look: Look, tmp_path: Path) -> None:
    path = zipped(tmp_path / "bomb.zip", conversations=b"[" + b" " * 20_000_000 + b"]")
    with pytest.raises(InvalidInput, match="250th"):
        memory.import_files([path])
    assert look("MATCH (event:Event {scope: $scope}) RETURN event") == []


def test_a_text_that_is_read_as_a_whole_has_a_limit_of_its_own(tmp_path: Path) -> None:
    with (tmp_path / "MEMORY.md").open("wb") as file:
        file.truncate(50_000_001)
    for source, name in (
        (ImportSource(tmp_path, 1_000), "MEMORY.md"),
        (ImportSource(tmp_path / "MEMORY.md", 1_000), ""),
    ):
        with pytest.raises(InvalidInput, match=r"MEMORY\.md must be a text of at most 50 MB"):
            source.read_text(name)


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(2_000_000)
    source = ImportSource(path, 1)
    with pytest.raises(InvalidInput, match=r"large\.json must be a file of at most 1 MB.*KG_IMPORT_MB"):
        source.read_json()


def test_symbolic_links_are_not_followed(memory: Memory, tmp_path: Path) -> None:
    secret = tmp_path / "secret.jsonl"
    secret.write_text('{"text": "secret", "session": "cli:1"}\n', encoding="utf-8")
    folder = tmp_path / "chats"
    folder.mkdir()
    (folder / "a.jsonl").write_text('{"text": "hello", "session": "cli:1"}\n', encoding="utf-8")
    (folder / "link.jsonl").symlink_to(secret)
    (folder / "loop").symlink_to(folder)
    assert ImportSource(folder, 1).file_names() == ["a.jsonl"]
    report = memory.import_files([folder])
    assert {Path(file.path).name: file.skipped for file in report.files if file.skipped} == {
        "link.jsonl": {"file": "symbolic link"},
        "loop": {"file": "symbolic link"},
    }
    assert [event.text for event in memory.history("cli:1")] == ["hello"]
