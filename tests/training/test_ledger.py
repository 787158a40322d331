"""The ledger: what `DATA.md` says is what the training commands accept."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kg.errors import InvalidInput
from training.__main__ import app
from training.ledger import LEDGER, check_folders
from training.name_tagger import TRAINING_SETS

ROOT = Path(__file__).parents[2]
OPEN_LICENCES = {"Apache-2.0", "MIT", "CC BY 4.0", "CC BY-SA 4.0"}


def read_tables() -> list[list[list[str]]]:
    """Return the cells of each table of `DATA.md`, without headers."""
    tables: list[list[list[str]]] = [[]]
    for line in (ROOT / "training" / "DATA.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("|"):
            tables[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        elif tables[-1]:
            tables.append([])
    return [table[2:] for table in tables if table]


def test_the_table_is_the_ledger() -> None:
    assert read_tables()[0] == [[data.name, data.licence, ", ".join(data.commands)] for data in LEDGER]
    assert {data.licence for data in LEDGER} <= OPEN_LICENCES


def test_every_command_has_data_and_weights() -> None:
    commands = {command.callback.__name__ for command in app.registered_commands if command.callback}
    assert {command for data in LEDGER for command in data.commands} == commands
    weights = read_tables()[1]
    assert {row[1] for row in weights} == commands
    for row in weights:
        assert all((ROOT / name).exists() for name in re.findall(r"`([^`]+)`", row[0]))


def test_the_name_tagger_learns_from_sets_of_the_ledger() -> None:
    ledger = " ".join(data.name.lower() for data in LEDGER if "names" in data.commands)
    stems = {"wnut17": "wnut-17", "ewt": "ewt", "wikigold": "wikigold", "btc": "broad twitter", "crossner": "crossner"}
    for name in TRAINING_SETS:
        assert any(stem in name and full in ledger for stem, full in stems.items()), name


def test_only_folders_of_the_ledger_are_learnt_from(tmp_path: Path) -> None:
    for name in ("locomo/conv-1", "conversations/one", "conversations/two"):
        (tmp_path / name).mkdir(parents=True)
    for name, part in (("one", "train"), ("two", "test")):
        (tmp_path / "conversations" / name / "about.json").write_text(json.dumps({"part": part}), encoding="utf-8")
    check_folders("ranking", [tmp_path / "conversations" / "one"])
    for refused in ("locomo/conv-1", "conversations/two"):
        with pytest.raises(InvalidInput, match="folders"):
            check_folders("ranking", [tmp_path / refused])
