"""Markup within a sentence: names between backticks, and bold text."""

from __future__ import annotations

import re

_MARKED = re.compile(
    # A block of code stays as it is.
    r"```.*?(?:```|\Z)"
    r"|(?<![`\w])`(?P<name>[\w@~./-](?:[\w@~./:+#=-]{0,78}[\w/])?)`(?![`\w])"
    r"|(?<![*\w])\*\*(?P<bold>[^\s*](?:[^*\n]{0,78}[^\s*])?)\*\*(?![*\w])",
    re.DOTALL,
)


def blank_inline_marks(text: str) -> str:
    """Return the text with spaces for the backticks around a name and the asterisks around bold text; its length is preserved.

    "The queue is `jobs_high`" says what the name is; longer code between backticks says nothing.
    """
    return _MARKED.sub(_blank_marks, text) if "`" in text or "**" in text else text


def _blank_marks(marked: re.Match[str]) -> str:
    if marked["name"] is not None:
        return f" {marked['name']} "
    return f"  {marked['bold']}  " if marked["bold"] is not None else marked[0]
