"""Accounts as others may see them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language import mask_account


@pytest.mark.parametrize(
    ("account", "shown"),
    [
        ("whatsapp:+447700900123", "whatsapp:…123"),
        ("signal:+44 7700 900-123", "signal:…123"),
        ("mail:ann.lee@example.org", "mail:a…@example.org"),
        ("discord:7", "discord:7"),
        ("cli:ann", "cli:ann"),
        ("chat:Ann Lee", "chat:Ann Lee"),
        ("matrix:@ann", "matrix:@ann"),
        ("person-1", "person-1"),
    ],
)
def test_telephone_numbers_and_addresses_are_hinted_at(account: str, shown: str) -> None:
    assert mask_account(account) == shown


@given(st.from_regex(r"\+?[0-9]{7,15}", fullmatch=True))
def test_of_a_number_three_digits_are_shown(number: str) -> None:
    assert mask_account(f"sms:{number}") == f"sms:…{number[-3:]}"
