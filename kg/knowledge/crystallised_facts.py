"""Save the keyed facts that a language model extracts from recent conversations."""

from __future__ import annotations

import re

from kg.errors import InvalidInput
from kg.graph import Graph
from kg.knowledge.facts import Facts
from kg.llm import crystallise_conversation
from kg.protocols import LanguageModel
from kg.types import CrystallisationResult, Fact

_MAX_MESSAGES = 100
_NOT_SNAKE = re.compile(r"[^a-z0-9]+")


def save_crystallised_facts(graph: Graph, model: LanguageModel, facts: Facts) -> CrystallisationResult:
    """Give the last 100 messages to the model, and save the facts that it extracts.

    Raises:
        ModelUnavailable, ConnectionError, TimeoutError: as the model.
    """
    rows = graph.run("knowledge/newest_messages", limit=_MAX_MESSAGES)
    messages = [(row["speaker"], row["text"]) for row in reversed(rows)]
    crystals = crystallise_conversation(messages, model)
    saved: list[Fact] = []
    rejected = 0
    for crystal in crystals.facts:
        # The category describes how the value relates to the key.
        predicate = _NOT_SNAKE.sub("_", crystal.category.casefold()).strip("_")[:64] or "is"
        try:
            saved.append(
                facts.add(
                    crystal.key,
                    predicate if predicate[0].isalpha() else f"is_{predicate}"[:64],
                    crystal.value,
                    confidence=0.8,
                    domain=crystal.domain,
                    category=crystal.category,
                    key=crystal.key,
                )
            )
        except InvalidInput:
            # The output of a model may not be a valid fact; it counts as unreadable.
            rejected += 1
    return CrystallisationResult(
        crystals.processed_messages,
        crystals.extracted_facts,
        len(saved),
        crystals.model,
        tuple(saved),
        crystals.failures + rejected,
    )
