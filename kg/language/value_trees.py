"""Corrections of trees that begin with a plain noun or end with a value: "dentist is Dr Lim", "he owes me 40"."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_COPULAS = frozenset({"is", "are", "was", "were"})
_SUBJECTS = frozenset({"nsubj", "nsubj:pass", "nsubj:outer", "csubj", "expl"})
_NOUN_TAGS = frozenset({"NOUN", "PROPN", "NUM", "X"})
# Words that may stand before a copula without being its subject.
_NO_SUBJECTS = frozenset({
    "and", "but", "so", "or", "because", "if", "when", "what", "who", "where", "how", "why", "which", "that", "then",
    "there", "here", "now", "today", "tomorrow", "yesterday", "tonight", "maybe", "perhaps", "still", "also", "only",
    "just", "really", "not", "never", "always", "often", "sometimes", "otherwise", "instead", "anyway", "actually",
    "well", "ok", "okay", "yes", "yeah", "no", "nope", "oh", "all", "first", "last", "next", "far", "above", "below",
    "best", "worst", "thanks", "please", "sorry", "soon", "later", "once"
})  # fmt: skip
_GIVING = frozenset({"owe", "pay", "lend", "charge", "give", "send"})
_PERIODS = frozenset({"hour", "day", "night", "week", "month", "year", "head", "piece", "person", "kilo", "litre"})
_COSTS = frozenset({"cost", "costs"})
_LOOSE = frozenset({"parataxis", "conj", "advcl"})
_BEFORE_NOUNS = frozenset({"det", "nmod:poss"})


def correct_values(doc: Doc) -> None:
    """Correct the dependencies and tags of subjects and values in place."""
    for token in list(doc):
        if token.lower_ in _COPULAS and token.dep_ in {"cop", "aux:pass", "aux"}:
            _read_subject_of_copula(token)
        elif token.lower_ in _COSTS and token.pos_ == "NOUN":
            _read_cost(token)
        elif token.tag_ == "CD":
            _read_amount(token)
        elif token.tag_ == "VB":
            _read_last_noun(token)


def _read_subject_of_copula(copula: Token) -> None:
    """Read the noun before a copula as its subject: "dentist is Dr Lim", "bp was 142/88 this morning"."""
    value = copula.head
    if not copula.i or value.i < copula.i or any(child.dep_ in _SUBJECTS for child in value.children):
        return
    noun = copula.nbor(-1)
    if noun.i != noun.sent.start and not all(each.head == noun for each in noun.sent[: noun.i - noun.sent.start]):
        return
    if not noun.is_alpha or noun.lower_ in _NO_SUBJECTS or noun.pos_ in {"PRON", "DET", "AUX", "ADP"}:
        return
    if noun.dep_ == "ROOT" and value.head == noun and value.pos_ in _NOUN_TAGS:
        value.head, value.dep_ = value, "ROOT"
        for child in [child for child in noun.children if child.i > copula.i]:
            child.head = value
    elif noun.head != value or value.dep_ != "ROOT" or noun.dep_ not in {"advmod", "obl:unmarked", "nmod:unmarked"}:
        return
    noun.head, noun.dep_ = value, "nsubj"
    if noun.pos_ not in _NOUN_TAGS:
        noun.tag_, noun.pos_ = "NN", "NOUN"


def _read_cost(cost: Token) -> None:
    """Read "costs" as a verb between a noun and a number: "the loaf costs 5.20"."""
    number = next((child for child in cost.rights if child.tag_ == "CD"), None)
    if cost.dep_ != "ROOT" or number is None or number.i != cost.i + 1 or not cost.i:
        return
    noun = cost.nbor(-1)
    if noun.head != cost or not any(child.dep_ in _BEFORE_NOUNS for child in cost.lefts):
        return
    cost.tag_, cost.pos_, cost.lemma_ = "VBZ" if cost.lower_ == "costs" else "VBP", "VERB", "cost"
    noun.tag_, noun.pos_, noun.dep_ = "NN", "NOUN", "nsubj"
    for child in [child for child in cost.lefts if child != noun]:
        child.head = noun
    number.dep_ = "obj"


def _read_amount(amount: Token) -> None:
    """Read a bare number as the object of a verb: "Fen owes me 1,240", "I owe Tom 20", "Dalton pays 45 a week"."""
    if not amount.i:
        return
    before = amount.nbor(-1)
    verb = before.head
    if amount.dep_ == "ROOT" and amount.i == amount.sent.start and amount.i == amount.sent.end - 1:
        if before.dep_ == "iobj" and verb.lemma_ in _GIVING and not _has_object(verb):
            amount.head, amount.dep_ = verb, "obj"
    elif amount.dep_ == "flat" and before == amount.head and before.dep_ == "obj" and verb.lemma_ in _GIVING:
        before.dep_ = "iobj"
        amount.head, amount.dep_ = verb, "obj"
    elif amount.dep_ == "nummod" and amount.head.i == amount.i + 2 and amount.nbor().lower_ in {"a", "an", "per"}:
        period = amount.head
        if period.lemma_ in _PERIODS and period.head == before and before.pos_ == "VERB" and not _has_object(before):
            amount.head, amount.dep_ = before, "obj"


def _has_object(verb: Token) -> bool:
    return any(child.dep_ == "obj" for child in verb.children)


def _read_last_noun(word: Token) -> None:
    """Read the last word of a phrase as its noun: in "89 euros for the boiler check" the parser may take "check" for a verb."""
    noun = word.nbor(-1) if word.i else word
    is_last = word.i == word.sent.end - 1 or word.nbor().is_punct
    if not is_last or word.dep_ not in _LOOSE or noun.pos_ != "NOUN" or word.is_ancestor(noun):
        return
    if any(child.i < word.i for child in word.children) or not any(child.dep_ in _BEFORE_NOUNS for child in noun.lefts):
        return
    word.tag_, word.pos_ = "NN", "NOUN"
    word.head, word.dep_ = noun.head, noun.dep_
    for child in list(noun.lefts):
        child.head = word
    noun.head, noun.dep_ = word, "compound"
