"""Extracting what lists without a verb say of the speaker: "51, clockmaker, from Leeds", "junior designer at Frog"."""

from __future__ import annotations

import re

from kg.extraction.ages import parse_age
from kg.extraction.certainty import DROPPED_SUBJECT_CONFIDENCE
from kg.extraction.parsed_phrases import Phrase, strip_evaluative
from kg.extraction.phrase_types import matches_type
from kg.extraction.relatives import pet_names
from kg.extraction.sentence_codes import is_job_phrase
from kg.extraction.sentence_reader import SentenceReading
from kg.extraction.word_lists import DIETS, JOBS, PETS

_LEAST_AGE = 13
_PIECE_END = re.compile(r" (?:,|and) | , and ")
_JOB = re.compile(r"(?:new )?#(?P<job>\d+)(?: (?:at|for|with) #(?P<org>\d+))?(?: start/G| now)?$")
_PLACE = re.compile(r"(?:(?P<live>live/G|based|base/[ND]) in|(?:originally )?from) #(?P<place>\d+)$")
_STATE = re.compile(r"(?:(?P<fluent>fluent in)|no longer (?:with|at)) #(?P<value>\d+)(?= ,|$)")
_THING = re.compile(r"#(?P<thing>\d+)$")
_SYMBOL = re.compile(r" [^\w\s#,/:;~]+(?= |$)")
# "They offered me a job. Nurse at Hilton."
_OFFERED = re.compile(
    r"\b(?:offer(?:ed|s|ing)? (?:me|us|him|her|it|you|them)|(?:applied|applying|interview(?:ed)?|shortlisted) for|vacancy)\b",
    re.IGNORECASE,
)
_Found = list[tuple[str, str]]


def read_self_introduction(reading: SentenceReading) -> None:
    """Add to `reading` what a list without a subject says of the speaker.

    Two of its parts must be of different kinds, since "34" alone is no age; a job at an organisation needs no second part.
    """
    if _read_state_of_speaker(reading) or _OFFERED.search(reading.text, 0, reading.line[0].start):
        return
    code = _SYMBOL.sub("", reading.code).removesuffix(" ,").removesuffix(" here")
    listed, _, _rest = code.partition(" , and #")
    found: _Found = []
    for piece in _PIECE_END.split(listed):
        read = _read_piece(reading, piece.strip())
        if not read:
            break
        found += read
    kinds = {predicate for predicate, _ in found}
    if len(kinds) < 2 or (kinds <= {"from", "role"} and not _is_known_job(found)):
        # "Renault master, 2012, from Mexborough" is a van.
        return
    reading.focus_on()
    for predicate, value in found:
        reading.add_statement([reading.references.speaker], predicate, [value], confidence=DROPPED_SUBJECT_CONFIDENCE)


def _read_state_of_speaker(reading: SentenceReading) -> bool:
    """Read "Fluent in Lithuanian", "no longer with Quantrell"; return whether it is one of them."""
    match = _STATE.match(reading.code)
    phrase = _phrase(reading, match["value"]) if match else None
    if match is None or phrase is None:
        return False
    is_fluent = match["fluent"] is not None
    predicate, kind = ("speaks", "language") if is_fluent else ("works_at", "employer")
    reading.focus_on()
    values = [phrase.text] if matches_type(reading, phrase, kind) else []
    times = (None, None) if is_fluent else (None, "past")
    reading.add_statement([reading.references.speaker], predicate, values, times, confidence=DROPPED_SUBJECT_CONFIDENCE)
    return True


def _is_known_job(found: _Found) -> bool:
    return any(predicate == "role" and value.split()[-1].lower() in JOBS for predicate, value in found)


def _read_piece(reading: SentenceReading, piece: str) -> _Found:
    if place := _PLACE.match(piece):
        phrase = _phrase(reading, place["place"])
        is_place = bool(phrase.words) and matches_type(reading, phrase, "name")
        return [("lives_in" if place["live"] else "from", phrase.text)] if is_place else []
    if job := _JOB.match(piece):
        phrase = _phrase(reading, job["job"])
        if is_job_phrase(phrase) and phrase.det in {"", "a", "an"} and not phrase.name and not phrase.owner:
            employer = _phrase(reading, job["org"]) if job["org"] else None
            is_employer = employer is not None and matches_type(reading, employer, "firm")
            role = [("role", strip_evaluative(phrase))]
            return [*role, ("works_at", employer.text)] if employer is not None and is_employer else role
    return _read_thing(reading, _phrase(reading, thing["thing"])) if (thing := _THING.match(piece)) else []


def _read_thing(reading: SentenceReading, phrase: Phrase) -> _Found:
    age = parse_age(f"{phrase.number} {phrase.text}".strip()) if not phrase.kin else None
    if age and int(age) >= _LEAST_AGE:
        return [("age", age)]
    if phrase.text.lower() in DIETS:
        return [("diet", phrase.text)]
    if phrase.kin in PETS and phrase.det in {"", "a", "an"} and not phrase.owner:
        return [("has_pet", name) for name in pet_names(reading, "", [phrase])]
    return []


def _phrase(reading: SentenceReading, index: str) -> Phrase:
    return reading.line[int(index)].phrase or Phrase(0, 0)
