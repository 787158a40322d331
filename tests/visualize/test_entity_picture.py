"""The picture of an entity: its facts by kind, with evidence, and what else is known about it."""

from __future__ import annotations

import pytest

from kg import Event, Memory
from kg.errors import NotFound
from tests.support import T0, days
from tests.visualize.scenes import covers, details_of, edges, find_node


def test_the_entity_picture_shows_facts_with_evidence(own_people_memory: Memory) -> None:
    own_people_memory.facts.add("Ann", "works_at", "Acme", speaker="cli:ann")
    own_people_memory.facts.add("Ann", "likes", "green tea", speaker="cli:ann")
    picture = own_people_memory.pictures.entity("Ann")
    assert {("Ann", "current", "works at Acme"), ("works at Acme", "current", "Acme")} <= edges(picture)
    assert {("Tom", "current", "Tom is a sibling of Ann."), ("Tom is a sibling of Ann.", "current", "Ann")} <= edges(
        picture
    )
    assert {("Ann", "current", "likes green tea")} <= edges(picture)
    works = find_node(picture, "works at Acme")
    assert "by: cli:ann" in details_of(works)
    assert "said: “" in details_of(works)
    assert own_people_memory.facts.get(works.record).object == "Acme"
    with pytest.raises(NotFound):
        own_people_memory.pictures.entity("Nobody Atall")


@pytest.mark.slow
def test_statements_are_in_branches_by_kind_without_overlaps(own_people_memory: Memory) -> None:
    own_people_memory.facts.add("Ann", "works_at", "Acme")
    own_people_memory.facts.add("Ann", "role", "a nurse")
    for number in range(30):
        own_people_memory.facts.add("Ann", "likes", f"tea of the kind number {number}")
    nodes = own_people_memory.pictures.entity("Ann").scene.nodes
    titles = [node.label for node in nodes if node.tone == "caption"]
    assert set(titles) == {"Relations", "Traits", "States", "Preferences"}
    boxes = [
        (node.x - node.width / 2, node.y - node.height / 2, node.x + node.width / 2, node.y + node.height / 2)
        for node in nodes
        if not node.decor
    ]
    for place, one in enumerate(boxes):
        assert not [other for other in boxes[place + 1 :] if covers(one, other)]
    center = find_node(own_people_memory.pictures.entity("Ann"), "Ann")
    assert min(node.y for node in nodes) > center.y - 400, "the entity is near the top"


@pytest.mark.slow
def test_topics_summary_and_reflections_are_drawn(memory: Memory) -> None:
    said = ["My garden has tomatoes.", "The garden needs water.", "I love the garden."]
    ids = memory.log(
        [Event(text, speaker="cli:ann", session="cli:1", at=T0 + days(day)) for day, text in enumerate(said)]
    )
    memory.digest()
    memory.summaries.refresh()
    memory.reflections.add("Ann speaks of her garden every day.", [memory.people.get("cli:ann").id, *ids])
    tones = [node.tone for node in memory.pictures.entity("ann").scene.nodes]
    assert "topic" in tones
    assert memory.pictures.entity("ann", asker="cli:ann").scene.view == "entity"


def test_other_entities_are_drawn_once_with_their_relations(own_people_memory: Memory) -> None:
    for person in ("Ann", "Bob"):
        own_people_memory.facts.add(person, "works_at", "Acme")
    own_people_memory.facts.add("Ann", "role", "a nurse")
    picture = own_people_memory.pictures.entity("Acme")
    assert edges(picture) == {
        ("Ann", "current", "Ann works at Acme."), ("Ann works at Acme.", "current", "Acme"),
        ("Bob", "current", "Bob works at Acme."), ("Bob works at Acme.", "current", "Acme"),
    }  # fmt: skip
    assert find_node(picture, "Acme").width > find_node(picture, "Ann").width
    picture = own_people_memory.pictures.entity("Ann")
    assert ("Ann", "current", "is a nurse by profession") in edges(picture)
    assert len({node.id for node in picture.scene.nodes}) == len(picture.scene.nodes)
    statements = [
        node for node in own_people_memory.pictures.entity("Ann", limit=1).scene.nodes if node.tone == "current"
    ]
    assert len(statements) == 1
