"""`kg doctor --contradictions` and `kg facts keep`: what is contested, and a person's decision."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from tests.cli.conftest import CommandResult
from tests.support import T0, days

Kg = Callable[..., CommandResult]


@pytest.fixture
def contested_scope(connect: Callable[..., Memory]) -> str:
    """Bob says that he lives in Rome, and a stranger that he lives in Porto."""
    memory = connect(owner="cli:ann")
    for who, text in (("bob", "I live in Rome."), ("cleo", "Bob lives in Porto.")):
        memory.log(
            [Event(text, id=who, speaker=f"cli:{who}", speaker_name=who.title(), session="cli:1", at=T0 - days(1))]
        )
    memory.digest()
    return memory.scope


@pytest.mark.slow
def test_both_sides_are_listed_and_decided(kg: Kg, contested_scope: str) -> None:
    options = ("--scope", contested_scope)
    [pair] = kg("doctor", "--contradictions", *options, "--json").json["contradictions"]
    porto, rome = pair["fact"], pair["other"]
    lines = kg("doctor", "--contradictions", *options).out.splitlines()
    assert lines[0] == "1. Bob lives in Porto. Or: Bob lives in Rome."
    assert lines[1].startswith("   Bob lives in Porto.  (contested; recorded 2026-")
    assert lines[2] == "     Cleo (cli:cleo), stranger, 2026-03-01: “Bob lives in Porto.”  [cleo]"
    assert lines[3] == f"     to keep it: kg facts keep {porto['id']} --over {rome['id']} --scope {contested_scope}"
    assert lines[-1].startswith("1 contradiction; decide with these commands")
    decided = kg(*lines[3].partition("kg ")[2].split())
    assert decided.out.startswith("Bob lives in Porto.")
    assert kg("doctor", "--contradictions", *options).out == "no contradictions\n"
    assert [one["text"] for one in kg("facts", "--subject", "Bob", *options, "--json").json["facts"]] == [
        "Bob lives in Porto."
    ]


def test_contradictions_are_not_repaired(kg: Kg, new_scope: str) -> None:
    done = kg("doctor", "--contradictions", "--repair", "--scope", new_scope)
    assert (done.code, done.out) == (1, "")
    assert "without --repair" in done.err
