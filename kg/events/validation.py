"""Validation of events, and of mappings with their fields, before anything is written."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from kg.errors import InvalidInput
from kg.events.message_shapes import ROLES, Message, list_messages, read_message
from kg.language import clean_text, strip_role_words
from kg.settings import Settings
from kg.types import (
    Event,
    Identity,
    canonical_session,
    channel_of_session,
    list_choices,
    match_choice,
    parse_identity,
    remove_invisible,
    validate_event_id,
    validate_name,
)

KINDS = ("message", "tool_call", "tool_result", "observation")
DIRECTIONS = ("inbound", "outbound", "internal")
AUDIENCES = ("shared", "session", "person")
_PERSON_OF = "person:"
_KIND_SYNONYMS = {"note": "observation", "tool_use": "tool_call"}
# Fields that the memory sets. They are ignored on input, so that an event that was read can be logged again.
_READ_ONLY_FIELDS = {"seq", "status", "instructs", "salience"}
_FIELDS = {field.name for field in dataclasses.fields(Event)} - _READ_ONLY_FIELDS
_MICROSECOND = dt.timedelta(microseconds=1)


@dataclasses.dataclass(frozen=True)
class ValidatedEvent:
    """A valid event with all fields filled.

    Attributes:
        aliases: other spellings of the session in the input.
    """

    id: str
    text: str
    at: dt.datetime
    session: str
    aliases: tuple[str, ...]
    channel: str
    identity: Identity | None
    speaker_name: str | None
    kind: str
    role: str
    direction: str
    parent: str | None
    tool: str | None
    metadata: str | None
    audience: str


def validate_events(
    events: Message | Iterable[Message], *, scope: str, now: dt.datetime, settings: Settings
) -> list[ValidatedEvent]:
    """Validate a message or a batch of them; it is accepted as a whole or not at all.

    Events without a time get the current time, a microsecond apart, which preserves their order and keeps two equal lines
    two events.

    Raises:
        InvalidInput: an event is invalid; the error names the field of the first one, as `events[3].kind`, or `kind` of a
            message alone.
    """
    accepted = []
    for index, event in enumerate(list_messages(events)):
        try:
            accepted.append(_validate_event(_as_mapping(event), scope, now + index * _MICROSECOND, settings))
        except InvalidInput as error:
            place = "" if isinstance(events, Event | Mapping | str) else f"events[{index}]."
            raise InvalidInput(f"{place}{error.field}", error.value, error.allowed) from None
    return accepted


def parse_time(field: str, value: object) -> dt.datetime:
    """Return an aware time in UTC from a datetime or ISO 8601 text; a naive one is taken as UTC.

    Raises:
        InvalidInput: not a valid time.
    """
    if isinstance(value, str):
        try:
            value = dt.datetime.fromisoformat(value.strip())
        except ValueError:
            raise InvalidInput(field, value, "an ISO 8601 time such as 2026-03-02T09:00:00Z") from None
    if not isinstance(value, dt.datetime):
        raise InvalidInput(field, value, "a datetime or an ISO 8601 time")
    try:
        return value.replace(tzinfo=dt.UTC) if value.tzinfo is None else value.astimezone(dt.UTC)
    except OverflowError:
        raise InvalidInput(field, value, "a time between the years 1 and 9999 in UTC") from None


def _as_mapping(message: Message) -> dict[str, Any]:
    event = read_message(message)
    if isinstance(event, Event):
        return {name: getattr(event, name) for name in _FIELDS}
    if unknown := sorted(str(name) for name in event if name not in _FIELDS | _READ_ONLY_FIELDS):
        allowed = list_choices(unknown[0], sorted({*_FIELDS, "content"}))
        raise InvalidInput(unknown[0], event[unknown[0]], allowed.replace("one of", "one of the fields", 1))
    return dict(event)


def _validate_event(fields: dict[str, Any], scope: str, now: dt.datetime, settings: Settings) -> ValidatedEvent:
    text = _validate_text(fields.get("text"), settings.max_text_chars)
    given_session = validate_name("session", fields.get("session") or "default")
    session = canonical_session(given_session)
    channel = validate_name("channel", fields.get("channel") or channel_of_session(session))
    speaker = fields.get("speaker")
    who = None if speaker is None else parse_identity(speaker, channel)
    kind = _validate_choice("kind", fields.get("kind"), KINDS, _KIND_SYNONYMS)
    role = _validate_choice("role", fields.get("role"), ROLES)
    audience = fields.get("audience") or settings.channel_audience.get(channel)
    at = now if fields.get("at") is None else parse_time("at", fields["at"])
    custom_id = fields.get("id")
    return ValidatedEvent(
        id=_derive_event_id(scope, session, at, who, kind, text) if custom_id is None else validate_event_id(custom_id),
        text=text,
        at=at,
        session=session,
        aliases=() if given_session == session else (given_session,),
        channel=channel,
        identity=who,
        speaker_name=_validate_speaker_name(fields.get("speaker_name"), who, role),
        kind=kind,
        role=role,
        direction=_validate_choice("direction", fields.get("direction"), DIRECTIONS),
        parent=_validate_optional_name("parent", fields.get("parent")),
        tool=_validate_optional_name("tool", fields.get("tool")),
        metadata=_serialize_metadata(fields.get("metadata")),
        audience=_audience_token(audience, session, who, channel, role),
    )


def _validate_text(value: object, max_chars: int) -> str:
    if not isinstance(value, str):
        raise InvalidInput("text", value, "text")
    if len(value) > max_chars:
        raise InvalidInput(
            "text", value, f"text of at most {max_chars:,} characters (KG_MAX_TEXT_CHARS); split it into several events"
        )
    text = clean_text(value)
    if not text.strip():
        raise InvalidInput("text", value, "must not be blank")
    return text


def _validate_choice(
    field: str, value: object, allowed: tuple[str, ...], synonyms: Mapping[str, str] | None = None
) -> str:
    chosen = allowed[0] if value is None else match_choice(value, allowed, synonyms)
    if chosen is None:
        raise InvalidInput(field, value, list_choices(value, allowed))
    return chosen


def _validate_optional_name(field: str, value: object) -> str | None:
    return None if value is None else validate_name(field, value)


def _validate_speaker_name(value: object, who: Identity | None, role: str) -> str | None:
    """Return the display name, by default the id of the account; a user's without invisible characters and role words.

    Of a user whose name has nothing else, it is the whole account.
    """
    if value is None:
        return who.platform_id if who else None
    if role != "user" or not isinstance(value, str) or not value.strip():
        return validate_name("speaker_name", value)
    visible = remove_invisible(value).strip()
    name = strip_role_words(validate_name("speaker_name", visible)) if visible else ""
    return name or (str(who) if who else None)


def _serialize_metadata(value: object) -> str | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise InvalidInput("metadata", value, "a JSON object")
    try:
        return clean_text(json.dumps(dict(value), ensure_ascii=False, sort_keys=True, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput("metadata", value, f"a JSON object ({error})") from None


def _audience_token(value: object, session: str, who: Identity | None, channel: str, role: str) -> str:
    if isinstance(value, str) and value.startswith(_PERSON_OF) and role != "user":
        # A reply in a direct message is as private as what it answers.
        return f"person:{parse_identity(value.removeprefix(_PERSON_OF), channel, 'audience').person}"
    chosen = _validate_choice("audience", value, AUDIENCES)
    if chosen == "session":
        return f"session:{session}"
    if chosen == "person":
        if who is None:
            raise InvalidInput("audience", value, "shared or session, or person:ACCOUNT, if there is no speaker")
        return f"person:{who.person}"
    return "shared"


def _derive_event_id(scope: str, session: str, at: dt.datetime, who: Identity | None, kind: str, text: str) -> str:
    """Return an id that is a hash of the content, so that a repeated event is the same node."""
    whole = json.dumps([scope, session, at.isoformat(), str(who or ""), kind, text], ensure_ascii=False)
    return "event-" + hashlib.blake2b(whole.encode(), digest_size=12).hexdigest()
