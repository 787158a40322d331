"""Crystallising a conversation: extracting its lasting facts, with domain, category and key. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kg.llm.json_request import ask_for_json, list_field, plain_text
from kg.llm.prompts import CRYSTALLISE_SCHEMA, crystallise_prompt
from kg.protocols import LanguageModel

MAX_MESSAGES = 100
"""How many messages are read, the newest ones."""
DEFAULT_DOMAIN = "general"
"""The domain of a fact without one."""
MAX_NAME_LENGTH, MAX_VALUE_LENGTH = 100, 1_000
"""The longest domain, category or key, and the longest value, in characters."""


@dataclass(frozen=True)
class CrystallisedFact:
    """A lasting fact; a later one with the same domain, category and key replaces it."""

    domain: str
    category: str
    key: str
    value: str


@dataclass(frozen=True)
class Crystallisation:
    """The facts of a conversation.

    Attributes:
        processed_messages: how many of its messages were read.
        extracted_facts: how many facts were extracted.
        model: name of the model.
        facts: each (domain, category, key) once, compared without case.
        failures: how many answers could not be parsed.
    """

    processed_messages: int
    extracted_facts: int
    model: str
    facts: tuple[CrystallisedFact, ...] = ()
    failures: int = 0


def crystallise_conversation(messages: Sequence[tuple[str, str]], model: LanguageModel) -> Crystallisation:
    """Extract the lasting facts of the last 100 messages with one request to a model; none if there is no text.

    Args:
        messages: speaker and text, oldest first.
        model: the language model.

    Raises:
        ConnectionError, TimeoutError: the model does not answer at present.
        ModelUnavailable: the model rejects requests.
    """
    messages_with_text = [(speaker, text) for speaker, text in messages[-MAX_MESSAGES:] if text.strip()]
    if not messages_with_text:
        return Crystallisation(0, 0, model.name)
    rows = list_field(ask_for_json(model, crystallise_prompt(messages_with_text), CRYSTALLISE_SCHEMA), "facts")
    if rows is None:
        return Crystallisation(len(messages_with_text), 0, model.name, failures=1)
    facts: dict[tuple[str, str, str], CrystallisedFact] = {}
    for row in rows:
        fact = _parse_fact(row)
        if fact is not None:
            facts.setdefault((fact.domain.lower(), fact.category.lower(), fact.key.lower()), fact)
    return Crystallisation(len(messages_with_text), len(facts), model.name, tuple(facts.values()))


def _parse_fact(row: Any) -> CrystallisedFact | None:
    if not isinstance(row, dict):
        return None
    domain, category, key = (plain_text(row.get(name), MAX_NAME_LENGTH) for name in ("domain", "category", "key"))
    value = plain_text(row.get("value"), MAX_VALUE_LENGTH)
    return CrystallisedFact(domain or DEFAULT_DOMAIN, category, key, value) if category and key and value else None
