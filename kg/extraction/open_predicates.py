"""Open predicates: name what a clause states by its verb, and classify it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.extraction.clauses import has_copula
from kg.extraction.word_lists import KIN, word_set
from kg.knowledge import PREDICATES
from kg.language import distinguish_verb, fold_text

if TYPE_CHECKING:
    from spacy.tokens import Token

    from kg.extraction.observations import Observation

_PREFERENCES = word_set("like love hate prefer enjoy dislike adore")
_OPINIONS = word_set("think believe feel find agree doubt suspect reckon guess consider")
_POSSESSIONS = word_set("have own possess")
_STATES = word_set(
    "be live work know want need seem stay remain belong mean cost contain study keep sound look remember understand"
)
_ILLNESSES = word_set("cold flu bug virus covid infection cough")
_DEFINITE = word_set("the your that those these")
# "I do like it", unlike "I do yoga", which the parser takes for the same.
_EMPHASISED = word_set(
    "like love want need know think hope believe agree care miss wish enjoy remember understand see feel appreciate mind try "
    "worry plan intend have work use eat drink go get look wonder mean say tell sound seem make take come help trust regret "
    "own drive live hate prefer recommend suggest expect find read write play run swim smoke speak sleep cook"
)
_PLANS = word_set("plan hope want intend aim go need have promise decide")


def is_done_thing(root: Token) -> bool:
    """Return whether what was parsed as a verb is what its subject does: "yoga" of "I do yoga on Mondays"."""
    before = root.nbor(-1) if root.i else root
    is_doing = before.lower_ in {"do", "does"} and before.dep_ == "aux" and before.head.i == root.i
    has_subject = any(child.dep_ == "nsubj" and child.i < before.i for child in root.children)
    return is_doing and has_subject and root.tag_ in {"VB", "VBP"} and root.lemma_.lower() not in _EMPHASISED


def name_predicate(root: Token) -> str:
    """Return the open predicate of a clause: the lemma of its verb with its particle, "be" for a copula."""
    if has_copula(root):
        return "be"
    if is_done_thing(root):
        return "do"
    parts = [root.lemma_, *(child.text for child in root.children if child.dep_ == "compound:prt")]
    has_object = any(child.dep_ in {"obj", "xcomp", "ccomp"} for child in root.children)
    oblique = next((child for child in root.children if child.dep_ == "obl" and child.i > root.i), None)
    if not has_object and oblique is not None:
        parts += [child.text for child in oblique.children if child.dep_ == "case"][:1]
    words = [fold_text(part) for part in parts]
    name = "_".join(word for word in words if word.isascii() and word.isalpha())[:60]
    return name_verb(name) or "state"


def name_verb(verb: str) -> str:
    """Return the open predicate of a verb; one that is spelled as a closed predicate means something else: "to phone"."""
    return distinguish_verb(verb, PREDICATES)


def is_report(observation: Observation) -> bool:
    """Return whether speakers report that they did something to a definite thing: "I called the roofer"."""
    clause = observation.clause
    is_own = clause.subject is None or clause.subject.lower_ in {"i", "we"}
    things = (child for child in clause.root.children if child.dep_ == "obj")
    is_definite = any(word.lower_ in _DEFINITE for thing in things for word in thing.children)
    return is_own and is_definite and clause.is_past and not has_copula(clause.root)


def classify_observation(observation: Observation) -> str:
    """Return the kind: event, state, trait, preference, plan, opinion, relation or possession."""
    clause = observation.clause
    verb, lemma = clause.finite_verb, clause.root.lemma_.lower()
    words = {token.lower_ for token in clause.tokens}
    is_future = verb is not None and (verb.lower_ in {"will", "'ll", "shall", "wo"} or bool(words & {"gonna", "gon"}))
    is_intended = lemma in _PLANS and clause.root.tag_ in {"VBG", "VBP", "VBZ"} and _has_infinitive(clause.root)
    is_copula = has_copula(clause.root)
    tests = (
        ("plan", is_future or is_intended),
        ("preference", lemma in _PREFERENCES or bool(words & {"favourite", "favorite"})),
        ("opinion", lemma in _OPINIONS),
        ("relation", is_copula and clause.root.lower_ in KIN),
        ("trait", is_copula and clause.root.pos_ == "ADJ" and not clause.is_past),
        ("possession", (lemma in _POSSESSIONS and not clause.is_past) or _has_caught_illness(clause.root)),
        ("event", not is_copula and clause.is_past and lemma not in _STATES),
    )
    return next((kind for kind, holds in tests if holds), "state")


def _has_caught_illness(root: Token) -> bool:
    """Whether someone has what they caught: "I've caught a cold"."""
    is_perfect = root.tag_ == "VBN" and any(child.lower_ in {"have", "has", "'ve", "'s"} for child in root.children)
    is_illness = any(child.dep_ == "obj" and child.lemma_.lower() in _ILLNESSES for child in root.children)
    return is_perfect and root.lemma_ == "catch" and is_illness


def _has_infinitive(root: Token) -> bool:
    return any(child.dep_ == "xcomp" for child in root.children)
