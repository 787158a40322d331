"""The pages of entities and topics."""

from __future__ import annotations

from kg.console.entity_pages import read_entity
from tests.console.conftest import OpenConsole


def test_the_list_is_filtered_by_type(console: OpenConsole) -> None:
    assert "Kim Novak" in console.page("/entities")
    places = console.page("/entities?type=place")
    assert "Oslo" in places
    assert "Kim Novak" not in places
    assert console.client.get("/entities?type=x").status_code == 400


def test_an_entity_has_facts_messages_and_forms(console: OpenConsole) -> None:
    entity = console.memory.entities.get("Kim Novak")
    page = console.page(f"/entities/{entity.id}")
    for text in ("Kim Novak lives in Rome.", "I work at Acme.", "Rename", "Split", "Forget this entity"):
        assert text in page, text
    [row] = console.memory.graph.run("console/entity_details", id=entity.id, last=5, max_chars=50)
    view = read_entity(console.memory, entity, row, 5)
    assert [fact.text for group in view.groups for fact in group.facts] == ["Kim Novak lives in Rome."]


def test_a_person_with_an_account_has_their_own_page(console: OpenConsole) -> None:
    person = console.memory.people.get("cli:bob")
    answer = console.client.get(f"/entities/{person.id}")
    assert answer.headers["location"] == f"/people/{person.id}"


def test_a_topic_has_its_messages(console: OpenConsole) -> None:
    topic = next(topic for topic in console.memory.topics.list() if "garden" in topic.label)
    page = console.page(f"/topics/{topic.id}")
    assert "The garden is lovely." in page
