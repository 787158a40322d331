"""Facts in a context: passing states end, plans whose day is over read in the past, and history stays as it was."""

from __future__ import annotations

import datetime as dt

import pytest

from kg import Event, Memory
from kg.context.current_facts import update_facts
from kg.protocols import FixedClock
from kg.retrieval import GraphMatches, MatchedFact
from tests.support import T0


def matched(text: str, *, said: bool = True, valid_from: str | None = None) -> MatchedFact:
    return MatchedFact(
        text, text, "person-1", None, "be", 0.7, 0.8, int(T0.timestamp() * 1e6), valid_from, None, None, True,
        "cli:ann", "Ann", "current", "shared", ("event-1",), (), said=said, relevance=0.9,
    )  # fmt: skip


def read(facts: list[MatchedFact], days: float) -> list[str]:
    return [fact.text for fact in update_facts(GraphMatches(tuple(facts)), T0 + dt.timedelta(days=days)).facts]


def test_what_has_passed_is_left_out_and_what_was_planned_is_in_the_past() -> None:
    facts = [
        matched("Ann is on the train."),
        matched("Ann has a cold."),
        matched("Ann plans to see Rome.", valid_from="2026-03-20T00:00:00Z"),
        matched("Ann lives in Oslo."),
        matched("Tom is on the train.", said=False),
    ]
    assert read(facts, 0) == [fact.text for fact in facts]
    assert read(facts, 1) == [fact.text for fact in facts[1:]]
    assert read(facts, 60) == ["Ann planned to see Rome.", "Ann lives in Oslo.", "Tom is on the train."]
    [plan] = update_facts(GraphMatches((facts[2],)), T0 + dt.timedelta(days=60)).facts
    assert (plan.id, plan.relevance) == (facts[2].id, 0.9)


@pytest.mark.slow
def test_history_shows_a_state_that_has_passed(memory: Memory, clock: FixedClock) -> None:
    memory.log([Event("I have a cold.", speaker="cli:ann", speaker_name="Ann", session="cli:1", at=T0)])
    memory.digest()
    assert "Ann has a cold." in memory.context("Does Ann have a cold?", session="cli:2").text
    clock.forward(dt.timedelta(days=40))
    assert "Ann has a cold." not in memory.context("Does Ann have a cold?", session="cli:2").text
    then = T0 + dt.timedelta(days=1)
    assert "Ann has a cold." in memory.context("Does Ann have a cold?", session="cli:2", as_of=then).text
    assert "Ann has a cold." in [fact.text for fact in memory.facts.list(as_of=then)]
