"""What a search may be narrowed by: checked once, then given to both indexes, inside which it filters."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from kg.errors import InvalidInput
from kg.events import moment
from kg.graph.full_text import NOTHING, lucene
from kg.types import identifiers

_KEPT = (
    "core",
    "working",
    "longterm",
    "procedure",
    "learning",
    "reflection",
    "summary",
    "diary",
    "journal",
    "episode",
)
KINDS = ("event", "fact", "entity", "person", "topic", *_KEPT)
"""Kinds that a search knows; a passage counts as its event."""
# What was let go from core memory is a note, and still found.
_DEFAULT_KINDS = ("event", "fact", "longterm")
_STORED_AS = {
    "event": ("event", "passage"),
    "fact": ("fact",),
    "entity": ("entity", "person"),
    "person": ("person",),
    "topic": ("topic",),
    **{kind: (kind,) for kind in _KEPT},
}


@dataclass(frozen=True, kw_only=True)
class Filters:
    """The checked filters of one search; None where not narrowed.

    Attributes:
        kinds: kinds as they are stored.
        audiences: tokens of who may see; None: the caller's own code, which sees all.
        facts: whether facts stand beside the events that they rest on.
        as_of: as the memory stood then.
        since: inclusive.
        until: exclusive.
    """

    kinds: tuple[str, ...] = ("event", "passage")
    session: str | None = None
    channel: str | None = None
    speaker: str | None = None
    speaker_name: str | None = None
    since: dt.datetime | None = None
    until: dt.datetime | None = None
    audiences: tuple[str, ...] | None = None
    facts: bool = False
    as_of: dt.datetime | None = None

    @classmethod
    def checked(
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
        """Filters from what a caller gave.

        A `speaker` with a platform is one account, a bare one is everybody who is called so. `as_of` leaves out what was
        said later.

        Raises:
            InvalidInput: names the field.
        """
        place = None if channel is None else identifiers.plain("channel", channel)
        who, called = _speaker(speaker, place)
        latest = None if until is None else moment("until", until)
        then = None if as_of is None else moment("as_of", as_of)
        stored = _kinds(kinds)
        # A fact has no place and no single speaker: who asks for what was said there and then is not told of facts.
        narrowed = any(one is not None for one in (session, channel, speaker, since, until))
        beside = "event" in stored and "fact" in stored
        if then is not None:
            # The moment itself still counts: `until` is exclusive, and the database keeps nothing finer than this.
            known = then + dt.timedelta(microseconds=1)
            latest = known if latest is None else min(known, latest)
        return cls(
            kinds=tuple(kind for kind in stored if not beside or kind != "fact"),
            session=None if session is None else identifiers.session_name(session),
            channel=place,
            speaker=who,
            speaker_name=called,
            since=None if since is None else moment("since", since),
            until=latest,
            audiences=audiences,
            facts=beside and not narrowed,
            as_of=then,
        )

    def cypher(self) -> tuple[list[str], dict[str, Any]]:
        """The fragments to switch on in the statement, and their parameters."""
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
            params["moment"] = self.as_of
        if self.as_of is not None:
            return [*used, "then"], params
        return [*used, "now", "unreplaced" if self.audiences is None else "unreplaced_here"], params

    def lucene(self, scope: str, words: Iterable[str]) -> str:
        """The full-text query for these (escaped) words with all filters inside."""
        demanded: dict[str, Iterable[object]] = {"scope": [scope], "kind": self.kinds, "current": [True]}
        if self.audiences is not None:
            demanded["audience"] = self.audiences
        for field in ("session", "channel", "speaker", "speaker_name"):
            if (value := getattr(self, field)) is not None:
                demanded[field] = [value]
        return lucene(words, demanded, self.since, self.until)

    def lucene_facts(self, scope: str, words: Iterable[str]) -> str:
        """The full-text query for facts with these (escaped) words; one that finds nothing where no facts are wanted."""
        if not self.facts:
            return NOTHING
        demanded: dict[str, Iterable[object]] = {"scope": [scope], "kind": ["fact"]}
        if self.as_of is None:
            demanded["current"] = [True]
        if self.audiences is not None:
            demanded["audience"] = self.audiences
        return lucene(words, demanded)

    @property
    def timed(self) -> bool:
        """Whether since or until narrows it."""
        return self.since is not None or self.until is not None

    def keeps(self, at: dt.datetime | None) -> bool:
        """Whether a time lies within since and until, to the microsecond (full text knows whole seconds)."""
        return at is not None and (self.since is None or at >= self.since) and (self.until is None or at < self.until)


def _kinds(kinds: Collection[str] | None) -> tuple[str, ...]:
    if kinds is None:
        kinds = _DEFAULT_KINDS
    if isinstance(kinds, str) or not kinds or any(kind not in KINDS for kind in kinds):
        raise InvalidInput("kinds", kinds, f"a list of one or more of {', '.join(KINDS)}")
    return tuple(dict.fromkeys(stored for kind in KINDS if kind in kinds for stored in _STORED_AS[kind]))


def _speaker(speaker: str | None, channel: str | None) -> tuple[str | None, str | None]:
    if speaker is None:
        return None, None
    text = identifiers.plain("speaker", speaker)
    if ":" in text:
        return str(identifiers.identity(text, channel or "any")), None
    return None, text
