"""Feedback to the agent in the messages of a batch, learnt as soon as they are digested: the next context has it.

A regression on the words of each message to the agent chooses (see `kg.extraction.find_feedback`); only the few messages that it
takes for feedback are read again, with what was said before them. Sleep reads the others with the second model.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg.extraction import find_feedback
from kg.ingestion.batch_extraction import PreparedEvent, list_spoken_messages
from kg.memories import Learnings, learn_feedback, list_agent_messages
from kg.runtime import Runtime

_PRAISE = "praise"


def learn_standing_feedback(runtime: Runtime, learnings: Learnings, prepared: Sequence[PreparedEvent]) -> int:
    """Learn from the feedback in a stored batch, and in messages that it answers; return the number of messages with some.

    No trip if the regression finds none.
    """
    ids = list(dict.fromkeys(_find_likely(prepared)))
    if not ids:
        return 0
    rows = runtime.graph.run("ingestion/messages_around", ids=ids)
    messages = [each for row in rows for each in list_agent_messages(row["events"]) if each[0]["id"] == row["id"]]
    return learn_feedback(runtime.graph, runtime.owners, learnings, messages)


def _find_likely(prepared: Sequence[PreparedEvent]) -> Iterator[str]:
    """Yield the ids of messages to the agent in which the regression finds something to learn."""
    for each in prepared:
        event = each.event
        turns = event["earlier"]
        if each.fault is not None or event["again"]:
            continue
        if list_spoken_messages(event):
            previous = _find_addressed(turns, is_own=True)
            if previous is not None and _is_likely(event["text"], previous):
                yield event["id"]
        elif event["role"] == "assistant" and turns and not turns[-1]["is_by_agent"]:
            # The first message of a chat is to the agent if the agent answers it.
            said = turns[-1]
            if _find_addressed(turns[:-1], speaker=said["speaker"]) is None and _is_likely(said["text"], ""):
                yield said["id"]


def _find_addressed(turns: Sequence[Mapping[str, Any]], *, is_own: bool = False, speaker: str = "") -> str | None:
    """Return the agent's last message before another, if its author alone wrote since; None if that is not in view."""
    for turn in reversed(turns):
        if turn["is_by_agent"]:
            return str(turn["text"])
        if not (turn["is_own"] if is_own else turn["speaker"] == speaker):
            return None
    return None


def _is_likely(text: str, previous: str) -> bool:
    return any(each.kind != _PRAISE for each in find_feedback(text, previous))
