"""Cleaning of what an agent stores: what only served its own work, or tells of its machine and of accounts, is no memory."""

from __future__ import annotations

import re

_BLOCKS = "think|thinking|thought|thoughts|reasoning|reflection|reflect|scratchpad|analysis"
_TOOLS = (
    "tool_call|tool_calls|tool_use|tool_result|tool_results|tool_response|function_call|function_calls|function_result"
)
_TOOLS += "|function_results|antml:function_calls|invoke|parameter"
_BLOCK = re.compile(rf"<({_BLOCKS}|{_TOOLS})\b[^<>]*>((?!<\1\b).)*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_ALONE = re.compile(rf"</?(?:{_BLOCKS}|{_TOOLS})\b[^<>]*/?>", re.IGNORECASE)
# Python's from its head to the error that ends it; of Java and JavaScript each line of the stack.
_PYTHON = re.compile(r"^[ \t]*Traceback \(most recent call last\):\n(?:[ \t]+.*(?:\n|\Z)|[ \t]*\n)*", re.MULTILINE)
_STACK = re.compile(
    r"^[ \t]*at [^\n]*(?:\([^()\n]*:\d+(?::\d+)?\)|:\d+:\d+)[ \t]*(?:\n|\Z)|^[ \t]*File \"[^\"\n]+\", line \d+.*(?:\n|\Z)",
    re.MULTILINE,
)
_PATH = re.compile(
    r"(?<![\w/.:~])(?:file://)?(?:~|/(?:home|Users|root|tmp|var|etc|opt|usr|mnt|srv|private|workspace|app))(?:/[\w.@+-]+)+/?"
    r"|(?<!\w)[A-Za-z]:\\(?:[\w.@+ -]+\\)*[\w.@+-]+"
)
_PLATFORM = re.compile(
    r"<(?:@[!&]?|#|:\w+:)\d{5,}>"
    r"|\b\d{5,}(?:-\d+)?@(?:s\.whatsapp\.net|g\.us|c\.us|lid)\b"
    r"|\b(?:telegram|whatsapp|discord|slack|signal):[+-]?\w*\d{5,}\w*"
)
_SPACE = re.compile(r"(?<![ \t])[ \t]++(?=\n|\Z)")
_LINES = re.compile(r"\n{3,}")
_BRACKETS = str.maketrans("<>", "‹›")
_MOST = 8


def storable(text: str) -> str:
    """`text` as it may be stored: thoughts, calls of tools and stack traces are gone; paths and accounts are only called so.

    Doing it twice changes nothing more.
    """
    for _ in range(_MOST):
        before, text = text, _once(text)
        if before == text:
            return text
    # Tags that are nested so that each that goes makes another are no thoughts: they lose what makes them tags.
    text = text.translate(_BRACKETS)
    while (once := _once(text)) != text:
        text = once
    return text


def _once(text: str) -> str:
    text = _ALONE.sub("", _BLOCK.sub("", text))
    text = _STACK.sub("", _PYTHON.sub("", text))
    text = _PLATFORM.sub("[account]", _PATH.sub("[path]", text))
    return _LINES.sub("\n\n", _SPACE.sub("", text)).strip()
