"""Forms of verbs in tagged tokens: their letters in codes, and an 's that is a form of "be"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.extraction.word_lists import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.tokens import Token

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
