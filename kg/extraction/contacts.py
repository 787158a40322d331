"""Addresses, telephone numbers, birthdays and deadlines: what is told by its form."""

from __future__ import annotations

import re

from kg.extraction.certainty import DATED, FORM
from kg.extraction.dates import Found
from kg.extraction.noun_phrases import Phrase, bare
from kg.extraction.sentence_reader import Reading

_MAIL = re.compile(r"(?<![/\w])[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-zA-Z]{2,}\b")
_PHONE = re.compile(r"(?<![\w@.-])(?:\+?\(?\d[\d ()/.-]{5,17}\d)(?![\w@-])")
_CALLING = re.compile(
    r"\b(?:numbers?|phone|mobile|cell|tel|telephone|landline|call|text|ring|reach|whatsapp|signal|contact)\b",
    re.IGNORECASE,
)
_DATE_LIKE = re.compile(r"^\d{4}-\d\d-\d\d$|^\d{1,2}[/.]\d{1,2}[/.]\d{2,4}$|^(?:19|20)\d\d[ -]+(?:19|20)\d\d$")
_OWNER = re.compile(
    r"^(?:e-?mail|mail|address|number|phone|mobile|cell|contact|birthday|bday|birthdate)s?$", re.IGNORECASE
)
_DUE = re.compile(
    r"\b(?:due|deadline|must(?!-)|has to|have to|needs? to|got to|gotta|should be (?:done|finished|ready|submitted)|"
    r"to be (?:done|finished|ready|submitted|in)|hand in|submit|finish(?:ed)?|ready|ship|launch|delivered?|closes|expires?)\b",
    re.IGNORECASE,
)
_BORN = re.compile(r"\b(?:born|birthday|bday|birthdate|date of birth)\b", re.IGNORECASE)


def contacts(reading: Reading, text: str) -> None:
    """State whose address or number stands in a sentence.

    Args:
        reading: of the sentence.
        text: the whole message.
    """
    start, end = reading.line[0].start, _end(reading, text)
    sentence = text[start:end]
    if re.search(r"\b(?:isn't|not|never|no longer)\b", sentence[: _first(sentence)]):
        return
    for found in _MAIL.finditer(sentence):
        if sentence[: found.start()].rstrip().lower().endswith(" not"):
            continue
        _say(reading, "email", found[0].rstrip("."), start + found.start())
    if _CALLING.search(sentence):
        for found in _PHONE.finditer(sentence):
            digits = sum(letter.isdigit() for letter in found[0])
            denied = sentence[: found.start()].rstrip().lower().endswith(" not")
            if not denied and 6 <= digits <= 15 and not _DATE_LIKE.match(found[0].strip()):
                _say(reading, "phone", found[0].strip(), start + found.start())


def _first(sentence: str) -> int:
    found = _MAIL.search(sentence) or _PHONE.search(sentence)
    return found.start() if found else 0


def _end(reading: Reading, text: str) -> int:
    """The end of the sentence in the text: a number's last groups may be no phrase."""
    behind = re.compile(r"[!?\n]|\.(?=\s|$)").search(text, reading.line[-1].end)
    return behind.start() if behind else len(text)


def _say(reading: Reading, predicate: str, value: str, place: int) -> None:
    owner = None
    for item in reading.line:
        phrase = item.phrase
        if phrase is None or item.start >= place:
            continue
        if phrase.owner is not None and any(_OWNER.match(word) for word in phrase.words):
            owner = phrase.owner
        elif phrase.pronoun in {"me", "him", "her", "us", "them"} or (phrase.label == "person" and not phrase.owner):
            owner = phrase
    name = reading.people.name(owner) if owner is not None else None
    if name is None and owner is None:
        name = reading.people.speaker
    reading.say([name] if name else [], predicate, [value], confidence=FORM)


def birthdays(reading: Reading, text: str) -> None:
    """State when somebody was born: "born on 14 July 1991", "my birthday is on 9 November"."""
    for date in reading.dates:
        before = text[reading.line[0].start : date.start] if date.start > reading.line[0].start else ""
        found = None
        for found in _BORN.finditer(before):  # noqa: B007 - the last one
            pass
        if found is None or len(before) - found.end() > 40 or re.search(r"\b(?:not|n't)\b", before[found.end() :]):
            continue
        who = _born(reading, reading.line[0].start + found.start())
        told = before[found.start() : found.end()].lower()
        ordinal = re.search(r"\d(?:st|nd|rd|th)\s+$", before[: found.start()])
        if ordinal or (not date.yearless and told != "born" and not re.search(r"\d{4}-\d\d-\d\d", date.past)):
            continue
        value = date.yearless or (date.past if re.fullmatch(r"\d{4}(-\d\d){0,2}", date.past) else None)
        reading.say([who] if who and value else [], "born_on", [value or ""], confidence=FORM)


def _born(reading: Reading, place: int) -> str | None:
    near = [item.phrase for item in reading.line if item.phrase is not None and item.start <= place]
    for phrase in reversed(near):
        if any(_OWNER.match(word) for word in phrase.words):
            return reading.people.name(phrase.owner) if phrase.owner is not None else reading.people.speaker
        if (name := reading.people.name(phrase)) and reading.people.someone(name):
            return name
    return reading.people.speaker if not near else None


def deadlines(reading: Reading, text: str) -> None:
    """State what is due when: "is due on", "has to ship by Friday", "the deadline for X is"."""
    for number, date in enumerate(reading.dates):
        start = reading.line[0].start
        before = text[start : date.start] if date.start > start else ""
        whole = text[start : date.end]
        named = re.search(r"\bdeadline\b", whole, re.IGNORECASE)
        if not _DUE.search(whole) or number or re.search(r"\b(?:isn't|wasn't|was)\b", before):
            continue
        if not (named or date.kind == "to" or re.search(r"\bdue\b", whole)):
            continue
        if text[date.start : date.end].lower().startswith(("until", "till", "before", "from")):
            continue
        thing = _due(reading, date, named is not None)
        if thing and re.fullmatch(r"\d{4}(-\d\d){0,2}", date.future):
            reading.say([thing], "deadline", [date.future], confidence=DATED)


def _due(reading: Reading, date: Found, named: bool) -> str | None:  # noqa: PLR0911 - one for each way of saying it
    phrases = [
        (place, item.phrase)
        for place, item in enumerate(reading.line)
        if item.phrase is not None and item.start < date.start
    ]
    if named:
        for place, phrase in phrases:
            if "deadline" not in [word.lower() for word in phrase.words]:
                continue
            if place + 2 < len(reading.line) and reading.line[place + 1].code in {"for", "of", "on", "to"}:
                other = reading.line[place + 2].phrase
                if other is not None and not other.pronoun:
                    return bare(other)
            if phrase.owner is not None and phrase.owner.words:
                return bare(phrase.owner)
            words = [word for word in phrase.words if word.lower() != "deadline"]
            return " ".join(words) or None
        return None
    things = [phrase for _, phrase in phrases if _thing(phrase)]
    verbs = [verb for verb in reading.verbs if verb.subjects and not verb.subjects[0].pronoun]
    if verbs and _thing(verbs[0].subjects[0]):
        return bare(verbs[0].subjects[0])
    pronoun = next((phrase for _, phrase in phrases if phrase.pronoun == "it"), None)
    if pronoun is not None:
        return reading.people.thing(pronoun)
    return bare(things[-1]) if things else None


def _thing(phrase: Phrase) -> bool:
    return bool(phrase.words) and not phrase.kin and not phrase.numbered and phrase.label != "person"


def read(reading: Reading, text: str) -> None:
    """State all that is told by its form in a sentence."""
    contacts(reading, text)
    birthdays(reading, text)
    deadlines(reading, text)
