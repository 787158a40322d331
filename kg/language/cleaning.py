"""Cleaning text: on its way in, and before it stands in a context as somebody's data."""

from __future__ import annotations

import re

# CSI, OSC (ended by BEL or ST) and the other escape sequences of ECMA-48; an OSC never crosses a line.
_ANSI = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b\]|\x9d)[^\x07\x1b\x9c\x9d\n]*(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*[0-~]"
)
_LINE_END = re.compile("\r\n?")
_SURROGATE = re.compile("[\ud800-\udfff]")
# C0 and C1 without tab and line feed, and DEL.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

# What is drawn as nothing, or turns the direction of what follows: soft hyphen, zero-width signs and joiners,
# directional marks, overrides and isolates, invisible operators, fillers, variation selectors, interlinear
# marks, tags. Emoji sequences fall apart into their parts, which is the price.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_SPACES = re.compile(r"\s+")
_LINE_BREAK = re.compile("[\n\u2028\u2029]")
_FENCE = re.compile(r"`{3,}|~{3,}")
# A heading or rule at the start, perhaps inside list items.
_BLOCK = re.compile(r"^((?:(?:[*+-]|\d{1,9}[.)]) )*)(?=#{1,6}(?: |$)|-{3,}|={3,}|\*{3,}|_{3,})")
_LINE = " ⏎ "
# A line that cites, or that has an id, would do so for another's.
_MARKER = re.compile(r"\[(m\d+|id:[^\]]*)\]")
_BRACKETS = str.maketrans("<>＜＞", "‹›‹›")


def whole(text: str) -> str:
    """`text` with lone surrogates, which have no UTF-8 form, replaced by U+FFFD, one for one."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def clean(text: str) -> str:
    """`text` as it is logged: the author's words, without what breaks terminals, databases and encodings.

    Lone surrogates become U+FFFD, CR LF and CR become LF; ANSI escape sequences, NUL and all other control
    characters but tab and line feed are dropped. Nothing else changes: no normal form, no trimming. Cleaning
    twice changes nothing more.
    """
    # Most texts: what is printable is no control character and no surrogate.
    if text.isprintable():
        return text
    text = _LINE_END.sub("\n", whole(text))
    return _CONTROL.sub("", _ANSI.sub("", text))


def fence_safe(text: str) -> str:
    """`text` on a single line, unable to end or imitate the structure of the context that quotes it.

    After `clean`: invisible and direction-changing characters are dropped; line breaks become " ⏎ ", other
    runs of white space one space; angle brackets become ‹ and ›, so that no tag opens or closes; runs of
    three and more backticks or tildes become as many ' or -, so that no fence closes; a heading or rule at
    the start is shifted behind a "·". Doing it twice changes nothing more.
    """
    if text.isascii() and text.isprintable():
        text = " ".join(text.split())
    else:
        text = _SPACES.sub(_space, _INVISIBLE.sub("", clean(text)).strip())
    return _BLOCK.sub(r"\1·", _FENCE.sub(_blunt, text.translate(_BRACKETS)))


def quotable(text: str) -> str:
    """`text` as by `fence_safe`, unable to cite or to bear an id: such marks lose their brackets."""
    safe = fence_safe(text)
    # Behind the last bracket that closes stands no mark; each that opens before it would be followed to the end in vain.
    last = safe.rfind("]") + 1
    return _MARKER.sub(_unmarked, safe[:last]) + safe[last:]


def _unmarked(found: re.Match[str]) -> str:
    # What opens within would be a mark once the outer one is none.
    return f"({found[1].replace('[', '(')})"


def _space(found: re.Match[str]) -> str:
    return _LINE if _LINE_BREAK.search(found.group()) else " "


def _blunt(found: re.Match[str]) -> str:
    run = found.group()
    return ("'" if run[0] == "`" else "-") * len(run)
