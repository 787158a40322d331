"""What a preference is about: of two preferences about one aspect, the newer replaces the older."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kg.extraction.preference_topics import find_topics
from kg.protocols import ExtractedStatement


def add_aspects(statements: Sequence[ExtractedStatement]) -> list[ExtractedStatement]:
    """Return the statements, preferences with their aspects."""
    return [
        replace(each, aspect=find_aspect(each.object)) if each.predicate == "prefers" and not each.aspect else each
        for each in statements
    ]


def find_aspect(preferred: str) -> str:
    """Return the aspect of a preference: "length of answers" for "short answers"; "" if several may hold at once."""
    return next((topic.name for topic in find_topics(preferred)), "")
