"""Feedback to an agent about its work, found in a message: a correction, a preference, a complaint or praise.

A learnt detector of several languages finds it, see `kg.extraction.find_feedback`. It favours precision: a false detection is
read in every later context, while missed feedback will be repeated.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.extraction import (
    FEEDBACK_KINDS,
    FeedbackReader,
    PreferenceTopic,
    WishReader,
    find_feedback,
    is_standing,
    split_wishes,
)
from kg.language import extract_keywords
from kg.memories.tool_failures import truncate_text

BASE_CONFIDENCE, NAMED_ACT_CONFIDENCE = 0.7, 0.85
"""Confidence of feedback, without and with words that refer to the agent's last action."""
_MAX_CHARS = 500
_SENTIMENT = {"correction": "negative", "preference": "neutral", "praise": "positive", "complaint": "negative"}
_WORK = (
    r"(?:answer|reply|response|summary|code|script|list|table|figures?|numbers?|translation|draft|text|result|calculation|total|sum|"
    r"link|date|suggestion|advice|plan|output|report|mail|e-mail|email|message)"
)
_NAMES_THE_ACT = re.compile(
    r"\byou(?:'ve| have| just)? (?:\w+ed|said|made|got|wrote|did|gave|sent|forgot|misunderstood|misread|put|told|took|left"
    r"|chose)\b"
    rf"|\byour (?:\w+ )?{_WORK}\b"
)


@dataclass(frozen=True)
class Wish:
    """One thing that a preference asks for, in the words of the message, and its topic; None if that is not known."""

    text: str
    topic: PreferenceTopic | None


@dataclass(frozen=True)
class DetectedFeedback:
    """Feedback found in a message.

    Attributes:
        kind: correction, preference, praise or complaint.
        sentiment: positive, negative or neutral.
        confidence: .7, or .85 where the words refer to the agent's last action.
        text: the sentences that contain it, at most 500 characters.
        wishes: what a preference asks for, one for each topic; empty for other kinds.
    """

    kind: str
    sentiment: str
    confidence: float
    text: str
    wishes: tuple[Wish, ...] = ()


def find_messages_to_agent(
    messages: Sequence[Mapping[str, Any]], said_before: str | None = None, spoken_since: Iterable[str] = ()
) -> Iterator[tuple[Mapping[str, Any], str | None]]:
    """Yield users' messages to the agent, each with the agent's last message.

    A message is to the agent if the agent answers it, or if no one else wrote since the agent: in a group, people also
    correct and praise each other.

    Args:
        messages: the messages of one session in order, each with `role`, `speaker` and `text`.
        said_before: the agent's last message before them; None: it said nothing.
        spoken_since: accounts that spoke between it and them.
    """
    previous = said_before
    since = set(spoken_since)
    for message, following in zip(messages, [*messages[1:], None], strict=False):
        speaker = message.get("speaker")
        if message["role"] == "assistant":
            previous = message["text"]
            since.clear()
        elif message["role"] == "user" and speaker:
            since.add(speaker)
            is_answered = following is not None and following["role"] == "assistant"
            if is_answered or (previous is not None and since == {speaker}):
                yield message, previous


def detect_feedback(message: str, previous: str | None = None) -> DetectedFeedback | None:
    """Return the feedback that a message to an agent contains, or None; a correction comes before a preference.

    Args:
        message: a person's message to the agent.
        previous: the agent's last message or action; None: unknown.
    """
    return next(iter(detect_all_feedback(message, previous)), None)


def detect_all_feedback(
    message: str,
    previous: str | None = None,
    reader: FeedbackReader | None = None,
    wish_reader: WishReader | None = None,
) -> Sequence[DetectedFeedback]:
    """Return the feedback of each kind that a message to an agent contains.

    Args:
        message: a person's message to the agent.
        previous: the agent's last message or action; None: unknown.
        reader: a second model, which finds more; None: the regression decides alone.
        wish_reader: finds standing wishes where the others find nothing; None: no more of these are read.
    """
    before = (previous or "").strip()
    found = [(each.kind, each.start, each.end) for each in find_feedback(message, before, reader=reader)]
    wishes = [] if wish_reader is None else wish_reader.find_wishes(message)
    standing = [
        ("preference", wish.start, wish.end)
        for wish in wishes
        if not any(start < wish.end and wish.start < end for _, start, end in found)
    ]
    texts = frozenset(message[start:end] for _, start, end in standing)
    spans = sorted([*found, *standing], key=lambda each: each[1])
    by_kind = {kind: [message[start:end] for one, start, end in spans if one == kind] for kind in FEEDBACK_KINDS}
    return [_build_feedback(kind, parts, before, texts) for kind, parts in by_kind.items() if parts]


def list_lessons(
    found: DetectedFeedback, previous: str | None
) -> Sequence[tuple[str, str | None, PreferenceTopic | None]]:
    """Return what is to be learnt from feedback: content, advice and topic. Praise teaches nothing."""
    if found.kind == "praise":
        return []
    if found.kind == "preference":
        return [(wish.text, None, wish.topic) for wish in found.wishes]
    said = " ".join((previous or "").split())
    return [(found.text, f"It was said of: {truncate_text(said, 300)}" if said else None, None)]


def _build_feedback(kind: str, parts: Sequence[str], before: str, standing: Collection[str]) -> DetectedFeedback:
    text = " ".join(parts)
    named = _NAMES_THE_ACT.search(text.casefold().replace("’", "'")) is not None
    named = named or not set(extract_keywords(text)).isdisjoint(extract_keywords(before))
    confidence = NAMED_ACT_CONFIDENCE if named else BASE_CONFIDENCE
    wishes = _read_wishes(parts, standing) if kind == "preference" else ()
    return DetectedFeedback(kind, _SENTIMENT[kind], confidence, _shorten(text), wishes)


def _read_wishes(sentences: Sequence[str], standing: Collection[str]) -> tuple[Wish, ...]:
    """Return the wishes of sentences, the newest for each topic.

    A sentence without a topic belongs to the wish before it, unless it is one of `standing` or says how work is always to be
    done.
    """
    found: dict[str, Wish] = {}
    last = ""
    for sentence in sentences:
        for text, topic in split_wishes(sentence):
            if topic is not None:
                before = found.pop("", None)
                last = topic.name
                found[last] = Wish(_shorten(f"{before.text} {text}" if before else text), topic)
            elif sentence in standing or is_standing(text):
                last = text
                found[last] = Wish(_shorten(text), None)
            elif last in found:
                found[last] = Wish(_shorten(f"{found[last].text} {text}"), found[last].topic)
            else:
                found[""] = Wish(_shorten(text), None)
                last = ""
    return tuple(found.values())


def _shorten(text: str) -> str:
    return text if len(text) <= _MAX_CHARS else text[: _MAX_CHARS - 1].rsplit(" ", 1)[0] + "…"
