"""What a preference is about: of two preferences about one aspect, the newer replaces the older."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kg.extraction.word_lists import LANGUAGES, word_set
from kg.protocols import ExtractedStatement

_LENGTHS = word_set("short shorter brief concise terse long longer detailed lengthy thorough compact one-line")
_TONES = word_set("formal informal casual friendly professional polite")
_UNITS = word_set("metric imperial celsius fahrenheit kilometres kilometers miles")
_SAME_THINGS = dict.fromkeys(("replies", "responses", "explanations", "messages"), "answers")
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_PLURAL_THING = re.compile(r"(?:e-?)?[^\W\d_]+s\b")


def add_aspects(statements: Sequence[ExtractedStatement]) -> list[ExtractedStatement]:
    """Return the statements, preferences with their aspects."""
    return [
        replace(each, aspect=find_aspect(each.object)) if each.predicate == "prefers" and not each.aspect else each
        for each in statements
    ]


def find_aspect(preferred: str) -> str:
    """Return the aspect of a preference: "length of answers" for "short answers"; "" if several may hold at once."""
    words = _WORD.findall(preferred.lower())
    things = [word for word in words if _PLURAL_THING.fullmatch(word)]
    about = f" of {_SAME_THINGS.get(things[-1], things[-1])}" if things else ""
    for known, aspect in ((_LENGTHS, "length"), (_TONES, "tone")):
        if set(words) & known:
            return aspect + about
    if set(words) & _UNITS:
        return "units"
    return f"language{about}" if set(words) & LANGUAGES and len(words) <= 2 else ""
