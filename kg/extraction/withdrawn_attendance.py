"""Messages that say that a person does not come after all: "Tom isn't coming after all", "my sister can't make it any more"."""

from __future__ import annotations

import re

from kg.extraction.value_corrections import Correction
from kg.protocols import EarlierTurn, Utterance

_OPENING = (
    r"\W*(?:(?:ah|oh|no|argh|damn|sorry|so|update|bad news|btw|just heard|fyi|hey|hi|ok|sadly|turns out|and|actually)"
    r"\b[ ,:!.–—-]*)*"
)
_STILL = r"(?:[ ,]+(?:any ?more|any longer|after all|now|sadly|sorry|in the end|unfortunately))*"
_WHO = r"(?P<who>(?:my |our |the )?[\w'’]+(?: [A-Z][\w'’]+)?(?: and (?:my )?[\w'’]+)?)"
_NOT_COMING = re.compile(
    rf"{_OPENING}{_WHO}(?:(?: (?:is|are|am)|['’](?:s|re|m)) not (?:coming|joining(?: us)?|going to (?:make it|come))"
    r"| (?:is|are)n['’]?t (?:coming|joining(?: us)?|going to (?:make it|come))"
    r"| (?:can['’]?t|cannot|can not|won['’]?t|will not|can no longer) (?:be able to )?(?:come|make it|join(?: us)?|be there)"
    r"|(?: (?:is|are)|['’](?:s|re))? no longer coming| (?:has|have|had to)? ?(?:dropped out|pulled out|pull out|drop out)"
    rf"|(?: has|['’]s| have)? (?:had to )?(?:cancel|cancelled|canceled|bailed))"
    rf"(?P<rest>(?: (?:to|on|for|this|next|tomorrow|tonight)\b[^,.;!?]{{0,40}}?)?){_STILL}(?:[.!,;–—-].*)?",
    re.IGNORECASE | re.DOTALL,
)
_COMING = r"(?P<be>(?: is| are| am|['’](?:s|re|m))?) (?:also )?(?:coming|joining us|joining)\b"
_CLAUSE = r"(?P<rest>[^.!?;\n,]*)"
_NOT_WHO = re.compile(
    r"(?:it|this|that|there|which|what|who|i(?:f|t)|he|she|they|we|you|not|no ?one|nobody)\b", re.IGNORECASE
)
_FIRST = re.compile(r"i|we", re.IGNORECASE)
_MOST_CHARS = 160


def find_withdrawn_attendance(passage: Utterance) -> Correction | None:
    """Return the earlier sentence by which a person comes, with its denial; None if the message takes none back.

    Args:
        passage: the message.
    """
    match = (
        _NOT_COMING.fullmatch(passage.text) if len(passage.text) <= _MOST_CHARS and "?" not in passage.text else None
    )
    if match is None or _NOT_WHO.match(match["who"]) or _FIRST.fullmatch(match["who"]):
        return None
    for place in range(len(passage.earlier) - 1, -1, -1):
        turn = passage.earlier[place]
        found = _find_coming(turn, match["who"])
        if found is not None and _is_same_occasion(found["rest"], match["rest"]):
            return _correct(found, turn, place, len(passage.text))
    return None


def _find_coming(turn: EarlierTurn, who: str) -> re.Match[str] | None:
    """Return the clause of an earlier message that says that a person comes, alone or with another."""
    name = re.escape(who)
    if not turn.is_own and not who.istitle():
        # "My sister" is of who wrote it.
        return None
    with_other = rf"(?:(?P<before>[A-Z][\w'’]+) and )?(?P<who>{name})(?: and (?P<after>[A-Z][\w'’]+))?"
    pattern = re.compile(
        rf"(?:^|(?<=[.!?,;\n] )|(?<=and )|(?<=that )|(?<=, )){with_other}{_COMING}{_CLAUSE}", re.IGNORECASE
    )
    found = pattern.search(turn.text)
    end = "" if found is None else turn.text[found.end() : found.end() + 1]
    return None if end == "?" else found


def _is_same_occasion(coming: str, withdrawn: str) -> bool:
    """Whether the words after "isn't coming" are among those after "is coming"."""
    return set(withdrawn.lower().split()) <= set(coming.lower().split())


def _correct(found: re.Match[str], turn: EarlierTurn, place: int, end: int) -> Correction:
    original, rest = found[0].strip(), found["rest"].rstrip()
    is_plural = re.search(r"\band\b", found["who"]) is not None
    denied = f"{found['who']} {'are' if is_plural else 'is'} not coming{rest}"
    other = found["before"] or found["after"]
    # "Ann and Tom are coming": of them, Ann still is.
    corrected = f"{denied}. {other} is coming{rest}." if other else f"{denied}."
    return Correction(original, corrected, turn.at, (place,), 0, end, denies=True)
