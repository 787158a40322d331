"""Words before and after a clause that are no part of it: "Tom, I am ill", "Voice note: I am late", "no ta, my dad does it"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import TYPE_CHECKING

from kg.extraction.clauses import Clause, noun_phrase
from kg.extraction.word_lists import KIN, PETS, to_singular, word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

    from kg.extraction.dates import DateMention

# Classes of words that may stand before a comma and belong to no clause: "Tinnitus, the doctor says", "Two, she is ill".
_ASIDE_CLASSES = frozenset({"NOUN", "PROPN", "NUM", "INTJ", "X"})
# "Monday now, Albers is ill", "Bad news, the boiler is broken".
_ASIDE_WORDS = word_set("now so well anyway also plus though bad good great big sad")
_ASIDE_PHRASES = frozenset(
    {"by the way", "heads up", "fun fact", "between us", "between you and me", "between ourselves", "to be honest"}
)
# Words that show that a name before them is no subject: "RADKA i bought the van".
_AFTER_NAME = word_set("i i'm i've we we're the my our it its it's this that there")
# Names that are words as well.
_WORDS_AND_NAMES = word_set(
    "rose will grant may bill mark art penny joy hope faith grace dawn summer lily daisy ivy amber jack frank rob sue april june"
)
_MOST_OPENING_WORDS, _LEAST_SHORT_FORM = 5, 3


def without_vocative(clause: Clause, vocatives: Set[int], persons: Mapping[int, int], addressee: str | None) -> Clause:
    """Return a clause without the name of whom it addresses: "Tom, I am ill", "I am ill, Tom", "tom i am ill tom".

    Args:
        clause: the clause.
        vocatives: offsets of names that address.
        persons: start of each name of a person → its end.
        addressee: the name of the only other participant; None if unknown.
    """
    tokens = clause.tokens
    if len(tokens) > 2 and _is_addressed(tokens[0], addressee) and tokens[1].lower_ in _AFTER_NAME:
        tokens = tokens[1:]
    if len(tokens) > 2 and _is_addressed(tokens[-1], addressee) and not _may_be_part(tokens):
        tokens = tokens[:-1]
    name = given_name(addressee)
    if (
        len(tokens) > 3
        and tokens[-2].text == ","
        and tokens[-1].lower_ == name
        and tokens[-3].lower_ not in KIN.keys() | PETS
    ):
        # "I work at Hilton, Bob".
        tokens = tokens[:-2]
    while len(tokens) > 1 and (tokens[0].idx in vocatives or tokens[0].is_punct):
        tokens = tokens[1:]
    comma = next((place for place in range(len(tokens) - 2, 0, -1) if tokens[place].text == ","), 0)
    is_named = comma > 0 and (_is_named_after(tokens[comma - 1]) or _is_taken_up(tokens[-1]))
    if comma and persons.get(tokens[comma + 1].idx) == clause.end and not is_named:
        tokens = tokens[:comma]
    return clause if tokens is clause.tokens else clause.with_tokens(tokens)


def given_name(addressee: str | None) -> str:
    """Return the first word of a name in lower case; "" if there is none."""
    return (addressee or "").lower().partition(" ")[0]


def without_opening(clause: Clause, dates: Sequence[DateMention]) -> Clause:
    """Return a clause without what precedes its subject and is no part of it: "Voice note: I am late", "Two, she had a test"."""
    subject, tokens = clause.subject, clause.tokens
    if subject is None or clause.is_inherited:
        return clause
    first = min(token.i for token in noun_phrase(subject))
    for place in range(min(_MOST_OPENING_WORDS, len(tokens) - 2), 0, -1):
        token, opening = tokens[place], tokens[:place]
        is_before = token.i < first and token.text in {":", ","} and all(each.i != clause.root.i for each in opening)
        is_dated = any(date.start < token.idx and opening[0].idx < date.end for date in dates)
        is_aside = token.text == ":" or (
            place <= 2 and all(each.pos_ in _ASIDE_CLASSES or each.lower_ in _ASIDE_WORDS for each in opening)
        )
        # "Not since May, so I've hired someone", "no ta, my neighbour does it".
        is_person = subject.lower_ in {"i", "we", "he", "she", "they"}
        # "No more sugar, I'm diabetic", but "no more sugar, coffee tastes better".
        is_less = "more" in {each.lower_ for each in opening} and not is_person
        is_answer = opening[0].lower_ in {"not", "no", "never"} and not is_less
        is_aside |= " ".join(each.lower_ for each in opening) in _ASIDE_PHRASES or _announces(opening, subject)
        # "No satay sauce please, my nephew has an allergy": "please" and the comma are no part of the clause.
        is_refused = is_answer and opening[0].lower_ == "no" and _is_before_please(opening[-1], token)
        if is_refused and tokens[place].i <= first:
            return clause.with_tokens(tokens[place:])
        if is_before and (is_answer or (is_aside and not is_dated)):
            rest = tokens[place + 1 :]
            return clause.with_tokens(rest[1:] if rest[0].lower_ == "so" and len(rest) > 1 else rest)
    for place in range(2, min(_MOST_OPENING_WORDS, len(tokens) - 1)):
        # "Just between us I hate my job", but "between us we have four kids".
        words = " ".join(each.lower_ for each in tokens[:place])
        if words.removeprefix("just ") in _ASIDE_PHRASES and tokens[place].lower_ == "i":
            return clause.with_tokens(tokens[place:])
    return clause


def _announces(opening: Sequence[Token], subject: Token) -> bool:
    """Whether words name several relatives, of whom a name after them is one: "our two kids, Finn is at college"."""
    last = opening[-1]
    is_relatives = last.tag_ == "NNS" and to_singular(last.lower_) in KIN
    return is_relatives and opening[0].lower_ in {"my", "our"} and subject.pos_ == "PROPN"


def _is_before_please(last: Token, following: Token) -> bool:
    """Whether only "please" and a comma are between two words."""
    between = [token.lower_ for token in last.doc[last.i + 1 : following.i]]
    return bool(between) and between[-1] == "," and {*between} <= {",", "please", "pls", "thanks", "ta"}


def _is_addressed(token: Token, addressee: str | None) -> bool:
    """Whether a word is the first name of whom a message addresses, without a comma and not written as a name: "tav", "RADKA"."""
    name = given_name(addressee)
    is_short = token.tag_ == "NNP" and len(token) >= _LEAST_SHORT_FORM and name.startswith(token.lower_)
    is_written_as_name = token.text.istitle() or token.lower_ in _WORDS_AND_NAMES
    return bool(name) and not is_written_as_name and (token.lower_ == name or is_short)


def _may_be_part(tokens: Sequence[Token]) -> bool:
    """Whether the last name of a clause may be what it is about: "I miss anna", "we named it anna"; not "I quit today anna"."""
    is_after_noun = tokens[-2].pos_ in {"NOUN", "PROPN", "ADV", "NUM"}
    return not is_after_noun or any(token.lemma_.lower() in {"call", "name"} for token in tokens)


def _is_named_after(token: Token) -> bool:
    """Whether a name after a comma may be that of a word: "my brother, Tom", "Ann, Tom"."""
    return bool(token.pos_ in {"PROPN", "PRON"} or token.lower_ in KIN or token.lower_ in PETS)


def _is_taken_up(name: Token) -> bool:
    """Whether a pronoun after a name speaks of its bearer, who is not addressed then: "she has one, Oskar, he is 21"."""
    following = [token.lower_ for token in name.doc[name.i + 1 : name.i + 3]]
    return following[:1] == [","] and following[1:] in (["he"], ["she"])
