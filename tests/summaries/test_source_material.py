"""The material of summaries: facts and messages that the audience of the summary may read."""

from __future__ import annotations

from typing import Any

import neo4j.time
import pytest

from kg.people import LastingNames
from kg.summaries.source_material import (
    build_branch_material,
    build_leaf_material,
    build_preferences_material,
    select_summary_facts,
)
from kg.summaries.summary_tree import PREFERENCES_NODE, ROOT_NODE, leaf_node
from kg.types import SummarySentence
from tests.support import T0, minutes

SHARED = {"shared"}


def fact(number: int, text: str = "", audience: str = "shared", **more: Any) -> dict[str, Any]:
    row = {
        "id": f"f{number}", "text": text or f"Fact {number}.", "audience": audience, "replaced_in": [], "subject": "Ann",
        "subject_id": "ann", "object_id": None, "predicate": "likes", "object": None, "object_text": "tea", "polarity": True,
        "valid_from": None, "evidence": [["e1", audience, 0.2]], "at": None, "stated_by": [],
    }  # fmt: skip
    return row | more


def event(number: int, audience: str = "shared", **more: Any) -> dict[str, Any]:
    row = {
        "id": f"e{number}", "audience": audience, "outdated": False, "nearness": None, "speaker": None, "speaker_name": None,
        "role": "user", "session": "cli:1", "channel": "cli", "direction": "in", "event_kind": "message", "seq": number,
        "status": "complete", "salience": 0.1,
        "text": f"Message {number}.", "at": neo4j.time.DateTime.from_native(T0 - minutes(number)),
    }  # fmt: skip
    return row | more


def test_facts_of_others_replaced_and_repeated_ones_are_left_out() -> None:
    rows = [
        fact(1),
        fact(2, audience="person:p"),
        fact(3, replaced_in=["shared"]),
        fact(4, replaced_in=["person:p"]),
        fact(5, "Fact 1."),
    ]
    assert {one.id for one in select_summary_facts(rows, SHARED, None)} == {"f1", "f4"}
    assert {one.id for one in select_summary_facts(rows, {"shared", "person:p"}, None)} == {"f1", "f2"}
    assert len(select_summary_facts([fact(number) for number in range(40)], SHARED, None)) == 40


def test_two_persons_of_one_name_are_two_subjects() -> None:
    rows = [
        fact(1, "Ann bakes.", template="{s} bakes."),
        fact(2, "Ann bakes.", template="{s} bakes.", subject_id="other", object_id="ann", object="Ann"),
    ]
    names = LastingNames(subjects={"ann": "Ann, cli:1", "other": "Ann, cli:2 (stranger)"})
    first, second = select_summary_facts(rows, SHARED, None, names)
    assert (first.subject, first.sentence) == ("Ann, cli:1", "Ann, cli:1 bakes.")
    assert (second.subject, second.sentence) == ("Ann, cli:2 (stranger)", "Ann, cli:2 (stranger) bakes.")
    assert second.object == "Ann, cli:1"


def test_a_repeated_text_keeps_the_place_of_its_strongest_fact() -> None:
    rows = [fact(1, "Ann bakes."), fact(2), fact(3, "Ann bakes.")]
    assert [one.id for one in select_summary_facts(rows, SHARED, None)] == ["f1", "f2"]


def test_facts_about_the_subject_come_before_those_that_name_it() -> None:
    rows = [fact(1, subject_id="bob", object_id="ann"), fact(2), fact(3, subject_id="bob")]
    assert [one.id for one in select_summary_facts(rows, SHARED, "ann")] == ["f2", "f1"]


@pytest.mark.parametrize(
    ("predicate", "day", "since"),
    [
        ("lives_in", "2025-05-17", "since 2025-05-17"),
        ("lives_in", "2025-05-01", "since 2025-05"),
        ("lives_in", "2025-01-01", "since 2025"),
        ("plans", "2025-05-17", "2025-05-17"),
    ],
)
def test_dates_are_stated_at_their_reliable_precision(predicate: str, day: str, since: str) -> None:
    stored = neo4j.time.DateTime.from_iso_format(f"{day}T00:00:00+00:00")
    [one] = select_summary_facts([fact(1, predicate=predicate, valid_from=stored)], SHARED, None)
    assert one.since == since


def build(events: list[dict[str, Any]], **more: Any) -> Any:
    stale = {"kind": "session", "revision": 2, "count": len(events)}
    row = {
        "events": events,
        "facts": [fact(1)],
        "text": None,
        "sentences": None,
        "cited": None,
        "audience": None,
    } | more
    return build_leaf_material(leaf_node("session", "cli:1", "cli:1", "cli"), stale, row, T0, LastingNames())


def test_a_leaf_with_shared_events_is_written_from_these() -> None:
    made = build([event(1, "person:p"), event(2), event(3), event(4, outdated=True)])
    assert (made.audience, made.at) == ("shared", T0 - minutes(2))
    assert [one.id for one in made.messages] == ["e2", "e3"]
    private = build([event(1, "person:p"), event(2, "person:p")])
    assert (private.audience, len(private.messages)) == ("person:p", 2)


def test_a_leaf_without_events_has_no_facts_and_sentences_without_their_sources_are_dropped() -> None:
    empty = build([])
    assert (empty.facts, empty.at, empty.audience) == ((), T0, "shared")
    before = {"sentences": ["Kept.", "Gone."], "cited": ['["e1", "f1"]', '["e1", "e9"]'], "audience": "shared"}
    assert build([event(1)], **before).previous == (SummarySentence("Kept.", ("e1", "f1")),)
    assert build([event(1)], **before | {"audience": "person:p"}).previous == ()


def test_a_branch_takes_the_newest_time_and_the_mean_confidence_of_its_children() -> None:
    def child(level: int, confidence: float | None, at: Any, key: str = "entity_type:person") -> dict[str, Any]:
        return {
            "level": level,
            "confidence": confidence,
            "at": at,
            "key": key,
            "name": f"level {level}",
            "sentences": [],
            "cited": [],
        }

    newest = neo4j.time.DateTime.from_native(T0)
    row = {"revision": 1, "count": 3, "weight": 9, "text": None, "sentences": None, "cited": None, "stale": 4}
    children = [child(1, 0.5, None), child(1, 0.8, newest, "channel:chat"), child(0, None, None, "topic:bees")]
    made = build_branch_material(ROOT_NODE, row | {"children": children}, T0 - minutes(9))
    assert (made.at, made.confidence, made.staleness_read) == (T0, 0.65, 4)
    assert made.children == (("level 1", ()),)
    assert made.deeper_children == (("level 1", ()), ("level 0", ())), "channels and topics fill the room that is left"
    assert build_branch_material(ROOT_NODE, row | {"children": []}, T0).confidence is None


def test_preferences_are_shared_facts_and_learnings() -> None:
    learning = {"id": "l1", "text": "Use metric units.", "at": None}
    row = {"revision": 0, "text": "", "sentences": None, "cited": None, "learnings": [learning]}
    made = build_preferences_material(PREFERENCES_NODE, row | {"facts": [fact(1), fact(2, audience="person:p")]}, T0)
    assert (made.count, made.weight, made.at) == (2, 2, T0)
    assert made.children == (("learnings", (SummarySentence("Use metric units.", ("l1",)),)),)
