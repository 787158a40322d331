"""The facts and messages of a period that a context shows, each once."""

from __future__ import annotations

from collections.abc import Sequence

from kg.context.repetition import is_covered
from kg.retrieval import MatchedFact, RetrievalResult
from kg.types import Hit

# The facts of a longer message are shown with it: it may not fit.
_LONG_CHARS = 200


def select_facts(result: RetrievalResult, shown: Sequence[Hit]) -> list[MatchedFact]:
    """Return the facts to show: those dated in the period; of what was said in it, those whose message is not shown."""
    facts = result.context_facts
    if result.period is None or result.period.is_planned:
        return facts
    whole = {hit.id for hit in shown if len(hit.text) <= _LONG_CHARS}
    return [fact for fact in facts if whole.isdisjoint(fact.sources)]


def select_messages(result: RetrievalResult) -> list[Hit]:
    """Return the messages of a period that say more than the facts that rest on them, the most important first."""
    stated: dict[str, list[str]] = {}
    for fact in result.context_facts:
        for event in fact.sources:
            stated.setdefault(event, []).append(fact.dated_text)
    messages = [hit for hit in result.hits if not is_covered(hit.text, stated.get(hit.id, ()), hit.at)]
    if result.period is None or not result.period.is_planned:
        return messages
    # What a fact says of the same day can be spared.
    days = {(event, result.places.get(fact.id)) for fact in result.context_facts for event in fact.sources}
    return sorted(messages, key=lambda hit: (hit.id, result.places.get(hit.id)) in days)
