"""Requests to the agent, and answers to its offers, as tasks."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from kg.extraction.agent_tasks import find_agent_tasks
from kg.extraction.dialogue import ParsedTurn
from kg.language import bundled_pipeline
from kg.protocols import UNNAMED_AGENT, EarlierTurn, Utterance

AT = datetime(2026, 5, 4, 10, tzinfo=UTC)
pytestmark = pytest.mark.timeout(120)


def read(
    text: str, *earlier: tuple[str, str], addressee: str | None = "Sage", is_between_people: bool = False
) -> list[str]:
    turns = tuple(EarlierTurn(said, speaker, AT, is_own=speaker == "Ada") for speaker, said in earlier)
    doc, *before = bundled_pipeline().parse([text, *(said for _, said in earlier)])
    parsed = [ParsedTurn(turn.speaker, each, []) for turn, each in zip(turns, before, strict=True)]
    passage = Utterance(text, "Ada", AT, addressee, earlier=turns, is_between_people=is_between_people)
    return [each.template.format(s=each.subject) for each in find_agent_tasks(passage, doc, [], parsed)]


HELLO = ("Sage", "Good morning.")


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("sage tell the hotel we need a veggie menu", "Sage is to tell the hotel they need a veggie menu"),
        ("we're out of vanilla. order 2 kg at Maier", "Sage is to order 2 kg at Maier"),
        (
            "can you ask if Yusuf can do the early shift tmrw",
            "Sage is to ask if Yusuf can do the early shift on 5 May 2026",
        ),
        ("ok. email the landlord that I pay for Friday", "Sage is to email the landlord that they pay for 8 May 2026"),
    ],
)
def test_a_request_to_the_agent_is_its_task(text: str, task: str) -> None:
    assert read(text, HELLO) == [task]


def test_in_a_room_the_agent_is_called() -> None:
    room = ("Tom", "hi"), ("Bot", "Hello.")
    text = "bot can you remind tom to pick up the suit today"
    assert read(text, *room, addressee=None) == ["Bot is to remind tom to pick up the suit on 4 May 2026"]
    assert read("tom can you ring the vet today", *room, addressee=None) == []
    assert read("ring the vet today", *room, addressee=None) == []
    assert read(text, ("Tom", "hi"), addressee=None, is_between_people=True) == []


@pytest.mark.parametrize(
    "text",
    [
        "tell me a joke",
        "call me Mo",
        "order it",
        "ask them for a discount",
        "i asked Tom to pay the rent",
        "order came today",
        "book day is on friday",
        "tell nobody, haha",
        "refill the tablets by the 15th. call marlon about my roof",
        "reminders. email the landlord about the roof",
        "text from the bank?",
        "write the introduction",
        # Marked as an instruction to an agent.
        "please book a table at Luigi's for Friday",
        "let go of that idea please",
    ],
)
def test_what_is_answered_at_once_or_left_open_is_no_task(text: str) -> None:
    assert read(text, HELLO) == []


@pytest.mark.parametrize(
    ("offer", "answer", "task"),
    [
        ("Shall I order the seal?", "yes, he fits it on the 21st", "Sage is to order the seal"),
        (
            "Should I write a job ad?",
            "yes, weekend only, 14 euros an hour",
            "Sage is to write a job ad: weekend only, 14 euros an hour",
        ),
        ("Noted. Do you want me to cancel the order?", "yes cancel", "Sage is to cancel the order"),
        ("Shall I print your slides?", "yes please", "Sage is to print Ada's slides"),
        (
            "OK. Do you want me to remind you to call Dr Albers on Monday?",
            "yes please, in the morning, before 9 he sleeps though",
            "Ada is to call Dr Albers on 11 May 2026: in the morning",
        ),
        ("Should I remind you about the rent?", "yes", "Ada is to remember the rent"),
    ],
)
def test_an_accepted_offer_is_a_task(offer: str, answer: str, task: str) -> None:
    assert read(answer, ("Sage", offer)) == [task]


@pytest.mark.parametrize(
    ("offer", "answer"),
    [
        ("Shall I draft an invitation?", "yes but wait till i have talked to my sister"),
        ("Shall I leave it out?", "yes"),
        ("Should I explain the code?", "yes"),
        ("Should I call Susan?", "no need. its ok again"),
        ("Should I use red or blue?", "yes"),
        ("Should Yusuf cover until then?", "yes"),
        ("I ordered the seal.", "yes"),
    ],
)
def test_an_offer_that_is_not_accepted_is_no_task(offer: str, answer: str) -> None:
    assert read(answer, ("Sage", offer)) == []


def test_what_is_not_done_yet_is_to_be_remembered() -> None:
    assert read("not yet. remind me", ("Sage", "Has the hotel been cancelled?")) == ["Ada is to cancel the hotel"]
    assert read("not yet, please remind me", ("Sage", "Did you pay the rent?")) == ["Ada is to pay the rent"]
    assert read("not yet, remind me", ("Sage", "Did Tom pay the rent?")) == []
    assert read("not yet", ("Sage", "Did you pay the rent?")) == []


def test_an_agent_without_an_account_has_no_tasks_of_its_own() -> None:
    earlier = (EarlierTurn("Anything else?", UNNAMED_AGENT, AT, is_by_agent=True),)
    (doc,) = bundled_pipeline().parse([text := "yes. tell the hotel we need a veggie menu"])
    passage = Utterance(text, "Ada", AT, None, earlier=earlier)
    [found] = find_agent_tasks(passage, doc, [])
    assert (found.subject, found.kind) == ("Ada", "task")
    assert found.template == "{s} asked the agent to tell the hotel they need a veggie menu"
    other = EarlierTurn("hi", "Tom", AT)
    assert list(find_agent_tasks(replace(passage, earlier=(other, *earlier)), doc, [])) == []


def test_what_an_answer_adds_as_another_deed_is_left_out() -> None:
    offer = ("Sage", "Shall I start a shopping list?")
    assert read("yes, put beer and limes on it", offer) == ["Sage is to start a shopping list"]
    due = read("yes pls, has to be before the 15th", ("Sage", "Shall I cancel ballet?"))
    assert due == ["Sage is to cancel ballet by 15 May 2026"]
