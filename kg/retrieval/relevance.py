"""Relevance: the probability that a scope holds anything for a message, from the whole ranking and the form of the message.

It is learnt by `python -m training relevance`. With the score of a memory, or the relevance of a fact
(`kg.retrieval.fact_relevance`), it decides what enters a context.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from kg.probabilities import to_probability
from kg.retrieval.graph_matches import GraphMatches
from kg.retrieval.lexical import count_occurrences, normalise_text
from kg.retrieval.question import Question
from kg.retrieval.unknown_names import has_unknown_names

RELEVANCE_FILE = Path(__file__).with_name("relevance.json")
RELEVANCE_SIGNALS = ("answer", "unmatched", "words", "asks", "names", "wordless", "unknown_names")
"""The inputs of the logistic regression, see `measure_signals`."""

_MOST_UNMATCHED, _MOST_NAMES = 4, 3
_ASKS = re.compile(
    r"\?|^\W*(?:who|whom|whose|what|when|where|which|why|how|do|does|did|is|are|was|were|has|have|had|can|could|should|would|will"
    r"|list|summari[sz]e|tell|remind|show|find)\b",
    re.IGNORECASE,
)


def measure_signals(
    question: Question, answer: float, texts: Sequence[str], matches: GraphMatches, *, unknown_names: bool = False
) -> tuple[float, ...]:
    """Return the signals of a message and of what was found for it, in the order of `RELEVANCE_SIGNALS`.

    The log-odds that the first results have an answer; how many of the keywords are in none of their texts; the logarithm of
    the number of keywords; whether it asks; how many entities it names; whether it has no keyword at all;
    whether it asks about unknown names.

    Args:
        question: the message.
        answer: the probability that the first results have an answer, from `kg.retrieval.confidence`.
        texts: texts of the first results.
        matches: the facts and entities that match.
        unknown_names: whether it is about unknown names, see `asks_about_unknown_names`.
    """
    counts = count_occurrences(question.words, [normalise_text(text) for text in texts])
    unmatched = len(question.words) - int((counts > 0).any(axis=0).sum()) if len(counts) else len(question.words)
    bounded = float(np.clip(answer, 1e-4, 1 - 1e-4))
    return (
        float(np.log(bounded / (1 - bounded))),
        float(min(unmatched, _MOST_UNMATCHED)),
        float(np.log1p(len(question.words))),
        float(_ASKS.search(question.text) is not None),
        float(min(len(matches.entities), _MOST_NAMES)),
        float(not question.words),
        float(unknown_names),
    )


def asks_about_unknown_names(question: Question, read_known: Callable[[], Iterable[str]]) -> bool:
    """Whether a message asks about names, and none of them occurs in what was found (`kg.retrieval.unknown_names`).

    A message in the first person is about the person who asks, even if it names others: "I cook for Ann, what am I allergic to?"
    """
    asks = _ASKS.search(question.text) is not None and not question.is_first_person
    return asks and has_unknown_names(question.text, read_known)


def message_relevance(signals: Sequence[float]) -> float:
    """Return the probability that the scope holds something for the message."""
    weights = load_weights()["message"]
    total = weights["base"] + sum(weights[name] * value for name, value in zip(RELEVANCE_SIGNALS, signals, strict=True))
    return to_probability(total)


@cache
def load_weights() -> Mapping[str, Mapping[str, float]]:
    """Return the weights of `relevance.json`."""
    loaded: dict[str, dict[str, float]] = json.loads(RELEVANCE_FILE.read_text())
    return loaded
