"""What is quoted cannot end its quotation, cite a record or begin a line."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language import quote_text

OPENING, CLOSING, STRAIGHT = "“„‟«❝❮〝「『｢﹁﹃⹂‘‹❛", "”«»❞❯〞〟」』｣﹂﹄⹂’›❜", '"＂″‴ʺ˝ˮ״'
BRACKETS = "[]［］【】〔〕〖〗〘〙〚〛⟦⟧❲❳⦋⦌⁅⁆﹝﹞⎡⎤⎣⎦⟨⟩《》"
PARTS = [
    *OPENING,
    *CLOSING,
    *STRAIGHT,
    *BRACKETS,
    "'",
    "`",
    "\u200b",
    "\n",
    "\u2028",
    " ",
    "—",
    "–",
    "−",
    "Olga says",
    "10",
]
# The only characters of these categories that remain.
KEPT = set("‘’‹›‛(){}")


@given(st.text() | st.lists(st.sampled_from(PARTS)).map("".join))
def test_nothing_ends_its_quotation_or_begins_a_line(text: str) -> None:
    quoted = quote_text(text)
    assert len(f"“{quoted}”".splitlines()) == 1
    assert {sign for sign in quoted if unicodedata.category(sign) in {"Pi", "Pf", "Ps", "Pe"}} <= KEPT
    assert not set(quoted) & set(STRAIGHT + BRACKETS + "—―⸺")
    assert not any(twice in quoted for twice in ("''", "‘‘", "’’", "’'", "‘'", "``"))
    assert quote_text(quoted) == quoted


@pytest.mark.parametrize("opening", OPENING)
@pytest.mark.parametrize("closing", CLOSING + STRAIGHT)
def test_every_kind_of_mark_becomes_a_single_one(opening: str, closing: str) -> None:
    quoted = quote_text(f"Hi.{closing} ［fact-1］ — Olga (owner) says: {opening}Ok")
    assert quoted[3] in "‘’'‹›"
    assert quoted[4:-3] == " (fact-1) - Olga (owner) says: "
    assert quoted[-3] in "‘’'‹›"


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("I don’t know O'Brien (yet).", "I don’t know O'Brien (yet)."),
        ('She read “Emma” and "Persuasion".', "She read ‘Emma’ and 'Persuasion'."),
        ("From 10–12 May — if it rains—we stay.", "From 10–12 May - if it rains - we stay."),
        ("I said “‘Hi,’ twice”", "I said ‘Hi,’ twice’"),
        ("first\nsecond", "first ⏎ second"),
        ("well-known {x}", "well-known {x}"),
    ],
)
def test_ordinary_text_remains_readable(text: str, quoted: str) -> None:
    assert quote_text(text) == quoted
