"""The commands about diary, journal, learnings and reflections, as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.conftest import Done

Kg = Callable[..., Done]


def test_the_diary_is_written_and_shown(kg: Kg, erased: str) -> None:
    place = ("--scope", erased)
    assert kg("diary", *place).out == "nothing was written\n"
    made = kg("diary", "add", "Ann moved.", "--participant", "cli:ann", *place)
    assert made.out.startswith("diary-")
    assert "Ann moved.  (cli:ann)  [diary-" in kg("diary", *place).out
    [entry] = kg("diary", "--days", 1, *place, "--json").json["diary"]
    assert (entry["id"], entry["participants"]) == (made.out.strip(), ["cli:ann"])
    assert kg("diary", "add", "Long ago.", "--at", "2020-01-01T10:00:00Z", *place, "--json").json["text"] == "Long ago."
    assert len(kg("diary", *place).out.splitlines()) == 1


def test_the_journal_is_written_and_shown_by_date(kg: Kg, erased: str) -> None:
    place = ("--scope", erased)
    assert kg("journal", *place).out == "nothing was written\n"
    assert kg("journal", "add", "Second.", "--date", "2026-03-02", *place).out.startswith("journal-")
    assert kg("journal", "add", "First.", "--date", "2026-03-01", *place, "--json").json["date"] == "2026-03-01"
    shown = kg("journal", *place).out.splitlines()
    assert [line.split("  ")[:2] for line in shown] == [["2026-03-01", "First."], ["2026-03-02", "Second."]]
    told = kg("journal", "--since", "2026-03-02", "--until", "2026-03-02", *place, "--json").json["journal"]
    assert [entry["text"] for entry in told] == ["Second."]


def test_learnings_are_kept_and_listed(kg: Kg, erased: str) -> None:
    place = ("--scope", erased)
    assert kg("learnings", *place).out == "nothing was learnt\n"
    made = kg("learnings", "add", "Use metric units.", "--recommendation", "Kilometres, not miles.", *place)
    assert made.out.startswith("0.70  Use metric units.  → Kilometres, not miles.  (neutral)  [learning-")
    kg("learnings", "add", "It is slow.", "--tool", "search", "--sentiment", "negative", "--confidence", 0.9, *place)
    assert [line.split("  ")[1] for line in kg("learnings", *place).out.splitlines()] == [
        "It is slow.",
        "Use metric units.",
    ]
    told = kg("learnings", "--all", "--limit", 1, *place, "--json").json["learnings"]
    assert [(one["content"], one["tool"], one["active"]) for one in told] == [("It is slow.", "search", True)]


def test_reflections_are_listed(kg: Kg, erased: str) -> None:
    assert kg("reflections", "--scope", erased).out == "nothing was thought\n"
    assert kg("reflections", "--about", "Ann", "--scope", erased, "--json").json == {"reflections": []}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["diary", "--days", "0"], "days: 0"),
        (["diary", "add", " "], "text"),
        (["journal", "--since", "soon"], "since: 'soon'"),
        (["journal", "add", "x", "--date", "soon"], "date: 'soon'"),
        (["learnings", "add", "x", "--sentiment", "sad"], "sentiment: 'sad'"),
        (["learnings", "--limit", "0"], "limit: 0"),
        (["reflections", "--limit", "0"], "limit: 0"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_line_and_exit_code_1(kg: Kg, erased: str, arguments: list[str], told: str) -> None:
    done = kg(*arguments, "--scope", erased)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Error: ")
    assert told in done.err
