"""Invisible characters: refused in names, except where they shape letters or emoji."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.types import INVISIBLE, is_visible, remove_invisible

NAMES = st.text(alphabet=st.sampled_from("Olga مک\u200c\u200d\ufe0f\u3164\u115f👩💻❤क्ष\u00ad"), max_size=12)


@pytest.mark.parametrize(
    "name", ["Olga", "می\u200cخواهم", "क्\u200dष", "👩\u200d💻", "❤\ufe0f\u200d🔥", "❤\ufe0f", "김민준", "Zoë"]
)
def test_names_of_all_scripts_are_visible(name: str) -> None:
    assert is_visible(name)
    assert remove_invisible(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "Olga\u3164",
        "Olga\u115f",
        "O\u200dlga",
        "\u200bOlga",
        "Ol\u00adga",
        "\u202eaglO",
        "Olga\u2800",
        "Olga\ufe0f",
        "Olga\U000e0041",
    ],
)
def test_hidden_characters_are_removed(name: str) -> None:
    assert not is_visible(name)
    assert remove_invisible(name) in {"Olga", "aglO"}


def test_control_characters_are_not_visible() -> None:
    assert not is_visible("Ol\nga")
    assert not is_visible("öl\x07")


def test_every_format_character_is_known() -> None:
    formats = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Cf"]
    # Signs with a shape: of Arabic, Syriac and Kaithi numbers, and Egyptian hieroglyphs.
    shaped = ("ARABIC", "SYRIAC", "KAITHI", "EGYPTIAN", "SHORTHAND")
    assert [
        one for one in formats if not INVISIBLE.match(one) and not unicodedata.name(one, "").startswith(shaped)
    ] == []


@given(NAMES)
def test_removal_is_idempotent_where_nothing_hidden_remains(name: str) -> None:
    once = remove_invisible(name)
    assert set(once) <= set(name)
    assert [sign for sign in once if not INVISIBLE.match(sign)] == [sign for sign in name if not INVISIBLE.match(sign)]
