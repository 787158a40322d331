"""Sessions of chat programs: their names in files, and whose chat they are."""

from __future__ import annotations

import re

from kg.errors import InvalidInput
from kg.types import canonical_session, channel_of_session, parse_identity

_CHANNELS = (
    "cli", "telegram", "whatsapp", "discord", "slack", "system", "feishu", "dingtalk", "qq", "mochat", "matrix", "signal",
    "email", "sms", "imessage", "irc", "teams", "web", "http", "api", "websocket", "room", "cron", "heartbeat", "line", "wechat",
)  # fmt: skip
# In a file name the colon after the channel is a dash or an underscore; the chat may begin with a dash.
_FILE_NAME = re.compile(rf"({'|'.join(_CHANNELS)})[-_](.+)", re.DOTALL)
# Channels in which a chat is one person's.
_PERSONAL = frozenset(["cli", "email", "signal", "sms", "imessage", "web", "http", "api", "websocket", "wechat"])


def session_of_file(stem: str) -> str:
    """Return the session of a file of that name: `discord_990_11` is `discord:990_11`, `telegram--100` is `telegram:-100`."""
    match = None if ":" in stem else _FILE_NAME.fullmatch(stem)
    return f"{match[1]}:{match[2]}" if match else stem


def session_name(text: str) -> str:
    """Return the canonical spelling of a session; one that is invalid as it is, which its events are refused for."""
    try:
        return canonical_session(text)
    except InvalidInput:
        return text


def direct_account(session: str) -> str | None:
    """Return the account of the one person who writes in a direct chat; None for a group, and where it is not known."""
    channel, chat = channel_of_session(session), session.partition(":")[2]
    if channel == "telegram":
        # Chats of groups and channels have negative numbers.
        return session if chat.isdigit() else None
    if channel == "whatsapp":
        return None if chat.endswith("@g.us") or "-" in chat.partition("@")[0] else session
    return session if channel in _PERSONAL else None


def is_account(value: object) -> bool:
    """Return whether a value is an account, `platform:id`."""
    platform, _, name = str(value).partition(":")
    try:
        return bool(platform.strip() and name.strip() and parse_identity(value, "any", "account"))
    except InvalidInput:
        return False
