"""`kg --help`: every command is in a group, with whole sentences."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import typer

from kg.cli import app
from kg.cli.help_groups import GROUPS
from tests.cli.conftest import CommandResult

NAMES = [name for names in GROUPS.values() for name in names]


def test_every_command_is_in_one_group() -> None:
    assert sorted(NAMES) == sorted(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def test_the_help_shows_groups_and_whole_sentences(
    kg: Callable[..., CommandResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERMINAL_WIDTH", "100")
    text = kg("--help").out
    assert all(f" {group} " in text for group in GROUPS)
    assert "…" not in text
    words = " ".join(text.replace("│", " ").split())
    for one in typer.main.get_command(app).commands.values():  # type: ignore[attr-defined]
        first = " ".join(str(one.help).split("\n\n")[0].replace("`", "").split())
        assert first in words, one.name
        assert first.endswith("."), one.name


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_can_complete_commands(
    kg: Callable[..., CommandResult], monkeypatch: pytest.MonkeyPatch, shell: str
) -> None:
    monkeypatch.setenv("_KG_COMPLETE", f"complete_{shell}")
    variables = {
        "bash": {"COMP_WORDS": "kg di", "COMP_CWORD": "1"},
        "zsh": {"_TYPER_COMPLETE_ARGS": "kg di"},
        "fish": {"_TYPER_COMPLETE_ARGS": "kg di", "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    }[shell]
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    found = kg().out
    assert "digest" in found
    assert "diary" in found
    assert "search" not in found
