"""Extracting statements from a single message by patterns over tagged words, without a language model or the database."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from kg.extraction import (
    contacts,
    copulas,
    favourites,
    plans,
    relatives,
    self_introductions,
    standing_instructions,
    verbs,
)
from kg.extraction.asides import given_name
from kg.extraction.certainty import DROPPED_SUBJECT_CONFIDENCE, INTRODUCED_CONFIDENCE
from kg.extraction.dates import find_dates
from kg.extraction.modality import blank_supplied, blank_unstated
from kg.extraction.noun_phrases import NounPhraseReader
from kg.extraction.omitted_subjects import is_said_of_other_before
from kg.extraction.parsed_phrases import SPEAKER_PRONOUNS, Phrase
from kg.extraction.person_references import ReferenceResolver, is_vocative
from kg.extraction.quoted_speech import blank_all_but_own_words, may_introduce
from kg.extraction.sentence_codes import drop_addressed_name, encode_sentences
from kg.extraction.sentence_reader import SentenceReading
from kg.extraction.verb_phrases import Verb
from kg.extraction.word_lists import PETS, is_job, to_singular, word_set
from kg.knowledge import PERSON_RELATIONS
from kg.language import split_sentences
from kg.protocols import ExtractedStatement

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from kg.language import NameSpan

# "Eve claims she is my friend", "Eve was my friend until she stole my bike".
_DOUBTED_RELATION = re.compile(
    r"\b(?:claim|pretend|insist|think|believe|say|tell|imagin|fanc|suppos|wish)(?:s|es|ed|ing|ies|ied)?\b"
    r"|\b(?:told|thought|said|nobody|no one|never|as (?:much|good) as|until|not|supposedly|allegedly|so-called)\b"
    r"|\b(?:was|were|used to be) (?:once )?(?:my|our|an?)\b",
    re.IGNORECASE,
)
_SPEAKER_WORD = re.compile(r"\b(?:me|my|us|our)\b")
_NAME_BY_OTHERS = re.compile(r"\b(?:nobody|no one|noone|used to|once|formerly|said|says)\b", re.IGNORECASE)
_REPORTING_VERBS = {
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


# Predicates whose objects have no given name at the end, unlike those of persons and pets.
_PLACED = word_set("lives_in moved_to works_at studies_at from located_in member_of likes dislikes")


def extract_statements(
    text: str, *, speaker: str, at: datetime, doc: Doc, names: Sequence[NameSpan], addressee: str | None = None
) -> list[ExtractedStatement]:
    """Return what a message states.

    Args:
        text: the message.
        speaker: the author's name, to which "I", "my" and, if no group is named, "we" refer.
        at: the time of the message; relative dates count from it.
        doc: the message, parsed by `English.parse`.
        names: the names in the message, from a name finder.
        addressee: the name of the person addressed, to whom "you" and "your" refer. None if unknown, or if there are several.

    Returns:
        Statements in the order of the text.
    """
    written, text = text, blank_all_but_own_words(text, speaker, names)
    dates = find_dates(text, at)
    reader = NounPhraseReader(text, doc, names, dates)
    asserted = blank_unstated(blank_supplied(text))
    references = ReferenceResolver(speaker, addressee)
    vocatives = {span.text for span in names if is_vocative(text, span.start, span.end)}
    statements: list[ExtractedStatement] = []
    for encoded in encode_sentences(reader, asserted, dates):
        line = drop_addressed_name(encoded, addressee)
        if not line:
            continue
        within = [
            each
            for each in dates
            if line[0].start - 60 <= each.start <= line[-1].end + 60
            and _is_same_sentence(text, each.start, line[0].start, line[-1].end)
        ]
        reading = SentenceReading(line, references, within, text)
        _read_sentence(reading, text, vocatives)
        statements += reading.statements
    found = [
        each
        for each in statements
        if not _is_name_by_others(each, speaker, written)
        and not _is_plan_for_speaker(each, speaker)
        and not _is_of_other(each, speaker, written)
    ]
    found = [_without_addressee(each, addressee, written) for each in found]
    return [_doubt_introduced(each, written) for each in _deduplicate(_use_names(found))]


def _is_of_other(statement: ExtractedStatement, speaker: str, text: str) -> bool:
    """Whether a sentence without a subject may be about another: "she sold her car. moved to Linz"."""
    is_assumed = statement.confidence == DROPPED_SUBJECT_CONFIDENCE and statement.subject == speaker
    return is_assumed and is_said_of_other_before(text, statement.start)


def _without_addressee(statement: ExtractedStatement, addressee: str | None, text: str) -> ExtractedStatement:
    """Return a statement without the name of whom its message addresses at the end: "I'm moving to Berlin bob"."""
    value, _, last = statement.object.rpartition(" ")
    name = given_name(addressee)
    is_called = bool(name and value) and last.lower() == name and text.rstrip(" .!?\n").lower().endswith(f" {name}")
    return replace(statement, object=value.rstrip(" ,")) if is_called and statement.predicate in _PLACED else statement


def _doubt_introduced(statement: ExtractedStatement, text: str) -> ExtractedStatement:
    """Return a relation of persons with less confidence if what precedes it in the message may introduce another's words.

    The same holds if its sentence reports, mocks or ends it: "Eve claims she is my friend", "Eve was my friend until …".
    """
    if statement.predicate not in PERSON_RELATIONS:
        return statement
    is_doubted = _DOUBTED_RELATION.search(_sentence_of(statement, text)) is not None
    if not is_doubted and not may_introduce(text[: statement.start]):
        return statement
    return replace(statement, confidence=min(statement.confidence, INTRODUCED_CONFIDENCE))


def _is_name_by_others(statement: ExtractedStatement, speaker: str | None, text: str) -> bool:
    """Whether a name of the speaker is one that others gave or wanted: "they used to call me Lola", "he said, call me Nino"."""
    is_own_name = statement.predicate == "name_is" and statement.subject == speaker
    return is_own_name and _NAME_BY_OTHERS.search(_sentence_of(statement, text)) is not None


def _is_plan_for_speaker(statement: ExtractedStatement, speaker: str) -> bool:
    """Whether a plan of another person names the speaker as "me" or "my": such a plan is left to observations."""
    is_of_other = statement.predicate == "plans" and statement.subject != speaker
    return is_of_other and _SPEAKER_WORD.search(statement.object) is not None


def _sentence_of(statement: ExtractedStatement, text: str) -> str:
    return next((text[start:end] for start, end in split_sentences(text) if start <= statement.start < end), text)


def _read_sentence(reading: SentenceReading, text: str, vocatives: set[str]) -> None:
    """Add the statements of a sentence to `reading`, verb by verb.

    Args:
        reading: of the sentence.
        text: the whole message.
        vocatives: names that are only used to address a person.
    """
    # A quoted person may make statements about themselves only.
    seen, is_reported = 0, reading.code.startswith("accord/G to #")
    for verb in [*reading.verbs, None]:
        upto = verb.index if verb is not None else len(reading.line)
        for index in range(seen, upto):
            phrase = reading.line[index].phrase
            if phrase is not None:
                reading.focus_on(phrase)
                is_vocative_name = phrase.name in vocatives or (not phrase.label and _is_set_off(text, phrase))
                is_new_reference = not is_vocative_name and phrase.start not in reading.complement_starts
                if is_new_reference and phrase.role is not None:
                    reading.references.remember(phrase)
                # "Petr and his son Vojta": "his" is not Vojta's.
                relatives.state_phrase_relations(reading, phrase, index)
                if is_new_reference:
                    reading.references.remember(phrase)
        seen = max(seen, upto)
        if verb is not None and is_reported and verb.subjects and verb.subjects[0].pronoun == "you":
            continue
        if verb is not None and _is_denied(reading, verb):
            continue
        if verb is not None and is_reported and not _is_about_reporter(verb):
            continue
        if (
            verb is not None
            and verb.lemma in _REPORTING_VERBS
            and not any(each.startswith("be/") for each in verb.helpers)
            and verb.subjects
            and verb.subjects[0].pronoun not in SPEAKER_PRONOUNS
        ):
            is_reported = True
        reading.focus_on(verb)
        if verb is not None and not plans.state_plan(reading, verb, text):
            if verb.lemma == "be":
                copulas.read_copula(reading, verb)
            verbs.read_verb(reading, verb)
    copulas.read_opening_role(reading)
    self_introductions.read_self_introduction(reading)
    favourites.state_listed_favourite(reading)
    standing_instructions.state_instructions(reading)
    contacts.read_formatted_values(reading, text)


def _is_set_off(text: str, phrase: Phrase) -> bool:
    """Whether a phrase stands after a comma and before the end of a sentence, as the name of the person addressed does."""
    return (
        bool(phrase.name)
        and text[: phrase.start].endswith(", ")
        and text[phrase.end : phrase.end + 1] in {".", "!", "?", ""}
    )


def _is_about_reporter(verb: Verb) -> bool:
    """Return whether a reported clause is about the person quoted; reports about others, or the author, state nothing."""
    if any(each.pronoun in SPEAKER_PRONOUNS for each in verb.subjects):
        return False
    return all(each.pronoun or (each.owner is not None and each.owner.pronoun) for each in verb.subjects)


def _is_denied(reading: SentenceReading, verb: Verb) -> bool:
    """Return whether the clause of a verb is what somebody does not say or think: "I never said I hate jazz"."""
    before = [each for each in reading.verbs if each.index < verb.index]
    if not before or before[-1].lemma not in _REPORTING_VERBS or not before[-1].is_negated:
        return False
    between = reading.line[before[-1].index + 1 : verb.first]
    return not any(item.code in {",", ";", ":", "and", "but", "so"} for item in between)


def _is_same_sentence(text: str, date: int, first: int, last: int) -> bool:
    """Return whether no sentence ends between a date and a span of text."""
    between = text[min(date, last) : first] if date < first else text[last:date]
    return not any(mark in between for mark in ".!?\n")


def _use_names(statements: list[ExtractedStatement]) -> list[ExtractedStatement]:
    """Return the statements with pets by their names, and jobs of persons by theirs.

    "We got a puppy, her name is Biscotta", "our taxi driver was kind, his name is Selim".
    """
    statements = [
        replace(each, subject=each.object, predicate="role", object=each.subject, owner="")
        if each.predicate == "name_is" and each.subject.islower() and is_job(each.subject.split()[-1])
        else each
        for each in statements
    ]
    names = {
        each.subject: each.object
        for each in statements
        if each.predicate == "name_is" and to_singular(each.subject.split()[-1]) in PETS
    }
    return [
        replace(each, object=names[each.object]) if each.predicate == "has_pet" and each.object in names else each
        for each in statements
        if each.predicate != "name_is" or each.subject not in names
    ]


def _deduplicate(statements: list[ExtractedStatement]) -> list[ExtractedStatement]:
    found: dict[tuple[str, str, str, str], ExtractedStatement] = {}
    for each in statements:
        found.setdefault((each.owner, each.subject.casefold(), each.predicate, each.object.casefold()), each)
    return list(found.values())
