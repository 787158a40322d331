"""Summing up numbered lines with a language model: sentences, each with the lines that it rests on. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kg.llm.json_request import ask, plain, rows
from kg.llm.prompts import SUMMARY_SCHEMA, summary_prompt
from kg.protocols import LanguageModel

LONGEST_SENTENCE = 500
"""Characters of one sentence."""


def summarised(
    subject: str,
    name: str,
    lines: Sequence[Mapping[str, Any]],
    model: LanguageModel,
    *,
    least: int,
    most: int,
) -> list[tuple[str, tuple[int, ...]]] | None:
    """Ask a model for a summary of lines; one question.

    Args:
        subject: what kind of thing it is about.
        name: what that is called.
        lines: each {kind, speaker, date, text}; see `summary_prompt`.
        model: who is asked.
        least: how many sentences at least.
        most: how many at most; what is more is cut off.

    Returns:
        Sentences, each with the places of its lines; those that rest on no line are left out. None where the answer cannot be
        read, or says nothing that rests on something.

    Raises:
        ConnectionError, TimeoutError: the model does not answer now.
        ModelUnavailable: the model refuses.
    """
    found = rows(ask(model, summary_prompt(subject, name, lines, least=least, most=most), SUMMARY_SCHEMA), "sentences")
    told = [sentence for row in found or () if (sentence := _sentence(row, len(lines))) is not None]
    return told[:most] or None


def _sentence(row: Any, count: int) -> tuple[str, tuple[int, ...]] | None:
    if not isinstance(row, dict) or not isinstance(row.get("sources"), list):
        return None
    places = [place for place in row["sources"] if isinstance(place, int) and not isinstance(place, bool)]
    known = tuple(dict.fromkeys(place for place in places if 0 <= place < count))
    text = plain(row.get("text"), LONGEST_SENTENCE)
    return (text, known) if text and known else None
