"""Tool failures: error classification, insights, advice and lessons."""

from __future__ import annotations

import re

from kg.language import find_instructions

EXTERNAL, CONFIGURATION, USER, INTERNAL = "external", "configuration", "user", "internal"
ERROR_CLASSES = (EXTERNAL, CONFIGURATION, USER, INTERNAL)
"""Cause of an error: the environment, the configuration, the caller's input, or the tool itself."""
LESSON_CLASSES = (INTERNAL, CONFIGURATION)
"""Classes that lessons are learnt from. External errors pass, and user errors are corrected by the caller."""
ERROR_PREFIX = "Error:"
"""Prefix of the result of a failed tool call."""
LESSON_PREFIX = "Lesson: "
"""Prefix of a lesson, so that no lesson is learnt from a lesson."""
MAX_ARGUMENTS_CHARS = MAX_ERROR_CHARS = 500
MAX_INSIGHT_CHARS = 1_000

# The first matching class wins: "connection refused: invalid certificate" is external.
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


def is_failed_result(result: str) -> bool:
    """Whether a tool's result reports a failure."""
    return result.lstrip().startswith(ERROR_PREFIX)


def classify_error(error: str) -> str:
    """Return the class of an error message.

    External: network, time-out, refused; configuration: config, missing, undefined; user: invalid, unexpected; else internal.
    """
    folded = error.casefold()
    return next((name for name, pattern in _PATTERNS.items() if pattern.search(folded)), INTERNAL)


def truncate_text(text: str, longest: int) -> str:
    """Return a text of at most `longest` characters, cut between words."""
    text = text.strip()
    if len(text) <= longest:
        return text
    cut = text[: longest - 1]
    return (cut.rsplit(None, 1)[0] if " " in cut[longest // 2 :] else cut) + "…"


def failure_insight(tool: str, error: str) -> str:
    """Return a reflection on a failure, without a language model and without instructions, of at most 1,000 characters."""
    message = _without_instructions(_read_message(error))
    return truncate_text(f"{tool} failed ({classify_error(error)}): {truncate_text(message, 300)}", MAX_INSIGHT_CHARS)


def error_advice(error: str) -> str:
    """Return the advice for the error's class."""
    return _ADVICE[classify_error(error)]


def failure_lesson(tool: str, error: str) -> str | None:
    """Return the lesson of a failure; None where the class teaches nothing, or the error quotes a lesson or instructs an agent.

    Numbers, paths and quotations are replaced, so that the same failure gives the same lesson.
    """
    if LESSON_PREFIX.strip() in error or classify_error(error) not in LESSON_CLASSES:
        return None
    message = _read_message(error)
    if find_instructions(message):
        return None
    generalized = re.sub(r"""(["'`]).*?\1|0x[0-9a-f]+|(?<!\w)[~.]?/\S+|\d+""", "…", message, flags=re.IGNORECASE)
    return f"{LESSON_PREFIX}{tool} may fail with “{truncate_text(generalized, 200)}”."


def _read_message(error: str) -> str:
    """Return an error as one line, without its prefix."""
    return " ".join(error.strip().removeprefix(ERROR_PREFIX).split())


def _without_instructions(message: str) -> str:
    """Return an error message without the sentences that instruct an agent: a tool's output may be written by anyone."""
    for start, end in reversed(find_instructions(message)):
        message = f"{message[:start]}…{message[end:]}"
    return message
