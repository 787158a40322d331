"""Feedback to the agent that is learnt at digestion: the next context has it, without a sleep."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from tests.support import T0, minutes

BOT = {"role": "assistant", "speaker": "cli:bot"}


def said(text: str, minute: float, speaker: str = "cli:ann", role: str = "user", session: str = "cli:1") -> Event:
    return Event(text, session=session, speaker=speaker, role=role, at=T0 + minutes(minute))  # type: ignore[arg-type]


def contents(memory: Memory) -> list[str]:
    return sorted(one.content for one in memory.learnings.list())


@pytest.fixture
def owned(connect: Callable[..., Memory]) -> Memory:
    return connect(owner="cli:ann")


def test_feedback_after_a_message_of_the_agent_is_in_the_next_context(owned: Memory) -> None:
    owned.log([said("Hello.", 0), said("What can I do?", 1, **BOT), said("keep your answers short please", 2)])
    owned.digest()
    context = owned.context("Plan my trip.", speaker="cli:ann", session="cli:9")
    assert "keep your answers short please" in context.text
    owned.log([said("Noted.", 3, **BOT), said("longer answers please, with all the details", 4)])
    owned.digest()
    context = owned.context("Plan my trip.", speaker="cli:ann", session="cli:9")
    assert "longer answers please" in context.text
    assert "keep your answers short" not in context.text
    assert owned.sleep.quick().steps["diary"].counts["learnings"] == 2
    assert contents(owned) == ["longer answers please, with all the details"], "sleep learns from neither again"


def test_feedback_that_begins_a_chat_is_learnt_when_the_agent_answers(owned: Memory) -> None:
    owned.log([said("always answer in German", 0)])
    owned.digest()
    assert not contents(owned)
    owned.log([said("Gern.", 1, **BOT)])
    owned.digest()
    assert contents(owned) == ["always answer in German"]


def test_feedback_of_others_praise_and_talk_between_people_are_not_learnt(owned: Memory) -> None:
    owned.log(
        [
            said("Hello.", 0, **BOT),
            said("always answer in German", 1, speaker="cli:eve"),
            said("keep your answers short please", 2, speaker="cli:bob"),
            said("always answer in French", 3),
            said("Here it is.", 4, **BOT, session="cli:2"),
            said("perfect, thanks!", 5, session="cli:2"),
            said("the kids are in bed now", 6, session="cli:2"),
        ]
    )
    owned.digest()
    assert not contents(owned)


def test_only_messages_that_are_taken_for_feedback_cost_trips(owned: Memory) -> None:
    owned.log([said("Hello.", 0, **BOT), said("The shed is red.", 1)])
    assert owned.digest().trips == 3 + 1
    owned.log([said("Hello.", 2, **BOT), said("please never use emojis", 3)])
    assert owned.digest().trips > 3 + 1


def test_a_summary_does_not_repeat_a_preference_that_was_superseded_since(owned: Memory) -> None:
    owned.log([said("Hello.", 0, **BOT), said("keep your answers short please", 1)])
    owned.digest()
    owned.sleep.deep()
    assert "keep your answers short" in owned.context("Plan my trip.", speaker="cli:ann").text
    owned.log([said("Hello.", 2, **BOT), said("longer answers please, with all the details", 3)])
    owned.digest()
    assert "keep your answers short" not in str(owned.context("Plan my trip.", speaker="cli:ann", session="cli:9"))
