"""Extracting statements from verbs: work, residence, likes, tools, possessions, family, studies."""

from __future__ import annotations

import re

from kg.extraction.dates import NUMBER_WORDS
from kg.extraction.idioms import read_idiom
from kg.extraction.parsed_phrases import Phrase, strip_evaluative
from kg.extraction.phrase_types import matches_type
from kg.extraction.preferences import PREFERENCE_PREDICATES, find_language, read_preferences
from kg.extraction.relatives import pet_names
from kg.extraction.sentence_codes import is_job_phrase
from kg.extraction.sentence_reader import SentenceReading
from kg.extraction.verb_patterns import PATTERNS_BY_LEMMA, VerbPattern
from kg.extraction.verb_phrases import Verb
from kg.extraction.word_lists import (
    BOOKED_THINGS,
    DEGREES,
    JOB_WORDS,
    KIN,
    PETS,
)  # fmt: skip

# In the past tense these have ended.
_ENDED_IN_PAST_TENSE = {
    "lives_in": "live reside",
    "works_at": "work teach lecture",
    "studies_at": "study major do pursue",
}
# The tagger takes "geese any" of "any more" for one phrase.
_ENDING = re.compile(r" (?:any|anymore)$", re.IGNORECASE)
_FOR_A_TIME = re.compile(
    r" for (?:a|an|one|two|three|four|five|six|\d+|a few|a couple of|some) (?:years?|months?|weeks?|while|time)\b",
    re.IGNORECASE,
)
_COURSE = re.compile(
    r"(?: (?!(?:at|as|in|with|teaching|running)\b)[\w'-]+){0,3} (?:course|degree|studies|phd|master'?s|training)\b"
    r"(?! (?:leader|centre|center|manager|provider)\b)",
    re.IGNORECASE,
)
# "Two bakeries to compare" are not owned, "a van to sell" is.
_WITH_TASK = re.compile(r" #\d+ to (?!(?:sell|rent|let|give|live|drive|wear)/)\w+/B")
# Without a subject these are no imperatives: "love horses".
# "I left Acme at 6", "just left Acme, home in 20 minutes" are of an evening.
_DEPARTURE = re.compile(
    r"\b(?:at \d|at (?:noon|midnight|half|quarter)|early|(?:this|that) (?:morning|afternoon|evening)|tonight|home|back|minutes?"
    r"|on (?:time|foot)|by (?:bus|train|car)|the (?:bus|train)|for (?:lunch|dinner|the (?:day|weekend|night)))\b",
    re.IGNORECASE,
)
_STARTS = re.compile(r"\bstart(?:s|ing)? ")
_PLAIN_LIKING = {"love", "like", "hate", "adore", "dislike", "prefer"}


def read_verb(reading: SentenceReading, verb: Verb) -> None:
    """Add the statements of a verb to `reading`."""
    after = reading.code_after(verb)
    if read_idiom(reading, verb, after) or verb.lemma == "be":
        return
    passive = verb.tag in {"N", "D"} and any(each.split("/")[0] in {"be", "get"} for each in verb.helpers)
    for pattern, verb_pattern in PATTERNS_BY_LEMMA.get(verb.lemma, ()):
        if verb_pattern.is_passive is not None and verb_pattern.is_passive != passive:
            continue
        match = pattern.match(after)
        if match and _applies(reading, verb, verb_pattern):
            _add_statements(reading, verb, verb_pattern, match)


def _applies(reading: SentenceReading, verb: Verb, verb_pattern: VerbPattern) -> bool:
    if verb.lemma in {"eat", "drink"}:
        return (
            verb.is_negated
            and verb.tag in {"B", "P", "G"}
            and re.search(r"\b(?:do/[BP]|can|be/P)\b", " ".join(verb.helpers)) is not None
        )
    wished = verb.lemma == "prefer" and "would" in verb.helpers
    if (verb.is_unreal and not wished) or (
        verb.is_negated and not verb.is_ended and not verb_pattern.negated_predicate
    ):
        return False
    if not verb.subjects and verb.has_dropped_subject and not _is_about_speaker(reading, verb, verb_pattern):
        return False
    is_now = bool({"have/P", "be/P"} & set(verb.helpers))
    if verb_pattern.predicate in PREFERENCE_PREDICATES and verb.tag in {"D", "N"} and not is_now:
        # Liking something on one occasion is no preference.
        return False
    is_got = verb.lemma in {"have", "get"} and verb_pattern.predicate == "owns"
    if is_got and ((verb.lemma == "get" and verb.tag == "P") or _WITH_TASK.match(reading.code_after(verb))):
        return False
    reduced = verb.lemma in {"work", "live", "study"} and any(is_job_phrase(each) for each in verb.subjects)
    return not (
        _means_another(reading, verb) or (verb.tag == "G" and not verb.helpers and verb.subjects and not reduced)
    )


def _means_another(reading: SentenceReading, verb: Verb) -> bool:
    """Return whether a verb has another meaning than in the table: "I came over from Turin", "found it"."""
    item = reading.line[verb.index]
    following = reading.text[item.end :].split()[:1]
    is_journey = verb.lemma == "come" and verb.tag in {"D", "N"} and following == ["over"]
    is_find = verb.lemma == "found" and verb.tag != "B" and reading.text[item.start : item.end].lower() == "found"
    # "I begin a two-year course at Westmoor University".
    is_departure = verb.lemma == "leave" and _DEPARTURE.search(reading.text, item.start) is not None
    is_course = verb.lemma in {"start", "begin"} and bool(_COURSE.match(reading.text, item.end))
    return is_journey or is_find or is_course or is_departure


def _is_about_speaker(reading: SentenceReading, verb: Verb, verb_pattern: VerbPattern) -> bool:
    """Return whether a verb without a subject is about the speaker, and neither an imperative nor a gerund."""
    item = reading.line[verb.index]
    surface = reading.text[item.start : item.end].lower()
    is_first = not any(other.index < verb.index for other in reading.verbs)
    if verb.tag == "P" and verb.first > 0 and is_first and surface.endswith("s") and not verb.helpers:
        # "Jonas, studies maths".
        return False
    if verb.tag in {"B", "P"} and not set(verb.helpers) - {"always", "never"} and not surface.endswith("s"):
        return verb.lemma in _PLAIN_LIKING or (verb.first == 0 and verb_pattern.predicate in {"lives_in", "works_at"})
    if verb.tag == "G" and not verb.helpers:
        return verb.lemma in {"work", "live", "study"}
    return True


def _add_statements(reading: SentenceReading, verb: Verb, verb_pattern: VerbPattern, match: re.Match[str]) -> None:
    groups = match.groupdict()
    if groups.get("j") and not any(each.head in JOB_WORDS for each in reading.phrases_in(groups["j"])):
        return
    if groups.get("d") and not _is_degree(reading, verb, verb_pattern, reading.phrases_in(groups["d"])[0]):
        return
    who = reading.subject_names(verb)
    if verb.tag == "G" and not verb.helpers and verb.subjects:
        # "I'm a data engineer working at Acme": the subject is that of "be".
        before = [each for each in reading.verbs if each.index < verb.index and each.lemma == "be"]
        who = reading.subject_names(before[-1]) if before else []
    predicate = (
        verb_pattern.negated_predicate
        if verb_pattern.negated_predicate and verb.is_negated and not verb.is_ended
        else verb_pattern.predicate
    )
    times = _validity(reading, verb, verb_pattern, degree=bool(groups.get("d")))
    # "I got the hotel for 3 May" is no possession.
    others = BOOKED_THINGS if verb.lemma == "get" else frozenset()
    objects = [
        each
        for each in reading.phrases_in(groups["o"])
        if matches_type(reading, each, verb_pattern.object_type) and each.head not in others
    ]
    if verb_pattern.object_type in {"tool", "made"} and len(objects) > 1:
        objects = [each for each in objects if each.name] or objects
    names = [name for each in objects if (name := _object_name(reading, predicate, each))]
    if predicate in PREFERENCE_PREDICATES:
        names, times = read_preferences(reading, groups["o"], who), reading.lasting_validity(verb)
    elif predicate in {"located_in", "lives_in"}:
        predicate = _location_predicate(reading, verb, verb_pattern)
    elif predicate == "managed":
        predicate, who, names = (
            "reports_to",
            [name for each in objects if (name := reading.references.resolve_name(each))],
            who,
        )
    elif predicate == "has_pet":
        names = pet_names(reading, groups["o"], objects)
    elif predicate == "uses":
        who = _user_names(reading, verb, verb_pattern, objects)
    elif predicate == "diet":
        # "I don't drink alcohol anymore" holds from now on.
        names, times = [_ENDING.sub("", name) for name in names], (None, None)
    if predicate:
        reading.add_statement(who, predicate, names, times, polarity=not (predicate == "diet" and verb.is_negated))
    # Who moved to Ghent for a year, years ago, need not live there.
    is_stay = verb.tag == "D" and bool(objects) and _FOR_A_TIME.match(reading.text, objects[-1].end) is not None
    if verb_pattern.second_predicate and not is_stay:
        reading.add_statement(who, verb_pattern.second_predicate, names, times)


def _is_degree(reading: SentenceReading, verb: Verb, verb_pattern: VerbPattern, degree: Phrase) -> bool:
    """Return whether a phrase is a degree; state the field that it names: "a law degree"."""
    words = [word for word in degree.words if word.lower().removesuffix("'s") not in DEGREES]
    if len(words) == len(degree.words):
        return False
    if verb_pattern.predicate == "studies_at" and len(degree.words) > 1 and degree.head in {"degree", "diploma"}:
        reading.add_statement(reading.subject_names(verb), "studied", [" ".join(words)])
    return True


def _validity(
    reading: SentenceReading, verb: Verb, verb_pattern: VerbPattern, *, degree: bool
) -> tuple[str | None, str | None]:
    if degree and verb_pattern.predicate == "studied":
        return None, None
    start, end = reading.validity(verb, is_ending=verb_pattern.is_ending)
    if verb_pattern.predicate == "works_at" and verb.lemma in {"get", "land", "accept", "take"}:
        # "Got the job at Acme, starts 1 November".
        after = [date for date in reading.dates if date.start > reading.line[verb.index].end]
        start = next(
            (
                date.future
                for date in after
                if _STARTS.search(reading.text[: date.end], max(0, date.start - len("starting ")))
            ),
            start,
        )
    finished = verb.tag in {"D", "N"} and "have/P" not in verb.helpers
    if finished and verb.lemma in _ENDED_IN_PAST_TENSE.get(verb_pattern.predicate, "").split():
        end = end or "past"
    return start, end


def _location_predicate(reading: SentenceReading, verb: Verb, verb_pattern: VerbPattern) -> str:
    """Return "lives_in" for persons and "located_in" for things; "" if neither applies."""
    if verb.subjects and verb.subjects[0].text.lower() in NUMBER_WORDS:
        # "You two live in Leeds".
        return ""
    is_named = bool(verb.subjects) and bool(verb.subjects[0].name) and not verb.subjects[0].det
    if (
        verb.lemma in {"live", "reside"}
        and is_named
        and not verb.subjects[0].kin
        and verb_pattern.object_type != "host"
    ):
        reading.references.persons.append((verb.subjects[0].name, ""))
        return "lives_in"
    if all(_is_human(each) for each in verb.subjects):
        return "lives_in" if verb_pattern.object_type != "host" else ""
    return "located_in" if verb.subjects[0].det not in {"a", "an"} else ""


def _user_names(reading: SentenceReading, verb: Verb, verb_pattern: VerbPattern, objects: list[Phrase]) -> list[str]:
    """Return the users of a tool: what is migrated to it, the project that opens the sentence, or the subject."""
    first = reading.line[verb.index + 1].phrase if verb.index + 1 < len(reading.line) else None
    opening = reading.line[1].phrase if reading.line[0].code == "for" and len(reading.line) > 1 else None
    if verb_pattern.is_migration:
        thing = first is not None and not first.pronoun and first.label != "person" and not first.kin
        return [reading.references.name_thing(first)] if thing and first is not None else []
    if not verb.subjects and "always" in verb.helpers:
        # "For my scripts, always use uv" is an instruction.
        return []
    if [each.pronoun for each in verb.subjects] == ["it"] and reading.verbs[0].subjects:
        topic = reading.verbs[0].subjects[0]
        if topic.words and (name := reading.references.resolve_name(topic)):
            # "The frontend no longer uses Webpack, it's built with Vite now".
            return [name]
    is_own = opening is not None and opening.owner is not None and verb.subjects and opening.owner.pronoun == "my"
    if (
        opening is not None
        and not is_own
        and (opening.name or opening.det)
        and verb.subjects
        and verb.subjects[0].pronoun
    ):
        return [name] if (name := reading.references.resolve_name(opening)) else []
    if any(each.owner is not None and each.owner.pronoun and not each.name for each in objects):
        return []
    named = all(bool(each.name) for each in objects)
    person = any(each.pronoun or each.kin or each.label == "person" for each in verb.subjects) or not verb.subjects
    usable = all(each.name or each.det != "the" for each in objects)
    return reading.subject_names(verb) if named or (usable and not person) else []


def _object_name(reading: SentenceReading, predicate: str, phrase: Phrase) -> str | None:
    if predicate in {"married_to", "partner_of", "colleague_of", "reports_to", "knows"}:
        return reading.references.resolve_name(phrase)
    if phrase.kin in PETS and phrase.name:
        return phrase.name
    # "I own 51%".
    if phrase.pronoun or (predicate == "owns" and phrase.text.isdigit()):
        return None
    if predicate == "speaks":
        return find_language(phrase)
    if predicate in {"role", "owns"}:
        return (phrase.name if predicate == "owns" else "") or strip_evaluative(phrase)
    return reading.references.resolve_name(phrase) if phrase.kin in KIN and phrase.kin else phrase.text


def _is_human(phrase: Phrase) -> bool:
    if phrase.pronoun:
        return phrase.pronoun not in {"it", "this", "that"}
    return (
        phrase.label == "person"
        or bool(phrase.kin)
        or is_job_phrase(phrase)
        or (bool(phrase.name and phrase.label in {"", "person"}) and not phrase.det)
    )
