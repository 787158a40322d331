"""The demo: what somebody sees first, with the real model."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory, Settings
from kg.cli.demonstration import SCOPE
from tests.cli.conftest import Done


@pytest.fixture
def leaves_no_trace(look: Callable[..., list[Any]], settings: Settings) -> Any:
    """The demo's scope is erased afterwards, unless it was there before."""
    before = look("MATCH (s:Scope {scope: $demo}) RETURN s", demo=SCOPE)
    yield
    if not before:
        Memory.erase(SCOPE, settings=settings)


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
    again = kg("demo")
    assert "0 were digested just now" in again.out
