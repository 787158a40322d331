"""The demo, with the real model."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory, Settings
from kg.cli.demo import SCOPE, TRUST_SCOPE
from tests.cli.conftest import CommandResult


@pytest.fixture
def erase_demo_scopes(look: Callable[..., list[Any]], settings: Settings) -> Any:
    """Erase the demo's scopes after the test, unless they existed before."""
    before = {
        row["scope"]
        for row in look("MATCH (s:Scope) WHERE s.scope IN $demo RETURN s.scope AS scope", demo=[SCOPE, TRUST_SCOPE])
    }
    yield
    for scope in {SCOPE, TRUST_SCOPE} - before:
        Memory.erase(scope, settings=settings)


@pytest.mark.slow
@pytest.mark.usefixtures("erase_demo_scopes")
def test_the_demo_answers_with_evidence_and_may_be_repeated(
    kg: Callable[..., CommandResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KG_EMBEDDER")
    done = kg("demo")
    assert done.code == 0
    answers = {block.splitlines()[0]: block for block in done.out.split("\n? ")[1:]}
    assert len(answers) == 5
    for question, evidence in {
        "Where did Maria move": "Lisbon",
        "Who will look after": "I will do it",
        "What must we not": "nuts",
    }.items():
        [block] = [block for first, block in answers.items() if first.startswith(question)]
        assert "1 trip" in block.splitlines()[0]
        assert evidence in block, question
    [facts] = [block for block in done.out.split("\n\n") if block.startswith("Facts extracted")]
    assert re.search(r"Maria lives in Lisbon.*\[demo-0\]", facts)
    assert re.search(r"people: .*Maria", facts)
    assert re.search(r"places: .*Lisbon", facts)
    assert len(facts.splitlines()) <= 9
    assert "at most 300 tokens" in done.out
    assert "[m1]" in done.out
    [owned] = [block for block in done.out.split("\n\n") if block.startswith("A memory that Maria owns")]
    assert "current: Maria lives in Lisbon. — Maria, the owner" in owned
    assert "contested: Maria lives in Porto. — Vic, a stranger" in owned
    assert owned.count("instructs the agent") == 1
    [next_steps] = [block for block in done.out.split("\n\n") if block.startswith("What to try next:")]
    commands = [line.strip().split("   ")[0] for line in next_steps.splitlines()[1:]]
    assert commands[0] == "kg open --scope demo"
    for command in commands:
        assert kg(shlex.split(command)[1], "--help").code == 0
    again = kg("demo")
    assert "0 were digested now" in again.out
