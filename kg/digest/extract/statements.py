"""What extraction gives: statements, and mentions of names."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Statement:
    """That something is so, as a text says it.

    Attributes:
        subject: whom or what it is about, by name.
        predicate: one of `kg.digest.extract.predicates.PREDICATES`.
        object: the other end, by name, or a value.
        polarity: False where the text says that it is not so, for predicates that can be denied.
        valid_from: ISO date, only as precise as known (2026, 2026-03, 2026-03-06), or None.
        valid_to: the same; "past" where it is over and nobody knows since when.
        start: first character of the words that it rests on.
        end: one behind their last character.
        confidence: 0 to 1.
    """

    subject: str
    predicate: str
    object: str
    polarity: bool
    valid_from: str | None
    valid_to: str | None
    start: int
    end: int
    confidence: float


@dataclass(frozen=True)
class Mention:
    """A name in a text.

    Attributes:
        text: as it is written there, without a title.
        label: one of `kg.language.entities.LABELS`.
        start: its first character.
        end: one behind its last character.
    """

    text: str
    label: str
    start: int
    end: int
