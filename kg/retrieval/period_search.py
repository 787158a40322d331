"""Search for all that was said in a period, or that is dated in it, in one round trip."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg.extraction import find_dates
from kg.graph import Graph, build_lucene_query
from kg.language import extract_keywords, format_partial_date, is_acknowledgement, is_small_talk
from kg.retrieval.asked_period import AskedPeriod
from kg.retrieval.candidates import from_microseconds
from kg.retrieval.filters import Filters
from kg.retrieval.graph_matches import MatchedFact, parse_graph_matches
from kg.retrieval.memory_search import RetrievalResult
from kg.trust import CREDIBLE_TIERS
from kg.types import Confidence, Hit

_STATUSES = ("pending", "processing", "complete", "failed")
_MOST_SAID, _MOST_DATED = 100, 300
# Salience of a message that is not yet digested.
_USUAL_SALIENCE = 0.3
# Messages of this time before a period may name its days by their number, their weekday or the like.
_NAMED_BEFORE = dt.timedelta(days=120)
_WEEK = 7
_DENIED = "It is not so that "


def search_period(
    graph: Graph, question: str, period: AskedPeriod, filters: Filters, zone: dt.tzinfo, *, limit: int
) -> RetrievalResult:
    """Return the messages and the facts of a period, the most important first, and the order in which they are read.

    Args:
        graph: the scope's graph.
        question: the question, which is left out.
        period: the period for which it asks.
        filters: the audiences of the reader.
        zone: the owner's time zone.
        limit: maximum number of messages.
    """
    start, end = (dt.datetime.combine(day, dt.time(), zone) for day in (period.start, period.end))
    fragments = ["dated" if period.is_planned else "said"]
    params: dict[str, Any] = {"most": _MOST_DATED if period.is_planned else _MOST_SAID}
    if filters.audiences is None:
        fragments.append("unreplaced")
    else:
        fragments += ["audience", "unreplaced_here"]
        params["audiences"] = list(filters.audiences)
    if period.is_planned:
        params |= _build_queries(graph.scope, period, filters, start)
    else:
        params |= {"statuses": list(_STATUSES), "since": start, "until": end}
    [row] = graph.run("retrieval/period", fragments, credible_tiers=list(CREDIBLE_TIERS), **params)
    matches = parse_graph_matches({"facts": row["facts"], "entities": [], "model": None, "attributions": []})
    hits = [_to_hit(event) for event in row["events"] if _says_something(event["text"], question)]
    facts: Iterable[MatchedFact] = matches.facts
    if period.names:
        hits = [hit for hit in hits if _names_any(f"{hit.speaker_name} {hit.text}", period)]
        known = {hit.id for hit in hits}
        facts = [fact for fact in facts if known.intersection(fact.sources) or _names_any(fact.text, period)]
    if period.is_planned:
        places = {hit.id: day for hit in hits if (day := _find_day(hit.text, hit.at, period, zone))}
        places |= {
            fact.id: day
            for fact in facts
            if not fact.text.startswith(_DENIED) and (day := _find_day_of_fact(fact, period, zone))
        }
        order = sorted((fact for fact in facts if fact.id in places), key=lambda fact: places[fact.id])
    else:
        places = {hit.id: str(hit.at) for hit in hits} | {fact.id: _first_place(fact, hits) for fact in facts}
        order = sorted(facts, key=lambda fact: (-fact.worth, -fact.at, fact.id))
    hits = [hit for hit in hits if hit.id in places][:limit]
    confidence: Confidence = "medium" if hits or order else "none"
    return RetrievalResult(
        tuple(hits), confidence, (), replace(matches, facts=tuple(order)), period=period, places=places
    )


def _first_place(fact: MatchedFact, hits: Sequence[Hit]) -> str:
    times = [str(hit.at) for hit in hits if hit.id in fact.sources]
    return min(times, default=str(from_microseconds(fact.at)))


def _says_something(text: str, question: str) -> bool:
    """Whether a message is no acknowledgement, no small talk and no question."""
    return not (text.rstrip().endswith("?") or text == question or is_acknowledgement(text) or is_small_talk(text))


def _names_any(text: str, period: AskedPeriod) -> bool:
    return not period.names.isdisjoint(extract_keywords(text))


def _to_hit(event: Mapping[str, Any]) -> Hit:
    salience = event["salience"]
    return Hit(
        id=event["id"],
        kind="event",
        text=event["text"],
        score=_USUAL_SALIENCE if salience is None else salience,
        at=from_microseconds(event["at"]),
        session=event["session"],
        speaker=event["speaker"],
        speaker_name=event["speaker_name"],
        role=event["role"],
        instructs=bool(event["instructs"]),
        sources=(event["id"],),
    )


def _build_queries(scope: str, period: AskedPeriod, filters: Filters, start: dt.datetime) -> dict[str, str]:
    """Return the full-text queries for messages that may name days of a period, and for facts that do."""
    days = period.days
    months = {day.replace(day=1) for day in days}
    dates = {f'"{format_partial_date(day.isoformat())}"' for day in days}
    if len(days) > _WEEK:
        dates |= {f'"{format_partial_date(month.isoformat()[:7])}"' for month in months}
    words = {f"{day.day}{suffix}" for day in days for suffix in ("st", "nd", "rd", "th")}
    words |= {f"{day:%A} {day:%a}" for day in days[:_WEEK]} | {f"{month:%B} {month:%b}" for month in months}
    words |= {"tomorrow", "tmrw", "tonight", "today", "week", "weekend", "month"}
    required: dict[str, Iterable[object]] = {"scope": [scope], "current": [True]}
    if filters.audiences is not None:
        required["audience"] = filters.audiences
    said = build_lucene_query(
        sorted(word.casefold() for word in words), required | {"kind": ["event"]}, start - _NAMED_BEFORE
    )
    return {"message_query": said, "fact_query": build_lucene_query(sorted(dates), required | {"kind": ["fact"]})}


def _find_day(text: str, at: dt.datetime | None, period: AskedPeriod, zone: dt.tzinfo) -> str | None:
    """Return the first day of a period that a message names."""
    if at is None:
        return None
    local = at.astimezone(zone)
    mentions, said = find_dates(text, local.replace(tzinfo=None)), local.date().isoformat()
    # "Quiet Sunday", on a Sunday, is that day.
    days = (said if one.past == said else one.future for one in mentions)
    return min((day for day in days if period.contains(day)), default=None)


def _find_day_of_fact(fact: MatchedFact, period: AskedPeriod, zone: dt.tzinfo) -> str | None:
    """Return the first day of a period that a fact names, or on which it begins or ends."""
    bounds = [value for value in (fact.valid_from, fact.valid_to) if value and period.contains(value)]
    day = _find_day(fact.text, from_microseconds(fact.at), period, zone)
    return min([*bounds, *([day] if day else [])], default=None)
