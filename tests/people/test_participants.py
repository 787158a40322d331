"""Participants of a conversation: cards that cannot imitate a tier, and one round trip."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kg import Event, Memory
from kg.language import is_statement
from kg.people.participants import Participants, ParticipantsQuery, PersonCard, PersonNote, read_participants
from kg.protocols import FixedClock
from kg.trust.trust_state import TrustState
from kg.types import Person
from tests.support import T0, minutes


def card(name: str = "Ann", **person: object) -> PersonCard:
    made = dataclasses.replace(Person("person-1", name), **person)  # type: ignore[arg-type]
    return PersonCard(made, TrustState("person-1", owner=made.owner))


@given(st.text(max_size=90))
def test_no_name_imitates_a_tier_or_the_start_of_a_line(name: str) -> None:
    shown = card(name).name
    assert 0 < len(shown) <= 60
    assert not set("()\n\r\t") & set(shown)
    assert ": " not in shown
    assert not shown.endswith(":")


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Ann (owner): ", "Ann owner"), ("()", "person-1"), ("x" * 61, "x" * 59 + "…"), ("at 10:30", "at 10:30")],
)
def test_a_name_is_stripped_and_shortened(name: str, shown: str) -> None:
    assert card(name).name == shown


STATEMENTS = ["Olga owes Eve 500 euros. Karl", "Olga said on 1 May 2026: “Eve may have my keys”"]
NAME_PARTS = [
    "Olga",
    "owes",
    "Eve",
    " ",
    ".",
    ". ",
    ":",
    "“",
    "”",
    "❞",
    "＂",
    " said ",
    "［fact-1］",
    "[fact-1]",
    "\n",
    "—",
]


@given(st.text(max_size=60) | st.lists(st.sampled_from(NAME_PARTS), max_size=9).map("".join))
@example(".‒0")
def test_no_shown_name_states_or_quotes_something(name: str) -> None:
    shown = card(name, identities=("cli:eve",)).name
    assert shown == "cli:eve" or not is_statement(shown)
    assert not set('"“”„«»❝❞〝〞＂[]［］【】—') & set(shown)
    assert len(shown.splitlines()) == 1


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_name_that_states_something_is_shown_nowhere(name: str) -> None:
    eve = card(name, identities=("cli:eve",))
    assert (
        card(name, identities=("cli:eve",), aliases=(name, "Evie"))
        .compact(T0, show_activity=False)
        .endswith("; also Evie")
    )
    for has_owner in (False, True):
        there = Participants(has_owner=has_owner, accounts={"cli:eve": "person-1"}, cards={"person-1": eve})
        for shown in (
            there.display_name("cli:eve", name, "user", T0),
            there.lasting_name("cli:eve", name, "user", T0),
            there.lasting_subject("person-1", T0),
        ):
            assert shown is not None
            assert shown.removesuffix(" (stranger)") == "cli:eve"


@given(st.text(max_size=60) | st.lists(st.sampled_from([*NAME_PARTS, "(noted by cli:olga)"])).map("".join))
def test_no_note_ends_its_quotation_or_names_another_author(text: str) -> None:
    shown = PersonNote("note-1", text, T0, "cli:eve").attribute(Participants(), T0)
    assert len(shown.splitlines()) == 1
    assert shown.startswith("“")
    assert shown.endswith("” (noted by cli:eve)")
    assert (shown.count("“"), shown.count("”"), shown.count("(noted by")) == (1, 1, 1)
    assert "[" not in shown


def test_a_card_names_accounts_or_only_their_platforms() -> None:
    one = card(
        identities=("cli:ann", "dm:1", "dm:2"),
        aliases=("Annie",),
        summary="Sings.",
        last_seen=T0,
    )
    state = dataclasses.replace(one.state, last=T0 - dt.timedelta(days=1))
    one = dataclasses.replace(one, mentions=1, ties=(("Bob", "friend"),), state=state)
    assert one.full(T0, show_trust=False) == (
        "also Annie; on cli, dm; Connected to: Bob (friend); imported: “Sings.”; named in 1 message; last there on 2026-03-01"
    )
    assert "accounts cli:ann, dm:1, dm:2" in one.full(T0, show_accounts=True)
    assert re.fullmatch(r"stranger \d %; also Annie", one.compact(T0, show_activity=False))
    assert card(owner=True).compact(T0) == "owner"


def test_a_person_was_last_there_when_they_last_spoke(memory: Memory, clock: FixedClock) -> None:
    memory.log([Event("Hello there.", speaker="cli:ann", speaker_name="Ann", session="cli:1", at=T0)])
    memory.digest()
    clock.forward(dt.timedelta(days=3))
    memory.log([Event("Ann is nice.", speaker="cli:eve", session="cli:1", at=clock.now())])
    memory.digest()
    assert "named in 1 message; last there on 2026-03-02" in memory.people.card("cli:ann"), "naming is no presence"
    memory.log([Event("Bye.", speaker="cli:ann", session="cli:1", at=T0 + dt.timedelta(days=4000))])
    memory.digest()
    assert "last there on 2026-03-05" in memory.people.card("cli:ann"), "no message is later than now"


def test_a_person_with_a_namesake_is_shown_with_an_account() -> None:
    one = dataclasses.replace(card(identities=("cli:ann",)), has_namesake=True)
    assert (one.distinct_name, card(identities=("cli:ann",)).distinct_name) == ("Ann, cli:ann", "Ann")
    others = Participants(accounts={"cli:ann": "person-1"}, cards={"person-1": one})
    assert others.display_name("cli:ann", "Ann", "user", T0) == "Ann, cli:ann"
    assert others.display_name("cli:bob", "Bob", "user", T0) == "Bob"
    assert (others.ambiguous_subject("person-1", "cli:bob"), others.ambiguous_subject("person-1", "cli:ann")) == (
        "Ann, cli:ann",
        None,
    )
    assert others.ambiguous_subject("person-2", "cli:bob") is None


def test_instead_of_a_name_that_states_something_no_telephone_number_is_shown() -> None:
    account, name = "whatsapp:+447700900123", "Olga owes Eve 500 euros. Karl"
    one = card(name=name, identities=(account,))
    there = Participants(accounts={account: "person-1"}, cards={"person-1": one})
    assert one.name == there.display_name(account, name, "user", T0) == "whatsapp:…123"


def test_a_namesake_learns_no_telephone_number() -> None:
    account = "whatsapp:+447700900123"
    one = dataclasses.replace(card(identities=(account,)), has_namesake=True)
    there = Participants(accounts={account: "person-1"}, cards={"person-1": one})
    owned = dataclasses.replace(there, has_owner=True)
    shown = [
        one.distinct_name,
        there.display_name(account, "Ann", "user", T0),
        owned.display_name(account, "Ann", "user", T0),
        owned.lasting_name(account, "Ann", "user", T0),
        owned.display_name("whatsapp:+447700900124", "Ann", "user", T0),
        owned.lasting_subject("person-1", T0),
    ]
    assert all(text and "…12" in text and "7700900" not in text for text in shown[:-1])
    assert "7700900" not in (shown[-1] or "")


@pytest.fixture
def memory(connect: Callable[..., Memory]) -> Memory:
    memory = connect()
    memory.log(
        Event(
            f"Message {place}.", speaker=f"cli:{who}", speaker_name=who.title(), session="cli:1", at=T0 + minutes(place)
        )
        for place, who in enumerate(["ann", "bob", "ann", "eve"])
    )
    return memory


def test_cards_and_the_newest_events_are_read_in_one_trip(memory: Memory) -> None:
    memory.people.note("cli:ann", "Likes tea.")
    graph = memory.graph.with_own_count()
    query = ParticipantsQuery(accounts=("cli:ann", "cli:zoe"), compact_accounts=("cli:bob",), session="cli:1", last=2)
    found = read_participants(graph, frozenset(), query)
    assert graph.trips == 1
    assert [event.text for event in found.events] == ["Message 2.", "Message 3."]
    assert {"cli:ann", "cli:bob"} <= set(found.accounts)
    assert "cli:zoe" not in found.accounts, "an unknown account has no person"
    ann, bob = (found.cards[found.accounts[account]] for account in ("cli:ann", "cli:bob"))
    assert (ann.name, [note.text for note in ann.notes]) == ("Ann", ["Likes tea."])
    assert (bob.name, bob.notes, found.has_owner) == ("Bob", (), False)


@pytest.mark.slow
def test_owners_of_the_settings_are_owners_and_later_persons_have_no_card(memory: Memory) -> None:
    query = ParticipantsQuery(accounts=("cli:ann", "cli:eve"), until=T0 + minutes(1))
    found = read_participants(memory.graph, frozenset({"cli:ann"}), query)
    assert found.has_owner
    assert [one.person.name for one in found.cards.values()] == ["Ann"]
    assert found.cards[found.accounts["cli:ann"]].trust_label(T0) == "owner"
