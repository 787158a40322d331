"""Saving what a language model draws out of conversations: keyed facts, in the place that each is filed under."""

from __future__ import annotations

import re

from kg.errors import InvalidInput
from kg.graph import Graph
from kg.knowledge.facts import Facts
from kg.llm import crystallise
from kg.protocols import LanguageModel
from kg.types import Crystallised, Fact

_MESSAGES = 100
_NOT_SNAKE = re.compile(r"[^a-z0-9]+")


def crystallised(graph: Graph, model: LanguageModel, facts: Facts) -> Crystallised:
    """Give the last 100 messages to the model, and save the facts that it draws out of them.

    Raises:
        ModelUnavailable, ConnectionError, TimeoutError: as the model.
    """
    rows = graph.run("knowledge/newest_messages", limit=_MESSAGES)
    messages = [(row["speaker"], row["text"]) for row in reversed(rows)]
    drawn = crystallise(messages, model)
    saved: list[Fact] = []
    refused = 0
    for crystal in drawn.facts:
        # The category says in what way the value belongs to the key.
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
            # What a model makes up may be no fact at all; it is counted as what could not be read.
            refused += 1
    return Crystallised(
        drawn.processed_messages, drawn.extracted_facts, len(saved), drawn.model, tuple(saved), drawn.failures + refused
    )
