"""Short answers in kept texts, with the question that they answer: "the 8th" alone says nothing a week later."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from kg.language import quote_text, split_sentences
from kg.memories.notable_sentences import NotableSentence, display_speaker
from kg.memories.tool_failures import truncate_text
from kg.types import Event

# An answer of more words says what it is about.
_MOST_WORDS, _MOST_CHARS = 10, 120
_SAID = re.compile(r".{1,80}? said: “(?P<words>.*)”", re.DOTALL)


def find_questions(events: Iterable[Event]) -> dict[str, Event]:
    """Return id of a message → the message of the agent, or of a trusted speaker, directly before it that ends with a question.

    Args:
        events: messages of one or several sessions, in any order.
    """
    ordered = sorted(
        (event for event in events if event.kind == "message" and event.seq is not None),
        key=lambda event: (event.session, event.seq),
    )
    return {
        answer.id: question
        for question, answer in pairwise(ordered)
        if answer.id
        and question.session == answer.session
        and question.speaker != answer.speaker
        and question.audience in {answer.audience, "shared"}
        and question.text.rstrip().endswith("?")
        # What others ask could bring their words into a sentence of a trusted speaker.
        and "(" not in display_speaker(question)
    }


def add_questions(sentences: Iterable[NotableSentence], questions: Mapping[str, Event]) -> list[NotableSentence]:
    """Return the sentences, with the question after each quotation that is a short answer.

    Args:
        sentences: statements and quotations.
        questions: id of a message → what it answers.
    """
    return [_add_question(one, questions.get(one.event.id or "")) for one in sentences]


def _add_question(one: NotableSentence, question: Event | None) -> NotableSentence:
    quotation = _SAID.fullmatch(one.text)
    if question is None or one.facts or quotation is None:
        return one
    words = quotation["words"].split()
    # Only the beginning of a message answers.
    if len(words) > _MOST_WORDS or quote_text(" ".join(one.event.text.split())[:_MOST_CHARS]).split()[:3] != words[:3]:
        return one
    asked = f"{quote_text(display_speaker(question))} asked: “{_last_question(question.text)}”"
    return replace(one, text=f"{one.text} ({asked})", question=question)


def _last_question(text: str) -> str:
    spans: Sequence[tuple[int, int]] = split_sentences(text)
    start, end = spans[-1]
    return truncate_text(quote_text(" ".join(text[start:end].split())), _MOST_CHARS)
