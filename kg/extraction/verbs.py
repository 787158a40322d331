"""What verbs state: work, living, likes, tools, possessions, family, studies."""

from __future__ import annotations

import re

from kg.extraction.idioms import special
from kg.extraction.noun_phrases import Phrase, bare
from kg.extraction.phrase_types import fits
from kg.extraction.preferences import TASTES, tastes
from kg.extraction.relatives import pets
from kg.extraction.sentence_codes import job_like
from kg.extraction.sentence_reader import Reading, Verb
from kg.extraction.verb_patterns import BY_LEMMA, Rule
from kg.extraction.word_lists import (
    DEGREES,
    JOB_WORDS,
    KIN,
    PETS,
)  # fmt: skip

# In the past tense these are over.
_FINISHED = {"lives_in": "live reside", "works_at": "work teach lecture", "studies_at": "study major do pursue"}
# Without a subject these are no orders: "love horses".
_PLAIN_LIKING = {"love", "like", "hate", "adore", "dislike", "prefer"}


def read(reading: Reading, verb: Verb) -> None:
    """State what a verb says."""
    after = reading.after(verb)
    if special(reading, verb, after) or verb.lemma == "be":
        return
    passive = verb.tag in {"N", "D"} and any(each.split("/")[0] in {"be", "get"} for each in verb.helpers)
    for pattern, rule in BY_LEMMA.get(verb.lemma, ()):
        if rule.passive is not None and rule.passive != passive:
            continue
        found = pattern.match(after)
        if found and _holds(reading, verb, rule):
            _state(reading, verb, rule, found)


def _holds(reading: Reading, verb: Verb, rule: Rule) -> bool:
    if verb.lemma in {"eat", "drink"}:
        return (
            verb.denied
            and not verb.over
            and verb.tag in {"B", "P"}
            and re.search(r"\b(?:do/[BP]|can)\b", " ".join(verb.helpers)) is not None
        )
    wished = verb.lemma == "prefer" and "would" in verb.helpers
    if (verb.unreal and not wished) or (verb.denied and not verb.over and not rule.denied):
        return False
    if not verb.subjects and verb.dropped and not _chat(reading, verb, rule):
        return False
    if rule.predicate in TASTES and verb.tag in {"D", "N"} and "have/P" not in verb.helpers:
        # What was liked on one occasion is no taste.
        return False
    if verb.lemma == "get" and rule.predicate == "owns" and verb.tag == "P":
        return False
    reduced = verb.lemma in {"work", "live", "study"} and any(job_like(each) for each in verb.subjects)
    return not (verb.tag == "G" and not verb.helpers and verb.subjects and not reduced)


def _chat(reading: Reading, verb: Verb, rule: Rule) -> bool:
    """Whether a verb without a subject tells of the speaker, and is neither an order nor a gerund."""
    item = reading.line[verb.at]
    surface = reading.text[item.start : item.end].lower()
    if verb.tag in {"B", "P"} and not set(verb.helpers) - {"always", "never"} and not surface.endswith("s"):
        return verb.lemma in _PLAIN_LIKING or (verb.first == 0 and rule.predicate in {"lives_in", "works_at"})
    if verb.tag == "G" and not verb.helpers:
        return verb.lemma in {"work", "live", "study"}
    return True


def _state(reading: Reading, verb: Verb, rule: Rule, found: re.Match[str]) -> None:
    groups = found.groupdict()
    if groups.get("j") and not any(each.head in JOB_WORDS for each in reading.phrases(groups["j"])):
        return
    if groups.get("d") and not _degree(reading, verb, rule, reading.phrases(groups["d"])[0]):
        return
    who = reading.names(verb)
    if verb.tag == "G" and not verb.helpers and verb.subjects:
        # A data engineer working at Acme is whoever is said to be that engineer.
        before = [each for each in reading.verbs if each.at < verb.at and each.lemma == "be"]
        who = reading.names(before[-1]) if before else []
    predicate = rule.denied if rule.denied and verb.denied and not verb.over else rule.predicate
    times = _times(reading, verb, rule, degree=bool(groups.get("d")))
    objects = [each for each in reading.phrases(groups["o"]) if fits(reading, each, rule.wants)]
    if rule.wants in {"tool", "made"} and len(objects) > 1:
        objects = [each for each in objects if each.name] or objects
    names = [name for each in objects if (name := _object(reading, predicate, each))]
    if predicate in TASTES:
        names, times = tastes(reading, groups["o"], who), reading.lasting(verb)
    elif predicate in {"located_in", "lives_in"}:
        predicate = _where(verb, rule)
    elif predicate == "managed":
        predicate, who, names = "reports_to", [name for each in objects if (name := reading.people.name(each))], who
    elif predicate == "has_pet":
        names = pets(reading, groups["o"], objects)
    elif predicate == "uses":
        who = _users(reading, verb, rule, objects)
    polarity = not (predicate == "diet" and verb.denied)
    if predicate:
        reading.say(who, predicate, names, times, polarity=polarity)
    if rule.also:
        reading.say(who, rule.also, names, times)


def _degree(reading: Reading, verb: Verb, rule: Rule, degree: Phrase) -> bool:
    """Whether a phrase is a degree; one that names its field states that as well: "a law degree"."""
    words = [word for word in degree.words if word.lower().removesuffix("'s") not in DEGREES]
    if len(words) == len(degree.words):
        return False
    if rule.predicate == "studies_at" and len(degree.words) > 1 and degree.head in {"degree", "diploma"}:
        reading.say(reading.names(verb), "studied", [" ".join(words)])
    return True


def _times(reading: Reading, verb: Verb, rule: Rule, *, degree: bool) -> tuple[str | None, str | None]:
    if degree and rule.predicate == "studied":
        return None, None
    start, end = reading.times(verb, ends=rule.ends)
    finished = verb.tag in {"D", "N"} and "have/P" not in verb.helpers
    if finished and verb.lemma in _FINISHED.get(rule.predicate, "").split():
        end = end or "past"
    return start, end


def _where(verb: Verb, rule: Rule) -> str:
    """Persons live somewhere, things are located there; "" where neither is said."""
    if all(_human(each) for each in verb.subjects):
        return "lives_in" if rule.wants != "host" else ""
    return "located_in" if verb.subjects[0].det not in {"a", "an"} else ""


def _users(reading: Reading, verb: Verb, rule: Rule, objects: list[Phrase]) -> list[str]:
    """Who or what uses a tool: what is migrated to it, the project that opens the sentence, else the subject."""
    first = reading.line[verb.at + 1].phrase if verb.at + 1 < len(reading.line) else None
    opening = reading.line[1].phrase if reading.line[0].code == "for" and len(reading.line) > 1 else None
    if rule.moved:
        thing = first is not None and not first.pronoun and first.label != "person" and not first.kin
        return [bare(first)] if thing and first is not None else []
    if opening is not None and (opening.name or opening.det) and verb.subjects and verb.subjects[0].pronoun:
        return [name] if (name := reading.people.name(opening)) else []
    if any(each.owner is not None and each.owner.pronoun and not each.name for each in objects):
        return []
    named = all(bool(each.name) for each in objects)
    person = any(each.pronoun or each.kin or each.label == "person" for each in verb.subjects) or not verb.subjects
    told = all(each.name or each.det != "the" for each in objects)
    return reading.names(verb) if named or (told and not person) else []


def _object(reading: Reading, predicate: str, phrase: Phrase) -> str | None:
    if predicate in {"married_to", "partner_of", "colleague_of", "reports_to", "knows"}:
        return reading.people.name(phrase)
    if phrase.kin in PETS and phrase.name:
        return phrase.name
    if phrase.pronoun:
        return None
    if predicate in {"role", "owns", "speaks"}:
        return (phrase.name if predicate == "owns" else "") or bare(phrase)
    return reading.people.name(phrase) if phrase.kin in KIN and phrase.kin else phrase.text


def _human(phrase: Phrase) -> bool:
    if phrase.pronoun:
        return phrase.pronoun not in {"it", "this", "that"}
    return (
        phrase.label == "person"
        or bool(phrase.kin)
        or (bool(phrase.name and phrase.label in {"", "person"}) and not phrase.det)
    )
