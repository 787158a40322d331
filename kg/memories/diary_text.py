"""Diary entries without a language model: what mattered on a day, in the third person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg.memories.answered_questions import add_questions, find_questions
from kg.memories.notable_sentences import EventStatement, choose_notable, display_speaker, shorten_names
from kg.types import Event

MAX_SENTENCES = 5
"""Maximum number of sentences of an entry."""


@dataclass(frozen=True)
class DiaryText:
    """The text of an entry that is not stored yet.

    Attributes:
        text: up to five sentences in the third person.
        participants: the speakers, as `platform:id`, in the order of their first message.
        sources: ids of the events that it states or quotes, oldest first.
        audience: the audience that all these events share.
        salience: the salience of its most salient sentence, 0 to 1.
    """

    text: str
    participants: tuple[str, ...]
    sources: tuple[str, ...]
    audience: str
    salience: float


def write_diary_texts(
    events: Iterable[Event], statements: Mapping[str, Sequence[EventStatement]], most: int = MAX_SENTENCES
) -> Sequence[DiaryText]:
    """Describe events in the third person: one entry per audience; none where nothing matters.

    The most salient sentences are shown in chronological order: as the facts that digestion made of them, else as quotations with
    their speaker; a short answer with its question.

    Args:
        events: logged events, oldest first; events without a speaker, and those of agents and tools, are left out.
        statements: id of an event → the facts that rest on it.
        most: maximum number of sentences.
    """
    events = list(events)
    questions = find_questions(events)
    groups: dict[str, list[Event]] = defaultdict(list)
    for event in events:
        if event.speaker and event.id and event.kind == "message" and event.role == "user":
            groups[event.audience or "shared"].append(event)
    entries = (_write_entry(audience, group, statements, questions, most) for audience, group in sorted(groups.items()))
    return [one for one in entries if one is not None]


def _write_entry(
    audience: str,
    events: Sequence[Event],
    statements: Mapping[str, Sequence[EventStatement]],
    questions: Mapping[str, Event],
    most: int,
) -> DiaryText | None:
    chosen = add_questions(choose_notable(events, statements, most=most), questions)
    if not chosen:
        return None
    names = [display_speaker(event) for event in events]
    return DiaryText(
        text=" ".join(shorten_names([one.text for one in chosen], names)),
        participants=tuple(dict.fromkeys(event.speaker for event in events if event.speaker)),
        sources=tuple(dict.fromkeys(id_ for one in chosen for id_ in one.messages)),
        audience=audience,
        salience=max(one.salience for one in chosen),
    )
