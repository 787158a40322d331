"""Extracting where a person lives or a thing is from forms of "be": "home is Ghent now", "the office is in Riga"."""

from __future__ import annotations

import re

from kg.extraction.sentence_reader import NO_VERB_AHEAD, PHRASE_LIST, SentenceReading
from kg.extraction.verb_phrases import Times, Verb

_OBJECT = rf"(?P<o>{PHRASE_LIST}){NO_VERB_AHEAD}"
# "Ghent is home", but not "Ghent is home to many artists".
_HOME_TO = re.compile(r" home(?: for (#\d+))?(?= ,|$)")
_DWELLINGS = {"address", "flat", "apartment", "house", "place", "home", "condo"}


def state_home(reading: SentenceReading, verb: Verb, after: str) -> None:
    """State "home is Ghent now", "Ghent has been home for me since 2018"."""
    if (settled := _HOME_TO.match(after)) and verb.subjects and verb.subjects[0].label == "place":
        whose = reading.phrases_in(settled[1])[0].pronoun if settled[1] else "me"
        places = [verb.subjects[0].text] if whose in {"me", "us"} else []
        reading.add_statement([reading.references.speaker], "lives_in", places, reading.validity(verb))
    if not verb.first or reading.line[verb.first - 1].code != "home":
        return
    match = re.match(r" (#\d+)", after)
    places = [each.text for each in reading.phrases_in(match[1]) if each.label == "place"] if match else []
    reading.add_statement([reading.references.speaker], "lives_in", places, reading.validity(verb))


def state_location(reading: SentenceReading, verb: Verb, after: str, times: Times) -> None:
    """State locations: "we're in Cardiff now", "the office is in Riga", "my flat is in Ghent"."""
    match = re.match(rf" (?:not )?(?:back )?in {_OBJECT}", after)
    places = [each for each in reading.phrases_in(match["o"]) if each.name] if match else []
    places = [each for each in places if each.label in {"place", "org", ""}]
    if not places:
        return
    behind_it = reading.text[places[-1].end : places[-1].end + 24]
    before = reading.text[max(0, reading.focus[0] - 5) : places[0].start]
    now = re.match(r"[ ,]*(?:now|these days|nowadays|at the moment|currently)\b", behind_it)
    now = now or re.search(r"\b(?:now|currently)\b", before)
    subject = verb.subjects[-1] if verb.subjects else None
    if subject is not None and subject.head in _DWELLINGS and subject.owner is not None:
        owner = reading.references.resolve_name(subject.owner)
        reading.add_statement([owner] if owner else [], "lives_in", [each.name for each in places], times)
    elif (
        now
        or verb.is_ended
        or is_lasting(reading, verb)
        or (subject is not None and subject.det and not subject.kin and subject.words)
    ):
        reading.add_statement(
            reading.subject_names(verb), located_predicate(verb, "lives_in"), [each.name for each in places], times
        )


def is_lasting(reading: SentenceReading, verb: Verb) -> bool:
    """Return whether somebody has been in a place since a date: "been in Dubai since 2012"."""
    since = [
        date
        for date in reading.dates_of(verb)
        if date.kind == "from" and (verb.tag == "N" or reading.text[date.start : date.end].lower().startswith("since"))
    ]
    return verb.tag in {"N", "P"} and bool(since)


def located_predicate(verb: Verb, predicate: str) -> str:
    """Return "located_in" instead of "lives_in" for things."""
    first = verb.subjects[0] if verb.subjects else None
    thing = first is not None and not first.pronoun and not first.kin and first.label != "person"
    if predicate == "lives_in" and first is not None and first.pronoun == "it":
        return "located_in"
    where = predicate == "lives_in" and thing and first is not None and bool(first.det or first.owner)
    return "located_in" if where else predicate
