"""Times that those who give them change: "Kai rang, they can only do 8.30" moves the dinner at Kai."""

from __future__ import annotations

import re
from dataclasses import replace

from kg.extraction.value_corrections import Correction, find_correction
from kg.protocols import Utterance

_OPENING = (
    r"\W*(?:(?:ah|oh|argh|damn|so|update|btw|fyi|hey|hi|ok|sadly|unfortunately|right|and|just heard)\b[ ,:!.–—-]*)*"
)
_WHO = r"(?:the |my |our )?(?P<who>[\w'’&]+(?: [\w'’&]+){0,3}?)"
_RANG = r"(?: have| has|['’]ve)?(?: just)? (?:rang|rung|called|phoned|texted|emailed|messaged|wrote)(?: back| me| us)*"
_ONLY = (
    r"(?:(?:can|could)(?: now)? only|only)(?: now)?"
    r" (?:do|fit (?:me|us) in|manage|offer|take (?:me|us)|see (?:me|us)|have|had|got)"
    r"(?: (?:at|for|on))?"
)
_TIME = (
    r"(?P<when>(?:half (?:past )?|quarter (?:past|to) )?\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?|noon"
    r"|(?:the )?\d{1,2}(?:st|nd|rd|th)|[a-z]+day)"
)
_REST = r"(?: now| instead| unfortunately| sadly| after all| on (?:that day|the day|[a-z]+day))*(?:[ ]?[.!,;–—-].*)?\W*"
_CHANGED = re.compile(
    rf"{_OPENING}{_WHO}(?:{_RANG}[ ,;:.–—-]+(?:and |to say |saying )?(?:that )?(?:they|he|she)?)? {_ONLY} {_TIME}{_REST}",
    re.IGNORECASE | re.DOTALL,
)
_NOT_WHO = re.compile(r"(?:i|we|you|he|she|they|it|that|this|who|what)\b", re.IGNORECASE)
_MOST_CHARS, _MOST_TURNS = 140, 8


def find_rescheduled_time(passage: Utterance) -> Correction | None:
    """Return an earlier message of the same author with the new time of what takes place there; None if none is changed.

    Args:
        passage: the message.
    """
    match = _CHANGED.fullmatch(passage.text) if len(passage.text) <= _MOST_CHARS and "?" not in passage.text else None
    if match is None or _NOT_WHO.match(match["who"]):
        return None
    named = re.compile(rf"\b{re.escape(match['who'])}\b", re.IGNORECASE)
    for place in range(len(passage.earlier) - 1, max(len(passage.earlier) - 1 - _MOST_TURNS, -1), -1):
        turn = passage.earlier[place]
        if turn.is_own and named.search(turn.text) is not None:
            # The time is put into the message as a correction of it is.
            restated = replace(passage, text=f"Sorry, {match['when']}.", earlier=(replace(turn, at=passage.at),))
            found = find_correction(restated)
            return found and replace(found, at=turn.at, places=(place,), start=0, end=len(passage.text))
    return None
