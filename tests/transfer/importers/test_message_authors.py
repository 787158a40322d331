"""Authors in the text of messages."""

from __future__ import annotations

import pytest

from kg.transfer.importers.message_authors import Roster, begin_with_authors, split_authors


@pytest.fixture
def roster() -> Roster:
    roster = Roster()
    roster.add("discord:555", ["CCC", "ccc_x"])
    roster.add("discord:777", ["Az"])
    return roster


def parts(text: str, roster: Roster) -> list[tuple[str | None, str]]:
    return [(part.speaker, part.text) for part in split_authors(text, roster, "discord")]


def test_names_and_handles_are_accounts(roster: Roster) -> None:
    assert parts("CCC: I live in Leeds", roster) == [("discord:555", "I live in Leeds")]
    assert parts("Someone (@ccc_x): hello", roster) == [("discord:555", "hello")]
    assert parts("Newcomer: hello", roster) == [("discord:Newcomer", "hello")]
    assert parts("Newcomer (@new.one): hello", roster) == [("discord:new.one", "hello")]


def test_several_people_speak_in_one_message(roster: Roster) -> None:
    text = "[background]\nCCC: first\nstill first\nAz: second\nnote: not a person"
    assert parts(text, roster) == [("discord:555", "first\nstill first"), ("discord:777", "second\nnote: not a person")]
    assert split_authors(text, roster, "discord")[0].details == {"background": True}


@pytest.mark.parametrize(
    "text", ["hello", "note: buy milk", "https://x: y", "I said this and that and more: no", "", "12:30: lunch"]
)
def test_other_colons_name_no_one(roster: Roster, text: str) -> None:
    assert parts(text, roster) == [(None, text)]


def test_a_name_of_two_people_is_ambiguous(roster: Roster) -> None:
    roster.add("discord:888", ["Az"])
    assert parts("Az: hi", roster) == [("discord:Az", "hi")]


def test_a_chat_of_plain_text_has_no_authors(roster: Roster) -> None:
    plain = ["Reminder: buy milk", "I like tea", "hello there"]
    assert not begin_with_authors(plain, roster)
    assert begin_with_authors(["[background]\nNewcomer: hi", "CCC: hello", "ok"], roster)
    assert not begin_with_authors(["Reminder: milk", "Address: 5 Elm Street"], roster, is_direct=True)
    [part] = split_authors("Reminder: buy milk", roster, "discord", of_anyone=False)
    assert (part.speaker, part.text) == (None, "Reminder: buy milk")
    assert split_authors("CCC: hello", roster, "discord", of_anyone=False)[0].speaker == "discord:555"
