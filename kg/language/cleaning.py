"""Cleaning text: when it is logged, and before it is quoted in a context for a language model."""

from __future__ import annotations

import re

from kg.types import INVISIBLE

# CSI, OSC (ended by BEL or ST) and the other escape sequences of ECMA-48; an OSC never crosses a line.
_ANSI = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b\]|\x9d)[^\x07\x1b\x9c\x9d\n]*(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*[0-~]"
)
_LINE_END = re.compile("\r\n?")
_SURROGATE = re.compile("[\ud800-\udfff]")
# C0 and C1 without tab and line feed, and DEL.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

_SPACES = re.compile(r"\s+")
_LINE_BREAK = re.compile("[\n\u2028\u2029]")
_FENCE = re.compile(r"`{3,}|~{3,}")
# A heading or rule at the start, perhaps inside list items.
_BLOCK_START = re.compile(r"^((?:(?:[*+-]|\d{1,9}[.)]) )*)(?=#{1,6}(?: |$)|-{3,}|={3,}|\*{3,}|_{3,})")
_LINE_BREAK_MARK = " ⏎ "
# Citation markers and ids in user text would refer to other records.
_MARKER = re.compile(r"\[(m\d+|id:[^\]]*)\]")
_BRACKETS = str.maketrans("<>＜＞", "‹›‹›")


def replace_surrogates(text: str) -> str:
    """Return `text` with each lone surrogate, which UTF-8 cannot encode, replaced by U+FFFD."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def clean_text(text: str) -> str:
    """Return `text` without characters that break terminals, databases and encodings, as it is logged.

    Lone surrogates become U+FFFD, CR LF and CR become LF; ANSI escape sequences, NUL and all other control
    characters except tab and line feed are dropped. Nothing else changes: no normalisation, no trimming. The
    operation is idempotent.
    """
    # A fast path for most texts: printable text has no control characters and no surrogates.
    if text.isprintable():
        return text
    text = _LINE_END.sub("\n", replace_surrogates(text))
    return _CONTROL.sub("", _ANSI.sub("", text))


def make_fence_safe(text: str) -> str:
    """Return `text` on a single line that cannot end or imitate the structure of the context that quotes it.

    After `clean_text`: invisible and direction-changing characters are dropped (emoji sequences split); line breaks become
    " ⏎ ", other runs of white space one space; angle brackets become ‹ and ›, so that no tag opens or closes; runs of
    three and more backticks or tildes become as many ' or -, so that no fence closes; a heading or rule at
    the start is preceded by a "·". The operation is idempotent.
    """
    if text.isascii() and text.isprintable():
        text = " ".join(text.split())
        # Searching for a constant takes a tenth of the time of a translation or pattern; hardly any text has brackets or fences.
        if "<" in text or ">" in text:
            text = text.translate(_BRACKETS)
    else:
        text = _SPACES.sub(_collapse_space, INVISIBLE.sub("", clean_text(text)).strip()).translate(_BRACKETS)
    if "```" in text or "~~~" in text:
        text = _FENCE.sub(_weaken_fence, text)
    return text if text[:1].isalpha() else _BLOCK_START.sub(r"\1·", text)


def make_quotable(text: str) -> str:
    """Return `text` as `make_fence_safe` does, with the brackets of citation markers and ids replaced."""
    safe = make_fence_safe(text)
    # There is no marker after the last closing bracket; searching there would take quadratic time for many open brackets.
    last = safe.rfind("]") + 1
    return _MARKER.sub(_replace_brackets, safe[:last]) + safe[last:]


def _replace_brackets(found: re.Match[str]) -> str:
    # An inner bracket would form a marker after the outer one is replaced.
    return f"({found[1].replace('[', '(')})"


def _collapse_space(found: re.Match[str]) -> str:
    return _LINE_BREAK_MARK if _LINE_BREAK.search(found.group()) else " "


def _weaken_fence(found: re.Match[str]) -> str:
    run = found.group()
    return ("'" if run[0] == "`" else "-") * len(run)
