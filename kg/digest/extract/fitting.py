"""Whether a phrase can be what a rule wants: an organisation, a job, a language."""

from __future__ import annotations

from kg.digest.extract.clauses import job_like
from kg.digest.extract.phrases import Phrase
from kg.digest.extract.reading import Reading
from kg.digest.extract.words import GROUPS, LANGUAGES, PETS, SCHOOLS, THINGS, singular


def fits(reading: Reading, phrase: Phrase, wants: str) -> bool:  # noqa: PLR0911, PLR0912 - one line for each
    """Whether a phrase can be what a rule wants."""
    if phrase.pronoun:
        return wants in {"any", "person", "known"} and phrase.pronoun not in {
            "that",
            "this",
            "you",
            "one",
            "something",
            "anything",
            "nothing",
        }
    head = phrase.head
    if not phrase.words:
        return False
    lower = phrase.text == phrase.text.lower()
    if wants == "org":
        return (bool(phrase.name) and phrase.label != "person") or (
            not phrase.det
            and lower
            and not phrase.kin
            and head not in {"home", "work", "school", "scratch", "bed", "free", "fun", "times"}
            and not head.endswith("ing")
            and phrase.noun
        )
    if wants == "firm":
        return (
            bool(phrase.name)
            and phrase.label not in {"person", "place", "event"}
            and not fits(reading, phrase, "group")
        )
    if wants == "group":
        return any(word.lower() in GROUPS for word in phrase.words) or (
            phrase.label == "org" and bool(phrase.name) and "play" in reading.code
        )
    if wants == "name":
        return bool(phrase.name) or (
            not phrase.det
            and lower
            and head not in {"home", "work", "school", "fear", "harmony", "peace", "town"}
            and not phrase.kin
        )
    if wants == "person":
        return bool(phrase.kin) or (bool(phrase.name) and phrase.label in {"person", ""})
    if wants == "named":
        return bool(phrase.kin or phrase.name)
    if wants == "known":
        return (
            phrase.label in {"person", "tool", "product"}
            or bool(phrase.kin)
            or (bool(phrase.name) and phrase.label != "place")
        )
    if wants == "tool":
        return (bool(phrase.name) and phrase.label not in {"person", "place"}) or (
            not phrase.det and lower and not phrase.kin
        )
    if wants == "job":
        return job_like(phrase) or phrase.head in {"head", "lead"}
    if wants == "school":
        return any(word.lower() in SCHOOLS for word in phrase.words) and bool(phrase.name)
    if wants == "language":
        return head in LANGUAGES
    if wants == "thing":
        return not phrase.kin and singular(head) in THINGS
    if wants == "pet":
        return phrase.kin in PETS and phrase.det not in {"no", "any", "the", "'s"}
    return phrase.det not in {"no", "any"}
