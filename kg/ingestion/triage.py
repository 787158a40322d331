"""Triage without a model: which events contain nothing to learn."""

from __future__ import annotations

import re

SKIPPED_KINDS = frozenset({"tool_call", "tool_error"})
_SHORT = 20
_EMPTY_RESULT = re.compile(r"\W*(ok|okay|done|true|success|none|null)?\W*", re.IGNORECASE)
# A number, a form of "be" or "have", or a first person suggests a statement, "no emojis please" a preference; a capital after the
# first word suggests a name. "*fri" and "oops, leeds" correct what was said before.
_STATES = re.compile(
    r"\d|\b(i|i'm|im|my|we|our|is|am|are|was|were|has|have|had|will|not|n't)\b"
    r"|\b(no \w+|never (?!mind)\w+|always|stop \w+|please|pls)\b"
    r"|^\s*(?:\*|s/)|\b(sorry|sry|oops|meant|mean|correction|typo|actually|scratch|instead)\b"
    r"|\b(mon|tues?|weds?|thurs?|fri|satur|sun)(day)?\b|\b(wednesday|tomorrow|tmrw|tonight)\b"
    r"|\b(to-?do|need|must|gotta|remember|reminder|note to self)\b"
    r"|\bback (?:in|at|on|to)\b|\w ?(?:→|->|=>) ?\w"
    r"|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|noon)\b",
    re.IGNORECASE,
)
# "Rota done", "bought milk" and "never mind" end tasks.
_REPORTS = re.compile(
    r"\s*never ?mind\W*$|.*\w (done|sorted|finished|ready|sent|paid|off|open|live|\w{3,}ed)\W*$"
    r"|\s*(\w{3,}ed|got|did|bought|made|sent|paid|rang|wrote|brought|spoke|fed|set|scrap|cancel|forget|skip|drop) \w",
    re.IGNORECASE,
)
_NAMES = re.compile(r"(?<=\S\s)[^\W\d_a-z]\w+")


def worth_embedding(kind: str, text: str) -> bool:
    """Whether an event should be searchable by vector: not tool calls, nor results that only report success."""
    if kind in SKIPPED_KINDS:
        return False
    return not (kind == "tool_result" and _EMPTY_RESULT.fullmatch(text))


def worth_extracting(kind: str, text: str, *, is_answer: bool = False) -> bool:
    """Whether an event may state or name something: short texts that do neither are skipped, except for answers."""
    if not worth_embedding(kind, text):
        return False
    if len(text) >= _SHORT or is_answer:
        return True
    return bool(_STATES.search(text) or _NAMES.search(text) or (kind == "message" and _REPORTS.match(text)))
