"""Lessons that a message notes: "lesson: always check the offsets before a long run", "note to self: never deploy on Fridays"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.extraction.dates import find_dates
from kg.extraction.quoted_speech import blank_all_but_asserted
from kg.protocols import ExtractedStatement, Utterance

if TYPE_CHECKING:
    from kg.language import NameSpan

_CONFIDENCE, _WORTH = 0.8, 0.8
_RULE = r"(?:always|never|do not|don['’]?t)\b"
# Chat begins sentences in small letters.
_BEGINS = r"(?:^|(?<=[.!?;\n]))\W{0,5}(?:(?:ok|so|and|but|well|big|main|my|the|our|key|hard|important)\b[ ,]*)*"
_LESSON = re.compile(
    rf"{_BEGINS}(?:(?:lessons?(?: (?:learn(?:ed|t)|of the (?:day|week)|for (?:me|us|next time|the future)))?"
    rf"|take-?aways?|learnings?|note to self(?=\W+{_RULE})|moral(?: of the story)?)(?: ?:| ?[-–—](?= )| is that(?= ))"
    r"|(?:lesson learn(?:ed|t)|(?:i|we)(?:['’]ve| have)? learn(?:ed|t)(?: the hard way| today)?)(?:[,:]| that| [-–—])?"
    rf"(?= (?:to )?{_RULE})) *(?:to (?=always|never))?(?P<lesson>[^\n!?]+?)(?=[.!]*\s*(?:$|\n)|[.!]+ )",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\b(?:at|from) \d{1,2}(?:[:.]\d\d)?\b|\b\d{1,2}(?::\d\d| ?[ap]m)\b", re.IGNORECASE)
_AS_RULE = re.compile(_RULE, re.IGNORECASE)
_MARKUP = re.compile(r"[{}\"“”«»\[\]<>]")
_FEWEST_WORDS, _MOST_CHARS = 3, 240


def find_lessons(passage: Utterance, names: Sequence[NameSpan]) -> list[ExtractedStatement]:
    """Return the lessons that a message notes, each in its words.

    Args:
        passage: the message, with its speaker.
        names: the names in the message.
    """
    own = blank_all_but_asserted(passage.text, passage.speaker, names)
    return [_state(match, passage.speaker) for match in _LESSON.finditer(own) if _is_lesson(match["lesson"], passage)]


def _is_lesson(words: str, passage: Utterance) -> bool:
    """Whether words are what someone learned, and not the time of a lesson."""
    is_whole = len(words.split()) >= _FEWEST_WORDS and len(words) <= _MOST_CHARS
    is_dated = bool(find_dates(words, passage.at)) or _CLOCK.search(words) is not None
    return is_whole and not (is_dated and not _AS_RULE.match(words)) and _MARKUP.search(words) is None


def _state(match: re.Match[str], speaker: str) -> ExtractedStatement:
    lesson = match["lesson"].strip()
    begin = match.start() + len(match[0]) - len(match[0].lstrip(" .!?;\n"))
    return ExtractedStatement(
        subject=speaker,
        predicate="note",
        object=lesson,
        polarity=True,
        valid_from=None,
        valid_to=None,
        start=begin,
        end=match.end(),
        confidence=_CONFIDENCE,
        template=f'{{s}} noted the lesson "{lesson}"',
        kind="state",
        worth=_WORTH,
    )
