"""Whom a clause without a subject is about: the speaker, unless it says what the living do not say of themselves."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import TYPE_CHECKING

from kg.extraction.clauses import SUBJECT_ROLES
from kg.extraction.word_lists import word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

    from kg.extraction.clauses import Clause
    from kg.extraction.referents import Referents

_ADVERBS = word_set(
    "just still now also only already finally currently always never probably definitely actually literally really maybe "
    "back so then too not"
)
_SUBJECT_PRONOUN = re.compile(
    r"(?<![\w'’])(?:(?P<other>s?he(?:['’](?:s|d|ll)|s)?)|i(?:m|ve|['’](?:m|ve|d|ll))?|we(?:ve|['’](?:re|ve|d|ll))?)(?![\w'’])",
    re.IGNORECASE,
)
_DYING = word_set("die perish drown")
# "Was buried in Ghent".
_DONE_TO_DEAD = word_set("bury cremate")

# "Washing powder", "chewing gum": what is bought, and not what is done.
_THINGS_FOR_DEEDS = word_set(
    "powder soda gum oil bag bags foam machine pan paper board glove gloves tray tin spray liquid tablets pot stick cream salt "
    "shoes boots glasses sponge pad pads cup mug bottle needle needles"
)


def find_omitted_subject(clause: Clause, referents: Referents) -> str | None:
    """Return the name of the subject that a clause leaves out; None if it is not known.

    "Died in 2019" is said of the one person whom the sentence before names. "Was born in Cork" may be said of oneself, and is
    said of another where one was named before.

    Args:
        clause: a clause without a subject.
        referents: who was named before.
    """
    if clause.root.lemma_.lower() == "bear" and not referents.persons:
        return referents.speaker
    return referents.find_only_person() if _is_of_life(clause) else referents.speaker


def is_said_of_other_before(text: str, place: int) -> bool:
    """Return whether the last pronoun subject before a place is "he" or "she": "she sold her car. moved to Linz"."""
    pronouns = list(_SUBJECT_PRONOUN.finditer(text, 0, place))
    return bool(pronouns) and pronouns[-1]["other"] is not None


def names_other_before(text: str, place: int, people: Set[str]) -> bool:
    """Return whether "his" or "her" at a place may be another's: "Hamza is leaving. handed in his notice".

    Args:
        text: the message.
        place: where the deed begins.
        people: names of persons, in small letters.
    """
    return is_said_of_other_before(text, place) or any(name in text[:place].casefold() for name in people)


def _is_of_life(clause: Clause) -> bool:
    """Whether a clause says that someone was born, has died or was buried."""
    root = clause.root
    lemma = root.lemma_.lower()
    if lemma in _DYING:
        return root.tag_ in {"VBD", "VBN"}
    is_passive = any(child.dep_ == "aux:pass" for child in root.children)
    if lemma == "bear" or (lemma in _DONE_TO_DEAD and is_passive):
        return root.tag_ == "VBN"
    return lemma == "pass" and any(child.lower_ == "away" for child in root.children)


def is_compound(clause: Clause) -> bool:
    """Return whether a gerund only names a thing, with the noun after it: "washing powder without perfume"."""
    root = clause.root
    if clause.subject is not None or root.tag_ != "VBG" or root.i + 1 >= len(root.doc) or root.i != clause.tokens[0].i:
        return False
    return root.nbor().lower_ in _THINGS_FOR_DEEDS and root.nbor().dep_ == "obj"


def is_of_other(clause: Clause) -> bool:
    """Return whether a gerund is another verb's subject, or has an own one: "trying takes courage", "sourdough going up"."""
    is_subject = any(_is_finite_without_subject(token) for token in clause.tokens)
    return is_subject or any(
        token.i < clause.root.i and token.lower_ not in _ADVERBS and not token.is_punct for token in clause.tokens
    )


def _is_finite_without_subject(token: Token) -> bool:
    if token.tag_ not in {"VBZ", "VBP", "VBD"} or token.dep_ in {"acl:relcl", "aux", "cop", "aux:pass"}:
        return token.dep_ == "cop" and not any(child.dep_ in SUBJECT_ROLES for child in token.head.children)
    return not any(child.dep_ in SUBJECT_ROLES for child in token.children)
