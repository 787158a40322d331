"""Which hits of a search enter a context: it ends where relevance ends."""

from __future__ import annotations

from collections.abc import Iterable

from kg.retrieval import RetrievalResult
from kg.types import Hit

# The scores of hits are probabilities given that the scope holds an answer. A power above 1 weighs doubts about that more.
_MESSAGE_POWER = 2
# After certain answers few more hits are worth their tokens. But an answer can be wrong, and a message can repeat a question to
# keep others out: they need at most five times the relevance.
_LEAST_UNANSWERED = 0.2


def select_relevant(hits: Iterable[Hit], result: RetrievalResult, least: float) -> list[Hit]:
    """Return the first hits, until one is not relevant enough.

    The relevance of a hit is its score, times the relevance of the message squared, times the probability that none of the hits
    before it answers. A question for an order or a summary wants them all.

    Args:
        hits: hits of the search that may be shown, best first.
        result: the result of the search.
        least: the least relevance.
    """
    chosen: list[Hit] = []
    factor, unanswered = result.relevance**_MESSAGE_POWER, 1.0
    for hit in hits:
        if hit.score * factor * max(unanswered, _LEAST_UNANSWERED) < least:
            break
        chosen.append(hit)
        if not result.asked.wants_many:
            unanswered *= 1 - hit.score
    return chosen
