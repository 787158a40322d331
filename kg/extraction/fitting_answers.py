"""Whether a few words answer a question, or only follow it: "Friday" to "when?", but not "coffee please" or "happy Friday"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.extraction.dates import ANY_TIME, find_dates
from kg.extraction.open_questions import NUMBER
from kg.extraction.word_lists import word_set

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

# Said to a person who waits, and wishes.
_ASIDE = re.compile(
    r"\b(?:please|pls|plz|thanks|thank|thx|cheers"
    r"|(?:one|two|an?|just) (?:secs?|seconds?|moments?)|hang on|hold on|happy|good luck|brb)\b"
    r"|,\s*(?:on|in|at) (?:the|a|my)\b",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"\b(?:at |around |about |by )?(?:(?:half|quarter)(?: past| to)? [a-z\d]+|\d{1,2}(?:[:.]\d\d)?"
    r"(?: ?(?:am|pm|ish|o['’]?clock))?|noon|midnight|lunchtime|dinner ?time)\b",
    re.IGNORECASE,
)
_TIME_WORDS = word_set(
    "at on in by around about before after from since until till to the next last this early late mid end start beginning "
    "middle of and or a an each every morning mornings afternoon evening night nights day days weekday weekdays week weeks "
    "weekend weekends month months year years hour hours minute minutes min mins ago couple few half time times today tonight "
    "tomorrow yesterday one two three four five six seven eight nine ten twelve twenty thirty daily weekly christmas easter "
    "spring summer autumn fall winter term later back only just first second third "
    "mon tue tues wed weds thu thur thurs fri sat sun"
)
_MEALS = re.compile(r"\b(?:before|after) (?:lunch|dinner|breakfast|work|school|church|class|the \w+)\b", re.IGNORECASE)
_AHEAD = re.compile(r"\b(?:tomorrow|tonight|next)\b", re.IGNORECASE)
_LASTING = word_set("have has had been lived worked 've 's")
_SPANS = re.compile(
    r"\b(?:days?|weeks?|months?|years?|yrs?|decades?|ages|life|since|hours?|forever|born|childhood)\b", re.IGNORECASE
)
# Where one is for a while, and neither lives nor works.
_PASSING = re.compile(
    r"^(?:(?:in|at|on|to|from|having) )?(?:(?:a|an|the|my) )?(?:lunch|dinner|breakfast|meeting|call|phone|bus|train|tram|bed"
    r"|shower|way|break|class|coffee|tea|taxi|car)\b",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(
    r"^(?:in|at|on|near|by|from|to|over|outside|inside|with|down|up|next|just|behind|under|around|between|opposite|home|here|there|same)\b",
    re.IGNORECASE,
)
_SETTLED = word_set("live work study stay move flat house home office job school base")
_DATED = word_set("when date day time birthday deadline due start end")
_GIVER = re.compile(
    r"^\W*(?:(?:well|so|oh|finally|yes|yeah)\b[ ,]*)*(?:they|he|she|the \w+)(?:['’]ve|['’]s| have| has)? (?:just |finally )?"
    r"(?:gave|given|offered|booked|put|squeezed|got|fitted) (?:me|us)(?: in| down)?(?: for| on| at)? (?=\S)",
    re.IGNORECASE,
)
_MARKS, _STEM = re.compile(r"^\W+"), 4


def without_giver(given: Span) -> Span:
    """Return the time of an answer that says who gave it: "they gave me the 8th" → "the 8th"."""
    giver = _GIVER.match(given.text)
    part = None if giver is None else given.char_span(giver.end(), len(given.text), alignment_mode="contract")
    return given if part is None or not part.text.strip() else part


def fits_question(question: Sequence[Token], given: Span, fragment: str) -> bool:
    """Return whether words are of the kind for which a question asks.

    Args:
        question: the words of the question, the first of which shows its kind: "when", "how", "any".
        given: the answer, parsed.
        fragment: its words without fillers.
    """
    word, rest = question[0].lower_, question[1:]
    if _ASIDE.search(fragment):
        return False
    if word == "when":
        return _is_time(fragment) and not (_is_past(rest) and _AHEAD.search(fragment))
    if word == "where":
        return _is_place(rest, given, fragment)
    if word == "how":
        return _is_amount(rest, fragment)
    return word != "what" or _is_thing(rest, fragment)


def _is_time(fragment: str) -> bool:
    """Whether words are a time and nothing else: "on Friday at 5", not "at lunch" and "Friday coffee"."""
    text = fragment
    for date in find_dates(fragment, ANY_TIME):
        text = f"{text[: date.start]}{' ' * (date.end - date.start)}{text[date.end :]}"
    text = _CLOCK.sub(" ", _MEALS.sub(" ", text))
    return all(word.lower() in _TIME_WORDS for word in re.findall(r"[^\W\d_]+", text))


def _is_past(rest: Sequence[Token]) -> bool:
    return any(token.lower_ in {"did", "was", "were"} for token in rest[:2])


def _is_place(rest: Sequence[Token], given: Span, fragment: str) -> bool:
    is_settled = any(token.lemma_.lower() in _SETTLED for token in rest)
    if is_settled and _PASSING.match(fragment):
        return False
    return _PREPOSITION.match(fragment) is not None or any(token.pos_ == "PROPN" for token in given) or not is_settled


def _is_amount(rest: Sequence[Token], fragment: str) -> bool:
    """Whether words are a length of time, or a number of what is counted: not "a minute" and "two coffees"."""
    if rest and rest[0].lower_ == "long" and any(token.lower_ in _LASTING for token in rest):
        return _SPANS.search(fragment) is not None
    if len(rest) > 1 and rest[0].lower_ == "many" and (number := NUMBER.match(fragment)):
        after = fragment[number.end() :].lower()
        counted = _MARKS.sub("", after)
        is_more = after[: len(after) - len(counted)].rstrip().endswith(",")
        return not counted or is_more or counted[:_STEM] == rest[1].lower_[:_STEM]
    return True


def _is_thing(rest: Sequence[Token], fragment: str) -> bool:
    """Whether words are no date, where none is asked for: "Monday" to "what are you allergic to?"."""
    dates = find_dates(fragment, ANY_TIME)
    is_date = bool(dates) and dates[0].start == 0 and dates[-1].end >= len(fragment)
    return not is_date or not _DATED.isdisjoint(token.lemma_.lower() for token in rest)
