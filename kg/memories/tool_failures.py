"""Tools that fail: what sort of error it was, what to think of it, and what to learn from it."""

from __future__ import annotations

import re

EXTERNAL, CONFIGURATION, USER, INTERNAL = "external", "configuration", "user", "internal"
CLASSES = (EXTERNAL, CONFIGURATION, USER, INTERNAL)
"""Whose an error is: the world's, the set-up's, the caller's, or the tool's own."""
LESSONS_FROM = (INTERNAL, CONFIGURATION)
"""The classes that there is something to learn from: the others pass, or are answered by whoever asked."""
BEGINS = "Error:"
"""How the result of a tool that failed begins."""
LESSON = "Lesson: "
"""How a lesson begins, so that it is known where it is met again: a lesson is never learnt from a lesson."""
LONGEST_ARGUMENTS = LONGEST_ERROR = 500
LONGEST_INSIGHT = 1_000

# The first class that fits, in this order: "connection refused: invalid certificate" is the world's.
_PATTERNS = {
    EXTERNAL: re.compile(
        r"network|timed?[ -]?out|refused|unreachable|connection|connect\b|dns|socket|unavailable|gateway|rate limit"
        r"|too many requests|econn\w+|etimedout|\b(?:429|502|503|504)\b"
    ),
    CONFIGURATION: re.compile(
        r"config\w*|missing|undefined|not (?:set|configured|installed|defined)|environment variable|no module named"
        r"|credential\w*|api[ _-]?key|permission|unauthori[sz]ed|forbidden|\b(?:401|403)\b"
    ),
    USER: re.compile(
        r"invalid|unexpected|not found|no such|bad request|must be|expected|malformed|\b(?:400|404|422)\b"
    ),
}
_ADVICE = {
    EXTERNAL: "It is not the tool's fault: try again later, or use another way.",
    CONFIGURATION: "Check its configuration before it is used again.",
    USER: "Check what it is given.",
    INTERNAL: "Use it in another way, or another tool.",
}


def failed(result: str) -> bool:
    """Whether a tool's result says that it failed."""
    return result.lstrip().startswith(BEGINS)


def classify(error: str) -> str:
    """Whose an error is, by its words.

    External: network, time-out, refused; configuration: config, missing, undefined; user: invalid, unexpected; else internal.
    """
    told = error.casefold()
    return next((name for name, pattern in _PATTERNS.items() if pattern.search(told)), INTERNAL)


def bounded(text: str, longest: int) -> str:
    """A text of so many characters at most, cut between words where it is longer."""
    text = text.strip()
    if len(text) <= longest:
        return text
    cut = text[: longest - 1]
    return (cut.rsplit(None, 1)[0] if " " in cut[longest // 2 :] else cut) + "…"


def insight(tool: str, error: str) -> str:
    """What to think of a failure without a language model, 1,000 characters at most."""
    said = " ".join(error.strip().removeprefix(BEGINS).split())
    return bounded(f"{tool} failed ({classify(error)}): {bounded(said, 300)}", LONGEST_INSIGHT)


def advice(error: str) -> str:
    """What to do about an error of its class."""
    return _ADVICE[classify(error)]


def lesson(tool: str, error: str) -> str | None:
    """What to learn from a failure; None where there is nothing to learn, or what failed speaks of a lesson itself.

    Numbers, paths and quotations are left out, so that the same failure is the same lesson.
    """
    if LESSON.strip() in error or classify(error) not in LESSONS_FROM:
        return None
    said = " ".join(error.strip().removeprefix(BEGINS).split())
    plain = re.sub(r"""(["'`]).*?\1|0x[0-9a-f]+|(?<!\w)[~.]?/\S+|\d+""", "…", said, flags=re.IGNORECASE)
    return f"{LESSON}{tool} may fail with “{bounded(plain, 200)}”."
