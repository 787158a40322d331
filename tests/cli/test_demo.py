"""The demo: what somebody sees first, with the real model."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory, Settings
from kg.cli.demo import OWNED, SCOPE
from tests.cli.conftest import Done


@pytest.fixture
def leaves_no_trace(look: Callable[..., list[Any]], settings: Settings) -> Any:
    """The demo's scope is erased afterwards, unless it was there before."""
    before = {
        row["scope"]
        for row in look("MATCH (s:Scope) WHERE s.scope IN $demo RETURN s.scope AS scope", demo=[SCOPE, OWNED])
    }
    yield
    for scope in {SCOPE, OWNED} - before:
        Memory.erase(scope, settings=settings)


@pytest.mark.usefixtures("leaves_no_trace")
def test_the_demo_answers_with_evidence_and_again_without_seeding_twice(
    kg: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
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
    [known] = [block for block in done.out.split("\n\n") if block.startswith("What is known now")]
    assert re.search(r"Maria lives in Lisbon.*\[demo-0\]", known)
    assert re.search(r"people: .*Maria", known)
    assert re.search(r"places: .*Lisbon", known)
    assert len(known.splitlines()) <= 9
    assert "within 300 tokens" in done.out
    assert "[m1]" in done.out
    [owned] = [block for block in done.out.split("\n\n") if block.startswith("A memory that Maria owns")]
    assert "current: Maria lives in Lisbon. — Maria, the owner" in owned
    assert "contested: Maria lives in Porto. — Vic, a stranger" in owned
    assert owned.count("tells the agent what to do") == 1
    again = kg("demo")
    assert "0 were digested just now" in again.out
