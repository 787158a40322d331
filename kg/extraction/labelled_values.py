"""Values without a verb: "gelectra baseline: 0.742", "simvastatin 20, at night", "its 25 euros a month"."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kg.extraction.changing_values import shorten_thing
from kg.extraction.clause_dates import spell_dates
from kg.extraction.dates import find_dates
from kg.extraction.given_names import NAMES_OF_MEN, NAMES_OF_WOMEN
from kg.extraction.quoted_speech import blank_all_but_asserted
from kg.extraction.word_lists import KIN, word_set
from kg.language import fold_text
from kg.protocols import ExtractedStatement, Utterance

if TYPE_CHECKING:
    from kg.language import NameSpan

_CONFIDENCE, _WORTH = 0.7, 0.5
_WORD = r"[^\W\d_][\w'’/-]*"
# A part of a message: "#gelectra baseline: 0.742#. so we're better".
_PART = re.compile(r"[^\n!?;]+?(?=[.!?;]+(?:\s|$)|[!?;]|\n|$)")
_OPENING = re.compile(r"(?:[-*•]\s+|(?:ok(?:ay)?|so|and|also|btw|fyi|oh|update|hm+|ah|then)\b[, ]+)*", re.IGNORECASE)
_LABELLED = re.compile(
    rf"(?P<own>(?:my|our) )?(?:the )?(?P<label>{_WORD}(?: (?:{_WORD}|\d{{1,4}})){{0,5}}) ?(?::|=|->|→) ?(?P<value>\S.*)"
)
_ADDRESS = re.compile(
    rf"(?P<own>(?:my|our) )?(?:the )?(?P<label>{_WORD}(?: {_WORD}){{0,3}}?) (?:is|lives|runs|has moved|moved)(?: now)?"
    r"(?: at| to| on)? (?P<value>https?://\S+?)(?: now)?",
    re.IGNORECASE,
)
_UNIT = (
    r"(?:%|k|m|kg|g|mg|ml|l|km|cm|mm|gb|mb|tb|ms|s|h|hrs?|min(?:ute)?s?|hours?|days?|weeks?|months?|years?|euros?|eur|dollars?"
    r"|usd|pounds?|gbp|quid|bucks|cents?|chf|francs?|points?|pts|pcs|pieces|people|ppl|litres?|liters?|grams?|miles?|percent)"
)
_NUMBER = rf"[~≈±+-]?[$€£]?\d[\d.,]*(?:e[+-]?\d+)?(?: ?[-–/x±] ?\d[\d.,]*)?(?: ?{_UNIT}\b|%)?"
_MEAL = r"(?:breakfast|lunch|dinner|supper|meals?|food)"
_RATE = (
    r"(?:(?:per|an?|each|every|a) (?:\w+ )?\w+|(?:once|twice|\d x|\dx) (?:an?|per|every) \w+|at night|in the (?:morning|evening)"
    rf"|(?:daily|weekly|monthly|each)|(?:with|before|after) {_MEAL}(?: and (?:with )?{_MEAL})?)"
)
_AMOUNT = rf"{_NUMBER}(?: {_NUMBER})*(?:,? {_RATE})*"
_CODE = r"(?:https?://\S+|(?:~|\.{0,2})?/[\w./-]+|[\w-]+(?:\.[\w-]+)+|[A-Za-z]+[-_]?\d[\w-]*|[\w-]+@[\w.-]+)"
_ITEM = re.compile(
    rf"(?P<lead>(?:[^\W\d_][\w.-]* ){{0,3}})(?:{_AMOUNT}"
    rf"(?P<counted>(?: (?!(?:on|for|in|at|with|w)\b)[^\W\d_][\w-]*){{0,2}})|{_CODE})"
    r"(?: (?:on|for|in|at|with|w) [\w-]+(?: \d+)?){0,2}",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\d{1,2}:\d\d(?: ?[ap]m)?(?: ?[-–] ?\d{1,2}:\d\d)?|\d{1,2} ?[ap]m", re.IGNORECASE)
_BARE = re.compile(
    rf"(?P<label>{_WORD}(?: {_WORD}){{0,2}}) (?P<value>{_NUMBER},? {_RATE}(?:,? (?:and )?(?:{_RATE}))*)", re.IGNORECASE
)
_PRICED = re.compile(
    r"(?:it['’]?s |it is |thats |that['’]s |costs? )?(?P<value>(?:[$€£]\d[\d.,]*|\d[\d.,]* ?(?:euros?|eur|€|dollars?|pounds?|quid"
    r"|bucks|cents|chf|francs|kr))(?: (?:per|an?|each|every) \w+| each)?)(?:,.*)?",
    re.IGNORECASE,
)
_DEFINITE = re.compile(
    r"\bthe (?P<noun>[^\W\d_][\w'’-]+)(?= *(?:[.,!?;]|$)| (?:for|at|on|in|by|and|comes?|instead|now)\b)"
)
_NOT_PRICED = re.compile(
    r"(?:same|way|day|time|week|month|year|morning|afternoon|evening|night|moment|end|other|kids?|one|phone|doctor|office)$"
    r"|\d",
    re.IGNORECASE,
)
# What stands before a colon and names no thing: labels of tasks, speech, headers, and times.
_NOT_LABELS = word_set(
    "to-do todo todos note notes nb ps edit update fyi tldr re fw fwd subject from to cc bcc date sent lesson decision "
    "decided question answer q a warning warn error info debug trace traceback exception example eg ie step option tip hint "
    "spoiler me you i he she we they it us them here there this that these those remember reminder at by on in for with "
    "about like as because and or but so if when what why how who which where http https file line version page ref see try "
    "trying use quote joke guess today tomorrow yesterday now tonight monday tuesday wednesday thursday friday saturday "
    "sunday score result ha lol please pls save store log record keep noted add buy get order set change make put call "
    "email correction sorry wait no yes ok said says def class return import const let var function select insert user "
    "assistant system bot agent"
)
# No part of the name of a thing.
_NO_NOUNS = word_set(
    "is are was were be been am has have had do does did will would can could should must may might need needs want wants i "
    "me you u he she we they it them us him her said says say think thinks got get gets took take takes paid pay pays went "
    "go goes ran runs bought buy sold ordered order orders cost costs if when because that this not no never who what how "
    "why asked wrote read told made makes make gave give gives put use uses used try call ring rings sent send since until "
    "till at about around only just another than more less least over under some all every each any its their his there "
    "here lets please pls come comes came start starts started end ends ended wake wakes woke sleep sleeps slept walk walks "
    "walked drink drinks drank eat eats ate saw see met work works worked lost won left ago later spent saved earn earns "
    "earned owe owes owed cut up down off out in on to by after before"
)
_MARKUP = re.compile(r"[{}\[\]\"“”`<>|\\]|\(\)|==|::|//(?!\S)")
_SUM = re.compile(r"\d+\s*[+*=]\s*\d+")
# "Vet tues 4:15".
_CLOCK_COLON = re.compile(r"\d:\d")
_CORRECTED = re.compile(r"(?:not|instead of|rather than|no longer)\b", re.IGNORECASE)
_ASKS_PRICE = re.compile(r"\bhow much\b|\bprice\b|\bwhat (?:does|do|will) .{1,30} cost\b", re.IGNORECASE)
_OWN_PRICE = re.compile(r"\W*(?:it['’]?s|it is|costs?)\b", re.IGNORECASE)
_MOST_CHARS, _MOST_ITEMS, _MOST_LINES, _MOST_TURNS = 120, 6, 12, 4
_LONGEST_TIME = dt.timedelta(hours=2)
_PERSONS = KIN.keys() | NAMES_OF_MEN | NAMES_OF_WOMEN


class LabelledValue(NamedTuple):
    """A thing with a value.

    Attributes:
        label: what the value is of.
        sentence: both, as a sentence without its full stop; {s} for the author.
        value: the value.
        start: the offset of the words that state it.
        end: the offset after them.
        dates: the ISO dates in the value.
        places: the places in `Utterance.earlier` of the messages that name the thing.
    """

    label: str
    sentence: str
    value: str
    start: int
    end: int
    dates: tuple[str, ...] = ()
    places: tuple[int, ...] = ()


def add_labelled_values(
    observed: Sequence[ExtractedStatement],
    known: Sequence[ExtractedStatement],
    passage: Utterance,
    names: Sequence[NameSpan],
) -> list[ExtractedStatement]:
    """Return the observations of a message with the values that it gives without a verb, where nothing else was read.

    Args:
        observed: its observations and tasks.
        known: its statements with closed predicates.
        passage: the message, with the messages before it.
        names: the names in the message.
    """
    found = [*known, *observed]
    added = [
        _state(each, passage)
        for each in find_labelled_values(passage, names)
        if not any(one.start < each.end and each.start < one.end for one in found)
    ]
    return [*observed, *added]


def find_labelled_values(passage: Utterance, names: Sequence[NameSpan]) -> Iterator[LabelledValue]:
    """Yield the values that a message gives to things without a verb.

    Args:
        passage: the message, with the messages before it.
        names: the names in the message.
    """
    own = blank_all_but_asserted(passage.text, passage.speaker, names)
    if own.count("\n") > _MOST_LINES or "```" in own:
        # A pasted table, log or recipe.
        return
    persons = {word for span in names if span.label == "person" for word in span.text.casefold().split()}
    persons |= {word for turn in passage.earlier for word in turn.speaker.casefold().split()}
    for part in _PART.finditer(passage.text):
        text = _OPENING.sub("", part[0].lstrip(" .,"), count=1).strip(" ,")
        start = passage.text.find(text, part.start())
        is_asked = passage.text[part.end() : part.end() + 1] == "?"
        if not text or is_asked or len(text) > _MOST_CHARS or _MARKUP.search(text) or _SUM.search(text):
            continue
        span = start, start + len(text)
        found = _read_labelled(text, span, passage, persons) or _read_bare(text, span, persons)
        # The address of a page counts as pasted.
        if found is not None and (own[slice(*span)] == text or _is_owned_address(found, own)):
            yield found
    priced = _read_price(own, passage)
    if priced is not None:
        yield priced


def _is_owned_address(found: LabelledValue, own: str) -> bool:
    return re.fullmatch(_CODE, found.value) is not None and found.label in own[found.start : found.end]


def _read_labelled(text: str, span: tuple[int, int], passage: Utterance, persons: set[str]) -> LabelledValue | None:
    """Read "budget for the kitchen: 8k", "run 3: lr 1e-5, seed 42"."""
    match = _ADDRESS.fullmatch(text) or _LABELLED.fullmatch(text)
    if match is None or not _is_label(match["label"], persons) or _CLOCK_COLON.match(text, match.end("label") - 1):
        return None
    written = match["value"]
    items = [each.strip() for each in re.split(r",(?=\s)", written)]
    if any(_CORRECTED.match(each) for each in items):
        return None
    if (count := len(list(itertools.takewhile(_is_item, items)))) > 0:
        # "0.793 0.788, mean is 0.79" gives the first values.
        items = items[:count]
        written = ", ".join(items)
    value, dates = spell_dates(written, passage.at)
    has_digit = any(map(str.isdigit, written)) or re.fullmatch(_CODE, written) is not None
    is_dated = len(dates) == 1 and _is_only_date(written, passage)
    if not (is_dated or (count and has_digit and count <= _MOST_ITEMS)):
        return None
    label = f"{{s}}'s {match['label']}" if match["own"] else f"{match['label'][:1].upper()}{match['label'][1:]}"
    item = _ITEM.fullmatch(value)
    is_listed = len(items) > 1 or re.search(r"\d \S*\d", value) is not None or (item is not None and item["counted"])
    is_single = not is_listed and not re.search(r"(?:\d|[^su]s)$", label)
    sentence = f"{label} is {value}" if is_single else f"{label}: {value}"
    return LabelledValue(match["label"], sentence, value, *span, tuple(dates))


def _is_item(item: str) -> bool:
    words = item.rstrip(".!")
    match = _ITEM.fullmatch(words)
    if match is None:
        return _CLOCK.fullmatch(words) is not None
    return _names_thing(match["lead"]) and _names_thing(match["counted"] or "")


def _names_thing(words: str) -> bool:
    return _NO_NOUNS.isdisjoint(words.casefold().split()) and "n't" not in words.replace("’", "'")


def _is_only_date(value: str, passage: Utterance) -> bool:
    """Whether a value is a day, with a time at most."""
    day = find_dates(value, passage.at)[0]
    rest = re.sub(r"\b(?:on|at|by|the|of)\b|[\s.,]", "", value[: day.start] + _CLOCK.sub("", value[day.end :]))
    return not rest


def _is_label(label: str, persons: set[str]) -> bool:
    """Whether words before a colon name a thing: "gelectra baseline", not "Tom", "todo" and "at 10"."""
    words = label.casefold().split()
    if words[0] in _NOT_LABELS or not _names_thing(label) or (label.isupper() and len(words) > 1):
        return False
    is_person = words[0] in persons or (len(words) == 1 and words[0] in _PERSONS)
    return (not is_person and len(words[-1]) > 1) or words[-1].isdigit()


def _read_bare(text: str, span: tuple[int, int], persons: set[str]) -> LabelledValue | None:
    """Read "simvastatin 20, at night", "flour 0.92 per kg"."""
    match = _BARE.fullmatch(text)
    if match is None or not _is_label(match["label"], persons):
        return None
    label = match["label"]
    return LabelledValue(label, f"{label[:1].upper()}{label[1:]}: {match['value']}", match["value"], *span)


def _read_price(own: str, passage: Utterance) -> LabelledValue | None:
    """Read "38 euros per head" and "its 25 euros a month" of the thing that the author named just before."""
    part = _PART.search(own)
    match = None if part is None else _PRICED.fullmatch(part[0].strip(" ,"))
    if part is None or match is None or not passage.earlier:
        return None
    last = passage.earlier[-1]
    if not (_OWN_PRICE.match(own) or (not last.is_own and _ASKS_PRICE.search(last.text))):
        return None
    places = range(len(passage.earlier) - 1, max(len(passage.earlier) - 1 - _MOST_TURNS, -1), -1)
    for place in places:
        turn = passage.earlier[place]
        nouns = {each["noun"] for each in _DEFINITE.finditer(turn.text) if not _NOT_PRICED.search(each["noun"])}
        if len(nouns) == 1 and turn.is_own and passage.at - turn.at <= _LONGEST_TIME:
            (noun,) = nouns
            start = part.start() + len(part[0]) - len(part[0].lstrip())
            end = start + part[0].strip().find(match["value"]) + len(match["value"])
            return LabelledValue(noun, f"The {noun} is {match['value']}", match["value"], start, end, (), (place,))
        if turn.is_own:
            return None
    return None


def _state(found: LabelledValue, passage: Utterance) -> ExtractedStatement:
    return ExtractedStatement(
        subject=passage.speaker,
        predicate="be",
        object=found.value,
        polarity=True,
        valid_from=None,
        valid_to=None,
        start=found.start,
        end=found.end,
        confidence=_CONFIDENCE,
        template=found.sentence,
        kind="state",
        worth=_WORTH,
        aspect=f"value {fold_text(shorten_thing(found.label) if '://' in found.value else found.label)}",
        roles=(("time", found.dates[0]),) if len(found.dates) == 1 else (),
        rests_on=found.places,
    )
