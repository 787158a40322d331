"""The commands about trust, as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.conftest import Done

Kg = Callable[..., Done]


def test_everybody_is_listed_with_tier_and_reasons(kg: Kg, read_only: str) -> None:
    lines = kg("trust", "--scope", read_only).out.splitlines()
    assert lines[0].split() == ["score", "tier", "name", "accounts", "why"]
    assert {line.split()[3] for line in lines[1:]} == {"cli:ann", "cli:bob", "telegram:cleo", "telegram:ann"}
    assert "good marks" in lines[1]
    told = kg("trust", "--limit", 2, "--scope", read_only, "--json").json["people"]
    assert len(told) == 2
    assert set(told[0]["trust"]) == {"score", "tier", "reasons"}
    assert kg("trust", "--scope", f"{read_only}-empty").out == "nobody is known\n"


def test_somebody_is_marked_and_shown_with_reasons_and_ledger(kg: Kg, seeded: str) -> None:
    place = ("--scope", seeded)
    marked = kg("trust", "mark", "cli:bob", "--good", "--reason", "helped", "--event", "b", "--by", "cli:ann", *place)
    assert marked.out.endswith("stranger\n")
    assert kg("trust", "mark", "bob", "--bad", *place, "--json").json["tier"] == "stranger"
    assert kg("trust", "violation", "bob", "--severity", ".2", "--reason", "spam", *place).code == 0
    assert kg("trust", "violation", "bob", "--severity", "mild", *place, "--json").json["score"] == 0
    shown = kg("trust", "cli:bob", *place).out
    assert shown.startswith("0.000  stranger\n  good marks: ")
    assert "violation 0.20  spam\n" in shown
    assert "positive  helped  by cli:ann  from b\n" in shown
    told = kg("trust", "show", "cli:bob", *place, "--json").json
    assert [mark["kind"] for mark in told["ledger"]] == ["violation", "violation", "negative", "positive"]
    assert told["trust"]["score"] == 0


def test_gates_answer_and_a_no_is_exit_code_1(kg: Kg, seeded: str) -> None:
    place = ("--scope", seeded)
    refused = kg("trust", "may", "bob", "--use", "exec", *place)
    assert (refused.code, refused.out) == (1, "no: Access denied.\n")
    assert kg("trust", "may", "bob", "--use", "weather", *place).out == "yes: not restricted\n"
    assert kg("trust", "may", "bob", "--room", *place).code == 0
    direct = kg("trust", "may", "bob", *place, "--json")
    assert (direct.code, direct.json["allowed"]) == (1, False)
    muted = kg("trust", "mute", "bob", "--minutes", 2, "--reason", "loud", *place)
    assert muted.out.startswith("yes: muted for 2 minutes, until ")
    held = kg("trust", "may", "bob", "--room", *place)
    assert held.code == 1
    assert held.out.startswith("no: muted: loud, until ")
    assert kg("trust", "unmute", "bob", *place).out == "yes: no longer muted\n"
    assert kg("trust", "unmute", "bob", *place).out == "yes: was not muted\n"


def test_options_in_front_of_an_action_are_refused(kg: Kg, read_only: str) -> None:
    done = kg("trust", "--scope", read_only, "show", "cli:bob")
    assert done.code == 2
    assert "--scope goes behind 'show'" in done.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nobody"], "not found: person 'nobody'"),
        (["ann"], "several are called so: cli:ann; telegram:ann"),
        (["violation", "bob", "--severity", "grave"], "severity: 'grave'"),
        (["mute", "bob", "--minutes", "31"], "minutes: 31.0"),
        (["mark", "bob", "--good", "--event", "none"], "not found: event 'none'"),
        (["distrust", "bob", "--since", "soon"], "since: 'soon'"),
        (["distrust", "nobody"], ""),
        (["restore", "none"], ""),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_line_and_exit_code_1(kg: Kg, read_only: str, arguments: list[str], told: str) -> None:
    done = kg("trust", *arguments, "--scope", read_only)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Error: ")
    assert told in done.err
