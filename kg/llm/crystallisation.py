"""Crystallising a conversation: what of it is worth keeping, as facts with domain, category and key. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kg.llm.json_request import ask, plain, rows
from kg.llm.prompts import CRYSTALLISE_SCHEMA, crystallise_prompt
from kg.protocols import LanguageModel

LAST = 100
"""Messages that are looked at, the newest ones."""
GENERAL = "general"
"""The domain of what has none."""
LONGEST_NAME, LONGEST_VALUE = 100, 1_000
"""Characters of domain, category and key, and of a value."""


@dataclass(frozen=True)
class Crystal:
    """A fact worth keeping; a later one of the same domain, category and key takes its place."""

    domain: str
    category: str
    key: str
    value: str


@dataclass(frozen=True)
class Crystals:
    """What was made of a conversation.

    Attributes:
        processed_messages: how many of its messages were looked at.
        extracted_facts: how many facts came out.
        model: who was asked.
        facts: each (domain, category, key) once, whatever their case.
        failures: answers that could not be read; what they would have said is not there.
    """

    processed_messages: int
    extracted_facts: int
    model: str
    facts: tuple[Crystal, ...] = ()
    failures: int = 0


def crystallise(messages: Sequence[tuple[str, str]], model: LanguageModel) -> Crystals:
    """Ask a model what of the last 100 messages is worth keeping; one question, none where nothing was said.

    Args:
        messages: speaker and text, oldest first.
        model: who is asked.

    Raises:
        ConnectionError, TimeoutError: the model does not answer now.
        ModelUnavailable: the model refuses.
    """
    said = [(speaker, text) for speaker, text in messages[-LAST:] if text.strip()]
    if not said:
        return Crystals(0, 0, model.name)
    found = rows(ask(model, crystallise_prompt(said), CRYSTALLISE_SCHEMA), "facts")
    if found is None:
        return Crystals(len(said), 0, model.name, failures=1)
    facts: dict[tuple[str, str, str], Crystal] = {}
    for row in found:
        one = _crystal(row)
        if one is not None:
            facts.setdefault((one.domain.lower(), one.category.lower(), one.key.lower()), one)
    return Crystals(len(said), len(facts), model.name, tuple(facts.values()))


def _crystal(row: Any) -> Crystal | None:
    if not isinstance(row, dict):
        return None
    domain, category, key = (plain(row.get(name), LONGEST_NAME) for name in ("domain", "category", "key"))
    value = plain(row.get("value"), LONGEST_VALUE)
    return Crystal(domain or GENERAL, category, key, value) if category and key and value else None
