"""Clauses that lack a part which an earlier message gives: "she told Tom", "I have one", "he was 21"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.extraction.clauses import noun_phrase
from kg.extraction.word_lists import word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

    from kg.extraction.clauses import Clause

# What was said is missing without a clause, or "about" something.
_SAYING = word_set(
    "tell ask say promise mention offer answer reply warn hear check confirm explain suggest remind inform notice "
    "realise realize admit agree decide"
)
_THINKING = word_set("think believe reckon suppose guess claim know")
_ABOUT = word_set("about of for on against with")
_TRANSITIVE = word_set(
    "buy have take put give bring make find need want order book sell send use keep wear change fix pick try own carry "
    "switch forward say hold allow enjoy include like love hate bake build catch cut deliver drop expect fill hand lend lose "
    "mean miss owe pay prefer print prove remove repair replace return save share skip steal store submit test throw wash win "
    "wrap"
)
_OBJECTS = frozenset({"obj", "iobj", "obl", "ccomp", "xcomp", "nsubj:pass", "aux:pass", "obl:agent"})
_CONTENTS = frozenset({"ccomp", "xcomp", "advcl", "parataxis"})
_STAND_INS = word_set(
    "one ones other others another rest same both some any none most half former latter thing things stuff that this"
)
_POINTING = word_set("that this those these")
_TIMES = word_set(
    "time day week weekend month year morning afternoon evening night summer winter spring autumn term season age"
)
_PARTS_OF_DAY = word_set("day morning afternoon evening night")
# "That moment" and "that way" point to nothing that a reader misses.
_OCCASIONS = word_set("way moment point stage")
_DETAILS = frozenset({"acl", "acl:relcl", "nmod", "nmod:poss", "appos", "compound", "amod", "flat", "nmod:unmarked"})


def lacks_part(clause: Clause, *, is_dated: bool) -> bool:
    """Return whether a reader of a clause alone would miss what it is about.

    Args:
        clause: the clause.
        is_dated: whether it names a date.
    """
    root = clause.root
    children = list(root.children)
    # "We met that day" is worth keeping without the day, and "she flies in that day" is not.
    is_open = not is_dated and (_is_due(root) or (not clause.is_past and any(map(_points_to_time, clause.tokens))))
    stands_in = any(_stands_in(child) for child in children if child.dep_ in {"obj", "nsubj", "nsubj:pass"})
    if is_open or stands_in or _has_pointed_object(clause) or _is_parenthesis(clause):
        return True
    if any(child.dep_ == "obj" and child.pos_ == "NUM" and not list(child.children) for child in children):
        # "I had three", unlike "I got 400 from the bank".
        return not is_dated and not any(child.dep_ == "obl" for child in children)
    if root.pos_ == "NUM":
        # "He was 21": when?
        verb, subject = clause.finite_verb, clause.subject
        is_person = subject is not None and subject.pos_ in {"PRON", "PROPN"}
        return verb is not None and verb.tag_ == "VBD" and is_person and not is_dated
    is_perfect = any(child.dep_ == "aux" and child.lemma_.lower() == "have" for child in children)
    if root.pos_ != "VERB" or (root.tag_ == "VBN" and not is_perfect):
        return False
    lemma = root.lemma_.lower()
    roles = {child.dep_ for child in children}
    if lemma in _SAYING:
        # A content that is another clause is not in the sentence.
        own = {token.i for token in clause.tokens}
        contents = {child.dep_ for child in children if child.i in own} & _CONTENTS
        return not (contents or _has_topic(root, children))
    is_alone = not (roles & _OBJECTS) and "compound:prt" not in roles
    return lemma in _TRANSITIVE and is_alone and not any(child.dep_ == "conj" for child in children)


def _is_parenthesis(clause: Clause) -> bool:
    """Whether a clause only says who says or thinks the rest of a sentence: "I can paint in his shed, he says, if I like"."""
    root, subject = clause.root, clause.subject
    is_saying = root.lemma_.lower() in _SAYING | _THINKING
    if subject is None or not is_saying or subject.i + 1 != root.i:
        return False
    after = root.nbor().text if root.i + 1 < len(root.doc) else ""
    first = noun_phrase(subject)[0]
    return first.i > 0 and first.nbor(-1).text == "," and after == ","


def _is_due(root: Token) -> bool:
    """Whether a thing is only said to be due: "subs are due", unlike "she is due to speak"."""
    return root.lower_ == "due" and not any(child.dep_ in {"xcomp", "obl", "advcl", "ccomp"} for child in root.children)


def _points_to_time(token: Token) -> bool:
    """Whether a word is a time counted from one that an earlier sentence names: "that day", "the next morning"."""
    if token.lemma_.lower() not in _TIMES - {"age"} or not token.dep_.startswith("obl"):
        return False
    words = {child.lower_ for child in token.children}
    is_part_of_day = token.lemma_.lower() in _PARTS_OF_DAY and "the" in words
    return "that" in words or (is_part_of_day and not words.isdisjoint({"next", "same", "following"}))


def _has_topic(root: Token, children: list[Token]) -> bool:
    """Whether the thing said is an object, or follows "about"."""
    for child in children:
        if child.dep_ == "obj" and child.i > root.i and child.pos_ == "NOUN":
            return True
        if child.dep_ == "obl" and any(word.dep_ == "case" and word.lower_ in _ABOUT for word in child.children):
            return True
    return False


def _has_pointed_object(clause: Clause) -> bool:
    """Whether the object of a verb is only pointed at: "keep that wall", unlike "that wall of ours" and "that day"."""
    return any(
        token.lower_ in {"that", "this"}
        and token.dep_ == "det"
        and token.head.dep_ == "obj"
        and token.head.lemma_.lower() not in _TIMES | _OCCASIONS
        and not any(child.dep_ in _DETAILS for child in token.head.children)
        for token in clause.tokens
    )


def _stands_in(token: Token) -> bool:
    """Whether a word stands for something named before: "one", "the rest", "that account"."""
    if token.lemma_.lower() in _STAND_INS:
        return not any(
            child.dep_ == "nmod" and any(word.lower_ == "of" for word in child.children) for child in token.children
        )
    is_pointing = any(child.dep_ == "det" and child.lower_ in _POINTING for child in token.children)
    return is_pointing and token.lemma_.lower() not in _TIMES
