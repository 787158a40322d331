"""Tokens that carry a filter into the full-text index, and Lucene queries built from them.

Full text has no property filters, but Lucene fields do: every memory keeps one token for each thing that a search may be
narrowed by in `terms`, and a query that demands them is filtered inside the index. Each is a letter and digits only, which
the English analyser leaves alone; the digits are a hash, so that no value from outside is ever parsed by Lucene.
"""

from __future__ import annotations

import datetime as dt
import functools
import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

# One letter a field, so that equal values of two fields are two tokens. `t` is kept for times.
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
NOTHING = "+terms:z0"
"""A query that finds nothing."""


@functools.lru_cache(maxsize=8192)
def term(field: str, value: object) -> str:
    """The token for `field` = `value`."""
    digest = hashlib.blake2b(str(value).encode("utf-8", "surrogatepass"), digest_size=7).digest()
    return _LETTERS[field] + str(int.from_bytes(digest))


def moment(at: dt.datetime) -> str:
    """The token of a time, to the second; tokens sort as times do."""
    return "t" + at.astimezone(dt.UTC).strftime("%Y%m%d%H%M%S").rjust(14, "0")


def memory_terms(scope: str, kind: str, properties: Mapping[str, Any]) -> str:
    """What a current memory keeps in `terms`: a token for each filter that it has a value for, and its time.

    Args:
        scope: its scope.
        kind: its kind.
        properties: those of `audience`, `session`, `channel`, `speaker`, `speaker_name` and `at` that it has.
    """
    fields = {"scope": scope, "kind": kind, "current": True, **properties}
    at = fields.pop("at", None)
    tokens = [term(field, fields[field]) for field in _LETTERS if fields.get(field) is not None]
    return " ".join([*tokens, moment(at)] if at else tokens)


def lucene(
    words: Iterable[str],
    filters: Mapping[str, Iterable[object]],
    since: dt.datetime | None = None,
    until: dt.datetime | None = None,
) -> str:
    """A Lucene query for any of the (escaped) words, with every filter demanded and none of them scored.

    Args:
        words: words, already escaped for Lucene.
        filters: field → values, of which one must fit.
        since: earliest time, inclusive.
        until: latest time; tokens are whole seconds, so the caller checks the fraction.
    """
    wanted = " ".join(words)
    if not wanted:
        return NOTHING
    parts = [f"+text:({wanted})"]
    for field, values in filters.items():
        parts.append(f"+terms:({' '.join(term(field, value) for value in values)})^0")
    if since or until:
        low = moment(since) if since else "t0"
        high = moment(until) if until else "t9"
        parts.append(f"+terms:[{low} TO {high}]^0")
    return " ".join(parts)
