"""Cleaning of text that an agent stores: reasoning, tool calls, stack traces, local paths and account numbers are removed."""

from __future__ import annotations

import re

_REASONING_TAGS = "think|thinking|thought|thoughts|reasoning|reflection|reflect|scratchpad|analysis"
_TOOL_TAGS = (
    "tool_call|tool_calls|tool_use|tool_result|tool_results|tool_response|function_call|function_calls|function_result"
)
_TOOL_TAGS += "|function_results|antml:function_calls|invoke|parameter"
_TAG_BLOCK = re.compile(rf"<({_REASONING_TAGS}|{_TOOL_TAGS})\b[^<>]*>((?!<\1\b).)*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_SINGLE_TAG = re.compile(rf"</?(?:{_REASONING_TAGS}|{_TOOL_TAGS})\b[^<>]*/?>", re.IGNORECASE)
# Python tracebacks from the first line up to the error message; each stack line of Java and JavaScript.
_PYTHON_TRACEBACK = re.compile(
    r"^[ \t]*Traceback \(most recent call last\):\n(?:[ \t]+.*(?:\n|\Z)|[ \t]*\n)*", re.MULTILINE
)
_STACK_LINE = re.compile(
    r"^[ \t]*at [^\n]*(?:\([^()\n]*:\d+(?::\d+)?\)|:\d+:\d+)[ \t]*(?:\n|\Z)|^[ \t]*File \"[^\"\n]+\", line \d+.*(?:\n|\Z)",
    re.MULTILINE,
)
_LOCAL_PATH = re.compile(
    r"(?<![\w/.:~])(?:file://)?(?:~|/(?:home|Users|root|tmp|var|etc|opt|usr|mnt|srv|private|workspace|app))(?:/[\w.@+-]+)+/?"
    r"|(?<!\w)[A-Za-z]:\\(?:[\w.@+ -]+\\)*[\w.@+-]+"
)
_ACCOUNT = re.compile(
    r"<(?:@[!&]?|#|:\w+:)\d{5,}>"
    r"|\b\d{5,}(?:-\d+)?@(?:s\.whatsapp\.net|g\.us|c\.us|lid)\b"
    r"|\b(?:telegram|whatsapp|discord|slack|signal):[+-]?\w*\d{5,}\w*"
)
_TRAILING_SPACE = re.compile(r"(?<![ \t])[ \t]++(?=\n|\Z)")
_BLANK_LINES = re.compile(r"\n{3,}")
_REPLACED_BRACKETS = str.maketrans("<>", "‹›")
_MAX_PASSES = 8


def clean_for_storage(text: str) -> str:
    """Return `text` as it may be stored.

    Reasoning, tool calls and stack traces are removed; local paths become "[path]" and account numbers "[account]". The function
    is idempotent.
    """
    for _ in range(_MAX_PASSES):
        before, text = text, _clean_once(text)
        if before == text:
            return text
    # Nested tags of which each removal completes another are not reasoning: replace their brackets, so that they end.
    text = text.translate(_REPLACED_BRACKETS)
    while (cleaned := _clean_once(text)) != text:
        text = cleaned
    return text


def _clean_once(text: str) -> str:
    text = _SINGLE_TAG.sub("", _TAG_BLOCK.sub("", text))
    text = _STACK_LINE.sub("", _PYTHON_TRACEBACK.sub("", text))
    text = _ACCOUNT.sub("[account]", _LOCAL_PATH.sub("[path]", text))
    return _BLANK_LINES.sub("\n\n", _TRAILING_SPACE.sub("", text)).strip()
