"""Which earlier statements a message ends: "had to bump staging to 8090" ends "Staging runs on 8080"; English only.

MiniLM, tuned on pairs written for it, distinguishes a message that replaces or ends a statement from one that adds to it, asks
about it, or is about another thing of its kind. It reads the message that made the statement, which says more than a fact of it.
A regression on the vector of a message leaves out four of five ordinary messages first, since the model takes some 10 ms for each
message that is compared.
"""

from __future__ import annotations

import functools
import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kg.language import is_english, split_sentences
from kg.protocols import Embedder, TextClassifier, TextPart, TunableEmbedder

_CHANGES = Path(__file__).with_name("ended_statements.npz")
_NEWS, _NEWS_SCALE = Path(__file__).with_name("news.json"), 1_000
_STATEMENT, _MESSAGE = 48, 64
_TINY = 1e-9
_MARK = re.compile(r"(?<=[.!?…])\s+")
# A message ends what another states if the log-odds of it and this factor times the cosine of both are so many: .98 of those that
# are hardly alike, .85 of those that are. One of several facts needs this probability.
_NEARNESS_FACTOR, _LEAST_ODDS, _LEAST_OF_SEVERAL = 8.0, 6.5, 0.4
# A longer message is read in parts of about so many words; one with more parts is a text, not news.
_MOST_WORDS, _MOST_PARTS = 40, 4


@dataclass(frozen=True)
class EarlierStatement:
    """A message that states something, before a later one.

    Attributes:
        text: the message, after the name of its author and a colon.
        facts: sentences of the facts in it that are so now.
        nearness: cosine of the later message to it.
    """

    text: str
    facts: Sequence[str]
    nearness: float


class EndReader:
    """Finds which statements messages end."""

    def __init__(self, classifier: TextClassifier) -> None:
        self._classifier = classifier

    def find_ended(
        self, statements: Sequence[EarlierStatement], news: Sequence[tuple[str, str]]
    ) -> list[dict[int, float]]:
        """Return which facts of each statement a later message ends: their places, and how likely it ends the statement.

        Args:
            statements: what was stated.
            news: for each, the name of the author of a later message, and the message.
        """
        parts = [split_news(message) for _, message in news]
        rates = self._rate(
            [
                [end_parts(statement.text, author, part) for part in each]
                for statement, (author, _), each in zip(statements, news, parts, strict=True)
            ]
        )
        ended = [
            dict.fromkeys(range(len(statement.facts)), rate) if _is_end(rate, statement.nearness) else {}
            for statement, rate in zip(statements, rates, strict=True)
        ]
        # Of several facts in one message, the later one seldom ends all.
        several = [(row, place) for row, found in enumerate(ended) for place in found if len(found) > 1]
        of_facts = self._rate(
            [
                [end_parts(statements[row].facts[place], news[row][0], part) for part in parts[row]]
                for row, place in several
            ]
        )
        for (row, place), rate in zip(several, of_facts, strict=True):
            if rate < _LEAST_OF_SEVERAL:
                del ended[row][place]
        return ended

    def _rate(self, pairs: Sequence[Sequence[Sequence[TextPart]]]) -> list[float]:
        """Return the highest probability of the parts of each message."""
        rows = [part for each in pairs for part in each]
        rates = iter(self._classifier.classify(rows)[:, 1]) if rows else iter(())
        return [max((float(next(rates)) for _ in each), default=0.0) for each in pairs]


def _is_end(rate: float, nearness: float) -> bool:
    odds = math.log(max(rate, _TINY) / max(1 - rate, _TINY))
    return odds + _NEARNESS_FACTOR * nearness >= _LEAST_ODDS


def may_end_statements(message: str, vector: NDArray[np.float32]) -> bool:
    """Whether a message may end an earlier statement: it is in English, reads like news, and is no text of many parts.

    Args:
        message: the message.
        vector: MiniLM's vector of it.
    """
    constant, weights = _load_news_model()
    is_news = constant + float(weights @ vector) / float(np.linalg.norm(vector)) >= 0
    return is_news and is_english(message) and bool(split_news(message)) and not _only_asks(message)


@functools.lru_cache(maxsize=1)
def _load_news_model() -> tuple[float, NDArray[np.float64]]:
    content = json.loads(_NEWS.read_text(encoding="utf-8"))
    return content["constant"], np.array(content["weights"]) / _NEWS_SCALE


def split_news(message: str) -> list[str]:
    """Return the parts of a message that are read one by one: whole sentences; none of a text with many."""
    parts: list[str] = []
    for start, end in split_sentences(message):
        sentence = message[start:end]
        if parts and len(parts[-1].split()) + len(sentence.split()) <= _MOST_WORDS:
            parts[-1] = f"{parts[-1]} {sentence}"
        else:
            parts.append(sentence)
    return parts if len(parts) <= _MOST_PARTS else []


def _only_asks(message: str) -> bool:
    # In chats many sentences begin with a small letter.
    return all(each.endswith("?") for each in _MARK.split(message.strip()))


def end_parts(statement: str, author: str, message: str) -> Sequence[TextPart]:
    """Return what is read of a statement and of a later message, or a part of it."""
    return [TextPart(statement, _STATEMENT), TextPart(f"{author}: {message}", _MESSAGE)]


def open_end_reader(embedder: Embedder) -> EndReader | None:
    """Return a reader on the weights of this embedder; None if it has others than MiniLM's.

    Raises:
        ModelUnavailable: the weights are not on this machine.
    """
    classifier = embedder.tune(_CHANGES) if isinstance(embedder, TunableEmbedder) else None
    return None if classifier is None else EndReader(classifier)
