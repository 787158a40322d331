"""Whose feedback is learnt: messages to the agent, of an owner if there is one, once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kg import Memory
from kg.memories.feedback_learning import learn_feedback, list_agent_messages
from tests.support import T0


def row(text: str, speaker: str = "cli:ann", role: str = "user", **more: Any) -> dict[str, Any]:
    return {
        "id": text,
        "text": text,
        "speaker": speaker,
        "role": role,
        "event_kind": "message",
        "instructs": None,
        "quarantine": None,
        "audience": "shared",
        "is_learnt": False,
        **more,
    }


def answer(**more: Any) -> dict[str, Any]:
    return row("Noted.", "cli:bot", "assistant", **more)


def test_messages_that_are_quarantined_or_instruct_are_left_out() -> None:
    rows = [
        answer(),
        row("one"),
        row("two", instructs=True),
        row("three", quarantine="violation"),
        row("four", event_kind="observation"),
    ]
    assert [(each["text"], previous) for each, previous in list_agent_messages(rows)] == [("one", "Noted.")]
    assert not list_agent_messages([answer(instructs=True), row("one")])
    assert list_agent_messages([row("one")], "Hello.") == [(row("one"), "Hello.")]
    assert not list_agent_messages([row("one")], "Hello.", ["cli:bob"])


def test_only_an_owners_feedback_is_learnt_and_each_message_once(connect: Callable[..., Memory]) -> None:
    memory = connect(owner="cli:ann")
    memory.log({"id": "mine", "text": "keep your answers short", "speaker": "cli:ann", "session": "cli:1", "at": T0})
    messages = [
        (row("keep your answers short", id="mine"), "Noted."),
        (row("always answer in German", "cli:eve"), "Noted."),
        (row("no emojis please", is_learnt=True), "Noted."),
        (row("the kids are in bed"), "Noted."),
    ]
    assert learn_feedback(memory.graph, memory.runtime.owners, memory.learnings, messages) == 2
    assert [one.content for one in memory.learnings.list()] == ["keep your answers short"]
    assert learn_feedback(memory.graph, memory.runtime.owners, memory.learnings, messages[2:3]) == 1
