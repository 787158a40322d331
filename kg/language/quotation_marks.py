"""Quoted text: what it holds cannot end its quotation, imitate an attribution or a citation, or begin a line."""

from __future__ import annotations

import functools
import re
import unicodedata

from kg.language.cleaning import make_fence_safe

# Quotation marks whose Unicode category does not say so.
_OPENING, _CLOSING, _STRAIGHT = "‚„❛❝❟❠⹂〝「『｢﹁﹃🙶", "❜❞〞〟」』｣﹂﹄🙷🙸", '"＂″‴⁗‶‷ʺ˝ˮ״ײ'
_SINGLE = {"«": "‹", "»": "›", "❮": "‹", "❯": "›", "‹": "‹", "›": "›", "‘": "‘", "’": "’"}
# Parts of tall brackets, which are symbols.
_BRACKETS = {"[": "(", "]": ")", "⎡": "(", "⎢": "(", "⎣": "(", "⎤": ")", "⎥": ")", "⎦": ")"}
_MARK_OF = {"Pi": "‘", "Pf": "’", "Ps": "(", "Pe": ")"}
_BASIC_PLANE = 0x10000
# Two single marks look like a double one.
_RUN = re.compile(r"([‘’'‛`´‵′ʹʼʽˈ＇])[‘’'‛`´‵′ʹʼʽˈ＇]+")
# Not between digits or words, as in "10–12".
_LONG_DASH = re.compile(r"\s*(?:[‒–—―−⸺⸻﹘﹣－〜〰](?<!\w[‒–−－〜](?=\w))\s*)+")


def quote_text(text: str) -> str:
    """Return text for between “ and ”: one line, with single quotation marks, parentheses and hyphens for what resembles others.

    After `make_fence_safe`: every kind of quotation mark becomes a single one, every kind of square, angle or tortoise-shell
    bracket a parenthesis, and every long dash a hyphen between spaces, so that the text cannot end its quotation, cite a record,
    or name another speaker as an attribution does. The operation is idempotent.
    """
    marked = make_fence_safe(text).translate(_marks())
    return _LONG_DASH.sub(" - ", _RUN.sub(r"\1", marked)).strip()


def has_quotation_mark(text: str) -> bool:
    """Return whether a text has a quotation mark of any kind, except single marks, which may be apostrophes."""
    return any(sign in _double_marks() for sign in text) or _RUN.search(text) is not None


@functools.cache
def _marks() -> dict[int, str]:
    """Return each character that looks like a quotation mark or a bracket, and its replacement."""
    found = {
        code: mark for code in range(0x80, _BASIC_PLANE) if (mark := _MARK_OF.get(unicodedata.category(chr(code))))
    }
    found |= {ord(sign): mark for signs, mark in ((_OPENING, "‘"), (_CLOSING, "’"), (_STRAIGHT, "'")) for sign in signs}
    return found | {ord(sign): mark for sign, mark in (_SINGLE | _BRACKETS).items()}


@functools.cache
def _double_marks() -> frozenset[str]:
    return frozenset(chr(code) for code, mark in _marks().items() if mark in "‘’'‹›") - {"‘", "’", "‛", "‚", "‹", "›"}
