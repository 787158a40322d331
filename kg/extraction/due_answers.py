"""Answers that say when a task is due: "remind me to print the slides" "When do you need it?" "Monday morning"."""

from __future__ import annotations

import datetime as dt
import re

from kg.extraction.clause_dates import format_date
from kg.extraction.dates import find_dates
from kg.extraction.dropped_tasks import states_task
from kg.extraction.value_corrections import Correction
from kg.protocols import Utterance

_ASSENT = r"(?:(?:ok(?:ay)?|sure(?: thing)?|will do|got it|noted|of course|no problem|great|yes)\b[ ,.!–—-]*)*"
_WHEN = (
    r"(?:(?:by |for |until )?when|(?:by |for |on )?(?:what|which) (?:day|date|time)|how soon|what['’]?s the deadline)"
)
# Of the task: "when should I remind you?", not "when is the wedding?".
_ASKS = re.compile(
    rf"\W*{_ASSENT}(?:and |so |but )?{_WHEN}(?:(?: do| would| should| shall| does| is| will)? (?:you|i|it|that|this)\b"
    r"(?: [\w'’]+){0,6}| for| by)?\W*\?\W*",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"\W*(?:(?:oh|um|ok|well|say|i need it|it['’]?s due|please|pls)\b[ ,]*)*(?P<by>by|before|for|on|at|until)?\b\s*(?:the )?",
    re.IGNORECASE,
)
_CLOSE = re.compile(
    r"(?: (?P<part>morning|afternoon|evening|night|lunchtime|noon))?"
    r"(?P<at>,? at (?:\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?|noon))?"
    r"(?:[ ,]*(?:please|pls|thanks|ideally|at the latest|would be (?:great|good|fine)|is fine|if (?:possible|you can)))*\W*",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]+")
_MOST_CHARS, _LONGEST_TIME = 80, dt.timedelta(hours=18)


def find_due_answer(passage: Utterance) -> Correction | None:
    """Return the earlier message with the day that this one adds to its task; None if it adds none.

    Args:
        passage: the message.
    """
    if len(passage.earlier) < 2 or len(passage.text) > _MOST_CHARS:
        return None
    place = len(passage.earlier) - 2
    turn, question = passage.earlier[-2:]
    is_asked = (
        turn.is_own and not question.is_own and len(question.text) <= _MOST_CHARS and _ASKS.fullmatch(question.text)
    )
    day = _read_day(passage) if is_asked and passage.at - turn.at <= _LONGEST_TIME else ""
    if not day or find_dates(turn.text, turn.at):
        return None
    for sentence in _SENTENCE.findall(turn.text):
        task = sentence.strip()
        if states_task(task):
            return Correction(task, f"{task} {day}", turn.at, (place, place + 1), 0, len(passage.text))
    return None


def _read_day(passage: Utterance) -> str:
    """Return the day that a message consists of, in full: "by 11 May 2026"; "" if it says anything else."""
    lead = _LEAD.match(passage.text)
    dates = find_dates(passage.text, passage.at)
    if lead is None or len(dates) != 1 or dates[0].start > lead.end():
        return ""
    close = _CLOSE.fullmatch(passage.text, dates[0].end)
    if close is None:
        return ""
    day = format_date(dates[0].future)
    is_latest = (lead["by"] or "").lower() in {"by", "before", "until"}
    return f"by {day.removeprefix('on ')}" if is_latest else f"{day}{close['at'] or ''}"
