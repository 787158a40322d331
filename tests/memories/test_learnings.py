"""Learnings: decay, contradictions, limits, and learnings about failing tools."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.memories.learnings import learning_weight
from kg.memories.memory_store import MemoryRecord, MemoryStore
from kg.protocols import FixedClock
from tests.support import T0

DAY = dt.timedelta(days=1)


@pytest.mark.parametrize(
    ("days", "left"), [(0, 1.0), (7, 0.7071), (14, 0.5), (28, 0.25), (42, 0.125), (140, 0.0010), (-3, 1.0)]
)
def test_golden_weights(days: int, left: float) -> None:
    assert learning_weight(days * DAY) == pytest.approx(left, abs=5e-5)


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_an_older_learning_never_has_more_weight(one: int, other: int) -> None:
    newer, older = sorted((one, other))
    assert 0 <= learning_weight(dt.timedelta(hours=older)) <= learning_weight(dt.timedelta(hours=newer)) <= 1


def test_a_learning_fades_and_is_restored_when_added_again(memory: Memory, clock: FixedClock) -> None:
    kept = memory.learnings.add("Use metric units.", confidence=0.8, recommendation="Kilometres, not miles.")
    assert (kept.weight, kept.updated_at, kept.source, kept.active) == (1.0, T0, "user_feedback", True)
    clock.forward(14 * DAY)
    [faded] = memory.learnings.list()
    assert faded.weight == pytest.approx(0.5, abs=1e-9)
    assert (faded.id, faded.confidence, faded.recommendation) == (kept.id, 0.8, "Kilometres, not miles.")
    assert memory.learnings.list() == [faded], "reading changes nothing"
    assert memory.learnings.add("Use metric units.").id == kept.id
    [again] = memory.learnings.list()
    assert again.weight == 1.0


def test_they_are_ranked_by_confidence_and_weight(memory: Memory, clock: FixedClock) -> None:
    memory.learnings.add("Answer in French.", confidence=0.9)
    clock.forward(14 * DAY)
    memory.learnings.add("Cite your sources.", confidence=0.5)
    memory.learnings.add("Keep mails under ten lines.", confidence=0.3)
    contents = [each.content for each in memory.learnings.list()]
    assert contents == ["Cite your sources.", "Answer in French.", "Keep mails under ten lines."]
    assert [each.content for each in memory.learnings.list(limit=1)] == contents[:1]


def test_a_preference_supersedes_a_contradicting_one(memory: Memory, look: Callable[..., list[Any]]) -> None:
    old = memory.learnings.add("Always use metric units in the weekly report.")
    other = memory.learnings.add("Always use metric units in the weekly report.", tool="report")
    new = memory.learnings.add("Never use metric units in the weekly report.")
    assert {each.id for each in memory.learnings.list()} == {new.id, other.id}, "of another tool it says nothing"
    all_of_them = {each.id: each for each in memory.learnings.list(active=False)}
    assert (all_of_them[old.id].superseded_by, all_of_them[old.id].active) == (new.id, False)
    edges = "MATCH (a {scope: $scope})-[:SUPERSEDES]->(b) RETURN a.id AS newer, b.id AS older"
    assert [tuple(row) for row in look(edges)] == [(new.id, old.id)]
    back = memory.learnings.add("Always use metric units in the weekly report.")
    assert back.id == old.id
    assert {each.id for each in memory.learnings.list()} == {old.id, other.id}
    assert [tuple(row) for row in look(edges)] == [(old.id, new.id)]
    assert all(each.superseded_by != each.id for each in memory.learnings.list(active=False))


def test_opposite_sentiments_supersede_and_equal_ones_do_not(memory: Memory) -> None:
    memory.learnings.add("The search tool is slow on long questions.", tool="search", sentiment="negative")
    memory.learnings.add("The search tool is very slow on long questions.", tool="search", sentiment="negative")
    assert len(memory.learnings.list()) == 2
    new = memory.learnings.add("The search tool is not slow on long questions.", tool="search", sentiment="positive")
    assert [each.id for each in memory.learnings.list()] == [new.id]


def test_a_private_learning_supersedes_only_its_own_audience(memory: Memory) -> None:
    memory.learnings.add("Always use metric units in the weekly report.")
    mine = memory.learnings.add("Never use metric units in the weekly report.", audience="session:cli:1")
    assert len(memory.learnings.list()) == 2
    assert [each.id for each in memory.learnings.list(audiences=["session:cli:1"])] == [mine.id]


def test_beyond_two_hundred_the_weakest_are_archived(memory: Memory, clock: FixedClock) -> None:
    memory.learnings.add("Sure and old.", confidence=1.0)
    memory.learnings.add("Weak and old.", confidence=0.1)
    clock.forward(DAY)
    store = MemoryStore(memory.runtime)
    result = {"sentiment": "positive", "confidence": 0.5, "source": "user_feedback"}
    store.put(
        *(
            MemoryRecord(f"learning-{number}", "learning", f"Number {number}.", clock.now(), result)
            for number in range(198)
        )
    )
    memory.learnings.add("The last straw.", confidence=0.5)
    active = {each.content for each in memory.learnings.list()}
    assert len(active) == 200
    assert "Sure and old." in active
    assert "Weak and old." not in active
    archived = [each for each in memory.learnings.list(active=False) if not each.active]
    assert [(each.content, each.superseded_by) for each in archived] == [("Weak and old.", None)]


def test_the_same_words_correct_what_was_said_each_time(memory: Memory) -> None:
    said = ("You have two open orders.", "There are two seats left.")
    found = [memory.learnings.detect("no, it's three", previous) for previous in (*said, said[0])]
    assert all(each is not None for each in found)
    assert len({each.id for each in memory.learnings.list()}) == 2
    assert {each.recommendation for each in memory.learnings.list()} == {f"It was said of: {one}" for one in said}


def test_feedback_is_detected_and_stored(memory: Memory) -> None:
    memory.log([Event("No, that's wrong, it should be Madrid.", id="said", speaker="cli:ann", session="cli:1", at=T0)])
    found = memory.learnings.detect(
        "No, that's wrong, it should be Madrid.", "The capital of Spain is Lisbon.", sources=["said"]
    )
    assert found is not None
    assert (found.sentiment, found.confidence, found.sources) == ("negative", 0.7, ("said",))
    assert found.recommendation == "It was said of: The capital of Spain is Lisbon."
    assert memory.learnings.detect("There was an error in the kitchen today.") is None
    assert memory.learnings.list() == [found]


def test_a_learning_has_the_audience_of_its_source(memory: Memory) -> None:
    memory.log(
        [Event("Always use metric units.", id="said", speaker="cli:ann", session="cli:1", at=T0, audience="session")]
    )
    found = memory.learnings.detect("Always use metric units.", sources=["said"])
    assert found is not None
    assert found.audience == "session:cli:1"
    assert memory.learnings.list(audiences=["shared"]) == []


def test_a_failing_tool_is_learnt_once_in_seven_days(memory: Memory, clock: FixedClock) -> None:
    assert memory.learnings.health("search", 2, 0) is None, "too few uses"
    assert memory.learnings.health("search", 4, 2) is None, "half of them is well"
    first = memory.learnings.health("search", 5, 2)
    assert first is not None
    assert (first.content, first.tool, first.source) == ("search failed 3 of 5 times.", "search", "self_evaluation")
    assert (first.sentiment, first.confidence) == ("negative", pytest.approx(0.6))
    clock.forward(7 * DAY - dt.timedelta(seconds=1))
    assert memory.learnings.health("search", 9, 2) is None
    assert memory.learnings.health("mail", 3, 0) is not None, "of another tool"
    clock.forward(dt.timedelta(seconds=1))
    second = memory.learnings.health("search", 9, 2)
    assert second is not None
    assert {each.content for each in memory.learnings.list()} == {
        "search failed 7 of 9 times.",
        "mail failed 3 of 3 times.",
    }


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"content": " "}, "content"),
        ({"content": "x" * 3_000}, "content"),
        ({"content": 7}, "content"),
        ({"sentiment": "sad"}, "sentiment"),
        ({"confidence": 1.1}, "confidence"),
        ({"confidence": True}, "confidence"),
        ({"confidence": float("nan")}, "confidence"),
        ({"tool": ""}, "tool"),
        ({"recommendation": ""}, "recommendation"),
        ({"source": "gossip"}, "source"),
        ({"sources": "said"}, "sources"),
        ({"audience": "everybody"}, "audience"),
        ({"audience": "person:"}, "audience"),
    ],
)
def test_bad_input_is_refused_before_anything_is_written(memory: Memory, options: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        memory.learnings.add(**({"content": "Use metric units."} | options))
    assert caught.value.field == field
    assert memory.learnings.list(active=False) == []


def test_unknown_sources_and_impossible_counts_are_refused(memory: Memory) -> None:
    with pytest.raises(NotFound, match="nowhere"):
        memory.learnings.add("Use metric units.", sources=["nowhere"])
    for uses, successes in ((-1, 0), (3, 4), (3.5, 1)):
        with pytest.raises(InvalidInput):
            memory.learnings.health("search", uses, successes)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput):
        memory.learnings.detect(None)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput):
        memory.learnings.list(limit=0)
    assert memory.learnings.list(active=False) == []


def test_a_preference_supersedes_those_about_its_topic(memory: Memory) -> None:
    metric = memory.learnings.detect("metric units please")
    assert metric is not None
    assert (metric.topic, metric.value, metric.polarity) == ("units", "metric", True)
    imperial = memory.learnings.detect("use imperial units from now on")
    assert imperial is not None
    assert [each.id for each in memory.learnings.list() if each.topic == "units"] == [imperial.id]
    old = {each.id: each for each in memory.learnings.list(active=False)}[metric.id]
    assert old.superseded_by == imperial.id, "it is kept as history"


def test_each_topic_of_a_message_is_a_learning(memory: Memory) -> None:
    memory.learnings.detect("no emojis please, and always answer in French")
    assert {(each.topic, each.value, each.content) for each in memory.learnings.list()} == {
        ("emojis", "none", "no emojis please"),
        ("language", "French", "always answer in French"),
    }
    assert memory.learnings.detect("Perfect, thank you!") is None, "praise teaches nothing"


def test_a_preference_with_a_scope_and_one_without_do_not_replace_each_other(memory: Memory) -> None:
    def current() -> set[str | None]:
        return {one.topic for one in memory.learnings.list()}

    for text in ("no emojis please", "dont use emojis in commit messages", "run the tests with `make test`"):
        memory.learnings.detect(text, "Done.")
    assert current() == {"emojis", "emojis in commit messages", "run tests"}
    memory.learnings.detect("emojis are fine again", "Done.")
    memory.learnings.detect("run the tests with `uv run pytest -q`, not make", "Done.")
    assert current() == {"emojis", "emojis in commit messages", "run tests"}
    assert {one.content for one in memory.learnings.list()} == {
        "emojis are fine again",
        "dont use emojis in commit messages",
        "run the tests with `uv run pytest -q`, not make",
    }
