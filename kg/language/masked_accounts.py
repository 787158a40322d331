"""Accounts as others may see them: telephone numbers and e-mail addresses are private, and only hinted at."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"\+?\d[\d ().-]{5,}\d")
_SHOWN_DIGITS = 3


def mask_account(account: str) -> str:
    """Return an account without the private part of its id: `whatsapp:…123`, `mail:a…@example.org`; others as they are.

    Args:
        account: `platform:id`.
    """
    platform, separator, name = account.partition(":")
    if not separator:
        return account
    if _NUMBER.fullmatch(name):
        return f"{platform}:…{re.sub(r'[^0-9]', '', name)[-_SHOWN_DIGITS:]}"
    user, at, domain = name.rpartition("@")
    return f"{platform}:{user[0]}…@{domain}" if at and user and "." in domain else account
