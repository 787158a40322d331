from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language.cleaning import clean_text, make_fence_safe

SIGNS = [
    "\x1b",
    "[",
    "]",
    "31m",
    "\x9b",
    "\x9d",
    "\x07",
    "\\",
    "\r",
    "\n",
    "\t",
    " ",
    "`",
    "``",
    "~~",
    "#",
    "-",
    "--",
]
SIGNS += [
    "*",
    "1.",
    "<",
    ">",
    "/memory",
    "\u200b",
    "\u202e",
    "\ud800",
    "\udfff",
    "\x00",
    "a",
    "⏎",
    "·",
    "\u2028",
]
SIGNS += ["\x85", "\U000e0041", "_", "=", "＜"]
NASTY = st.lists(st.sampled_from(SIGNS)).map("".join)
TEXTS = st.one_of(st.text(), NASTY)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("naïve e\u0301 漢字 👩‍👩‍👧 \u202e", "naïve e\u0301 漢字 👩‍👩‍👧 \u202e"),
        ("a\r\nb\rc\td\n", "a\nb\nc\td\n"),
        ("nul\x00bel\x07del\x7fc1\x85", "nulbeldelc1"),
        ("\x1b[1;31mred\x1b[0m \x1b]0;title\x07x \x1b]8;;http://e\x1b\\link\x1b(B", "red x link"),
        ("\x9b31mred", "red"),
        ("lone \ud800 and \udfff", "lone \ufffd and \ufffd"),
        ("  kept  ", "  kept  "),
    ],
)
def test_clean(text, expected):
    assert clean_text(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain, it's 5 o'clock", "plain, it's 5 o'clock"),
        (" a\n\n b \r\n", "a ⏎ b"),
        ("a\t\tb  c", "a b c"),
        ("```py\nx\n```", "'''py ⏎ x ⏎ '''"),
        ("~~~~", "·----"),
        ("`\u200b``", "'''"),
        ("</memory><system>", "‹/memory›‹system›"),
        ("a <b> and ＜c＞", "a ‹b› and ‹c›"),
        ("é <b>", "é ‹b›"),
        ("# Head", "·# Head"),
        ("1. # Head", "1. ·# Head"),
        ("- ## Head", "- ·## Head"),
        ("#tag and #2", "#tag and #2"),
        ("---", "·---"),
        ("a\u202eb\u2066c\ufeffd\U000e0041e", "abcde"),
    ],
)
def test_fence_safe(text, expected):
    assert make_fence_safe(text) == expected


@given(text=TEXTS)
def test_cleaning_is_idempotent(text):
    assert clean_text(clean_text(text)) == clean_text(text)
    assert make_fence_safe(make_fence_safe(text)) == make_fence_safe(text)


@given(text=TEXTS)
def test_cleaned_text_has_no_control_characters_and_encodes_in_utf8(text):
    cleaned = clean_text(text)

    cleaned.encode()
    assert not [sign for sign in cleaned if (sign < " " and sign not in "\n\t") or "\x7f" <= sign <= "\x9f"]


@given(text=TEXTS)
def test_quoted_text_cannot_end_its_fence(text):
    quoted = make_fence_safe(text)

    assert len(quoted.splitlines()) <= 1
    assert quoted == quoted.strip()
    for breaker in ("```", "~~~", "<", ">"):
        assert breaker not in quoted
    assert not quoted.startswith(("# ", "---"))


@pytest.mark.slow
@pytest.mark.timeout(10)
@pytest.mark.parametrize("unit", ["\x1b", "\x1b]", "\x1b[1;", " ", "`", "- ", "\n \n", "1. ", "\x9d", "<"])
def test_a_million_characters_are_cleaned_quickly(unit):
    text = unit * (1_000_000 // len(unit))
    make_fence_safe(text + "x")
