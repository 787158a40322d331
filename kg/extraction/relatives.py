"""Extracting family, friends, colleagues and pets from possessives, appositions and sentences such as "Meera is my mother"."""

from __future__ import annotations

import re

from kg.extraction.ages import parse_age
from kg.extraction.certainty import AGREED_CONFIDENCE
from kg.extraction.parsed_phrases import Phrase, strip_evaluative
from kg.extraction.sentence_reader import SentenceReading
from kg.extraction.word_lists import EVALUATIVE, KIN, PETS


def relation_predicate(kin: str) -> str:
    """Return the predicate from an owner to a relative of this kind; "" if there is none."""
    return "has_pet" if kin in PETS else KIN.get(kin, "")


def is_former_relation(phrase: Phrase) -> bool:
    """Return whether the relation has ended: "my ex-wife", "her former boss"."""
    former = any(word.lower().startswith("ex-") for word in phrase.words)
    return former or (
        bool({"ex", "former", "ex-wife", "late", "previous", "old"} & {word.lower() for word in phrase.words[:-1]})
        and (relation_predicate(phrase.kin) not in {"friend_of", "has_pet"})
    )


def state_phrase_relations(reading: SentenceReading, phrase: Phrase, index: int) -> None:
    """State the relations within a phrase: "my brother Jakob", "Pieter's manager Ilse", "Yusuf, the CFO of Halden"."""
    if phrase.owner is not None and phrase.owner.owner is not None:
        state_phrase_relations(reading, phrase.owner, index)
    if phrase.role is not None and phrase.name:
        reading.add_statement([phrase.name], "role", [strip_evaluative(phrase.role)])
        if phrase.organisation is not None and phrase.organisation.name:
            home = phrase.organisation.label == "place" and phrase.organisation.is_label_sure
            home &= not reading.text[: phrase.organisation.start].endswith((" at ", " with ", " for "))
            reading.add_statement([phrase.name], "from" if home else "works_at", [phrase.organisation.name])
    _state_age_behind(reading, phrase)
    if phrase.kin and phrase.owner is not None and phrase.name:
        state_relation(reading, phrase.owner, phrase, [phrase.name, *_listed_names(reading, phrase, index)])
    elif phrase.kin and phrase.owner is not None and phrase.is_plural and (names := names_after(reading, f"#{index}")):
        state_relation(reading, phrase.owner, phrase, names)


_SELF_NAMING = re.compile(r"\b(?:i'?m|i am|my name is|call me|this is) $", re.IGNORECASE)
_AGE_BEHIND = re.compile(r"[ (,]{1,3}(\d{1,2}) ?[),]")
"""An age behind a name: "my son Leo (4)", "my mum, Eirlys, 78,"."""
_NAMED_IN_CLAUSES = re.compile(
    r" [,:] #\d+ (?P<verb>\w+/P)(?: \w+)? #\d+(?:(?: ,| and| , and) #\d+ (?P=verb)(?: \w+)? #\d+)+"
)
_SUBJECT_IN_CLAUSE = re.compile(r" #\d+(?= \w+/P)")


def _state_age_behind(reading: SentenceReading, phrase: Phrase) -> None:
    found = _AGE_BEHIND.match(reading.text, phrase.end)
    age = parse_age(found[1]) if found and (phrase.kin in KIN or phrase.label == "person") else None
    name = reading.references.resolve_name(phrase)
    if _SELF_NAMING.search(reading.text[: phrase.start]):
        # "I'm Vika, 24".
        name = reading.references.speaker
    if age and name:
        reading.add_statement([name], "age", [age])


def bare_name(name: str) -> str:
    """Return a name without an adjective before it: "little Thabo"."""
    first, _, rest = name.partition(" ")
    return rest if rest and first in EVALUATIVE else name


def names_after(reading: SentenceReading, codes: str) -> list[str]:
    """Return the names after the last phrase of a piece of code: "two kids, Noah and Lily", "three cats: Miso and Nori"."""
    last = re.findall(r"#(\d+)", codes)
    if not last:
        return []
    tail = "".join(f" {each}" for each in reading.code.split(" ")[int(last[-1]) + 1 :])
    if subjects := names_in_clauses(reading, f"#{last[-1]}"):
        return subjects
    found = re.match(r" [,:](?P<o> #\d+(?:(?: and| ,| , and) #\d+)*)(?= ,|$| \w+/\w)", tail)
    named = [each for each in reading.phrases_in(found["o"]) if each.name] if found else []
    # A date between them: "at her parents' since Tuesday, Tristan drove".
    is_next = bool(named) and reading.text[reading.line[int(last[-1])].end : named[0].start].strip(" '’(") in {
        ",",
        ":",
        "",
        "-",
    }
    return [bare_name(each.name) for each in named] if is_next else []


def names_in_clauses(reading: SentenceReading, codes: str) -> list[str]:
    """Return the names of the subjects of like clauses after a phrase: "our two kids, Finn is 9 and Nora is 5".

    Args:
        reading: of the sentence.
        codes: a piece of its code that begins with the phrase.
    """
    place = re.search(r"\d+", codes)
    tail = "".join(f" {each}" for each in reading.code.split(" ")[int(place[0]) + 1 :]) if place else ""
    if not _NAMED_IN_CLAUSES.fullmatch(tail):
        return []
    subjects = "".join(_SUBJECT_IN_CLAUSE.findall(tail))
    return [bare_name(each.name) for each in reading.phrases_in(subjects) if each.name]


def _listed_names(reading: SentenceReading, phrase: Phrase, index: int) -> list[str]:
    """Return the names after the first one in "my sons Tom and Ben"."""
    names: list[str] = []
    while phrase.is_plural and index + 2 < len(reading.line) and reading.line[index + 1].code in {"and", ","}:
        other = reading.line[index + 2].phrase
        if other is None or other.owner or other.kin or not other.words:
            break
        names.append(other.text)
        index += 2
    return names


def pet_names(reading: SentenceReading, codes: str, pets: list[Phrase]) -> list[str]:
    """Return the pets in a piece of sentence code, by name or else by species: "a cat called Biscuit and two goldfish".

    Args:
        reading: of the sentence.
        codes: the phrases after the verb.
        pets: the phrases that are pets.
    """
    named = [each for each in reading.phrases_in(codes) if each.name and each.kin not in PETS and not each.det]
    bare_ones = [each for each in pets if not each.name]
    if len(bare_ones) == 1 and (named or names_after(reading, codes)) and (bare_ones[0].is_plural or len(named) <= 1):
        return [each.name for each in pets if each.name] + (
            [each.name for each in named] or names_after(reading, codes)
        )
    return [each.name or strip_evaluative(each) for each in pets]


def state_relation(
    reading: SentenceReading,
    owner: Phrase,
    phrase: Phrase,
    names: list[str],
    times: tuple[str | None, str | None] = (None, None),
) -> None:
    """State the relation of an owner to the persons or pets with these names."""
    kind, whose = relation_predicate(phrase.kin), reading.references.resolve_name(owner)
    if kind == "sibling_of" and phrase.kin == "twin" and phrase.is_plural:
        # "Our twins" are children.
        kind = "parent_of"
    if whose and owner.pronoun and whose.endswith(f"'s {strip_evaluative(phrase)}"):
        # "Her manager" is not the manager's manager.
        whose = whose.removesuffix(f"'s {strip_evaluative(phrase)}")
    if kind != "has_pet":
        # A common noun is no name of a relative.
        names = [
            name
            for name in names
            if "'s " in name or phrase.name or reading.references.is_person(name) or name[0].isupper()
        ]
    if kind and whose:
        reading.references.remember(owner)
        reading.add_statement(
            [whose], kind, names, (None, "past") if is_former_relation(phrase) else times, confidence=AGREED_CONFIDENCE
        )
