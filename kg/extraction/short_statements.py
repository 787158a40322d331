"""What a message states in a few words: decisions, values, lessons, and accepted offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.extraction.accepted_offers import find_accepted_offers
from kg.extraction.decisions import add_decisions
from kg.extraction.labelled_values import add_labelled_values
from kg.extraction.noted_lessons import find_lessons
from kg.protocols import ExtractedStatement, Utterance

if TYPE_CHECKING:
    from kg.language import NameSpan


def add_short_statements(
    observed: Sequence[ExtractedStatement],
    known: Sequence[ExtractedStatement],
    passage: Utterance,
    names: Sequence[NameSpan],
) -> list[ExtractedStatement]:
    """Return the observations of a message with what it states in a few words.

    Args:
        observed: its observations and tasks.
        known: its statements with closed predicates.
        passage: the message, with the messages before it.
        names: the names in the message.
    """
    added = add_labelled_values(add_decisions(observed, passage, names), known, passage, names)
    return [*added, *find_lessons(passage, names), *find_accepted_offers(passage)]
