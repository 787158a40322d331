"""The pages of people."""

from __future__ import annotations

from kg.console.people_pages import read_person
from tests.console.conftest import OpenConsole


def test_the_list_has_everyone_with_an_account(console: OpenConsole) -> None:
    page = console.page("/people")
    assert "cli:ann" in page
    assert "cli:bob" in page
    assert "owner" in page


def test_a_person_has_trust_facts_ties_messages_and_forms(console: OpenConsole) -> None:
    person = console.memory.people.get("cli:bob")
    page = console.page(f"/people/{person.id}")
    for text in (
        "Bob works at Acme.",
        "friend",
        "the choir",
        "The garden is lovely.",
        "Distrust",
        "Merge",
        "Forget this person",
    ):
        assert text in page, text
    assert "Distrust" not in console.page("/people/cli%3Aann"), "an owner cannot be distrusted"
    view = read_person(console.memory, person, 5)
    assert [group.title for group in view.groups] == ["States"]
    assert view.trust.tier == "stranger"


def test_names_and_accounts_lead_to_the_page(console: OpenConsole) -> None:
    person = console.memory.people.get("cli:bob")
    for name in ("Bob", "cli:bob"):
        answer = console.client.get(f"/people/{name}")
        assert (answer.status_code, answer.headers["location"]) == (303, f"/people/{person.id}")
