"""Invisible characters: which they are, and where a name needs them."""

from __future__ import annotations

import re
import unicodedata

INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters without a shape: joiners, fillers, directional marks, variation selectors, tags, blanks.

They are those of the Unicode property Default_Ignorable_Code_Point, with interlinear marks and the blank Braille pattern.
"""
_JOINERS = "\u200c\u200d"
_EMOJI_SELECTORS = "\ufe0e\ufe0f"
# The first words of the Unicode names of letters that joiners shape.
_JOINED_SCRIPTS = frozenset(
    [
        *(
            "ARABIC",
            "BENGALI",
            "DEVANAGARI",
            "GUJARATI",
            "GURMUKHI",
            "KANNADA",
            "MALAYALAM",
            "MONGOLIAN",
            "ORIYA",
            "SINHALA",
        ),
        *("SYRIAC", "TAMIL", "TELUGU", "THAANA"),
    ]
)
_EMOJI = frozenset({"So", "Sk"})


def remove_invisible(text: str) -> str:
    """Return a name without invisible characters, except for joiners within Arabic and Indic words and within emoji."""
    if text.isascii():
        return text
    return INVISIBLE.sub(lambda match: match[0] if _is_needed(text, match.start()) else "", text)


def is_visible(text: str) -> bool:
    """Return whether every character of a name is printable, and none is invisible (see `remove_invisible`)."""
    if text.isascii():
        return text.isprintable()
    return remove_invisible(text) == text and INVISIBLE.sub("", text).isprintable()


def _is_needed(text: str, place: int) -> bool:
    """Return whether the shape of a name depends on the invisible character at a place."""
    sign, before = text[place], text[:place].rstrip(_EMOJI_SELECTORS)[-1:]
    if sign in _EMOJI_SELECTORS:
        return unicodedata.category(text[place - 1]) in _EMOJI if place else False
    after = text[place + 1 : place + 2]
    if sign not in _JOINERS or not before or not after:
        return False
    if unicodedata.category(before) in _EMOJI and unicodedata.category(after) in _EMOJI:
        return True
    return _script(before) in _JOINED_SCRIPTS and _script(after) in _JOINED_SCRIPTS


def _script(sign: str) -> str:
    return unicodedata.name(sign, "").partition(" ")[0]
