"""Filters of a search: validated once, then applied inside the vector and the full-text index."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, get_args

from kg.errors import InvalidInput
from kg.events import parse_time
from kg.graph import MATCH_NOTHING, MEMORY_LABELS, build_lucene_query
from kg.types import (
    KIND_SYNONYMS,
    MemoryKind,
    canonical_session,
    list_choices,
    match_choice,
    parse_identity,
    validate_name,
)

SEARCH_KINDS: tuple[str, ...] = get_args(MemoryKind)
"""Kinds that can be searched; a passage counts as its event."""
# Includes long-term notes, so that entries demoted from core memory are still found.
_DEFAULT_KINDS = ("event", "fact", "longterm")
_STORED_AS = {
    "event": ("event", "passage"),
    "fact": ("fact",),
    "entity": ("entity", "person"),
    "person": ("person",),
    "topic": ("topic",),
    **{kind: (kind,) for kind in MEMORY_LABELS},
}


@dataclass(frozen=True, kw_only=True)
class Filters:
    """The validated filters of a search; None for a filter that is not set.

    Attributes:
        kinds: the stored kinds.
        session: canonical id of the session.
        channel: name of the channel.
        speaker: identity of the speaker.
        speaker_name: display name of the speaker.
        since: earliest time, inclusive.
        until: latest time, exclusive.
        audiences: audience tokens of the reader; None: the caller's own code, which sees all audiences.
        include_facts: whether matching facts are inserted among the events that support them.
        as_of: search the memory as of this time.
    """

    kinds: tuple[str, ...] = ("event", "passage")
    session: str | None = None
    channel: str | None = None
    speaker: str | None = None
    speaker_name: str | None = None
    since: dt.datetime | None = None
    until: dt.datetime | None = None
    audiences: tuple[str, ...] | None = None
    include_facts: bool = False
    as_of: dt.datetime | None = None

    @classmethod
    def from_arguments(
        cls,
        *,
        kinds: Collection[str] | None = None,
        session: str | None = None,
        channel: str | None = None,
        speaker: str | None = None,
        since: dt.datetime | str | None = None,
        until: dt.datetime | str | None = None,
        as_of: dt.datetime | str | None = None,
        audiences: tuple[str, ...] | None = None,
    ) -> Filters:
        """Validate a caller's arguments.

        A `speaker` with a platform is one identity; without one, a display name. `as_of` leaves out later events.

        Raises:
            InvalidInput: an argument is invalid.
        """
        channel_name = None if channel is None else validate_name("channel", channel)
        who, called = _speaker(speaker, channel_name)
        latest = None if until is None else parse_time("until", until)
        then = None if as_of is None else parse_time("as_of", as_of)
        stored = _kinds(kinds)
        # Facts have no session, channel or single speaker, so they are left out where one is filtered by.
        is_narrowed = any(one is not None for one in (session, channel, speaker, since, until))
        with_facts = "event" in stored and "fact" in stored
        if then is not None:
            # The time itself is included: `until` is exclusive, and the database stores microseconds.
            known = then + dt.timedelta(microseconds=1)
            latest = known if latest is None else min(known, latest)
        return cls(
            kinds=tuple(kind for kind in stored if not with_facts or kind != "fact"),
            session=None if session is None else canonical_session(session),
            channel=channel_name,
            speaker=who,
            speaker_name=called,
            since=None if since is None else parse_time("since", since),
            until=latest,
            audiences=audiences,
            include_facts=with_facts and not is_narrowed,
            as_of=then,
        )

    def cypher_params(self, *, with_past: bool = False) -> tuple[list[str], dict[str, Any]]:
        """Return the fragments of the statement to enable, and their parameters; `with_past` for superseded facts too."""
        optional = {
            "audience": self.audiences,
            "session": self.session,
            "channel": self.channel,
            "speaker": self.speaker,
            "speaker_name": self.speaker_name,
            "since": self.since,
            "until": self.until,
        }
        used = {name: value for name, value in optional.items() if value is not None}
        params: dict[str, Any] = {"audiences" if name == "audience" else name: value for name, value in used.items()}
        if self.audiences is not None:
            params["audiences"] = list(self.audiences)
        if self.as_of is not None:
            return [*used, "then"], {**params, "moment": self.as_of}
        params["fact_states"] = [True, False] if with_past else [True]
        return [*used, "now", "unreplaced" if self.audiences is None else "unreplaced_here"], params

    def lucene_query(self, scope: str, words: Iterable[str]) -> str:
        """Return the full-text query for escaped words, with all filters."""
        required: dict[str, Iterable[object]] = {"scope": [scope], "kind": self.kinds, "current": [True]}
        if self.audiences is not None:
            required["audience"] = self.audiences
        for field in ("session", "channel", "speaker", "speaker_name"):
            if (value := getattr(self, field)) is not None:
                required[field] = [value]
        return build_lucene_query(words, required, self.since, self.until)

    def lucene_fact_query(self, scope: str, words: Iterable[str], *, with_past: bool = False) -> str:
        """Return the full-text query for facts with escaped words; without facts, a query that finds nothing."""
        if not self.include_facts:
            return MATCH_NOTHING
        required: dict[str, Iterable[object]] = {"scope": [scope], "kind": ["fact"]}
        if self.as_of is None and not with_past:
            required["current"] = [True]
        if self.audiences is not None:
            required["audience"] = self.audiences
        return build_lucene_query(words, required)

    @property
    def has_time_range(self) -> bool:
        """Whether since or until is set."""
        return self.since is not None or self.until is not None

    def contains_time(self, at: dt.datetime | None) -> bool:
        """Whether a time is within since and until, to the microsecond (full text compares whole seconds)."""
        return at is not None and (self.since is None or at >= self.since) and (self.until is None or at < self.until)


def _kinds(kinds: Collection[str] | None) -> tuple[str, ...]:
    if kinds is None:
        kinds = _DEFAULT_KINDS
    if isinstance(kinds, str) or not kinds:
        raise InvalidInput("kinds", kinds, f"a list of one or more of {', '.join(SEARCH_KINDS)}")
    chosen = {parse_kind_of_memory("kinds", kind) for kind in kinds}
    return tuple(dict.fromkeys(stored for kind in SEARCH_KINDS if kind in chosen for stored in _STORED_AS[kind]))


def parse_kind_of_memory(field: str, value: object) -> str:
    """Return a kind that can be searched; plurals and other words for it are accepted.

    Raises:
        InvalidInput: it is no such kind; names the field and the nearest kind.
    """
    kind = match_choice(value, SEARCH_KINDS, KIND_SYNONYMS)
    if kind is None:
        raise InvalidInput(field, value, list_choices(value, SEARCH_KINDS))
    return kind


def _speaker(speaker: str | None, channel: str | None) -> tuple[str | None, str | None]:
    if speaker is None:
        return None, None
    text = validate_name("speaker", speaker)
    if ":" in text:
        return str(parse_identity(speaker, channel or "any")), None
    return None, text
