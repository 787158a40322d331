"""Questions that a conversation does not answer, made from those of the corpus: of another person, or another conversation."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.bench import UNANSWERABLE_CATEGORIES, read_json_lines

SWAPPED, FOREIGN = "swapped", "foreign"
"""Categories of the questions: of the wrong person, and of another conversation with the names of this one."""

_FOREIGN_QUESTIONS, _FOREIGN_FOLDERS = 25, 12
# Questions of another conversation that name no person are obvious; one in so many is used.
_IMPERSONAL_EACH = 5
_SHORTEST_NAME = 3


@dataclass(frozen=True)
class Person:
    """A person of a conversation.

    Attributes:
        name: the given name.
        names: all names, longest first.
    """

    name: str
    names: tuple[str, ...]

    def find_in(self, text: str) -> tuple[int, int] | None:
        """Return where a text names the person first."""
        for name in self.names:
            if found := re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE):
                return found.span()
        return None


def read_persons(folder: Path) -> list[Person]:
    """Return the persons of a conversation's about.json."""
    persons = []
    for row in json.loads((folder / "about.json").read_text(encoding="utf-8"))["people"]:
        names = {name for name in (row["name"], row.get("shown"), *row.get("also", ())) if name}
        names |= {name.split()[0] for name in names if name[0].isupper()}
        longest_first = sorted(
            (name for name in names if len(name) >= _SHORTEST_NAME), key=lambda one: (-len(one), one)
        )
        persons.append(Person(row["name"].split()[0], tuple(longest_first)))
    return persons


def swap_persons(
    questions: Sequence[Mapping[str, Any]],
    events: Mapping[str, Mapping[str, Any]],
    persons: Sequence[Person],
    choice: random.Random,
) -> Iterator[dict[str, Any]]:
    """Yield answerable questions with the only person that they name exchanged for one of whom their evidence says nothing.

    In a conversation of two, the other person may be addressed in the evidence, but has not said it.

    Args:
        questions: rows of questions.jsonl.
        events: id → row of events.jsonl.
        persons: the persons of the conversation.
        choice: source of the choice of a person.
    """
    for row in questions:
        if not row["evidence"] or row["category"] in UNANSWERABLE_CATEGORIES:
            continue
        text = row["question"]
        spans = [(person, span) for person in persons if (span := person.find_in(text))]
        if len(spans) != 1:
            continue
        [(named, (start, end))] = spans
        evidence = [events[event] for event in row["evidence"] if event in events]
        said = " ".join(f"{event['speaker']} {event['text']}" for event in evidence)
        others = [person for person in persons if person is not named]
        silent = [person for person in others if person.find_in(said) is None] or [
            person for person in others if not any(event["speaker"] in person.names for event in evidence)
        ]
        if silent:
            yield {**row, "question": text[:start] + choice.choice(silent).name + text[end:], "category": SWAPPED}


def move_questions(folder: Path, folders: Sequence[Path], choice: random.Random) -> Iterator[dict[str, Any]]:
    """Yield questions of other conversations, asked of the persons of this one.

    Args:
        folder: the conversation.
        folders: all conversations that may be learnt from.
        choice: source of the choice of questions and persons.
    """
    persons = read_persons(folder)
    others = [other for other in folders if other != folder]
    pool = [
        (row["question"], read_persons(other))
        for other in choice.sample(others, min(_FOREIGN_FOLDERS, len(others)))
        for row in read_json_lines(other / "questions.jsonl")
    ]
    choice.shuffle(pool)
    moved = 0
    for text, strangers in pool:
        local = choice.sample(persons, len(persons))
        renamed = text
        for stranger in strangers:
            if local and (span := stranger.find_in(renamed)):
                renamed = renamed[: span[0]] + local.pop().name + renamed[span[1] :]
        if renamed == text and moved % _IMPERSONAL_EACH:
            continue
        yield {"question": renamed, "category": FOREIGN, "evidence": []}
        moved += 1
        if moved == _FOREIGN_QUESTIONS:
            return
