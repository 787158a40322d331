"""The user of an assistant: whom the facts of its home are about."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from kg.transfer.importers.chat_sessions import direct_account, session_name
from kg.transfer.importers.keyed_facts import USER

_NAME = re.compile(
    r"(?:[-*+•]\s+)?\**(?:full\s+|first\s+|user(?:'s)?\s+)?name\**\s*[:=]\**\s*(?P<name>\S.{0,79}?)\s*\.?",
    re.IGNORECASE,
)
_CALLED = re.compile(
    r"(?:[-*+•]\s+)?(?:the\s+)?user(?:'s\s+name\s+is|\s+is\s+called)\s+(?P<name>[\w'’ .-]{1,80}?)\.?", re.IGNORECASE
)
# Placeholders of templates.
_NO_NAME = re.compile(r"[\[(<{_]|\b(?:unknown|your name|not (?:known|set|specified)|n/?a|tbd)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HomeUser:
    """The user.

    Attributes:
        account: their account; None: not known.
        name: their name, or "the user".
    """

    account: str | None = None
    name: str = USER


def find_user(sessions: Iterable[str], owners: Collection[str], name: str | None = None) -> HomeUser:
    """Return the user: the owner who writes in a direct chat, else the only person who does, else the owner.

    Args:
        sessions: all sessions of the home.
        owners: the accounts of the owners.
        name: the user's name; None: not known.
    """
    direct = {account for each in sessions if (account := direct_account(session_name(each)))}
    # The terminal is another way in for a person who has an account elsewhere.
    accounts = (
        sorted(direct & set(owners)) or sorted(each for each in direct if not each.startswith("cli:")) or sorted(direct)
    )
    if len(accounts) == 1 or (accounts and accounts[0] in owners):
        return HomeUser(accounts[0], name or USER)
    return HomeUser(min(owners, default=None), name or USER)


def name_in_notes(text: str) -> str | None:
    """Return the name of the user in a memory file, `- Name: Ann`; None where it has none."""
    for line in text.splitlines():
        match = _NAME.fullmatch(line.strip()) or _CALLED.fullmatch(line.strip())
        if match and not _NO_NAME.search(match["name"]):
            return match["name"].strip().strip("*").strip() or None
    return None
