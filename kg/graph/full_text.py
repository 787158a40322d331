"""Filter terms for the full-text index, and Lucene queries that use them.

The full-text index has no property filters, but Lucene queries can require terms: the property `terms` of every memory holds one
term for each filter value, and a query that requires a term is filtered inside the index. A term is one letter followed by
digits, which the English analyzer does not change; the digits are a hash, so that Lucene never parses a value from outside.
"""

from __future__ import annotations

import datetime as dt
import functools
import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

# One letter for each field, so that equal values of two fields give different terms. `t` is reserved for times.
_LETTERS = {
    "scope": "s",
    "kind": "k",
    "session": "n",
    "channel": "c",
    "speaker": "p",
    "speaker_name": "q",
    "audience": "a",
    "current": "u",
}
MATCH_NOTHING = "+terms:z0"
"""A query that matches nothing."""


@functools.lru_cache(maxsize=8192)
def filter_term(field: str, value: object) -> str:
    """Return the term for `field` = `value`."""
    digest = hashlib.blake2b(str(value).encode("utf-8", "surrogatepass"), digest_size=7).digest()
    return _LETTERS[field] + str(int.from_bytes(digest))


def time_term(at: dt.datetime) -> str:
    """Return the term of a time, in whole seconds; terms sort like times."""
    return "t" + at.astimezone(dt.UTC).strftime("%Y%m%d%H%M%S").rjust(14, "0")


def memory_terms(scope: str, kind: str, properties: Mapping[str, Any]) -> str:
    """Return the property `terms` of a current memory: a term for each filter value, and its time.

    Args:
        scope: its scope.
        kind: its kind.
        properties: its values of `audience`, `session`, `channel`, `speaker`, `speaker_name` and `at`, as far as present.
    """
    fields = {"scope": scope, "kind": kind, "current": True, **properties}
    at = fields.pop("at", None)
    tokens = [filter_term(field, fields[field]) for field in _LETTERS if fields.get(field) is not None]
    return " ".join([*tokens, time_term(at)] if at else tokens)


def build_lucene_query(
    words: Iterable[str],
    filters: Mapping[str, Iterable[object]],
    since: dt.datetime | None = None,
    until: dt.datetime | None = None,
) -> str:
    """Return a Lucene query for any of the words, with all filters required and none of them scored.

    Args:
        words: words, already escaped for Lucene.
        filters: field → values, of which one must match.
        since: earliest time, inclusive.
        until: latest time; terms are whole seconds, so the caller checks the fraction.
    """
    alternatives = " ".join(words)
    if not alternatives:
        return MATCH_NOTHING
    parts = [f"+text:({alternatives})"]
    for field, values in filters.items():
        parts.append(f"+terms:({' '.join(filter_term(field, value) for value in values)})^0")
    if since or until:
        low = time_term(since) if since else "t0"
        high = time_term(until) if until else "t9"
        parts.append(f"+terms:[{low} TO {high}]^0")
    return " ".join(parts)
