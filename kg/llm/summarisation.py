"""Summarising numbered lines with a language model, with the source lines of each sentence. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kg.llm.json_request import ask_for_json, list_field, plain_text
from kg.llm.prompts import SUMMARY_SCHEMA, summary_prompt
from kg.llm.source_words import has_names_of
from kg.protocols import LanguageModel

MAX_SENTENCE_LENGTH = 500
"""The longest sentence, in characters."""


def summarise_lines(
    subject: str,
    name: str,
    lines: Sequence[Mapping[str, Any]],
    model: LanguageModel,
    *,
    least: int,
    most: int,
) -> list[tuple[str, tuple[int, ...]]] | None:
    """Summarise lines with one request to a model.

    Args:
        subject: the kind of thing to summarise.
        name: its name.
        lines: each {kind, speaker, date, text}; see `summary_prompt`.
        model: the language model.
        least: the least number of sentences.
        most: the greatest number of sentences; further ones are dropped.

    Returns:
        Sentences, each with the numbers of its source lines; sentences without a source are left out, and those with a name or
        number that is in none of theirs. None if the answer
        cannot be parsed, or has no sentence with a source.

    Raises:
        ConnectionError, TimeoutError: the model does not answer at present.
        ModelUnavailable: the model rejects requests.
    """
    rows = list_field(
        ask_for_json(model, summary_prompt(subject, name, lines, least=least, most=most), SUMMARY_SCHEMA), "sentences"
    )
    sentences = [sentence for row in rows or () if (sentence := _parse_sentence(row, name, lines)) is not None]
    return sentences[:most] or None


def _parse_sentence(row: Any, name: str, lines: Sequence[Mapping[str, Any]]) -> tuple[str, tuple[int, ...]] | None:
    if not isinstance(row, dict) or not isinstance(row.get("sources"), list):
        return None
    numbers = [number for number in row["sources"] if isinstance(number, int) and not isinstance(number, bool)]
    sources = tuple(dict.fromkeys(number for number in numbers if 0 <= number < len(lines)))
    text = plain_text(row.get("text"), MAX_SENTENCE_LENGTH)
    if not text or not sources:
        return None
    cited = [str(part) for number in sources for part in lines[number].values() if part]
    return (text, sources) if has_names_of(text, message=" ".join([name, *cited])) else None
