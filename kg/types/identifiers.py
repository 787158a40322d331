"""How scopes, sessions and speakers are written: one spelling each, by pure functions that reading and writing share."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from kg.errors import InvalidInput

_SCOPE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}")
_OTHER_SPELLING = re.compile(r"(cli|telegram|whatsapp|discord|system)[-_](.+)", re.DOTALL)
_LONGEST = 512
_PASSAGE = "passage-"
_PERSON = "person-"


@dataclass(frozen=True)
class Identity:
    """An account that speaks: a platform, and an id on it."""

    platform: str
    platform_id: str

    def __str__(self) -> str:
        return f"{self.platform}:{self.platform_id}"

    @property
    def person(self) -> str:
        """The id of the person that is made at the first sight of this identity."""
        return _PERSON + hashlib.blake2b(str(self).encode(), digest_size=8).hexdigest()


def scope_name(value: object) -> str:
    """A scope's name, checked.

    Raises:
        InvalidInput: anything but 1 to 128 letters, digits and `. _ : @ -`, a letter or digit first.
    """
    if isinstance(value, str) and _SCOPE.fullmatch(value):
        return value
    raise InvalidInput("scope", value, "1 to 128 letters, digits, '.', '_', ':', '@' or '-', a letter or digit first")


def plain(field: str, value: object) -> str:
    """A name of any kind, checked: text, not blank, at most 512 characters, none of them a control character.

    Raises:
        InvalidInput: names the field.
    """
    if not isinstance(value, str) or not value.strip():
        raise InvalidInput(field, value, "text that is not blank")
    text = value.strip()
    if len(text) > _LONGEST or not text.isprintable():
        raise InvalidInput(field, value, f"at most {_LONGEST} printable characters")
    return text


def session_name(value: object) -> str:
    """The canonical spelling of a session: `channel:chat`; `telegram-7` and `telegram_7` are `telegram:7`."""
    text = plain("session", value)
    found = None if ":" in text else _OTHER_SPELLING.fullmatch(text)
    return f"{found[1]}:{found[2]}" if found else text


def passage_id(event: str, ordinal: int) -> str:
    """The id of a part of a long event."""
    return f"{_PASSAGE}{event}#{ordinal}"


def event_id(value: object) -> str:
    """An event's id of the caller's own, checked.

    Raises:
        InvalidInput: not a plain name, or of a form that passages or persons have: it would be taken for theirs.
    """
    text = plain("id", value)
    if text.startswith((_PASSAGE, _PERSON)):
        raise InvalidInput("id", value, f"an id that does not begin with {_PASSAGE!r} or {_PERSON!r}")
    return text


def channel_of(session: str) -> str:
    """The channel that a canonical session's name tells, `any` where it tells none."""
    channel, colon, chat = session.partition(":")
    return channel if colon and channel and chat else "any"


def identity(value: object, channel: str, field: str = "speaker") -> Identity:
    """The identity that `platform:id` means; a bare name takes the channel as its platform.

    Raises:
        InvalidInput: blank, too long, or with control characters.
    """
    text = plain(field, value)
    platform, colon, platform_id = text.partition(":")
    if colon and platform and platform_id:
        return Identity(platform, platform_id)
    return Identity(channel, text)


def audiences(asker: str | None, session: str | None, owners: frozenset[str]) -> tuple[str, ...] | None:
    """The audience tokens that an asker may see: shared, their own, and this session's.

    An owner sees all. Without an asker only what is shared, and what belongs to the session, is seen.

    Args:
        asker: `platform:id`, or a bare name within the session's channel.
        session: where the question is asked.
        owners: identities of the owner.
    """
    channel = "any" if session is None else channel_of(session_name(session))
    tokens = ["shared"]
    if asker is not None:
        who = identity(asker, channel, "asker")
        if str(who) in owners:
            return None
        tokens.append(f"person:{who.person}")
    if session is not None:
        tokens.append(f"session:{session_name(session)}")
    return tuple(tokens)
