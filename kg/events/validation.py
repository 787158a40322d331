"""The border: what comes in as an event, or a mapping with its fields, is checked here before anything is written."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from kg.errors import InvalidInput
from kg.language.cleaning import clean
from kg.settings import Settings
from kg.types import Event, identifiers

KINDS = ("message", "tool_call", "tool_result", "observation")
ROLES = ("user", "assistant", "system", "tool")
DIRECTIONS = ("inbound", "outbound", "internal")
AUDIENCES = ("shared", "session", "person")
# What the memory itself says of an event: an event that was read back may be logged again, and these are ignored.
_OURS = {"seq", "status", "instructs"}
_FIELDS = {field.name for field in dataclasses.fields(Event)} - _OURS
_TICK = dt.timedelta(microseconds=1)


@dataclasses.dataclass(frozen=True)
class Incoming:
    """An event that passed the border: every field checked and filled.

    Attributes:
        aliases: other spellings of the session that were used.
    """

    id: str
    text: str
    at: dt.datetime
    session: str
    aliases: tuple[str, ...]
    channel: str
    identity: identifiers.Identity | None
    speaker_name: str | None
    kind: str
    role: str
    direction: str
    parent: str | None
    tool: str | None
    metadata: str | None
    audience: str


def accept(
    events: Iterable[Event | Mapping[str, Any]], *, scope: str, now: dt.datetime, settings: Settings
) -> list[Incoming]:
    """Check a batch; it is taken whole or not at all.

    Events without a time are given the present one, a microsecond apart, so that their order is kept and two equal lines are
    two events.

    Raises:
        InvalidInput: names the field of the first event that is refused, as `events[3].kind`.
    """
    if isinstance(events, (Event, Mapping, str, bytes)):
        raise InvalidInput("events", events, "a list of events")
    accepted = []
    for place, event in enumerate(events):
        try:
            accepted.append(_accept(_as_mapping(event), scope, now + place * _TICK, settings))
        except InvalidInput as error:
            raise InvalidInput(f"events[{place}].{error.field}", error.value, error.allowed) from None
    return accepted


def moment(field: str, value: object) -> dt.datetime:
    """An aware time in UTC from a datetime or ISO 8601 text; a naive one is taken as UTC.

    Raises:
        InvalidInput: anything else.
    """
    if isinstance(value, str):
        try:
            value = dt.datetime.fromisoformat(value.strip())
        except ValueError:
            raise InvalidInput(field, value, "an ISO 8601 time, as 2026-03-02T09:00:00Z") from None
    if not isinstance(value, dt.datetime):
        raise InvalidInput(field, value, "a datetime or an ISO 8601 time")
    try:
        return value.replace(tzinfo=dt.UTC) if value.tzinfo is None else value.astimezone(dt.UTC)
    except OverflowError:
        raise InvalidInput(field, value, "a time whose UTC lies between the years 1 and 9999") from None


def _as_mapping(event: Event | Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(event, Event):
        return {name: getattr(event, name) for name in _FIELDS}
    if not isinstance(event, Mapping):
        raise InvalidInput("event", event, "an Event or a mapping with its fields")
    if unknown := sorted(str(name) for name in event if name not in _FIELDS | _OURS):
        raise InvalidInput(unknown[0], event[unknown[0]], f"one of the fields {', '.join(sorted(_FIELDS))}")
    return dict(event)


def _accept(given: dict[str, Any], scope: str, now: dt.datetime, settings: Settings) -> Incoming:
    text = _text(given.get("text"), settings.max_text_chars)
    spelled = identifiers.plain("session", given.get("session") or "default")
    session = identifiers.session_name(spelled)
    channel = identifiers.plain("channel", given.get("channel") or identifiers.channel_of(session))
    speaker = given.get("speaker")
    who = None if speaker is None else identifiers.identity(speaker, channel)
    kind = _one_of("kind", given.get("kind"), KINDS)
    audience = given.get("audience") or settings.channel_audience.get(channel)
    at = now if given.get("at") is None else moment("at", given["at"])
    own = given.get("id")
    return Incoming(
        id=_derived_id(scope, session, at, who, kind, text) if own is None else identifiers.event_id(own),
        text=text,
        at=at,
        session=session,
        aliases=() if spelled == session else (spelled,),
        channel=channel,
        identity=who,
        speaker_name=_speaker_name(given.get("speaker_name"), who),
        kind=kind,
        role=_one_of("role", given.get("role"), ROLES),
        direction=_one_of("direction", given.get("direction"), DIRECTIONS),
        parent=_optional("parent", given.get("parent")),
        tool=_optional("tool", given.get("tool")),
        metadata=_metadata(given.get("metadata")),
        audience=_audience(audience, session, who),
    )


def _text(value: object, longest: int) -> str:
    if not isinstance(value, str):
        raise InvalidInput("text", value, "text")
    if len(value) > longest:
        raise InvalidInput(
            "text", value, f"at most {longest:,} characters (KG_MAX_TEXT_CHARS); split it into several events"
        )
    text = clean(value)
    if not text.strip():
        raise InvalidInput("text", value, "text that is not blank")
    return text


def _one_of(field: str, value: object, allowed: tuple[str, ...]) -> str:
    chosen = allowed[0] if value is None else value
    if not isinstance(chosen, str) or chosen not in allowed:
        raise InvalidInput(field, value, f"one of {', '.join(allowed)}")
    return chosen


def _optional(field: str, value: object) -> str | None:
    return None if value is None else identifiers.plain(field, value)


def _speaker_name(value: object, who: identifiers.Identity | None) -> str | None:
    if value is not None:
        return identifiers.plain("speaker_name", value)
    return who.platform_id if who else None


def _metadata(value: object) -> str | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise InvalidInput("metadata", value, "a JSON object")
    try:
        return clean(json.dumps(dict(value), ensure_ascii=False, sort_keys=True, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput("metadata", value, f"a JSON object ({error})") from None


def _audience(value: object, session: str, who: identifiers.Identity | None) -> str:
    chosen = _one_of("audience", value, AUDIENCES)
    if chosen == "session":
        return f"session:{session}"
    if chosen == "person":
        if who is None:
            raise InvalidInput("audience", value, "shared or session, where there is no speaker")
        return f"person:{who.person}"
    return "shared"


def _derived_id(
    scope: str, session: str, at: dt.datetime, who: identifiers.Identity | None, kind: str, text: str
) -> str:
    """What the event is, hashed: the same event sent again is the same node."""
    whole = json.dumps([scope, session, at.isoformat(), str(who or ""), kind, text], ensure_ascii=False)
    return "event-" + hashlib.blake2b(whole.encode(), digest_size=12).hexdigest()
