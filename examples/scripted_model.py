"""A model that is scripted: it acknowledges statements, and answers questions with the line of its context that fits best.

The examples use it, so that they run without an account anywhere; put a real model in its place.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"\w+")
_STOP = frozenset({
    "the", "a", "an", "is", "are", "was", "were", "do", "does", "did", "i", "you", "my", "your", "me", "what", "where", "who",
    "when", "how", "of", "to", "in", "and", "at", "for", "it", "must", "there", "any",
})  # fmt: skip


def answer(known: str, message: str) -> str:
    """Return the reply to a message, given what the memory knows."""
    if not message.rstrip().endswith("?"):
        return "I will remember that."
    asked = _words(message)
    lines = [line for line in known.splitlines() if line[:1] in (">", "-") or "[m" in line]
    statements = [line for line in lines if not line.rstrip().endswith("?") and "I will remember" not in line]
    best = max(statements, key=lambda line: len(asked & _words(line)), default="")
    if not asked & _words(best):
        return "I don't know."
    marker, _, statement = best.lstrip(">- ").rpartition("] ")
    return f"From memory: {statement}" + (f" {marker}]" if marker else "")


def _words(text: str) -> set[str]:
    # Four letters are enough to find "moored" and "moor".
    return {word[:4] for word in _WORD.findall(text.casefold()) if word not in _STOP}
