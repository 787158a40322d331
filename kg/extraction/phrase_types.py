"""Whether a phrase can be what a rule wants: an organisation, a job, a language."""

from __future__ import annotations

from collections.abc import Callable

from kg.extraction.noun_phrases import Phrase
from kg.extraction.sentence_codes import job_like
from kg.extraction.sentence_reader import Reading
from kg.extraction.word_lists import EMPLOYERS, GROUPS, KIN, LANGUAGES, PETS, SCHOOLS, THINGS, listed, singular

_VAGUE_PRONOUNS = listed("that this you your one something anything nothing it")
_NO_EMPLOYERS = listed(
    "home work school scratch bed free fun times night nights weekends sea height full-time part-time life peace myself "
    "someone people friends clients customers kids children animals others everyone money living change"
)
_NO_PLACES = listed("home work school fear harmony peace town key love bed luxury poverty hope person touch charge")
_NO_FIELDS = listed(
    "book books story stories lot bit article articles thing things hard chapter exam exams test tests it night day days "
    "hours stuff series novel novels abroad much more well together class classes"
)
_HOSTS = listed("server servers cluster machine host vm nas pi box laptop cloud mainframe node drive disk")
_POINTING = listed("this that these those any no every each such another")


def _firm(phrase: Phrase) -> bool:
    return (
        bool(phrase.name) and phrase.label not in {"place", "event"} and not (phrase.sure and phrase.label == "person")
    )


def _org(phrase: Phrase) -> bool:
    if phrase.name:
        return not (phrase.sure and phrase.label == "person")
    if phrase.head in EMPLOYERS:
        return phrase.det in {"the", "a", "an", "our"}
    one = len(phrase.words) <= 2 and not phrase.head.endswith(("ing", "ers")) and phrase.head not in _NO_EMPLOYERS
    return one and _lower(phrase) and phrase.noun and not phrase.kin and not phrase.numbered


def _group(phrase: Phrase) -> bool:
    if phrase.text.lower() == "board" and not phrase.det:
        # On board is no board.
        return False
    return (
        phrase.det not in _POINTING
        and phrase.words[0].lower() != "same"
        and any(word.lower() in GROUPS for word in phrase.words)
    )


def _place(phrase: Phrase) -> bool:
    if phrase.name:
        return not (phrase.sure and phrase.label in {"person", "tool", "product"})
    return _lower(phrase) and phrase.head not in _NO_PLACES and not phrase.kin and phrase.noun


def _tool(phrase: Phrase) -> bool:
    if phrase.name:
        return not (phrase.sure and phrase.label in {"person", "place"})
    return _lower(phrase) and not phrase.kin


def _known(phrase: Phrase) -> bool:
    if phrase.det in _POINTING:
        return False
    if phrase.label in {"person", "tool", "product"} or phrase.kin in KIN:
        return True
    return (bool(phrase.name) and phrase.label != "place") or phrase.head in LANGUAGES


def _field(phrase: Phrase) -> bool:
    return not phrase.det and phrase.owner is None and phrase.head not in _NO_FIELDS and not phrase.kin


def _lower(phrase: Phrase) -> bool:
    return not phrase.det and phrase.text == phrase.text.lower()


_TESTS: dict[str, Callable[[Phrase], bool]] = {
    "org": _org,
    "firm": _firm,
    "company": lambda each: bool(each.name) and not (each.sure and each.label in {"person", "event"}),
    "group": _group,
    "name": _place,
    "person": lambda each: bool(each.kin) or (bool(each.name) and (each.label in {"person", ""} or not each.sure)),
    "named": lambda each: bool(each.kin or each.name),
    "known": _known,
    "tool": _tool,
    "host": lambda each: each.head in _HOSTS or each.label in {"tool", "product"},
    "software": lambda each: each.label in {"tool", "product"},
    "city": lambda each: each.label == "place",
    "home": lambda each: bool(each.name) and _place(each),
    "made": lambda each: bool(each.name) or _tool(each),
    "job": lambda each: job_like(each) or each.head in {"head", "lead"},
    "title": lambda each: not each.name and not each.kin and each.det in {"a", "an", "the", "their", "our", ""},
    "school": lambda each: bool(each.name) and any(word.lower() in SCHOOLS for word in each.words),
    "field": _field,
    "language": lambda each: each.head in LANGUAGES,
    "thing": lambda each: not each.kin and singular(each.head) in THINGS and each.det not in _POINTING,
    "pet": lambda each: each.kin in PETS and each.det not in {"no", "any", "the", "'s", "this", "that"},
    "plain": lambda each: each.det not in _POINTING,
    "any": lambda each: each.det not in _POINTING,
}


def fits(reading: Reading, phrase: Phrase, wants: str) -> bool:
    """Whether a phrase can be what a rule wants.

    Args:
        reading: of the sentence.
        phrase: in it.
        wants: "org", "company" (by name), "firm" (no place either), "group", "name" (of a place), "home",
            "city", "host", "software", "person", "named", "known", "tool", "made" (of a tool), "job", "title", "school",
            "field", "language", "thing", "pet",
            "plain" (nothing behind narrows it) or "any".
    """
    if phrase.pronoun:
        return wants in {"any", "plain", "person", "known"} and phrase.pronoun not in _VAGUE_PRONOUNS
    if wants == "group" and phrase.name and phrase.label == "org" and "play/" in reading.code:
        return True
    if wants == "plain" and reading.text[phrase.end : phrase.end + 6].startswith((" with ", " that ")):
        return False
    if wants == "firm" and _group(phrase):
        return False
    return bool(phrase.words) and _TESTS[wants](phrase)
