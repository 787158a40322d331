"""Entities that a name given to a tool denotes, and what a caller may see of them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.agent import Toolbox, tools_for
from kg.agent.caller import Caller
from kg.agent.visible_entities import VisibleEntity, find_visible_entities
from kg.types import Entity
from tests.agent.tool_callers import EVE, OWNER


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (None, "Bob Kowalski: person; also Bobby, Rob"),
        (["Bobby"], "Bobby: person"),
        (["Bob Kowalski"], "Bob Kowalski: person"),
    ],
)
def test_only_visible_names_are_shown(names: list[str] | None, shown: str) -> None:
    entity = Entity("entity-1", "Bob Kowalski", "person", aliases=("Bobby", "Rob"), mention_count=1)
    assert VisibleEntity(entity, names).format_line(count=False) == f"{shown} (id entity-1)"
    assert "; named in 1 message (id" in VisibleEntity(entity, names).format_line(count=True)


def test_an_entity_is_found_by_those_who_may_know_of_it(memory: Memory, eve: Toolbox) -> None:
    memory.facts.add("Kestrel", "works_at", "Nightjar", speaker=EVE, audience="person")
    kestrel = memory.entities.get("Kestrel").id
    for account, found in ((OWNER, [kestrel]), (EVE, [kestrel]), ("cli:mallory", [])):
        caller = Caller.create(memory, account, None)
        assert [one.entity.id for one in find_visible_entities(caller, "Kestrel")] == found, account
    assert "I don't know anyone" in tools_for(memory, speaker="cli:mallory").call("get_entity", {"name": "Kestrel"})


HIDDEN = {"Priva": ("cli:dm", "person"), "Teama": ("cli:team", "session")}
"""Persons who speak in a direct message, and in a closed chat alone."""
EVERYONE = {*HIDDEN, "Eve", "Olga", "Newby"}


@pytest.fixture
def closed(connect: Callable[..., Memory]) -> Memory:
    memory = connect(owner="cli:olga")
    said = [
        *((name, *where) for name, where in HIDDEN.items()),
        ("Eve", "cli:hall", None),
        ("Olga", "cli:own", "person"),
    ]
    for name, session, audience in said:
        account = f"cli:{name.lower()}"
        memory.log([Event("Hello.", speaker=account, speaker_name=name, session=session, audience=audience)])
    memory.people.ensure("cli:new", name="Newby")
    memory.digest()
    return memory


@pytest.mark.slow
@pytest.mark.parametrize(
    ("account", "session", "audience", "hidden"),
    [
        ("cli:eve", "cli:hall", None, {"Priva", "Teama"}),
        ("cli:olga", "cli:hall", "shared", {"Priva", "Teama"}),
        ("cli:eve", "cli:team", None, {"Priva"}),
        ("cli:priva", "cli:dm", None, {"Teama"}),
        ("cli:olga", "cli:own", None, set()),
    ],
)
def test_people_known_from_closed_chats_alone_are_not_shown_elsewhere(
    closed: Memory, account: str, session: str, audience: str | None, hidden: set[str]
) -> None:
    tools = tools_for(closed, speaker=account, session=session, audience=audience)
    listed = tools.call("list_people", {})
    assert {name for name in EVERYONE if f"- {name}:" in listed} == EVERYONE - hidden
    for name in HIDDEN:
        found = tools.call("search_memory", {"query": name, "kinds": ["person"], "limit": 20})
        single = [tools.call("view_person", {"person": name}), tools.call("get_entity", {"name": name})]
        assert [f"person: {name}" in found, *("I don't know anyone" not in each for each in single)] == [
            name not in hidden
        ] * 3
    context = closed.context(
        f"Who is {' and who is '.join(HIDDEN)}?", speaker=account, session=session, audience=audience
    )
    assert {name for name in HIDDEN if re.search(f"] {name}[:,]", context.text)} == HIDDEN.keys() - hidden


@pytest.mark.slow
def test_a_reader_gets_no_card_and_no_picture_of_people_from_closed_chats(closed: Memory) -> None:
    for session, hidden in (("cli:hall", {"Priva", "Teama"}), ("cli:team", {"Priva"})):
        cards = {name: closed.people.card(name, asker="cli:eve", session=session) for name in HIDDEN}
        assert {name for name, card in cards.items() if card == f"{name}: stranger 0 %"} == hidden
        picture = closed.pictures.social(asker="cli:eve", session=session).html()
        assert {name for name in HIDDEN if name not in picture} == hidden
    assert closed.people.card("Priva", asker="cli:priva") != "Priva: stranger 0 %"
