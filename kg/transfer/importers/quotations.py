"""Quotations in chats as lines that begin with ">", which state nothing of who sent them."""

from __future__ import annotations

import re

_LONG_QUOTATION = re.compile(r"^>>> ?", re.MULTILINE)


def quote_lines(text: str) -> str:
    """Return a text with ">" before each line."""
    return "\n".join(f"> {line}" for line in text.splitlines())


def quote_to_end(text: str) -> str:
    """Return a text of Discord or Slack with ">" before each line that follows ">>>", which quotes all of the rest."""
    start = _LONG_QUOTATION.search(text)
    return text if start is None else text[: start.start()] + quote_lines(text[start.end() :])
