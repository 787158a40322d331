"""Facts as a context shows them now: without states that have passed, and with plans whose day is over in the past tense."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from kg.knowledge import is_passed, put_plan_in_past
from kg.retrieval import GraphMatches, MatchedFact


def update_facts(matches: GraphMatches, moment: dt.datetime) -> GraphMatches:
    """Return the facts that a search found as they read at a moment; the stored facts do not change.

    Args:
        matches: what a search found.
        moment: the time of the context.
    """
    facts = [shown for fact in matches.facts if (shown := _read_at(fact, moment)) is not None]
    return replace(matches, facts=tuple(facts))


def _read_at(fact: MatchedFact, moment: dt.datetime) -> MatchedFact | None:
    """Return a fact as it reads at a moment; None if it has passed. What was added by hand is shown as it is."""
    if not fact.said:
        return fact
    said = dt.datetime.fromtimestamp(fact.at / 1e6, dt.UTC)
    if is_passed(fact.text, said, moment):
        return None
    planned = dt.date.fromisoformat(fact.valid_from[:10]) if fact.valid_from else None
    past = put_plan_in_past(fact.text, planned, said, moment)
    return fact if past is None else replace(fact, text=past)
