"""Extracting values with a fixed format: e-mail addresses, telephone numbers, birthdays and deadlines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.extraction.certainty import DATED_CONFIDENCE, FORMAT_CONFIDENCE
from kg.extraction.dates import DateMention, drop_repeated_weekdays
from kg.extraction.parsed_phrases import Phrase
from kg.extraction.sentence_reader import SentenceReading
from kg.extraction.word_lists import KIN, word_set

_MAIL = re.compile(r"(?<![/\w])[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-zA-Z]{2,}\b")
_PHONE = re.compile(r"(?<![\w@.-])(?:\+?\(?\d[\d ()/.-]{5,17}\d)(?![\w@-])")
_CONTACT_WORD = re.compile(
    r"\b(?:numbers?|phone|mobile|cell|tel|telephone|landline|call|text|ring|reach|whatsapp|signal|contact)\b",
    re.IGNORECASE,
)
_MOST_LINKING_CHARS = 100
# What may be between an owner and a value: "me at", "my new e-mail address is now", "Maria (", "Tom's mobile:".
_LINKING = re.compile(
    r"(?:\W|'s|\b(?:is|are|was|number|phone|mobile|cell|tel|telephone|landline|e-?mail|mail|address|contact|whatsapp|signal|handy|"
    r"private|personal|work|home|office|new|current|only|own|main|direct|business|other|old|at|on|under|via|by|through|using|"
    r"with|the|my|this|"
    r"now|still|then|just|please|anytime|any time|today|tomorrow|tonight|later|again|directly|instead|there|here|either|always|"
    r"changed|to|has|as|and|or|it|be|a line|a note|a mail|a message|a text)\b)*",
    re.IGNORECASE,
)
# "Me" owns the number that is called; not "Eve called me from".
_REACHING = re.compile(
    r"\b(?:call|text|reach|ring|mail|e-?mail|write|message|msg|contact|ping|phone|whatsapp|sms|dm|page|fax|find|get|hit|drop|"
    r"catch|add|try|send|invite)(?: \w+){0,4}? (?:me|us)$|\b(?:reaching|calling|texting) (?:me|us)$",
    re.IGNORECASE,
)
# Without a possessor: "I'm on …", "you can get me under …", and a label at the start: "Phone: …".
_OWN_USE = re.compile(
    r"\b(?:i'?m|i am|i can be|i use|we are|we'?re|we use|we can be|i (?:changed|switched|moved) to)\b"
    r"(?: (?:reachable|reached|available))?",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^\W*(?:(?:new|work|home|private|personal|business|office)\W+)?(?:phone|mobile|cell|tel|telephone|landline|e-?mail|mail|"
    r"contact|whatsapp|signal|number|number is|e-?mail address|"
    r"phone number|mobile number)(?: btw| fyi| now| everyone| all)?\W*[:=]\W*$",
    re.IGNORECASE,
)
_OWN_AFTER = re.compile(
    r"^\W*(?:is|'s|that'?s|this is|=|–|-|,)?\W*(?:still |now |also |always )?(?:my|our)\b"
    r"(?: \w+)? (?:e-?mail|mail|address|number|phone|mobile|cell)",
    re.IGNORECASE,
)
_SPEAKER_WORD = re.compile(r"\b(?:me|my|i|us|our)\b", re.IGNORECASE)
_DATE_LIKE = re.compile(r"^\d{4}-\d\d-\d\d$|^\d{1,2}[/.]\d{1,2}[/.]\d{2,4}$|^(?:19|20)\d\d[ -]+(?:19|20)\d\d$")
_OWNED_CONTACT = re.compile(
    r"^(?:e-?mail|mail|address|number|phone|mobile|cell|contact|birthday|bday|birthdate)s?$", re.IGNORECASE
)
_DUE = re.compile(
    r"\b(?:due|deadline|must(?!-)|has to|have to|needs? to|got to|gotta|should be (?:done|finished|ready|submitted)|"
    r"to be (?:done|finished|ready|submitted|in)|hand in|submit|finish(?:ed)?|ready|ship|launch|delivered?|closes|expires?)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\d{4}|[/.]\d\d$")
_PARTIAL_DATE, _WHOLE_DATE = re.compile(r"\d{4}(?:-\d\d){0,2}"), re.compile(r"\d{4}-\d\d-\d\d")
_WAS = re.compile(r"\b(?:was|had)\b", re.IGNORECASE)
# "My birthday is on Saturday", but not "my birthday treat last night".
_BIRTHDAY_BEFORE_DAY = re.compile(
    r"\b(?:birthday|bday)\s*(?:(?:is|was|'s|’s|s|falls)\s+)?(?:on\s+|this\s+|next\s+|last\s+)?$", re.IGNORECASE
)
_NO_BIRTHDAY = re.compile(
    r"\b(?:half|if|would|celebrat\w*|party|love|want|hope|wish|unless|before|after|for)\b|['’]d\b", re.IGNORECASE
)
_CLAUSE_END = re.compile(r"[,;:–—]|\b(?:and|but|so|because|since|as)\b", re.IGNORECASE)
_OF_ANOTHER = re.compile(r"\b(?!(?:its|was|is|has|this)\b)\w{2,}s\s+$", re.IGNORECASE)
_PERIOD = re.compile(r"\b(?:week|weekend|month|year|fortnight|couple)s?\b", re.IGNORECASE)
_DENIED = re.compile(
    r"(?:\bnot|n['’]t|\bnever|\balmost|\bnearly|\bhappy)\s+(?:(?:my|his|her|their|our|the|a|[\w-]+['’]s)\s+)?$",
    re.IGNORECASE,
)
_PLACING, _WEAKLY_PLACING = word_set("of at to from"), word_set("in on about")
_NO_THINGS = word_set("outta here there ready date dates day")
_VERBS_WITH_PARTICLE = word_set("hand turn send put get give bring work fill sign")
_BORN = re.compile(r"\b(?:born|birthday|bday|birthdate|date of birth)\b", re.IGNORECASE)


def state_contacts(reading: SentenceReading, text: str) -> None:
    """State the e-mail addresses and telephone numbers in a sentence, with their owners.

    Args:
        reading: of the sentence.
        text: the whole message.
    """
    start, end = reading.line[0].start, _sentence_end(reading, text)
    sentence = text[start:end]
    if re.search(r"\b(?:isn't|not|never|no longer)\b", sentence[: _first_contact_start(sentence)]):
        return
    if all(item.code == "~" for item in reading.line) and not _SPEAKER_WORD.search(sentence):
        # A question gives the speaker's own contact only: "Can you call me on …?", but "Is … still valid?".
        return
    for match in _MAIL.finditer(sentence):
        if sentence[: match.start()].rstrip().lower().endswith(" not"):
            continue
        _state_contact(reading, "email", match[0].rstrip("."), text, start + match.start())
    if _CONTACT_WORD.search(sentence):
        for match in _PHONE.finditer(sentence):
            digits = sum(letter.isdigit() for letter in match[0])
            denied = sentence[: match.start()].rstrip().lower().endswith(" not")
            if not denied and 6 <= digits <= 15 and not _DATE_LIKE.match(match[0].strip()):
                _state_contact(reading, "phone", match[0].strip(), text, match.start() + start)


def _first_contact_start(sentence: str) -> int:
    match = _MAIL.search(sentence) or _PHONE.search(sentence)
    return match.start() if match else 0


def _sentence_end(reading: SentenceReading, text: str) -> int:
    """Return the end of the sentence in the text; the last groups of a number may be outside of every phrase."""
    behind = re.compile(r"[!?\n]|\.(?=\s|$)").search(text, reading.line[-1].end)
    return behind.start() if behind else len(text)


def _state_contact(reading: SentenceReading, predicate: str, value: str, text: str, offset: int) -> None:
    """State a contact of its owner. State nothing if the sentence names no owner: the number is only mentioned."""
    owner = None
    for item in reading.line:
        phrase = item.phrase
        if (
            phrase is None
            or not 0 <= offset - item.end <= _MOST_LINKING_CHARS
            or not _is_linking(text[item.end : offset])
        ):
            continue
        if phrase.owner is not None and any(_OWNED_CONTACT.match(word) for word in phrase.words):
            owner = phrase.owner
        elif _is_reached(phrase, text) or (phrase.label == "person" and not phrase.owner):
            owner = phrase
    name = reading.references.resolve_name(owner) if owner is not None else None
    start = reading.line[0].start
    if name is None and owner is None and _is_speakers(text[start:offset], text[offset + len(value) :]):
        name = reading.references.speaker
    reading.add_statement([name] if name else [], predicate, [value], confidence=FORMAT_CONFIDENCE)


def _is_reached(phrase: Phrase, text: str) -> bool:
    if phrase.pronoun in {"me", "us"}:
        return _REACHING.search(text[max(0, phrase.end - _MOST_LINKING_CHARS) : phrase.end]) is not None
    return phrase.pronoun in {"him", "her", "them"}


def _is_speakers(before: str, after: str) -> bool:
    used = [match.end() for match in _OWN_USE.finditer(before)]
    return bool((used and _is_linking(before[used[-1] :])) or _LABEL.match(before) or _OWN_AFTER.match(after))


def _is_linking(between: str) -> bool:
    """Return whether the words between an owner and a value, other values apart, say that the value is the owner's."""
    return (
        len(between) <= _MOST_LINKING_CHARS and _LINKING.fullmatch(_PHONE.sub(" ", _MAIL.sub(" ", between))) is not None
    )


def state_birthdays(reading: SentenceReading, text: str) -> None:
    """State dates of birth: "born on 14 July 1991", "my birthday is on 9 November"."""
    for date in reading.dates:
        before = text[reading.line[0].start : date.start] if date.start > reading.line[0].start else ""
        match = None
        for match in _BORN.finditer(before):  # noqa: B007 - the last one
            pass
        if (
            match is None
            or date.kind == "from"
            or len(before) - match.end() > 40
            or _DENIED.search(before[: match.start()])
            or _is_question(reading, text, date.end)
            or re.search(r"\b(?:not|n't)\b", before[match.end() :])
        ):
            continue
        who = _find_person_born(reading, reading.line[0].start + match.start())
        if who == reading.references.speaker and _OF_ANOTHER.search(before[: match.start()]):
            # "My nans bday", without an apostrophe.
            continue
        keyword = before[match.start() : match.end()].lower()
        ordinal = re.search(r"\d(?:st|nd|rd|th)\s+$", before[: match.start()])
        if ordinal:
            continue
        value = date.yearless or _read_birth(date, keyword, before, text[date.start : date.end])
        reading.add_statement([who] if who and value else [], "born_on", [value], confidence=FORMAT_CONFIDENCE)


def _is_question(reading: SentenceReading, text: str, end: int) -> bool:
    """Whether a date is in a question, of which nothing is read."""
    asked = re.match(r"[^.!?]*(.)", text[end:], re.DOTALL)
    return all(item.code == "~" for item in reading.line) and asked is not None and asked[1] == "?"


def _read_birth(date: DateMention, keyword: str, before: str, written: str) -> str:
    """Return the date of birth that a date gives; "" if it gives none.

    A birthday "tomorrow" or "on Saturday" gives the day, and no year: "It's my birthday tomorrow".
    """
    if keyword == "born" or _YEAR.search(written):
        is_day = _WHOLE_DATE.fullmatch(date.past) is not None
        return date.past if is_day or (keyword == "born" and _PARTIAL_DATE.fullmatch(date.past)) else ""
    day = date.past if _WAS.search(before) else date.future
    clause = _CLAUSE_END.split(before)[-1]
    is_of_birthday = _BIRTHDAY_BEFORE_DAY.search(clause) is not None and not _NO_BIRTHDAY.search(clause)
    is_exact = _WHOLE_DATE.fullmatch(day) is not None and not _PERIOD.search(written)
    return day.split("-", 1)[1] if is_of_birthday and is_exact else ""


def _find_person_born(reading: SentenceReading, offset: int) -> str | None:
    near = [item.phrase for item in reading.line if item.phrase is not None and item.start <= offset]
    for phrase in reversed(near):
        if any(_OWNED_CONTACT.match(word) for word in phrase.words):
            if phrase.owner is None:
                return reading.references.speaker
            if phrase.owner.label == "person" or phrase.owner.kin in KIN:
                # "Tom's birthday is on 3 May" uses the name for a person.
                reading.references.remember(phrase.owner)
            return reading.references.resolve_name(phrase.owner)
        if (name := reading.references.resolve_name(phrase)) and reading.references.is_person(name):
            return name
    return reading.references.speaker if not near else None


def state_deadlines(reading: SentenceReading, text: str) -> None:
    """State deadlines: "is due on", "has to ship by Friday", "the deadline for X is"."""
    for number, date in enumerate(drop_repeated_weekdays(text, reading.dates)):
        start = reading.line[0].start
        before = text[start : date.start] if date.start > start else ""
        whole = text[start : date.end]
        named = re.search(r"\bdeadline\b", whole, re.IGNORECASE)
        if re.search(r"\bpregnant\b", whole, re.IGNORECASE):
            # "Due 19 September" is when the child will be born.
            continue
        if not _DUE.search(whole) or number or re.search(r"\b(?:isn't|wasn't|was)\b", before):
            continue
        if not (named or date.kind == "to" or re.search(r"\bdue\b", whole)):
            continue
        if text[date.start : date.end].lower().startswith(("until", "til", "before", "from")):
            continue
        thing = _find_thing_due(reading, date, named is not None)
        if thing and _PARTIAL_DATE.fullmatch(date.future):
            reading.add_statement([thing], "deadline", [date.future], confidence=DATED_CONFIDENCE)


def _find_thing_due(reading: SentenceReading, date: DateMention, named: bool) -> str | None:  # noqa: PLR0911 - one for each way of saying it
    phrases = [
        (index, item.phrase)
        for index, item in enumerate(reading.line)
        if item.phrase is not None and item.start < date.start
    ]
    if named:
        for index, phrase in phrases:
            if "deadline" not in [word.lower() for word in phrase.words]:
                continue
            if index + 2 < len(reading.line) and reading.line[index + 1].code in {"for", "of", "on", "to"}:
                other = reading.line[index + 2].phrase
                if other is not None and not other.pronoun:
                    return reading.references.name_thing(other)
            if phrase.owner is not None and phrase.owner.words:
                return reading.references.name_thing(phrase.owner)
            if phrase.owner is not None and phrase.owner.pronoun == "its":
                earlier = [thing for thing in reading.references.things if "deadline" not in thing.lower()]
                return earlier[-1] if earlier else None
            words = [word for word in phrase.words if word.lower() != "deadline"]
            return " ".join(words) or None
        return None
    verbs = [
        verb
        for verb in reading.verbs
        if verb.subjects and not verb.subjects[0].pronoun and reading.line[verb.index].start < date.start
    ]
    if verbs and _is_thing(verbs[-1].subjects[0]) and not _is_placed(reading, verbs[-1].subjects[0]):
        return reading.references.name_thing(verbs[-1].subjects[0])
    things = _list_things(reading, phrases)
    pronoun = next((phrase for _, phrase in phrases if phrase.pronoun == "it"), None)
    if pronoun is not None:
        return reading.references.resolve_liked_thing(pronoun)
    return reading.references.name_thing(things[-1]) if things else None


def _is_placed(reading: SentenceReading, phrase: Phrase) -> bool:
    """Whether a preposition is before a phrase: "falls" in "the essay on falls is due"."""
    index = next((place for place, item in enumerate(reading.line) if item.phrase is phrase), 0)
    return bool(index) and reading.line[index - 1].code in _PLACING | _WEAKLY_PLACING


def _list_things(reading: SentenceReading, phrases: Sequence[tuple[int, Phrase]]) -> list[Phrase]:
    """Return what may be due: not the flat of "out of the flat", and not the falls of "an essay on falls".

    What follows "in" or "on" is due where nothing else is: "work on the report".
    """
    things = [
        (reading.line[index - 1].code if index else "", phrase)
        for index, phrase in phrases
        if _is_thing(phrase) and not _is_imperative(reading, index, phrase)
    ]
    placed = [phrase for code, phrase in things if code in _WEAKLY_PLACING]
    return [phrase for code, phrase in things if code not in _PLACING | _WEAKLY_PLACING] or placed


def _is_imperative(reading: SentenceReading, index: int, phrase: Phrase) -> bool:
    """Whether what is tagged as a noun is a verb with its particle: "hand in the report"."""
    is_bare = not index and not phrase.det and phrase.owner is None
    following = reading.line[index + 1].code if index + 1 < len(reading.line) else ""
    return is_bare and following in {"in", "on"} and phrase.text.lower() in _VERBS_WITH_PARTICLE


def _is_thing(phrase: Phrase) -> bool:
    is_named = bool(phrase.words) and phrase.text.lower() not in _NO_THINGS
    return is_named and not phrase.kin and not phrase.number and phrase.label not in {"person", "place"}


def read_formatted_values(reading: SentenceReading, text: str) -> None:
    """State the contacts, birthdays and deadlines of a sentence."""
    state_contacts(reading, text)
    state_birthdays(reading, text)
    state_deadlines(reading, text)
