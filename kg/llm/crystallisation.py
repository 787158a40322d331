"""Crystallising a conversation: extracting its lasting facts, with domain, category and key. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kg.language import find_instructions
from kg.llm.json_request import ask_for_json, list_field, plain_text
from kg.llm.prompts import CRYSTALLISE_SCHEMA, crystallise_prompt
from kg.llm.source_words import has_words_of
from kg.protocols import LanguageModel

MAX_MESSAGES = 100
"""How many messages are read, the newest ones."""
DEFAULT_DOMAIN = "general"
"""The domain of a fact without one."""
MAX_NAME_LENGTH, MAX_VALUE_LENGTH = 100, 1_000
"""The longest domain, category or key, and the longest value, in characters."""


@dataclass(frozen=True)
class CrystallisedFact:
    """A lasting fact; a later one with the same domain, category and key replaces it.

    Attributes:
        domain: the field of life.
        category: the kind of thing.
        key: what it is about.
        value: what is so.
        message: place of the message that states it, from 0.
    """

    domain: str
    category: str
    key: str
    value: str
    message: int


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
    first = max(0, len(messages) - MAX_MESSAGES)
    places = [place for place in range(first, len(messages)) if messages[place][1].strip()]
    if not places:
        return Crystallisation(0, 0, model.name)
    prompt = crystallise_prompt([messages[place] for place in places])
    rows = list_field(ask_for_json(model, prompt, CRYSTALLISE_SCHEMA), "facts")
    if rows is None:
        return Crystallisation(len(places), 0, model.name, failures=1)
    facts: dict[tuple[str, str, str], CrystallisedFact] = {}
    for row in rows:
        fact = _parse_fact(row, places, messages)
        if fact is not None:
            facts.setdefault((fact.domain.lower(), fact.category.lower(), fact.key.lower()), fact)
    return Crystallisation(len(places), len(facts), model.name, tuple(facts.values()))


def _parse_fact(row: Any, places: Sequence[int], messages: Sequence[tuple[str, str]]) -> CrystallisedFact | None:
    """Return a fact of the answer; None if it is incomplete, or its words are not in the message that it names.

    Args:
        row: the fact as the model gives it.
        places: the places of the messages that the model was shown.
        messages: speaker and text of all messages.
    """
    if not isinstance(row, dict):
        return None
    domain, category, key = (plain_text(row.get(name), MAX_NAME_LENGTH) for name in ("domain", "category", "key"))
    value, number = plain_text(row.get("value"), MAX_VALUE_LENGTH), row.get("message")
    if not (category and key and value) or not isinstance(number, int) or isinstance(number, bool):
        return None
    if not 0 <= number < len(places):
        return None
    if find_instructions(value) or not has_words_of(value, names=key, message=" ".join(messages[places[number]])):
        # The fact would be stored as its speaker's word, even if another's message made the model write it.
        return None
    return CrystallisedFact(domain or DEFAULT_DOMAIN, category, key, value, places[number])
