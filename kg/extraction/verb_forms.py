"""Forms of verbs: their letters in codes, an 's that is a form of "be", and the present."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.extraction.clauses import SUBJECT_ROLES
from kg.extraction.word_lists import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.tokens import Token

_PRESENT = {"am": "is", "'m": "is", "m": "is", "are": "is", "'re": "is", "re": "is", "have": "has", "'ve": "has", "ve": "has",
            "do": "does", "were": "was", "go": "goes", "ai": "is", "'s": "is", "wan": "wants"}  # fmt: skip
_STATES = word_set("called named based married engaged allergic divorced retired pregnant fluent vegan vegetarian from")


def is_contracted_be(tokens: Sequence[Token], at: int) -> bool:
    """Return whether an 's is a form of "be": "my brother's moving to Gdynia", but not "my brother's moving company"."""
    if tokens[at].text not in {"'s", "’s"} or at + 1 >= len(tokens):
        return False
    if (
        tokens[at + 1].text.lower() in _STATES
        or tokens[at + 1].text[0].isdigit()
        or tokens[at + 1].lower_ in {"a", "an", "the", "my", "our"}
    ):
        return True
    if tokens[at + 1].tag_ != "VBG":
        return False
    return at + 2 >= len(tokens) or tokens[at + 2].pos_ not in {"NOUN", "PROPN", "AUX", "VERB"}


def verb_form_tag(token: Token) -> str:
    """Return the letter of a verb form: G (gerund), N (participle), D (past), B (base), M (modal) or P (present)."""
    if token.tag_ == "VBG" and not token.text.lower().endswith(("ing", "in", "in'")):
        return "P"
    return {"VBG": "G", "VBN": "N", "VBD": "D", "VB": "B", "MD": "M"}.get(token.tag_, "P")


def inflect_present(verb: str) -> str:
    """Return the third person singular of a verb in the present: "have" → "has"."""
    lower = verb.lower().replace("’", "'")
    if lower in _PRESENT:
        return _PRESENT[lower]
    if re.search(r"(?:s|x|z|ch|sh|o)$", lower):
        return f"{lower}es"
    return f"{lower[:-1]}ies" if re.search(r"[^aeiou]y$", lower) else f"{lower}s"


def find_joined_verbs(verb: Token) -> list[Token]:
    """Return the verbs in the present that share the subject of one: "write" of "I go and write it down"."""
    return [
        child
        for child in verb.children
        if child.dep_ == "conj"
        and child.tag_ in {"VB", "VBP"}
        and child.lower_ == child.lemma_.lower()
        and any(each.dep_ == "cc" for each in child.children)
        and all(each.dep_ not in SUBJECT_ROLES | {"aux", "cop", "mark", "discourse"} for each in child.children)
    ]
