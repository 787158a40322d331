"""How the console shows records: addresses, times, audiences, statuses and names in words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from kg.graph import MEMORY_LABELS, as_datetime

_PAGES = {
    "event": "messages",
    "passage": "messages",
    "fact": "facts",
    "person": "people",
    "entity": "entities",
    "topic": "topics",
}
_PAGES |= dict.fromkeys(MEMORY_LABELS, "memories")
KIND_NAMES = {
    "core": "core memory",
    "working": "working memory",
    "longterm": "long-term note",
    "procedure": "procedure",
    "diary": "diary entry",
    "journal": "journal entry",
    "episode": "episode",
    "learning": "learning",
    "reflection": "reflection",
    "summary": "summary",
    "event": "message",
    "org": "organization",
}
"""Kinds whose names in the console differ from their names in the graph, or are two words."""
_PLURALS = {"person": "people", "core memory": "entries of core memory", "working memory": "working memories"}
MEMORY_TITLES = {
    "core": "Core memory",
    "diary": "Diary",
    "journal": "Journal",
    "episode": "Episodes",
    "longterm": "Long-term notes",
    "procedure": "Procedures",
    "learning": "Learnings",
    "reflection": "Reflections",
    "summary": "Summaries",
    "working": "Working memory",
}
"""The kinds of memories that have a list, with their titles."""


def page_address(kind: str, id_: str) -> str:
    """Return the address of the page of a record."""
    return f"/{_PAGES.get(kind, 'go')}/{quote(id_, safe='')}"


def session_address(session: str) -> str:
    """Return the address of the page of a session."""
    return f"/sessions/{quote(session, safe='')}"


def person_address(account: str) -> str:
    """Return the address of the page of the person with an account, an id or a name."""
    return f"/people/{quote(account, safe='')}"


def query(**values: Any) -> str:
    """Return the query of an address, without empty values."""
    given = {name: value for name, value in values.items() if value not in (None, "")}
    return f"?{urlencode(given)}" if given else ""


def kind_name(kind: str) -> str:
    """Return the name of a kind of record in words."""
    return KIND_NAMES.get(kind, kind.replace("_", " "))


def to_moment(value: Any) -> dt.datetime | None:
    """Return a time of the database or of a record; None if there is none."""
    if value is None or isinstance(value, dt.datetime):
        return value
    return as_datetime(value)


def format_day(value: Any) -> str:
    """Return a date as "3 Apr 2025"; "–" if there is none."""
    moment = to_moment(value)
    return "–" if moment is None else f"{moment.day} {moment:%b %Y}"


def format_time(value: Any) -> str:
    """Return a time as "3 Apr 2025, 08:23"; "–" if there is none."""
    moment = to_moment(value)
    return "–" if moment is None else f"{moment.day} {moment:%b %Y, %H:%M}"


def format_clock(value: Any) -> str:
    """Return the time of a day as "08:23"; "–" if there is none."""
    moment = to_moment(value)
    return "–" if moment is None else f"{moment:%H:%M}"


def clip(text: str | None, most: int) -> str:
    """Return a text that was cut to `most` characters with a mark at its last whole word; a shorter one as it is."""
    whole = text or ""
    return whole if len(whole) < most else whole[: most - 1].rpartition(" ")[0].rstrip() + " …"


def format_iso(value: Any) -> str:
    """Return a time in ISO 8601, for machines; "" if there is none."""
    moment = to_moment(value)
    return "" if moment is None else moment.isoformat(timespec="seconds")


def describe_audience(audience: str | None) -> str:
    """Return who may see a record, in words."""
    token = audience or "shared"
    if token.startswith("session:"):
        return f"only in the session {token.removeprefix('session:')}"
    return "only the person it was said to, and owners" if token.startswith("person:") else "everyone"


def account_name(account: str | None) -> str:
    """Return the part of an account that names its person; "unknown" if there is none."""
    return (account or "").partition(":")[2] or account or "unknown"


def tier_name(tier: str | None) -> str:
    """Return a trust tier in words."""
    return (tier or "unknown").replace("_", " ")


def predicate_name(predicate: str) -> str:
    """Return a predicate in words."""
    return predicate.replace("_", " ")


def count_words(count: int, singular: str, plural: str | None = None) -> str:
    """Return a number with its noun: "1 message", "1,204 messages"."""
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"


def count_kind(count: Any, kind: str) -> str:
    """Return a number of records of a kind: "2 people", "1 summary"."""
    number, name = int(count), kind_name(kind)
    plural = _PLURALS.get(name) or (f"{name[:-1]}ies" if name.endswith("y") else f"{name}s")
    return count_words(number, name, plural)


def percent(value: float | None) -> str:
    """Return a share of 0 to 1 in percent."""
    return f"{100 * (value or 0.0):.0f}\N{NO-BREAK SPACE}%"


FILTERS: Mapping[str, Callable[..., Any]] = {
    "day": format_day,
    "time": format_time,
    "iso": format_iso,
    "clock": format_clock,
    "clip": clip,
    "audience": describe_audience,
    "account": account_name,
    "tier": tier_name,
    "predicate": predicate_name,
    "kind": kind_name,
    "percent": percent,
    "segment": lambda text: quote(str(text), safe=""),
}
GLOBALS: Mapping[str, Any] = {
    "page_address": page_address,
    "session_address": session_address,
    "person_address": person_address,
    "query": query,
    "counted": count_words,
    "counted_kind": count_kind,
    "memory_titles": MEMORY_TITLES,
}
