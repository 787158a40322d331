"""Testing whether a phrase has the type that a pattern requires: an organisation, a job, a language."""

from __future__ import annotations

import re
from collections.abc import Callable

from kg.extraction.dates import WEEKDAYS
from kg.extraction.parsed_phrases import Phrase
from kg.extraction.sentence_codes import is_job_phrase
from kg.extraction.sentence_reader import SentenceReading
from kg.extraction.word_lists import EMPLOYERS, GROUPS, KIN, LANGUAGES, PETS, SCHOOLS, THINGS, to_singular, word_set

_VAGUE_PRONOUNS = word_set("that this you your one something anything nothing it")
_NO_EMPLOYERS = word_set(
    "home work school scratch bed free fun times night nights weekends sea height full-time part-time life peace myself "
    "someone people friends clients customers kids children animals others everyone money living change"
)
_NO_PLACES = word_set("home work school fear harmony peace town key love bed luxury poverty hope person touch charge")
_NO_FIELDS = word_set(
    "book books story stories lot bit article articles thing things hard chapter exam exams test tests it night day days "
    "hours stuff series novel novels abroad much more well together class classes"
)
_INSTRUMENTS = word_set(
    "drum bass guitar key keyboard piano violin viola cello fiddle trumpet sax saxophone flute clarinet trombone horn banjo "
    "accordion harp organ percussion mandolin ukulele synth"
)
_HOSTS = word_set("server servers cluster machine host vm nas pi box laptop cloud mainframe node drive disk")
_NO_PLACE_NOUNS = _HOSTS | word_set(
    "team squad branch version release plan tariff contract model database db repo repository channel account provider system "
    "stage phase topic project schedule shift queue board namespace page chapter"
)
_POINTING = word_set("this that these those any no every each such another")


def _is_firm(phrase: Phrase) -> bool:
    return (
        bool(phrase.name)
        and phrase.label not in {"place", "event"}
        and not (phrase.is_label_sure and phrase.label == "person")
    )


def _is_org(phrase: Phrase) -> bool:
    if phrase.name:
        return not (phrase.is_label_sure and phrase.label == "person")
    if phrase.head in EMPLOYERS:
        return phrase.det in {"the", "a", "an", "our"}
    one = len(phrase.words) <= 2 and not phrase.head.endswith(("ing", "ers")) and phrase.head not in _NO_EMPLOYERS
    return one and _is_lower_case(phrase) and phrase.ends_in_noun and not phrase.kin and not phrase.number


def _is_possession(word: str) -> bool:
    """Return whether a noun names a thing that people own, alone or as the end of a compound: "boat", "houseboat"."""
    one = to_singular(word)
    return one in THINGS or one.endswith(("boat", "house", "bike", "van", "guitar", "scope"))


def _is_band(reading: SentenceReading, phrase: Phrase) -> bool:
    """Return whether a name is that of a band: an organisation in which a person plays, or plays an instrument."""
    if phrase.label == "org" and "play/" in reading.code:
        return True
    played = re.search(r"\bplay/\w (#\d+) (?:in|for|with) #", reading.code)
    return bool(
        played
        and not (phrase.label == "place" and phrase.is_label_sure)
        and any(to_singular(each.head) in _INSTRUMENTS for each in reading.phrases_in(played[1]))
    )


def _is_group(phrase: Phrase) -> bool:
    if phrase.text.lower() == "board" and not phrase.det:
        # "On board" names no board.
        return False
    return (
        phrase.det not in _POINTING
        and (phrase.words[0].lower() != "same" or len(phrase.words) > 2)
        and phrase.words[0].lower() not in {"very", "last", "first", "next", "final"}
        and (any(word.lower() in GROUPS for word in phrase.words) or _is_named_for_members(phrase))
    )


def _is_named_for_members(phrase: Phrase) -> bool:
    """Return whether a name is that of its members: "the Umgeni Paddlers"."""
    return (
        phrase.det == "the"
        and bool(phrase.name)
        and len(phrase.words) > 1
        and phrase.words[-1].endswith(("ers", "ors"))
    )


def _is_place(phrase: Phrase) -> bool:
    if phrase.label != "place" and not _NO_PLACE_NOUNS.isdisjoint(phrase.words):
        # "We moved to server beta", "I moved to team blue".
        return False
    if phrase.name:
        return not (phrase.is_label_sure and phrase.label in {"person", "tool", "product"})
    return _is_lower_case(phrase) and phrase.head not in _NO_PLACES and not phrase.kin and phrase.ends_in_noun


def _is_tool(phrase: Phrase) -> bool:
    if phrase.name:
        return not (phrase.is_label_sure and phrase.label in {"person", "place"})
    return _is_lower_case(phrase) and not phrase.kin


def _is_knowable(phrase: Phrase) -> bool:
    """Return whether a phrase is a person whom one may know: a language or a tool is none."""
    return phrase.det not in _POINTING and (phrase.label == "person" or phrase.kin in KIN)


def _is_field(phrase: Phrase) -> bool:
    return not phrase.det and phrase.owner is None and phrase.head not in _NO_FIELDS and not phrase.kin


def _is_lower_case(phrase: Phrase) -> bool:
    return not phrase.det and phrase.text == phrase.text.lower()


_TESTS: dict[str, Callable[[Phrase], bool]] = {
    "org": _is_org,
    "firm": _is_firm,
    "organisation": lambda each: bool(each.name) and each.label == "org",
    "employer": lambda each: bool(each.name) and each.label != "event" and not each.kin and not _is_group(each),
    "company": lambda each: bool(each.name) and not (each.is_label_sure and each.label in {"person", "event"}),
    "group": _is_group,
    "name": _is_place,
    "person": lambda each: (
        bool(each.kin) or (bool(each.name) and (each.label in {"person", ""} or not each.is_label_sure))
    ),
    "named": lambda each: bool(each.kin or each.name),
    "known": _is_knowable,
    "tool": _is_tool,
    "host": lambda each: each.head in _HOSTS or each.label in {"tool", "product"},
    "software": lambda each: each.label in {"tool", "product"},
    "city": lambda each: each.label == "place",
    "home": lambda each: bool(each.name) and _is_place(each),
    "made": lambda each: bool(each.name) or _is_tool(each),
    "job": lambda each: is_job_phrase(each) or each.head in {"head", "lead"},
    "title": lambda each: not each.name and not each.kin and each.det in {"a", "an", "the", "their", "our", ""},
    "school": lambda each: bool(each.name) and any(word.lower() in SCHOOLS for word in each.words),
    "field": _is_field,
    "language": lambda each: each.head in LANGUAGES,
    "thing": lambda each: not each.kin and _is_possession(each.head) and each.det not in _POINTING,
    "pet": lambda each: each.kin in PETS and each.det not in {"no", "any", "the", "'s", "this", "that"},
    "plain": lambda each: each.det not in _POINTING and each.label != "person" and each.kin not in KIN,
    "any": lambda each: each.det not in _POINTING,
}


def matches_type(reading: SentenceReading, phrase: Phrase, object_type: str) -> bool:
    """Return whether a phrase can be of a type.

    Args:
        reading: of the sentence.
        phrase: a phrase of the sentence.
        object_type: "org", "organisation" (labelled one), "employer" (of any label),
            "company" (with a name), "firm" (a company that is not labelled a
            place), "group", "name" (of a place), "home", "city", "host", "software", "person", "named", "known", "tool", "made"
            (with a tool), "job", "title", "school", "field", "language", "thing", "pet", "plain" (not narrowed by the following
            words) or "any".
    """
    if phrase.pronoun:
        return object_type in {"any", "plain", "person", "known"} and phrase.pronoun not in _VAGUE_PRONOUNS
    if phrase.head.removesuffix("s") in WEEKDAYS:
        return False
    if object_type == "group" and phrase.name and _is_band(reading, phrase):
        return True
    if object_type == "plain" and reading.text[phrase.end : phrase.end + 6].startswith((" with ", " that ")):
        return False
    if object_type == "firm" and _is_group(phrase):
        return False
    return bool(phrase.words) and _TESTS[object_type](phrase)
