"""Names used in private are invisible to others and resolve nothing elsewhere, until they are used in public."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from tests.knowledge.builders import ScriptedChat, make_statement
from tests.support import T0, minutes

Connect = Callable[..., Memory]
ASKED = "Who are Bob, Bobbert and Bob Kowalski?"


def context_for(memory: Memory, speaker: str) -> str:
    return memory.context(ASKED, speaker=speaker, session="cli:1", budget=4_000).text


def digested_chat(connect: Connect, *mentions: tuple[str, str]) -> Memory:
    """Return a memory in which Ann mentions a person for several audiences, and says what they like."""
    chat = ScriptedChat()
    for name, audience in mentions:
        chat.add_message(
            "Ann", make_statement(name, "likes", f"tea {len(chat.events)}"), names=[(name, "person")], audience=audience
        )
    chat.add_message("Eva", make_statement("Eva", "likes", "rain"))
    memory = connect(extractor=chat.extractor, owner="cli:olga")
    for event in chat.events:
        memory.log([event])
        memory.digest()
    return memory


def test_a_person_known_only_in_private_is_not_a_candidate_for_others(connect: Connect) -> None:
    memory = digested_chat(connect, ("Bob Kowalski", "person"), ("Bob", "shared"))
    assert "Kowalski" not in context_for(memory, "cli:eva").replace(ASKED, "")
    assert "Kowalski" in context_for(memory, "cli:ann")


def test_a_full_name_used_in_private_is_not_visible_to_others(connect: Connect) -> None:
    memory = digested_chat(connect, ("Bob", "shared"), ("Bob Kowalski", "person"))
    assert memory.entities.get("Bob").name == "Bob"
    assert memory.entities.get("Bob").aliases == ()
    assert memory.entities.get("Bob Kowalski").id == memory.entities.get("Bob").id
    assert "Kowalski" not in context_for(memory, "cli:eva")


@pytest.mark.slow
@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1)])
def test_a_name_that_is_later_used_in_public_is_visible_to_all(connect: Connect, order: tuple[int, ...]) -> None:
    mentions = [("Bob", "shared"), ("Bob Kowalski", "person"), ("Bob Kowalski", "shared")]
    memory = digested_chat(connect, *(mentions[index] for index in order))
    assert "Kowalski" in context_for(memory, "cli:eva")


def test_the_mention_count_is_shown_only_to_readers_of_all_events(connect: Connect) -> None:
    memory = digested_chat(connect, ("Bob", "shared"), ("Bob", "person"), ("Bob", "person"))
    assert "named in 3 messages" in context_for(memory, "cli:olga")
    assert "named in" not in context_for(memory, "cli:eva")


def test_a_person_mentioned_only_in_private_has_no_card_in_other_contexts(connect: Connect) -> None:
    memory = digested_chat(connect, ("Bob", "person"))
    assert "Bob: person; named in 1 message" in context_for(memory, "cli:olga")
    assert "Bob: person" not in context_for(memory, "cli:eva")


def homes(memory: Memory) -> dict[str, str]:
    return {fact.object: fact.subject_id for fact in memory.facts.list(predicate="lives_in")}


def join(memory: Memory, minute: int, speaker: str, name: str, text: str) -> int:
    memory.log([Event(text, speaker=speaker, speaker_name=name, session="room:1", at=T0 - minutes(60 - minute))])
    memory.digest()
    return minute + 1


@pytest.mark.slow
def test_an_account_does_not_become_whom_an_owner_speaks_of_by_taking_their_name(connect: Connect) -> None:
    memory = connect(owner="cli:olga")
    at = join(memory, 0, "cli:olga", "Olga", "My sister Nina lives in Bergen.")
    for _ in range(6):
        at = join(memory, at, "chat:666", "Nina", "Nina here, hello!")
    at = join(memory, at, "chat:666", "Nina", "I live in Lima now.")
    at = join(memory, at, "cli:olga", "Olga", "Nina moved to Bonn.")
    assert {"Lima", "Bonn"} <= homes(memory).keys()
    assert homes(memory)["Lima"] == memory.people.get("chat:666").id != homes(memory)["Bonn"]
    [sister] = memory.facts.list(predicate="sibling_of")
    assert homes(memory)["Bonn"] == sister.subject_id


def test_an_account_that_said_hello_is_not_whom_an_owner_speaks_of_elsewhere(connect: Connect) -> None:
    memory = connect(owner="cli:olga")
    at = join(memory, 0, "cli:olga", "Olga", "Hello all.")
    at = join(memory, at, "chat:666", "Nina", "Hello.")
    said = Event("My sister Nina lives in Hamar.", speaker="cli:olga", session="cli:dm", at=T0 - minutes(60 - at))
    memory.log([said])
    memory.digest()
    join(memory, at + 1, "chat:666", "Nina", "I live in Lima now.")
    assert homes(memory)["Lima"] == memory.people.get("chat:666").id != homes(memory)["Hamar"]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "days"), [("Nina is my colleague.", 0), ("Nice weather.", 20)])
def test_an_account_that_an_owner_knows_is_meant_elsewhere(connect: Connect, text: str, days: int) -> None:
    memory = connect(owner="cli:olga")
    join(memory, -1440 * days, "chat:7", "Nina", "Hello.")
    join(memory, -1440 * days + 1, "cli:olga", "Olga", text)
    memory.log([Event("My friend Nina lives in Hamar.", speaker="cli:olga", session="cli:dm", at=T0 - minutes(5))])
    memory.digest()
    assert homes(memory) == {"Hamar": memory.people.get("chat:7").id}


def test_an_owner_is_meant_where_no_one_else_has_the_name(connect: Connect) -> None:
    memory = connect(owner="cli:olga")
    join(memory, 0, "cli:olga", "Olga", "I live in Oslo.")
    memory.log([Event("Olga lives in Lima.", speaker="chat:1", session="den:1", at=T0)])
    memory.digest()
    places = memory.facts.list(predicate="lives_in", status=None)
    assert {fact.object for fact in places} == {"Oslo", "Lima"}
    assert {fact.subject_id for fact in places} == {memory.people.get("cli:olga").id}


@pytest.mark.slow
def test_an_owner_who_talks_with_an_account_vouches_for_it(connect: Connect) -> None:
    memory = connect(owner="cli:olga")
    at = join(memory, 0, "cli:olga", "Olga", "My sister Nina lives in Bergen.")
    for number in range(4):
        at = join(memory, at, "chat:7", "Nina", "Good to be here, at last.")
        at = join(memory, at, "cli:olga", "Olga", f"Nina, I sent you parcel {number}.")
    assert homes(memory) == {"Bergen": memory.people.get("chat:7").id}
