"""Corrections of tags that only a few words can have: a rare name in small letters, as in "I study in aachen", may get one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_CONJUNCTIONS = frozenset({
    "and", "but", "or", "nor", "yet", "so", "plus", "minus", "both", "either", "neither", "n", "'n", "n'", "&", "+", "/",
    "times", "versus", "vs", "vs.", "v", "v.", "et", "less", "not", "as", "then", "rather", "whether", "&amp;", "nd", "an",
    "adn", "annd", "x", "or/and", "and/or"
})  # fmt: skip
_PREPOSITIONS = frozenset({"in", "at", "from", "to", "near", "around", "outside"})


def correct_conjunctions(doc: Doc) -> None:
    """Read words that are tagged as conjunctions and cannot be any as names, in place: "I study in aachen"."""
    for token in doc:
        if token.tag_ == "CC" and token.is_alpha and token.lower_ not in _CONJUNCTIONS:
            token.tag_, token.pos_ = "NNP", "PROPN"


def attach_places(doc: Doc) -> None:
    """Join a preposition to the name after it, which the parser left apart, in place: "I study | in | aachen"."""
    for name in doc:
        if name.tag_ != "NNP" or name.dep_ not in {"advmod", "cc"} or not name.i:
            continue
        preposition = name.nbor(-1)
        if preposition.lower_ in _PREPOSITIONS and preposition.dep_ in {"advmod", "compound:prt"}:
            _join(preposition, name)


def _join(preposition: Token, name: Token) -> None:
    verb = preposition.head
    if verb == name or any(True for _ in preposition.children) or name.is_ancestor(verb):
        return
    name.head, name.dep_ = verb, "obl"
    preposition.head, preposition.dep_ = name, "case"
    preposition.tag_, preposition.pos_ = "IN", "ADP"
