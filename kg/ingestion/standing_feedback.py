"""Feedback to the agent in the messages of a batch, learnt as soon as they are digested: the next context has it.

A regression on the words of each message to the agent chooses (see `kg.extraction.find_feedback`), and so does a reader of
standing wishes; messages with words of a change are compared with what was learnt before. Only the few messages that are chosen
are read again, with what was said before them. Sleep reads the others with the second model of feedback.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg.extraction import find_feedback, open_wish_reader
from kg.ingestion.batch_extraction import PreparedEvent, list_spoken_messages
from kg.memories import Learnings, learn_feedback, list_agent_messages, may_change_wish
from kg.runtime import Runtime

_PRAISE = "praise"


def learn_standing_feedback(runtime: Runtime, learnings: Learnings, prepared: Sequence[PreparedEvent]) -> int:
    """Learn from the feedback in a stored batch, and in messages that it answers; return the number of messages with some.

    Messages with words of a change are compared with what was learnt, of this batch too. No trip if nothing is found, and one for
    each of these messages.

    Raises:
        ModelUnavailable: the embedder has no weights.
    """
    messages = dict(_find_messages_to_agent(prepared))
    reader = open_wish_reader(runtime.embedder) if messages else None
    likely = [
        id_
        for id_, (text, previous) in messages.items()
        if any(each.kind != _PRAISE for each in find_feedback(text, previous))
        or (reader is not None and reader.find_wishes(text))
    ]
    count = _learn(runtime, learnings, likely)
    others = [id_ for id_, (text, _) in messages.items() if id_ not in set(likely) and may_change_wish(text)]
    return count + _learn(runtime, learnings, [id_ for id_ in others if learnings.has_similar_wish(messages[id_][0])])


def _learn(runtime: Runtime, learnings: Learnings, ids: Sequence[str]) -> int:
    """Learn from the feedback in these messages; return the number of those with some."""
    rows = runtime.graph.run("ingestion/messages_around", ids=list(ids)) if ids else []
    messages = [each for row in rows for each in list_agent_messages(row["events"]) if each[0]["id"] == row["id"]]
    return learn_feedback(runtime.graph, runtime.owners, learnings, messages)


def _find_messages_to_agent(prepared: Sequence[PreparedEvent]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the ids of messages to the agent, with their text and what the agent said before."""
    for each in prepared:
        event = each.event
        turns = event["earlier"]
        if each.fault is not None or event["again"]:
            continue
        if list_spoken_messages(event):
            previous = _find_addressed(turns, is_own=True)
            if previous is not None:
                yield event["id"], (event["text"], previous)
        elif event["role"] == "assistant" and turns and not turns[-1]["is_by_agent"]:
            # The first message of a chat is to the agent if the agent answers it.
            said = turns[-1]
            if _find_addressed(turns[:-1], speaker=said["speaker"]) is None:
                yield said["id"], (said["text"], "")


def _find_addressed(turns: Sequence[Mapping[str, Any]], *, is_own: bool = False, speaker: str = "") -> str | None:
    """Return the agent's last message before another, if its author alone wrote since; None if that is not in view."""
    for turn in reversed(turns):
        if turn["is_by_agent"]:
            return str(turn["text"])
        if not (turn["is_own"] if is_own else turn["speaker"] == speaker):
            return None
    return None
