"""The words of answers and of what they answer: whom a sentence addresses, its fillers, and whether an answer adds anything."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kg.extraction.dates import ANY_TIME, WEEKDAYS, find_dates
from kg.extraction.word_lists import LANGUAGES, word_set

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

# What may follow "yes" or "will do" without saying something else.
_CONTINUING = word_set(
    "do have be go get see dig sort send bring try will can happy glad thing problem worry time sure course yes yeah please pls "
    "thank thanks cheer lol haha today tomorrow tonight tmrw tmr now later soon asap weekend week morning evening afternoon then "
    "again first right just love honey dear mate bro"
)
_CONTENT_CLASSES = frozenset({"NOUN", "PROPN", "ADJ", "NUM", "VERB", "X"})
_QUESTION_FILLERS = word_set(
    "so and but oh wait hey hi well ah ooh btw also ok okay right yeah wow aw aww haha hmm then"
)
_CLOSING_FILLERS = word_set("then though tho btw now again exactly anyway")


def is_asked_of_other(question: Span, answerer: str) -> bool:
    """Whether a question addresses another person than the one who answers: "Bo, do you live in Lima?"."""
    named = [token for token in question if is_address(token)]
    return bool(named and answerer) and not any(is_name_of(token, answerer) for token in named)


def is_address(token: Token) -> bool:
    """Whether a word is the name of whom a sentence addresses: "Bo, bring the tent", "bring the tent, Bo"."""
    if token.pos_ != "PROPN":
        return False
    if token.i == token.sent.start and token.i + 1 < token.sent.end and token.nbor().text == ",":
        return True
    after = [each for each in token.sent if each.i > token.i]
    is_last = all(each.is_punct or each.is_space for each in after)
    is_after_comma = is_last and token.i > token.sent.start and token.nbor(-1).text == ","
    return is_after_comma or token.dep_ == "vocative"


def is_called(token: Token) -> bool:
    """Whether an answer calls a person by this word: "yes Bo", "yes @bo", "will do, Bo"."""
    if token.text.startswith("@"):
        return True
    if token.pos_ != "PROPN" or token.lower_ in WEEKDAYS.keys() | LANGUAGES:
        return False
    before = token.nbor(-1) if token.i > token.sent.start else None
    is_greeted = before is not None and (before.pos_ in {"INTJ", "ADV"} or before.text in {",", "@", "-"})
    return is_address(token) or (is_greeted and token.dep_ not in {"obl", "nmod", "conj"})


def is_name_of(token: Token, name: str) -> bool:
    """Whether a word is part of a name, or begins like a part of it: "Bron" for Bronwyn."""
    return any(word.startswith(token.lower_) or token.lower_.startswith(word) for word in name.lower().split())


def adds_nothing(answer: Span, start: int, asked: Iterable[Token]) -> bool:
    """Whether an answer has no content of its own from a place on: only what was asked, days, and words of assent."""
    known = {token.lemma_.lower() for token in asked} | _CONTINUING
    places = [
        token.idx - answer.start_char
        for token in answer
        if token.pos_ in _CONTENT_CLASSES and token.lemma_.lower() not in known and token.lower_ not in known
    ]
    dates = find_dates(answer.text, ANY_TIME) if places else []
    return all(place < start or any(date.start <= place < date.end for date in dates) for place in places)


def without_fillers(tokens: list[Token]) -> list[Token]:
    """Return the words of a question without the marks at its end and the fillers at its beginning."""
    while tokens and (tokens[-1].is_punct or tokens[-1].is_space or tokens[-1].lower_ in _CLOSING_FILLERS):
        tokens = tokens[:-1]
    while tokens and (
        tokens[0].is_punct
        or tokens[0].is_space
        or tokens[0].lower_ in _QUESTION_FILLERS
        or tokens[0].dep_ == "vocative"
        or is_address(tokens[0])
    ):
        tokens = tokens[1:]
    return tokens
