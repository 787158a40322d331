"""Facts as pictures draw them: which there are, their status at a time, a short form, and their details."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from kg.knowledge import expand_validity_intervals
from kg.types import Fact
from kg.visualize.label_text import shorten
from kg.visualize.viewer import Viewer

STATUSES = ("current", "claimed", "contested", "superseded", "quarantined", "retracted")
FACT_KEYS = tuple((status, status, status) for status in STATUSES)
"""The legend of facts."""
KIND_TITLES = {
    "relation": "Relations",
    "trait": "Traits",
    "state": "States",
    "possession": "Possessions",
    "preference": "Preferences",
    "opinion": "Opinions",
    "plan": "Plans",
    "task": "Tasks",
    "event": "Events",
}
"""The kinds of facts, in the order in which pictures draw them, with their plurals."""
MAX_QUOTES = 3
"""The number of messages that are quoted as evidence of a fact."""
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def read_facts(viewer: Viewer, fragments: Sequence[str], params: dict[str, Any], limit: int) -> list[Fact]:
    """Return the visible facts with their validity intervals, oldest first, as recorded by the time of the picture."""
    audience_fragment = [] if viewer.audiences is None else ["audience"]
    audiences = {} if viewer.audiences is None else {"audiences": list(viewer.audiences)}
    rows = viewer.graph.run("knowledge/facts", [*fragments, *audience_fragment], limit=limit, **params, **audiences)
    return [
        fact
        for fact in expand_validity_intervals(rows, viewer.at if viewer.is_past else None)
        if not viewer.is_past or (fact_start(fact) <= viewer.at and (fact.recorded_at or fact_start(fact)) <= viewer.at)
    ]


def fact_start(fact: Fact) -> dt.datetime:
    """Return when a fact began to hold, or when it was recorded if that is not known."""
    return fact.valid_from or fact.recorded_at or _EPOCH


def status_at(fact: Fact, viewer: Viewer) -> str:
    """Return the status of a fact at the time of the picture."""
    if fact.status in {"current", "claimed"} and fact.valid_to is not None and fact.valid_to <= viewer.at:
        return "superseded"
    if fact.status == "superseded" and viewer.is_past and (fact.valid_to is None or fact.valid_to > viewer.at):
        return "current"
    return fact.status


def short_statement(fact: Fact, max_chars: int) -> str:
    """Return what a fact says of its subject, in one line: "lives in Oslo" of "Ann lives in Oslo."."""
    text = fact.text.strip().removesuffix(".")
    for opening in (f"{fact.subject}'s ", f"{fact.subject} "):
        if fact.subject and text.startswith(opening) and len(text) > len(opening):
            text = text[len(opening) :]
            break
    return shorten(text, max_chars)


def fact_rank(fact: Fact) -> tuple[bool, float, float, str]:
    """Return the sort key of facts by importance: those that hold first, by worth and confidence, then the newest."""
    is_over = fact.status in {"superseded", "quarantined", "retracted"} or fact.valid_to is not None
    return is_over, -round(fact.worth * fact.confidence, 1), -fact_start(fact).timestamp(), fact.id


def describe_fact(fact: Fact, quotes: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the details of a fact: sentence, validity, status, attribution and quotations."""
    until = "" if fact.valid_to is None else f" until {fact.valid_to:%Y-%m-%d}"
    lines = [
        ("fact", shorten(fact.text, 200)),
        ("held" if fact.valid_to else "holds", f"since {fact_start(fact):%Y-%m-%d}{until}"),
        ("status", f"{fact.status}, confidence {fact.confidence:.2f}"),
        ("kind", fact.kind),
        *([("by", shorten(fact.asserted_by, 60))] if fact.asserted_by else []),
        *(("said", quotes[source]) for source in fact.sources[:MAX_QUOTES] if source in quotes),
    ]
    return tuple(lines)
