"""Clauses without a verb of their own: "I did, for four minutes", "four hundred reeds for a fen", "woman called Ann"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.extraction.clauses import FINITE_TAGS, Clause, find_finite_verb
from kg.extraction.word_lists import CURRENCIES, JOBS, KIN, PEOPLE, PETS, word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

# A verb of which another stands in the message before: "I did", "she will", "so has Tom".
_PRO_VERBS = word_set("do does did will would can could have has had is are am was were")
# After "called", these show a call: "the hospital called me about the results".
_CALLED_WORDS = word_set("about me us him her them you")
_AUXILIARIES = frozenset({"aux", "aux:pass", "cop"})
_STRANGERS = PEOPLE | PETS
_PERSONS = JOBS | PEOPLE | KIN.keys() | PETS


def lacks_verb(clause: Clause) -> bool:
    """Return whether the verb of a clause is that of an earlier one, or a noun that the parser took for a verb.

    "I did, for four minutes", "so does Tom"; "four hundred reeds for a fen", "woman called Ann".
    """
    root, subject = clause.root, clause.subject
    if "=" in root.text or _is_mistaken(root, clause):
        # "I = .5 kg m2".
        return True
    roles = {child.dep_ for child in root.children}
    if root.lower_ in _PRO_VERBS and find_finite_verb(root) is root:
        before = root.nbor(-1).lower_ if root.i else ""
        is_alone = root.tag_ == "MD" or root.lemma_.lower() in {"do", "have"}
        if is_alone and root.i + 1 < len(root.doc) and root.nbor().text == ",":
            # "I did, assistant maintenance".
            return True
        return before in {"so", "neither", "nor"} or (
            is_alone and not roles & {"obj", "iobj", "xcomp", "ccomp", "advmod"}
        )
    if subject is None or clause.is_inherited or clause.is_introducing:
        return False
    is_participle = root.tag_ == "VBN" and not roles & _AUXILIARIES
    if is_participle and any(child.lower_ == "not" and child.i < root.i for child in root.children):
        # "Salt not included".
        return True
    is_count = subject.tag_ == "CD" and subject.i < root.i and subject.lower_ not in {"one", "1"} and root.tag_ == "VBZ"
    is_count &= not roles & {"obj", "xcomp", "ccomp", "cop"}
    return is_count or (root.lower_ in {"called", "named"} and _only_names(clause, subject))


def _is_mistaken(root: Token, clause: Clause) -> bool:
    """Whether a noun was taken for a verb: "sat 30 November", "left £88.60", or a length of time: "going on 3 weeks"."""
    after = list(root.doc[root.i + 1 : root.i + 3])
    if not after:
        return False
    is_amount = after[0].like_num or after[0].text in CURRENCIES
    is_length = root.lower_ == "going" and after[0].lower_ == "on" and len(after) > 1 and after[1].like_num
    return (
        is_length
        or (root.lower_ == "sat" and is_amount and clause.subject is None)
        or (root.lower_ == "left" and is_amount and clause.subject is None)
    )


def _only_names(clause: Clause, subject: Token) -> bool:
    """Whether "called" only gives the name of its subject: "woman called Ann", "a shop called Bright"; not "Mum called Ann"."""
    root = clause.root
    # "The hospital called me about the results".
    is_call = any(token.lower_ in _CALLED_WORDS and token.i > root.i for token in clause.tokens)
    has_other_verb = any(token.tag_ in FINITE_TAGS for token in clause.tokens if token.i != root.i)
    parts = {child.dep_ for each in (root, subject) for child in each.children}
    if is_call or has_other_verb or parts & {"aux", "aux:pass", "obl:unmarked", "nmod:unmarked"}:
        return False
    is_bare = not parts & {"det", "nmod:poss"}
    return subject.lower_ in _STRANGERS if is_bare else subject.pos_ == "NOUN" and subject.lower_ not in _PERSONS
