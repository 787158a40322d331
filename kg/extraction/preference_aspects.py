"""What a preference is about, and that a thing is in one place: of two with one aspect, the newer replaces the older."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kg.extraction.preference_topics import find_topics
from kg.protocols import ExtractedStatement


def add_aspects(statements: Sequence[ExtractedStatement]) -> list[ExtractedStatement]:
    """Return the statements, preferences and places of things with their aspects."""
    return [replace(each, aspect=each.aspect or _aspect_of(each)) for each in statements]


def _aspect_of(statement: ExtractedStatement) -> str:
    if statement.predicate == "prefers":
        return find_aspect(statement.object)
    # "The server is in Dublin", unlike Acme and the offices, which may be in several places.
    is_one = statement.subject.islower() and not statement.subject.endswith("s")
    return "place" if statement.predicate == "located_in" and is_one else ""


def find_aspect(preferred: str) -> str:
    """Return the aspect of a preference: "length of answers" for "short answers"; "" if several may hold at once."""
    return next((topic.name for topic in find_topics(preferred)), "")
