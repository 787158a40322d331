"""Triage without a model: which events carry nothing that could be learned from."""

from __future__ import annotations

import re

SKIPPED_KINDS = frozenset({"tool_call", "tool_error"})
_SHORT = 20
_EMPTY_RESULT = re.compile(r"\W*(ok|okay|done|true|success|none|null)?\W*", re.IGNORECASE)
# Something is stated where a number, a verb of being or having, or a first person stands; somebody is named where a
# capital stands after the first word.
_STATES = re.compile(r"\d|\b(i|i'm|im|my|we|our|is|am|are|was|were|has|have|had|will|not|n't)\b", re.IGNORECASE)
_NAMES = re.compile(r"(?<=\S\s)[^\W\d_a-z]\w+")


def worth_embedding(kind: str, text: str) -> bool:
    """Whether an event should be found by meaning: all but tool calls and results that only say that it went well."""
    if kind in SKIPPED_KINDS:
        return False
    return not (kind == "tool_result" and _EMPTY_RESULT.fullmatch(text))


def worth_extracting(kind: str, text: str) -> bool:
    """Whether an event may state or name something: short texts that do neither are skipped."""
    if not worth_embedding(kind, text):
        return False
    if len(text) >= _SHORT:
        return True
    return bool(_STATES.search(text) or _NAMES.search(text))
