"""The commands for diary, journal, learnings and reflections, as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.conftest import CommandResult

Kg = Callable[..., CommandResult]


def test_diary_entries_are_added_and_shown(kg: Kg, new_scope: str) -> None:
    options = ("--scope", new_scope)
    assert kg("diary", *options).out == "no entries\n"
    made = kg("diary", "add", "Ann moved.", "--participant", "cli:ann", *options)
    assert made.out.startswith("diary-")
    assert "Ann moved.  (cli:ann)  [diary-" in kg("diary", *options).out
    [entry] = kg("diary", "--days", 1, *options, "--json").json["diary"]
    assert (entry["id"], entry["participants"]) == (made.out.strip(), ["cli:ann"])
    assert (
        kg("diary", "add", "Long ago.", "--at", "2020-01-01T10:00:00Z", *options, "--json").json["text"] == "Long ago."
    )
    assert len(kg("diary", *options).out.splitlines()) == 1


def test_journal_entries_are_added_and_shown_by_date(kg: Kg, new_scope: str) -> None:
    options = ("--scope", new_scope)
    assert kg("journal", *options).out == "no entries\n"
    assert kg("journal", "add", "Second.", "--date", "2026-03-02", *options).out.startswith("journal-")
    assert kg("journal", "add", "First.", "--date", "2026-03-01", *options, "--json").json["date"] == "2026-03-01"
    shown = kg("journal", *options).out.splitlines()
    assert [line.split("  ")[:2] for line in shown] == [["2026-03-01", "First."], ["2026-03-02", "Second."]]
    result = kg("journal", "--since", "2026-03-02", "--until", "2026-03-02", *options, "--json").json["journal"]
    assert [entry["text"] for entry in result] == ["Second."]


def test_learnings_are_added_and_listed(kg: Kg, new_scope: str) -> None:
    options = ("--scope", new_scope)
    assert kg("learnings", *options).out == "no learnings\n"
    made = kg("learnings", "add", "Use metric units.", "--recommendation", "Kilometres, not miles.", *options)
    assert made.out.startswith("0.70  Use metric units.  → Kilometres, not miles.  (neutral)  [learning-")
    kg("learnings", "add", "It is slow.", "--tool", "search", "--sentiment", "negative", "--confidence", 0.9, *options)
    assert [line.split("  ")[1] for line in kg("learnings", *options).out.splitlines()] == [
        "It is slow.",
        "Use metric units.",
    ]
    result = kg("learnings", "--all", "--limit", 1, *options, "--json").json["learnings"]
    assert [(one["content"], one["tool"], one["active"]) for one in result] == [("It is slow.", "search", True)]


def test_reflections_are_listed(kg: Kg, new_scope: str) -> None:
    assert kg("reflections", "--scope", new_scope).out == "no reflections\n"
    assert kg("reflections", "--about", "Ann", "--scope", new_scope, "--json").json == {"reflections": []}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["diary", "--days", "0"], "(got 0)"),
        (["diary", "add", " "], "text"),
        (["journal", "--since", "soon"], "(got 'soon')"),
        (["journal", "add", "x", "--date", "soon"], "(got 'soon')"),
        (["learnings", "add", "x", "--sentiment", "sad"], "(got 'sad')"),
        (["learnings", "--limit", "0"], "(got 0)"),
        (["reflections", "--limit", "0"], "(got 0)"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_invalid_input_is_one_line_with_exit_code_1(
    kg: Kg, new_scope: str, arguments: list[str], expected: str
) -> None:
    done = kg(*arguments, "--scope", new_scope)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Error: ")
    assert expected in done.err
