"""Names of sessions in file names, and whose chat they are."""

from __future__ import annotations

import pytest

from kg.transfer.importers.chat_sessions import direct_account, is_account, session_name, session_of_file


@pytest.mark.parametrize(
    ("stem", "session"),
    [
        ("telegram_4455", "telegram:4455"),
        ("discord_990_11", "discord:990_11"),
        ("telegram-123", "telegram:123"),
        ("telegram--100987", "telegram:-100987"),
        ("room_general", "room:general"),
        ("telegram:77", "telegram:77"),
        ("holiday_plans", "holiday_plans"),
    ],
)
def test_the_channel_of_a_file_name_is_found(stem: str, session: str) -> None:
    assert session_of_file(stem) == session


@pytest.mark.parametrize(
    ("session", "account"),
    [
        ("telegram:77", "telegram:77"),
        ("telegram:-100987", None),
        ("discord:990", None),
        ("whatsapp:4917@s.whatsapp.net", "whatsapp:4917@s.whatsapp.net"),
        ("whatsapp:120@g.us", None),
        ("cli:direct", "cli:direct"),
        ("room:general", None),
        ("somewhere", None),
    ],
)
def test_only_direct_chats_have_an_account(session: str, account: str | None) -> None:
    assert direct_account(session) == account


def test_an_invalid_name_stays_as_it_is() -> None:
    assert session_name("telegram-77") == "telegram:77"
    assert session_name("\x00") == "\x00"


@pytest.mark.parametrize(
    ("value", "is_valid"),
    [("discord:5", True), (":", False), ("discord:", False), ("evil", False), ("cli:\x00", False)],
)
def test_accounts_have_a_platform_and_an_id(value: str, *, is_valid: bool) -> None:
    assert is_account(value) is is_valid
