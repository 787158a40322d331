"""Identifiers of scopes, sessions, events and speakers: validation and one canonical spelling each. Pure functions."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from kg.errors import InvalidInput
from kg.types.invisible_characters import is_visible

_SCOPE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}")
_OTHER_SPELLING = re.compile(r"(cli|telegram|whatsapp|discord|system)[-_](.+)", re.DOTALL)
_MAX_CHARS = 512
_PASSAGE = "passage-"
PERSON_PREFIX = "person-"
"""The beginning of the id of a person who has spoken."""
# Ids of entities, facts, topics and memories: their kind and sixteen hexadecimal digits; those of events have 24.
_DERIVED_ID = re.compile(r"[a-z_]+-[0-9a-f]{16}")


@dataclass(frozen=True)
class Identity:
    """An account: a platform and an id on it."""

    platform: str
    platform_id: str

    def __str__(self) -> str:
        return f"{self.platform}:{self.platform_id}"

    @property
    def person(self) -> str:
        """The id of the person that is created when this identity first speaks."""
        return PERSON_PREFIX + hashlib.blake2b(str(self).encode(), digest_size=8).hexdigest()


def validate_scope(value: object) -> str:
    """Return a valid scope name.

    Raises:
        InvalidInput: not 1 to 128 letters, digits and `. _ : @ -` with a letter or digit first.
    """
    if isinstance(value, str) and _SCOPE.fullmatch(value):
        return value
    raise InvalidInput("scope", value, "1 to 128 letters, digits, '.', '_', ':', '@' or '-', a letter or digit first")


def validate_name(field: str, value: object) -> str:
    """Return a valid name, stripped: text that is not blank, at most 512 characters, none of them a control or invisible one.

    Joiners are valid where they shape letters or emoji.

    Raises:
        InvalidInput: the value is invalid; the error names the field.
    """
    if not isinstance(value, str) or not value.strip():
        raise InvalidInput(field, value, "must not be blank" if isinstance(value, str) else "text")
    text = value.strip()
    if len(text) > _MAX_CHARS or not is_visible(text):
        raise InvalidInput(field, value, f"text of at most {_MAX_CHARS} printable characters, none of them invisible")
    return text


def validate_account(field: str, value: object) -> str:
    """Return a valid account, which is not stripped: a platform may have one that differs from another's in white space alone.

    Raises:
        InvalidInput: no valid name, or one with white space at an end; the error names the field.
    """
    return _validate_untrimmed(field, value, "an account")


def _validate_untrimmed(field: str, value: object, what: str) -> str:
    text = validate_name(field, value)
    if text != value:
        raise InvalidInput(field, value, f"{what} without white space at its ends")
    return text


def canonical_session(value: object) -> str:
    """Return the canonical spelling of a session, `channel:chat`; `telegram-7` and `telegram_7` are `telegram:7`.

    Raises:
        InvalidInput: no valid name, or one with white space at an end, by which a platform may distinguish two chats.
    """
    text = _validate_untrimmed("session", value, "a session")
    match = None if ":" in text else _OTHER_SPELLING.fullmatch(text)
    return f"{match[1]}:{match[2]}" if match else text


def passage_id(event: str, ordinal: int) -> str:
    """Return the id of a passage of a long event."""
    return f"{_PASSAGE}{event}#{ordinal}"


def validate_event_id(value: object) -> str:
    """Return a valid event id chosen by the caller.

    Raises:
        InvalidInput: not a valid name; or it has the form of an id that kg derives, of a command of the tool `forget`, or of a
            citation, so that it would take the place of another record.
    """
    text = validate_name("id", value)
    if text.startswith((_PASSAGE, PERSON_PREFIX)) or _DERIVED_ID.fullmatch(text):
        raise InvalidInput(
            "id", value, f"an id that does not begin with {_PASSAGE!r} or {PERSON_PREFIX!r}, or look like fact-…"
        )
    if text.casefold() == "everything" or text.casefold().startswith("session:") or set(text) & set("[]"):
        raise InvalidInput(
            "id", value, "an id other than 'everything', that does not begin with 'session:' and has no brackets"
        )
    return text


def channel_of_session(session: str) -> str:
    """Return the channel of a canonical session name, `any` if it has none."""
    channel, colon, chat = session.partition(":")
    return channel if colon and channel and chat else "any"


def parse_identity(value: object, channel: str, field: str = "speaker") -> Identity:
    """Return the identity of `platform:id`; a bare name takes the channel as its platform.

    Raises:
        InvalidInput: blank, too long, with white space at an end, or with control characters.
    """
    text = validate_account(field, value)
    platform, colon, platform_id = text.partition(":")
    if colon and platform and platform_id:
        return Identity(platform, platform_id)
    return Identity(channel, text)


def visible_audiences(asker: str | None, session: str | None, owners: frozenset[str]) -> tuple[str, ...] | None:
    """Return the audience tokens visible to an asker: shared, their own, and this session's; None (all) for an owner.

    Without an asker, shared records and those of the session are visible.

    Args:
        asker: `platform:id`, or a bare name within the session's channel.
        session: where the question is asked.
        owners: identities of the owners.
    """
    channel = "any" if session is None else channel_of_session(canonical_session(session))
    tokens = ["shared"]
    if asker is not None:
        who = parse_identity(asker, channel, "asker")
        if str(who) in owners:
            return None
        tokens.append(f"person:{who.person}")
    if session is not None:
        tokens.append(f"session:{canonical_session(session)}")
    return tuple(tokens)


def asker_person(asker: str | None, session: str | None) -> tuple[str, ...]:
    """Return the id of the person that an account is created with, as a tuple; empty without an account."""
    if asker is None:
        return ()
    channel = "any" if session is None else channel_of_session(canonical_session(session))
    return (parse_identity(asker, channel, "asker").person,)
