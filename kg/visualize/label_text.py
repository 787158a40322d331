"""Texts of pictures: untrusted text as one short line in any script, its estimated width, and quotations."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from kg.types import is_visible, remove_invisible

MAX_LABEL_CHARS = 28
MAX_LINE_CHARS = 280
_JOINERS = "\u200c\u200d"
_EMOJI_SELECTORS = "\ufe0e\ufe0f"
_ISOLATED = "\u2068{}\u2069"
_CHAR_WIDTH = 6.6
# Characters of East Asian scripts and emoji are about as wide as high.
_WIDE_CHAR_WIDTH = 12.0


def shorten(text: str, max_chars: int = MAX_LABEL_CHARS) -> str:
    """Return untrusted text as one line of at most `max_chars` characters.

    Control characters and invisible characters are removed, except for joiners that shape letters or emoji. The text is not cut
    between a letter and its marks, or within a joined emoji.
    """
    plain = " ".join(
        "".join(one if one.isprintable() or is_shaping(one) else " " for one in remove_invisible(text)).split()
    )
    # A control character next to a joiner was replaced: the joiner may shape nothing now.
    plain = plain if is_visible(plain) else remove_invisible(plain)
    if len(plain) <= max_chars:
        return plain
    end = max_chars - 1
    while end > 0 and (
        is_shaping(plain[end - 1]) or is_shaping(plain[end]) or unicodedata.category(plain[end])[0] == "M"
    ):
        end -= 1
    return plain[:end].rstrip() + "…"


def is_shaping(character: str) -> bool:
    """Return whether a character is invisible and shapes its neighbours: a joiner, or a selector of an emoji's form."""
    return character in _JOINERS or character in _EMOJI_SELECTORS


def label_width(text: str) -> float:
    """Estimate the width of a label in points."""
    if text.isascii():
        return len(text) * _CHAR_WIDTH
    return sum(map(_character_width, text))


def _character_width(character: str) -> float:
    if is_shaping(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0.0
    return _WIDE_CHAR_WIDTH if unicodedata.east_asian_width(character) in {"W", "F"} else _CHAR_WIDTH


def isolate_direction(text: str) -> str:
    """Wrap text in Unicode isolates, so that its direction does not affect the text around it."""
    return _ISOLATED.format(text)


def format_quote(event: Mapping[str, Any]) -> str:
    """Format an event, {text, by, at}, as a quotation."""
    speaker = isolate_direction(shorten(event["by"] or "unknown"))
    return f"“{isolate_direction(shorten(event['text'] or '', 160))}” — {speaker}, {event['at'].to_native():%Y-%m-%d}"
