"""Quotations in chats."""

from __future__ import annotations

import pytest

from kg.transfer.importers.quotations import quote_lines, quote_to_end


def test_each_line_is_quoted() -> None:
    assert quote_lines("one\ntwo") == "> one\n> two"
    assert quote_lines("") == ""


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("Hi\n>>> one\ntwo", "Hi\n> one\n> two"),
        (">>>one", "> one"),
        ("> one\ntwo", "> one\ntwo"),
        ("a >>> b", "a >>> b"),
        ("", ""),
    ],
)
def test_three_signs_quote_all_of_the_rest(text: str, quoted: str) -> None:
    assert quote_to_end(text) == quoted
