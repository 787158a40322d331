"""`kg trust`, as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.conftest import CommandResult

Kg = Callable[..., CommandResult]


def test_people_are_listed_with_tier_and_reasons(kg: Kg, read_only: str) -> None:
    lines = kg("trust", "--scope", read_only).out.splitlines()
    assert lines[0].split() == ["score", "tier", "name", "accounts", "why"]
    assert {line.split()[3] for line in lines[1:]} == {"cli:ann", "cli:bob", "telegram:cleo", "telegram:ann"}
    assert "good marks" in lines[1]
    result = kg("trust", "--limit", 2, "--scope", read_only, "--json").json["people"]
    assert len(result) == 2
    assert set(result[0]["trust"]) == {"score", "tier", "reasons"}
    assert kg("trust", "--scope", f"{read_only}-empty").out == "no people\n"


def test_marks_are_recorded_and_shown_with_reasons(kg: Kg, seeded: str) -> None:
    options = ("--scope", seeded)
    marked = kg("trust", "mark", "cli:bob", "--good", "--reason", "helped", "--event", "b", "--by", "cli:ann", *options)
    assert marked.out.endswith("stranger\n")
    assert kg("trust", "mark", "bob", "--bad", *options, "--json").json["tier"] == "stranger"
    assert kg("trust", "violation", "bob", "--severity", ".2", "--reason", "spam", *options).code == 0
    assert kg("trust", "violation", "bob", "--severity", "mild", *options, "--json").json["score"] == 0
    shown = kg("trust", "cli:bob", *options).out
    assert shown.startswith("0.000  stranger\n  good marks: ")
    assert "violation 0.20  spam\n" in shown
    assert "positive  helped  by cli:ann  from b\n" in shown
    result = kg("trust", "show", "cli:bob", *options, "--json").json
    assert [mark["kind"] for mark in result["ledger"]] == ["violation", "violation", "negative", "positive"]
    assert result["trust"]["score"] == 0


@pytest.mark.slow
def test_permission_checks_have_exit_code_1_if_denied(kg: Kg, seeded: str) -> None:
    options = ("--scope", seeded)
    refused = kg("trust", "may", "bob", "--use", "exec", *options)
    assert (refused.code, refused.out) == (1, "no: Access denied.\n")
    assert kg("trust", "may", "bob", "--use", "weather", *options).out == "yes: not restricted\n"
    assert kg("trust", "may", "bob", "--room", *options).code == 0
    direct = kg("trust", "may", "bob", *options, "--json")
    assert (direct.code, direct.json["allowed"]) == (1, False)
    muted = kg("trust", "mute", "bob", "--minutes", 2, "--reason", "loud", *options)
    assert muted.out.startswith("yes: muted for 2 minutes, until ")
    held = kg("trust", "may", "bob", "--room", *options)
    assert held.code == 1
    assert held.out.startswith("no: muted: loud, until ")
    assert kg("trust", "unmute", "bob", *options).out == "yes: no longer muted\n"
    assert kg("trust", "unmute", "bob", *options).out == "yes: was not muted\n"


def test_options_before_an_action_are_refused(kg: Kg, read_only: str) -> None:
    done = kg("trust", "--scope", read_only, "show", "cli:bob")
    assert done.code == 2
    assert "--scope must follow 'show'" in done.err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["nobody"], "not found: person 'nobody'"),
        (["ann"], "use one of cli:ann; telegram:ann"),
        (["violation", "bob", "--severity", "grave"], "(got 'grave')"),
        (["mute", "bob", "--minutes", "31"], "(got 31.0)"),
        (["mark", "bob", "--good", "--event", "none"], "not found: event 'none'"),
        (["distrust", "bob", "--since", "soon"], "(got 'soon')"),
        (["distrust", "nobody"], ""),
        (["restore", "none"], ""),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_invalid_input_is_one_line_with_exit_code_1(
    kg: Kg, read_only: str, arguments: list[str], expected: str
) -> None:
    done = kg("trust", *arguments, "--scope", read_only)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Error: ")
    assert expected in done.err
