"""Zips that are broken, or made to fill the memory, are refused before they are unpacked."""

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
from kg.transfer.importers.source_folder import Place

Look = Callable[..., list[Any]]
TALK = [
    {"conversation_id": "c1", "mapping": {"a": {"message": {"author": {"role": "user"}, "content": {"text": "hello"}}}}}
]


def zipped(path: Path, **files: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, raw in files.items():
            packed.writestr(f"{name}.json", raw)
    return path


def test_a_zip_is_read_whole(tmp_path: Path) -> None:
    place = Place(zipped(tmp_path / "a.zip", conversations=json.dumps(TALK).encode()), 1)
    assert place.json("conversations.json") == TALK
    place.close()


def test_a_file_that_is_packed_too_densely_is_refused(tmp_path: Path) -> None:
    place = Place(zipped(tmp_path / "bomb.zip", conversations=b" " * 20_000_000), 1_000)
    with pytest.raises(InvalidInput, match=r"bomb\.zip, conversations\.json: 20000000 is not allowed; .*250th"):
        place.json("conversations.json")
    place.close()


def test_what_is_read_of_a_zip_has_one_bound_for_all_of_it(tmp_path: Path) -> None:
    place = Place(zipped(tmp_path / "a.zip", one=b"1" * 600_000, two=b"2" * 600_000), 1)
    assert place.raw("one.json") == place.raw("one.json")
    with pytest.raises(InvalidInput, match=r"at most 1 MB unpacked are read \(KG_IMPORT_MB\)"):
        place.raw("two.json")
    place.close()


def test_a_size_that_is_told_too_small_unpacks_no_more(tmp_path: Path) -> None:
    path = zipped(tmp_path / "liar.zip", one=b"1" * 5_000_000)
    raw = path.read_bytes().replace(struct.pack("<L", 5_000_000), struct.pack("<L", 1_000))
    path.write_bytes(raw)
    place = Place(path, 1)
    with pytest.raises(InvalidInput, match="whole and not encrypted"):
        place.raw("one.json")
    place.close()


@pytest.mark.parametrize("cut", [30, 60])
def test_a_zip_that_is_damaged_is_refused_by_name(tmp_path: Path, cut: int) -> None:
    path = zipped(tmp_path / "a.zip", conversations=json.dumps(TALK).encode())
    raw = bytearray(path.read_bytes())
    raw[cut : cut + 20] = b"x" * 20
    path.write_bytes(raw)
    place = Place(path, 1)
    with pytest.raises(InvalidInput, match=r"a\.zip, conversations\.json"):
        place.raw("conversations.json")
    place.close()


def test_an_import_refuses_a_bomb_and_writes_nothing(memory: Memory, look: Look, tmp_path: Path) -> None:
    path = zipped(tmp_path / "bomb.zip", conversations=b"[" + b" " * 20_000_000 + b"]")
    with pytest.raises(InvalidInput, match="250th"):
        memory.import_files([path])
    assert look("MATCH (event:Event {scope: $scope}) RETURN event") == []
