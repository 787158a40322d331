"""Messages that drop a task of their author without naming it: "actually scrap that", "cancel that reminder", "never mind"."""

from __future__ import annotations

import datetime as dt
import re

from kg.extraction.value_corrections import Correction
from kg.language import split_sentences
from kg.protocols import Utterance

_OPENING = r"(?:(?:actually|ok(?:ay)?|oh|no|hm+|ah|sorry|on second thoughts?|you know what|please|pls)\b[ ,.!]*)*"
_REST = r"(?P<rest>[.!]*|[,;.!–—-]+ ?[^?]*)"
_SURE = (
    r"(?:(?:scrap|cancel|drop|delete|remove|ignore) (?:that|this|the|my) (?:reminder|task)"
    r"|(?:scrap|cancel|scratch|drop) that|no need to remind me(?: of (?:it|that))?|don['’]?t remind me(?: of (?:it|that))?)"
    r"(?: (?:please|pls|any ?more|after all|now))*"
)
# These may speak of something else.
_VAGUE = (
    r"(?:never ?mind(?: (?:that|about (?:that|it)|the reminder))?|forget (?:it|that|about (?:it|that))"
    r"|no need(?: any ?more| after all)?)"
)
_DROPS = re.compile(rf"{_OPENING}(?:(?P<sure>{_SURE})|{_VAGUE}){_REST}", re.IGNORECASE)
_TASK = re.compile(
    r"\b(?:remind me|(?:i|we) (?:(?:still|also) )?(?:have|need) to|need to|gotta|i must|let me forget|to-?do|i['’]ll|i will)\b",
    re.IGNORECASE,
)
_MOST_TURNS, _MOST_CHARS = 3, 300
_LONGEST_TIME = dt.timedelta(hours=18)


def states_task(text: str) -> bool:
    """Whether a text has words of a task of its author: "remind me", "I need to"."""
    return _TASK.search(text) is not None


def find_dropped_task(passage: Utterance) -> Correction | None:
    """Return the earlier message whose task a message drops, as a correction without a corrected text; None if it drops none.

    Args:
        passage: the message.
    """
    for start, end in split_sentences(passage.text):
        match = _DROPS.fullmatch(passage.text[start:end]) if end - start <= _MOST_CHARS else None
        if match is None:
            continue
        own = [place for place, turn in enumerate(passage.earlier) if turn.is_own][::-1]
        for place in own[: _MOST_TURNS if match["sure"] else 1]:
            turn = passage.earlier[place]
            if passage.at - turn.at > _LONGEST_TIME:
                return None
            if states_task(turn.text):
                return Correction(turn.text, "", turn.at, (place,), start, start + match.start("rest"))
        return None
    return None
