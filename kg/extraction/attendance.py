"""Extracting where a person works or studies from "at": "been at Acme for six years", "in her second year at Leuven"."""

from __future__ import annotations

import re

from kg.extraction.phrase_types import matches_type
from kg.extraction.sentence_codes import is_job_phrase
from kg.extraction.sentence_reader import NO_VERB_AHEAD, SentenceReading
from kg.extraction.verb_phrases import Times, Verb
from kg.extraction.word_lists import word_set

_YEARS = word_set("year semester term")
_LAST_DAYS = {"last day", "last week", "final day"}
_FIRST_DAYS = {"first day", "first week"}
_COURSES = word_set("programme program course degree")
_STUDY = re.compile(r" (?:(?:in|on) #(?P<year>\d+)|(?P<bare>#\d+))(?: of #(?P<of>\d+))? at #(?P<school>\d+)(?!\d)")
_FIELD = re.compile(r"(?: ,)? (?:do|study)/G #(?P<field>\d+)")
_POST = re.compile(rf" at #(?P<org>\d+){NO_VERB_AHEAD}")
_LAST_DAY = re.compile(r" #(\d+) (?:at|with) #(\d+)")
_AS = re.compile(r" as #(?P<job>\d+)")


def read_attendance(reading: SentenceReading, verb: Verb, after: str, times: Times) -> None:
    """Add where the subject of "be" works or studies to `reading`.

    Args:
        reading: of the sentence.
        verb: a form of "be".
        after: the code after it.
        times: the validity that its dates give.
    """
    who = reading.subject_names(verb)
    if not (_state_school(reading, who, after, times) or _state_first_or_last_day(reading, after)):
        _state_post(reading, verb, after, times)


def _state_school(reading: SentenceReading, who: list[str], after: str, times: Times) -> bool:
    """State "in her second year at Leuven doing law", "in the nursing programme at Leuven", "at Leuven University"."""
    match = _STUDY.match(after)
    course = reading.line[int(match["year"] or match["bare"].removeprefix("#"))].phrase if match else None
    if match is not None and course is not None and course.head in _YEARS | _COURSES:
        school = reading.line[int(match["school"])].phrase
        reading.add_statement(who, "studies_at", [school.text] if school is not None and school.name else [])
        of = reading.line[int(match["of"])].phrase if match["of"] else None
        if of is not None and matches_type(reading, of, "field"):
            reading.add_statement(who, "studied", [of.text])
        if course.head in _COURSES:
            reading.add_statement(who, "studied", [" ".join(course.words[:-1])])
        _state_field(reading, who, after, match.end())
        return True
    post = _POST.match(after)
    school = reading.line[int(post["org"])].phrase if post else None
    if post is None or school is None or not matches_type(reading, school, "school"):
        return False
    reading.add_statement(who, "studies_at", [school.text], times)
    _state_field(reading, who, after, post.end())
    return True


def _state_first_or_last_day(reading: SentenceReading, after: str) -> bool:
    """State "yesterday was my last day at Skoda", "Monday was my first day at Tessel"."""
    match = _LAST_DAY.match(after)
    day, employer = (reading.line[int(number)].phrase for number in match.groups()) if match else (None, None)
    if day is None or employer is None or day.owner is None or day.text.lower() not in _LAST_DAYS | _FIRST_DAYS:
        return False
    if matches_type(reading, employer, "employer"):
        whose = reading.references.resolve_name(day.owner)
        day_of = next((date.past for date in reading.dates if date.kind == "at"), None)
        times = (day_of, None) if day.text.lower() in _FIRST_DAYS else (None, day_of or "past")
        reading.add_statement([whose] if whose else [], "works_at", [employer.text], times)
    return True


def _state_post(reading: SentenceReading, verb: Verb, after: str, times: Times) -> None:
    """State "been at Acme for six years, the last two as team lead"."""
    post = _POST.match(after)
    employer = reading.line[int(post["org"])].phrase if post else None
    if (
        post is None
        or employer is None
        or not ((_is_lasting(reading, verb) or verb.is_ended) and matches_type(reading, employer, "firm"))
    ):
        return
    who = reading.subject_names(verb)
    reading.add_statement(who, "works_at", [employer.text], times)
    if job := _AS.search(after, post.end()):
        phrase = reading.line[int(job["job"])].phrase
        is_job = phrase is not None and is_job_phrase(phrase)
        reading.add_statement(who, "role", [phrase.text] if phrase is not None and is_job else [])


def _state_field(reading: SentenceReading, who: list[str], after: str, position: int) -> None:
    """State the field of "at Leuven, doing law"."""
    field = _FIELD.match(after, position)
    phrase = reading.line[int(field["field"])].phrase if field else None
    is_field = phrase is not None and matches_type(reading, phrase, "field")
    reading.add_statement(who, "studied", [phrase.text] if phrase is not None and is_field else [])


def _is_lasting(reading: SentenceReading, verb: Verb) -> bool:
    """Return whether a person is at a place since a date, and not at an event on a date."""
    return verb.tag in {"N", "D"} and any(date.kind == "from" for date in reading.dates_of(verb))
