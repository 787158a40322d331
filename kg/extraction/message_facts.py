"""Facts out of single messages, without a language model and without the database: patterns over tagged words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from kg.extraction import contacts, copulas, plans, relatives, standing_instructions, verbs
from kg.extraction.dates import dates
from kg.extraction.modality import blanked, uncoded
from kg.extraction.noun_phrases import SPEAKER, Reader
from kg.extraction.person_references import People, greeted
from kg.extraction.sentence_codes import lines
from kg.extraction.sentence_reader import Reading, Verb
from kg.protocols import Statement

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from kg.language.name_tagger import Span

_SAYING = {
    "say",
    "tell",
    "mention",
    "claim",
    "think",
    "believe",
    "swear",
    "reckon",
    "write",
    "hear",
    "read",
    "ask",
    "report",
}


def extract(
    text: str, *, speaker: str, at: datetime, doc: Doc, names: Sequence[Span], addressee: str | None = None
) -> list[Statement]:
    """What a message states.

    Args:
        text: the message.
        speaker: who says it, by name: I, my and, where no group is named, we.
        at: when it was said; relative dates count from it.
        doc: the message, parsed by `English.parse`.
        names: from `recognise`.
        addressee: to whom it is said, by name: you, your. None where nobody knows, or where there are several.

    Returns:
        Statements in the order of the text.
    """
    text = uncoded(text)
    when = dates(text, at)
    reader = Reader(text, doc, names, when)
    kept = blanked(text)
    people = People(speaker, addressee)
    called = {span.text for span in names if greeted(text, span.start, span.end)}
    out: list[Statement] = []
    for line in lines(reader, kept, when):
        if not line:
            continue
        within = [
            each
            for each in when
            if line[0].start - 60 <= each.start <= line[-1].end + 60
            and _same(text, each.start, line[0].start, line[-1].end)
        ]
        reading = Reading(line, people, within, text)
        _read(reading, text, called)
        out += reading.out
    return _once(out)


def _read(reading: Reading, text: str, called: set[str]) -> None:
    """State what a sentence says, verb by verb.

    Args:
        reading: of the sentence.
        text: the whole message.
        called: names that only call the one spoken to.
    """
    # Whoever is quoted may tell of themselves only.
    seen, reporters = 0, reading.code.startswith("accord/G to #")
    for verb in [*reading.verbs, None]:
        upto = verb.at if verb is not None else len(reading.line)
        for place in range(seen, upto):
            phrase = reading.line[place].phrase
            if phrase is not None:
                reading.look(phrase)
                known = phrase.name not in called and phrase.start not in reading.equated
                if known and phrase.role is not None:
                    reading.people.saw(phrase)
                # "Petr and his son Vojta": "his" is not Vojta's.
                relatives.from_phrase(reading, phrase, place)
                if known:
                    reading.people.saw(phrase)
        seen = max(seen, upto)
        if verb is not None and reporters and verb.subjects and verb.subjects[0].pronoun == "you":
            continue
        if verb is not None and reporters and not _about_oneself(verb):
            continue
        if verb is not None and verb.lemma in _SAYING and verb.subjects and verb.subjects[0].pronoun not in SPEAKER:
            reporters = True
        reading.look(verb)
        if verb is not None and not plans.plan(reading, verb, text):
            if verb.lemma == "be":
                copulas.read(reading, verb)
            verbs.read(reading, verb)
    standing_instructions.orders(reading)
    contacts.read(reading, text)


def _about_oneself(verb: Verb) -> bool:
    """Whether what somebody said is about themselves or theirs: hearsay about others states nothing."""
    return all(each.pronoun or (each.owner is not None and each.owner.pronoun) for each in verb.subjects)


def _same(text: str, date: int, first: int, last: int) -> bool:
    """Whether no sentence ends between a date and the rest of its sentence."""
    between = text[min(date, last) : first] if date < first else text[last:date]
    return not any(mark in between for mark in ".!?\n")


def _once(statements: list[Statement]) -> list[Statement]:
    found: dict[tuple[str, str, str], Statement] = {}
    for each in statements:
        found.setdefault((each.subject.casefold(), each.predicate, each.object.casefold()), each)
    return list(found.values())
