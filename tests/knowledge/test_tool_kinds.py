"""Kinds of tools of which people mostly use one at a time."""

from __future__ import annotations

import pytest

from kg.knowledge.tool_kinds import list_alike, name_tool


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("Helix", ("editor", "helix")),
        ("neovim", ("editor", "nvim")),
        ("VS Code", ("editor", "vscode")),
        ("Postgres 17 for now", ("database", "postgres")),
        ("PostgreSQL", ("database", "postgres")),
        ("pnpm", ("javascript packages", "pnpm")),
    ],
)
def test_a_tool_has_a_kind(text: str, tool: tuple[str, str]) -> None:
    assert name_tool(text) == tool


@pytest.mark.parametrize(
    "text", ["", "Java", "the other room", "vim on the server", "helix and vim", "my pip", "Lisbon"]
)
def test_other_words_name_no_tool(text: str) -> None:
    assert name_tool(text) is None


def test_tools_alike_are_of_one_kind() -> None:
    assert list_alike("zsh") == {"bash", "zsh", "fish", "nushell"}
    assert list_alike("a van") == frozenset()
