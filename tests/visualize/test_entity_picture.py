"""The picture of an entity: its facts as arrows, with status, attribution and quotations."""

from __future__ import annotations

import datetime as dt
from typing import cast

import pytest

from kg import Memory
from kg.errors import NotFound
from kg.graph import Graph
from kg.types import Fact
from kg.visualize.entity_picture import describe_fact, fact_start, status_at
from kg.visualize.viewer import Viewer
from tests.support import T0, days
from tests.visualize.scenes import details_of, edges, find_node


def test_the_entity_picture_shows_facts_with_evidence(own_people_memory: Memory) -> None:
    own_people_memory.facts.add("Ann", "works_at", "Acme", speaker="cli:ann")
    own_people_memory.facts.add("Ann", "likes", "green tea", speaker="cli:ann")
    picture = own_people_memory.pictures.entity("Ann")
    assert {("Ann", "current", "Acme"), ("Tom", "current", "Ann")} <= edges(picture)
    assert any("green tea" in one.label for one in picture.scene.nodes)
    works = next(tie for tie in picture.scene.ties if tie.kind == "works at")
    assert "by: cli:ann" in details_of(works)
    assert "said: “" in details_of(works)
    with pytest.raises(NotFound):
        own_people_memory.pictures.entity("Nobody Atall")


def fact(status: str, valid_from: dt.datetime | None, valid_to: dt.datetime | None) -> Fact:
    return Fact(
        "fact-1", "Ann", "lives_in", "Oslo", "Ann lives in Oslo.", status=status, valid_from=valid_from, valid_to=valid_to,
        recorded_at=T0, asserted_by="cli:ann", sources=("e1", "e2"), confidence=0.9,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("status", "valid_to", "is_past", "expected"),
    [
        ("current", None, False, "current"),
        ("current", T0, False, "superseded"),
        ("claimed", T0 - days(1), False, "superseded"),
        ("superseded", T0 + days(1), False, "superseded"),
        ("superseded", T0 + days(1), True, "current"),
        ("superseded", T0, True, "superseded"),
        ("retracted", T0 - days(1), True, "retracted"),
    ],
)
def test_a_fact_has_the_status_of_the_time_of_the_picture(
    status: str, valid_to: dt.datetime | None, is_past: bool, expected: str
) -> None:
    viewer = Viewer(cast("Graph", None), T0, is_past, None, None)
    assert status_at(fact(status, T0 - days(9), valid_to), viewer) == expected


def test_the_details_of_a_fact_are_its_validity_attribution_and_quotations() -> None:
    lines = dict(describe_fact(fact("current", None, None), {"e1": "quotation"}))
    assert lines == {
        "fact": "Ann lives in Oslo.", "holds": "since 2026-03-02", "status": "current, confidence 0.90", "by": "cli:ann",
        "said": "quotation",
    }  # fmt: skip
    over = dict(describe_fact(fact("superseded", T0 - days(2), T0), {}))
    assert over["held"] == "since 2026-02-28 until 2026-03-02"
    assert fact_start(fact("current", T0 - days(2), None)) == T0 - days(2)


def test_a_value_is_a_node_of_its_own_and_other_entities_are_related(own_people_memory: Memory) -> None:
    for person in ("Ann", "Bob"):
        own_people_memory.facts.add(person, "works_at", "Acme")
    own_people_memory.facts.add("Ann", "role", "a nurse")
    picture = own_people_memory.pictures.entity("Acme")
    assert edges(picture) == {("Ann", "current", "Acme"), ("Bob", "current", "Acme")}
    assert find_node(picture, "Acme").width > find_node(picture, "Ann").width
    picture = own_people_memory.pictures.entity("Ann")
    assert ("Ann", "current", "a nurse") in edges(picture)
    assert find_node(picture, "a nurse").filter == "value"
    assert len(own_people_memory.pictures.entity("Ann", limit=1).scene.ties) == 1
