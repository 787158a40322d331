"""New times of what takes place: "Kai rang, they can only do 8.30", "so 11:00 it is", "moved the demo to 11"."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import replace

from kg.extraction.moved_appointments import EVENTS
from kg.extraction.spoken_values import find_spoken_values
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
_HOUR = r"(?P<when>(?:half (?:past )?|quarter (?:past|to) )?\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?|noon)"
_SETTLED = re.compile(
    rf"(?:[^?]{{0,80}}?[,;.–-] ?)?(?P<words>(?:(?:so|ok|okay|right|then|alright),? )*(?:at )?{_HOUR} it is(?: then| now)?)\W*",
    re.IGNORECASE,
)
_MOVE = r"(?:moved|pushed|shifted|changed|brought|rescheduled|bumped)"
_AWAY = r"(?: (?:back|forward|out|up))?(?: from [\d:.]+)?"
_THING = rf"(?:the|my|our) (?P<thing>(?:[\w'’-]+ ){{0,2}}?(?:{EVENTS}))"
_MOVED = re.compile(
    rf"{_OPENING}(?P<words>(?:(?:i|we|they|[\w-]+)(?:['’]ve| have| has| had to)? )?{_MOVE} {_THING}{_AWAY} to {_HOUR}"
    rf"|{_THING.replace('<thing>', '<subject>')}(?: is|['’]s| has| got| was| been| now)* (?:{_MOVE}{_AWAY} to |at )"
    rf"{_HOUR.replace('<when>', '<at>')})(?: now| instead| again)*\W*",
    re.IGNORECASE,
)
_MOST_CHARS, _MOST_TURNS = 140, 8


def find_rescheduled_time(passage: Utterance) -> Correction | None:
    """Return an earlier message of the same author with the new time of what takes place there; None if none is changed.

    Args:
        passage: the message.
    """
    text = passage.text
    if len(text) > _MOST_CHARS or "?" in text:
        return None
    if (match := _CHANGED.fullmatch(text)) is not None:
        who = "" if _NOT_WHO.match(match["who"]) else match["who"]
        return _restate(passage, rf"\b{re.escape(who)}\b", match["when"], (0, len(text))) if who else None
    if (match := _SETTLED.fullmatch(text)) is not None:
        return _restate(passage, rf"\b(?:{EVENTS})\b", match["when"], match.span("words"), kinds={"time"})
    if (match := _MOVED.fullmatch(text)) is None:
        return None
    # With its day; the time alone is read as any other value.
    thing = match["thing"] or match["subject"]
    when = match["when"] or match["at"]
    return _restate(passage, rf"\b{re.escape(thing)}\b", when, match.span("words"), kinds={"date", "time"})


def _restate(
    passage: Utterance, named: str, when: str, span: tuple[int, int], *, kinds: Set[str] = frozenset()
) -> Correction | None:
    """Return the last own message that names a thing, and has values of these kinds, with a new time."""
    for place in range(len(passage.earlier) - 1, max(len(passage.earlier) - 1 - _MOST_TURNS, -1), -1):
        turn = passage.earlier[place]
        found_kinds = {each.kind for each in find_spoken_values(turn.text)}
        if turn.is_own and kinds <= found_kinds and re.search(named, turn.text, re.IGNORECASE) is not None:
            # The time is put into the message as a correction of it is.
            restated = replace(passage, text=f"Sorry, {when}.", earlier=(replace(turn, at=passage.at),))
            found = find_correction(restated)
            return found and replace(found, at=turn.at, places=(place,), start=span[0], end=span[1])
    return None
