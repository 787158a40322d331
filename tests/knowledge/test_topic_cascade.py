"""Topics that lose events are counted again, or erased with the last of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kg import Memory
from kg.knowledge.topic_cascade import rebuild_topics
from kg.protocols import TextExtraction
from tests.support import T0

Look = Callable[..., list[Any]]


def test_topics_are_counted_from_the_remaining_events(scripted_memory: Callable[..., Memory], look: Look) -> None:
    both, one = TextExtraction((), (), {"rain": 0.5, "tea": 0.5}), TextExtraction((), (), {"rain": 0.5})
    memory = scripted_memory(both, one)
    ids = {row["name"]: row["id"] for row in look("MATCH (t:Topic {scope: $scope}) RETURN t.name AS name, t.id AS id")}
    look("MATCH (:Event {scope: $scope, id: 'e0'})-[on:ON]->(:Topic) DELETE on")
    result = memory.graph.transact(lambda turn: rebuild_topics(turn, ids.values(), T0))
    assert (result.removed, result.remaining, result.erased) == ({"topic": 1}, (ids["rain"],), {ids["tea"]})
    [row] = look("MATCH (t:Topic {scope: $scope}) RETURN t.name AS name, t.event_count AS count")
    assert (row["name"], row["count"]) == ("rain", 1)
