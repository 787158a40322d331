"""Clauses of chat as full sentences: "submission is june 12" → "The submission is on june 12"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from kg.extraction.dates import find_dates
from kg.extraction.given_names import NAMES_OF_MEN, NAMES_OF_WOMEN
from kg.extraction.word_lists import word_set
from kg.language import split_sentences
from kg.protocols import ExtractedStatement, Utterance

# What may also be another word is none here.
_NAMES = (NAMES_OF_MEN | NAMES_OF_WOMEN) - word_set(
    "will mark bill may june april august grace rose hope faith joy dawn art jack pat sue rob drew chase frank miles ray rich "
    "grant gene jean penny ruby amber ginger holly ivy iris lily daisy violet heather olive pearl crystal summer autumn sunny "
    "christian carol eve merry angel melody harmony charity destiny sky dean earl duke guy harry nick dick josh rocky sandy"
)
_VERB = r"(?:is|was|has|had|will|can|can['’]?t|cannot|wo?n['’]?t|isn['’]?t|doesn['’]?t|[a-z]{3,}(?:s|ed))"
_NAMED = re.compile(rf"(?P<name>[a-z]+) {_VERB} .+")
_MONTHLY = re.compile(r"(?<!the )(?<!by )(?<!until )\b(?P<part>end|start|beginning|middle) of (?=[a-z])", re.IGNORECASE)
_WITH = re.compile(r"\bw/? (?=[a-z])", re.IGNORECASE)
_GO_LIVE = re.compile(r"(?:^|(?<=the )|(?<=new ))go live", re.IGNORECASE)
_WITH_SOMEONE = re.compile(r" (?:with|for) (?:her|him|them|me|us)$", re.IGNORECASE)
# "Please sir my rent is …" is no name of a thing; "Tara's last day" needs no article.
_OWNER = re.compile(r"\b(?:my|our|your|his|their|please|sir|thanks)\b", re.IGNORECASE)
_POSSESSED = re.compile(r"[^\W\d_][\w-]*['’]s ")
_TAG = re.compile(r"n['’]?t (?:he|she|it|they|you)\W*$", re.IGNORECASE)
# "The doctor is today, no."
_TAKEN_BACK = re.compile(r"[,;]? (?:no|nope|wait|sorry)\b", re.IGNORECASE)
_WHOLE = re.compile(r"^(?:full|complete|whole) ", re.IGNORECASE)
_RECEIVER = re.compile(r" (?:to|for) .+$", re.IGNORECASE)
_HALF = re.compile(r"(?P<at>,? (?:at )?|,? @ ?)half (?P<hour>\d{1,2})\b", re.IGNORECASE)
_IS_ON = re.compile(
    r"(?P<det>(?:the|my|our) )?(?P<thing>[a-z][\w'’ -]{2,50}?) (?:is|['’]s)(?: now)? (?P<date>.+)", re.IGNORECASE
)
# "New date june 29 for the demo", "with the new go live its june 22".
_NEW_DATE = re.compile(
    r"new (?:date|time|day)(?: is|:)? (?P<date>.{3,25}?) for (?:the |my |our )?(?P<thing>[a-z][\w'’ -]{2,40})"
    r"|(?:with )?(?:the |my |our )?new (?P<named>[a-z][\w'’ -]{2,40}?),? (?:it['’]?s|it is|will be|is)(?: now| on)*"
    r" (?P<day>.{3,25})",
    re.IGNORECASE,
)
_BARE = re.compile(r"(?P<det>(?:the|my|our) )?(?P<thing>[a-z][\w'’ -]{2,50}?) (?:on|by) (?P<date>.+)", re.IGNORECASE)
_TIME = re.compile(
    r",? (?:at )?(?P<time>half(?: past)? \d{1,2}|\d{1,2}[:.]\d\d(?: ?[ap]m)?|\d{1,2} ?[ap]m)", re.IGNORECASE
)
_NO_THING = re.compile(
    r"\b(?:i|you|he|she|it|we|they|this|that|these|those|there|here|today|tomorrow|yesterday|who|what|when|where|which|how|why|if"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    r"|is|are|was|were|be|been|am|has|have|had|do|does|did|will|would|can"
    r"|could|should|must|may|might|want|wants|need|needs|said|says|think|moved|got|get|gets"
    r"|born|not|never|no|me|him|her|them|us)\b"
    r"|['’](?:m|re|ve|ll|d)\b|n['’]t\b|\d",
    re.IGNORECASE,
)
_THING_START = re.compile(
    r"(?:on|in|at|for|from|to|by|with|and|but|or|so|because|since|until|till|see|come|meet|call|ok|yes|no|hi|hey)\b",
    re.IGNORECASE,
)
_ASKS_DEADLINE = re.compile(r"\b(?:deadlines?|due)\b", re.IGNORECASE)
_HAVE_TO = re.compile(
    r"(?:have|need) to [a-z]+ .{3,60}? for (?:\d+|a|an|one|two|three|four|five|six|another) (?:more )?\w+",
    re.IGNORECASE,
)
_CANNOT = re.compile(
    r"(?P<first>[^\W\d_][\w-]+) (?:can['’]?t|cannot|won['’]?t)(?: do| make)? (?P<deed>[a-z]+(?: (?:the )?[\w'’-]+){0,4})",
    re.IGNORECASE,
)
_DOES_IT = re.compile(
    r"(?P<second>[^\W\d_][\w-]+) (?:will|['’]ll|can|is going to|does) do (?:it|that|this)(?: instead| then)?",
    re.IGNORECASE,
)
_NOT_NAMES = word_set("i we you he she it they who someone somebody anyone this that nobody")
_PART = re.compile(r"[^,;.!?\n]+(?:,? (?:at )?half \d+)?")
_OPENING = re.compile(r"^\s*(?:(?:and|but|so|ok|also|btw|oh|then|yes|no)\b[ ,]*)*", re.IGNORECASE)
_MOST_CHARS = 140


class RestatedClause(NamedTuple):
    """A clause as a sentence.

    Attributes:
        passage: the message with the sentence as its text.
        start: the offset of the clause in its message.
        end: the offset after it.
    """

    passage: Utterance
    start: int
    end: int


def restate_clauses(passage: Utterance, own: str) -> Iterator[RestatedClause]:
    """Yield clauses of a message as full sentences, where the parser or the rules may miss what they state.

    Args:
        passage: the message, with its speaker.
        own: its text, with all but its author's own words replaced by spaces.
    """
    for start, end in split_sentences(own):
        if end - start > 3 * _MOST_CHARS or own[start:end].rstrip().endswith("?"):
            continue
        instead = _restate_instead(own[start:end])
        if instead is not None:
            yield _restated(passage, instead[0], start + instead[1], start + instead[2])
        for part in _PART.finditer(own, start, end):
            opening = _OPENING.match(part[0])
            begin = part.start() + (0 if opening is None else opening.end())
            words = own[begin : part.end()].rstrip()
            is_kept = 0 < len(words) <= _MOST_CHARS and _TAKEN_BACK.match(own, part.end()) is None
            sentence = _restate(words, passage) if is_kept else ""
            if sentence:
                yield _restated(passage, sentence, begin, begin + len(words))


def _restated(passage: Utterance, sentence: str, start: int, end: int) -> RestatedClause:
    return RestatedClause(replace(passage, text=sentence, hidden=None), start, end)


def add_restated(
    statements: Sequence[ExtractedStatement], restated: Sequence[ExtractedStatement], clause: RestatedClause
) -> list[ExtractedStatement]:
    """Return the statements of a message with those of a restated clause, where nothing else was read from its words.

    Args:
        statements: the statements of the message.
        restated: the statements of the sentence.
        clause: the clause.
    """
    if any(each.start < clause.end and clause.start < each.end for each in statements):
        return list(statements)
    return [*statements, *(replace(each, start=clause.start, end=clause.end) for each in restated)]


def _restate(words: str, passage: Utterance) -> str:
    """Return a part of a sentence as a sentence; "" if it needs no restating."""
    # The parser takes "go live" for two verbs.
    plain = _HALF.sub(r" at half past \g<hour>", _GO_LIVE.sub("go-live", _WITH.sub("with ", words)))
    if _HAVE_TO.fullmatch(plain):
        return f"I {plain}."
    if (dated := _restate_date(plain, passage)) is not None:
        return dated
    timed = _MONTHLY.sub(r"at the \g<part> of ", plain)
    named = _NAMED.fullmatch(timed)
    if named is not None and named["name"] in _NAMES and not _TAG.search(timed):
        return f"{timed[0].upper()}{timed[1:]}."
    return ""


def _restate_date(words: str, passage: Utterance) -> str | None:
    """Read "submission is june 12", "full draft to the prof on may 22"."""
    new = _NEW_DATE.fullmatch(words)
    if new is not None and _is_date(new["date"] or new["day"], passage):
        words = f"the {new['thing'] or new['named']} is {new['date'] or new['day']}"
    match, is_bare = _IS_ON.fullmatch(words), False
    if match is None or not _is_date(match["date"], passage):
        match, is_bare = _BARE.fullmatch(words), True
    if match is None or not _is_date(match["date"], passage):
        return None
    thing = _WITH_SOMEONE.sub("", match["thing"])
    if _NO_THING.search(thing) or _THING_START.match(thing) or _OWNER.search(thing):
        return None
    if is_bare and not (passage.earlier and _ASKS_DEADLINE.search(passage.earlier[-1].text)):
        return None
    # To whom it goes, and whether it is whole, is no part of the name of what is due.
    thing = _RECEIVER.sub("", _WHOLE.sub("", thing)) if is_bare else thing
    determiner = "" if _POSSESSED.match(thing) else f"{(match['det'] or 'the').strip().capitalize()} "
    preposition = "by" if match["date"].lower().startswith("by ") else "on"
    time = _TIME.search(match["date"])
    date = match["date"] if time is None else match["date"][: time.start()]
    date = re.sub(r"^(?:on|by) ", "", date.strip())
    at = "" if time is None else f" at {time['time']}"
    return f"{determiner}{thing} is {'due ' if is_bare else ''}{preposition} {date}{at}."


def _is_date(words: str, passage: Utterance) -> bool:
    """Whether words are one day, with a time at most."""
    dates = find_dates(words, passage.at)
    if len({each.future for each in dates}) != 1 or len(dates[0].future) != len("2026-05-07"):
        return False
    rest = words[: dates[0].start] + _TIME.sub("", words[dates[-1].end :])
    return not re.sub(r"\b(?:on|by|the|at)\b|[\s,]", "", rest)


def _restate_instead(sentence: str) -> tuple[str, int, int] | None:
    """Read "jonas can't proofread, too busy. mei will do it", as "Mei will proofread instead of Jonas.", with its place."""
    cannot = _CANNOT.search(sentence)
    does = None if cannot is None else _DOES_IT.search(sentence, cannot.end())
    if cannot is None or does is None or _have_pronoun(cannot["first"], does["second"]):
        return None
    first, second = (each[:1].upper() + each[1:] for each in (cannot["first"], does["second"]))
    return f"{second} will {cannot['deed']} instead of {first}.", does.start(), does.end()


def _have_pronoun(*words: str) -> bool:
    """Whether one of some words is a pronoun."""
    return any(each.lower() in _NOT_NAMES for each in words)
