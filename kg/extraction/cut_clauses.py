"""Clauses that the parser ended at a wrong word: the rest of a date, the subject of the next clause, half of a bracket."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.extraction.clauses import FINITE_TAGS, SUBJECT_ROLES, Clause
from kg.extraction.dates import WEEKDAYS
from kg.extraction.word_lists import word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

    from kg.extraction.dates import DateMention

# Tags of words that another word must follow: articles, "to", "and", "my".
_OPEN_TAGS = frozenset({"DT", "PDT", "TO", "CC", "PRP$", "WDT"})
_COMPARING = word_set("like than as")
_PREPOSITIONS = word_set("in at of for from to with near")
_NAMING = word_set("called named titled entitled incl incl. e.g. i.e. eg ie")
_QUANTIFIERS = word_set("few first second last next other rest")
_RELATIVES = word_set("where who which whose whom")
_OPEN_WORDS = word_set("what who how where when why than as which that like if because before until though")
_QUOTES = frozenset('"“‘')
_LINKS = word_set("so then")
_NOMINATIVES = word_set("i he she we they it")
_ASKED = _NOMINATIVES | word_set("you it that this there")
_OBJECTS = frozenset({"obj", "iobj", "xcomp", "ccomp", "obl", "nsubj:pass", "compound:prt", "advmod", "parataxis"})
_TAKEN_BACK = re.compile(
    r"(?:,| [-–—]|\.{2,}) (?:no|no wait|no,? hang on|wait no|sorry no|scratch that),", re.IGNORECASE
)
_TAKEN_BACK_AFTER = re.compile(
    r"\s*(?:[,–—-]+|\.{2,}) ?(?:no|wait|scratch that|i lie)\s*[,.!]|\s*[.,]\s*(?:actually|wait|oh|sorry),? no\b",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\d{1,2}(?:[.:]\d\d)?(?:am|pm)?")
_CLOCK_WORDS = word_set("am pm a.m. p.m. at on noon midnight")
_MOST_TAKEN_WORDS = 8


def fit_ends(clause: Clause, dates: Sequence[DateMention]) -> Clause | None:
    """Return a clause that ends where its statement ends; None if that is not known.

    Args:
        clause: the clause.
        dates: the dates of the message.
    """
    whole = _with_date(_with_bracket(_without_tail(_without_date_of_next(clause, dates))), dates)
    whole = _without_denied_time(whole)
    return _without_next_subject(whole, dates)


def is_cut_off(clause: Clause) -> bool:
    """Return whether a clause ends before its last phrase does: "I love to", "we planned a few", "it costs so like"."""
    last = clause.tokens[-1]
    # "My car is faster than his".
    is_owned = last.lower_ == "his" and last.i > 0 and last.nbor(-1).lower_ in {"than", "like", "is", "was", "as"}
    if (last.tag_ in _OPEN_TAGS and last.lower_ != "each" and not is_owned) or last.lower_ in _NAMING:
        return True
    following = _after(last)
    # "He studies in | Aachen".
    is_before_name = last.lower_ in _PREPOSITIONS and following is not None and following.pos_ in {"NOUN", "PROPN"}
    if is_before_name or (last.lower_ in _COMPARING and last.tag_ == "IN"):
        return True
    has_object = any(child.dep_ in _OBJECTS for child in clause.root.children)
    opens_quotation = following is not None and following.text in _QUOTES and not _is_in_quotation(clause)
    if opens_quotation and (last.pos_ == "NOUN" or (not has_object and last.i == clause.root.i)):
        # 'I've finished "The Keepers"', 'I love the song "Oslo"'.
        return True
    # "I like a film where little happens", "I have a stone, and my shoes are".
    is_before_relative = last.pos_ == "NOUN" and following is not None and following.lower_ in _RELATIVES
    # "Since may" is a date.
    is_open_verb = last.pos_ == "AUX" and last.i > clause.tokens[0].i and last.nbor(-1).pos_ not in {"ADP", "SCONJ"}
    if is_before_relative or (is_open_verb and _OPEN_WORDS.isdisjoint(token.lower_ for token in clause.tokens)):
        return True
    if last.like_num and last.doc[last.i + 1 : last.i + 4].text.lower() == "and a half":
        return True
    has_article = any(child.lower_ in {"a", "the"} for child in last.children)
    return has_article and last.lower_ in _QUANTIFIERS


def is_taken_back(clause: Clause) -> bool:
    """Return whether words in or after a clause correct it: "on the Brule, no, the Knife", "I'm off to bed. Actually no"."""
    return bool(_TAKEN_BACK.search(clause.text) or _TAKEN_BACK_AFTER.match(clause.text_after(_MOST_TAKEN_WORDS)))


def _is_in_quotation(clause: Clause) -> bool:
    """Whether a clause has a quotation mark that is not closed in it."""
    text = clause.text
    return text.count('"') % 2 == 1 or text.count("“") > text.count("”")


def _after(token: Token) -> Token | None:
    return token.nbor() if token.i + 1 < len(token.doc) else None


def _with_bracket(clause: Clause) -> Clause:
    """Return a clause with the end of its bracket and the sign of its number, or without what stands in half of a bracket."""
    tokens = list(clause.tokens)
    depth = 0
    for place, token in enumerate(tokens):
        depth += (token.text == "(") - (token.text == ")")
        if depth < 0:
            return _cut(clause, place) or clause
    following = _after(tokens[-1])
    if following is not None and following.text == "%" and tokens[-1].like_num:
        tokens.append(following)
        following = _after(following)
    if depth and following is not None and following.text == ")":
        tokens.append(following)
        depth -= 1
    if depth:
        opening = max(place for place, token in enumerate(tokens) if token.text == "(")
        return _cut(clause, opening) or clause
    return clause if len(tokens) == len(clause.tokens) else clause.with_tokens(tuple(tokens))


def _without_date_of_next(clause: Clause, dates: Sequence[DateMention]) -> Clause:
    """Return a clause without a date at its end that stands after the next clause: "I fly from Oslo | and am back | Monday"."""
    tokens = clause.tokens
    gap = next((place for place in range(len(tokens) - 1, 0, -1) if tokens[place].i - tokens[place - 1].i > 1), 0)
    skipped = clause.root.doc[tokens[gap - 1].i + 1 : tokens[gap].i] if gap else ()
    is_date = all(any(date.start <= token.idx < date.end for date in dates) for token in tokens[gap:])
    if gap and is_date and any(token.tag_ in FINITE_TAGS for token in skipped):
        return _cut(clause, gap) or clause
    return clause


def _without_tail(clause: Clause) -> Clause:
    """Return a clause without words after a joined clause: "jari is away | so i do what i can | , probably nothing tonight"."""
    tokens, doc = clause.tokens, clause.root.doc
    for place in range(len(tokens) - 1, 0, -1):
        skipped = [token for token in doc[tokens[place - 1].i + 1 : tokens[place].i] if not token.is_punct]
        is_joined = bool(skipped) and (skipped[0].dep_ == "cc" or skipped[0].lower_ in _LINKS)
        if is_joined and any(token.tag_ in FINITE_TAGS for token in skipped):
            return _cut(clause, place) or clause
    return clause


def _without_denied_time(clause: Clause) -> Clause:
    """Return a clause without the time at its end that it denies: "he lands at 9 pm, not 6"."""
    tokens = clause.tokens
    place = next((place for place in range(len(tokens) - 2, 1, -1) if tokens[place].lower_ == "not"), 0)
    before = tokens[place - 1 - (tokens[place - 1].text == ",")] if place else None
    if before is None or not _is_time_word(before) or not all(map(_is_time_word, tokens[place + 1 :])):
        return clause
    return _cut(clause, place) or clause


def _is_time_word(token: Token) -> bool:
    is_clock = token.like_num or bool(_CLOCK.fullmatch(token.lower_))
    return is_clock or token.lower_ in _CLOCK_WORDS or token.lower_ in WEEKDAYS


def _with_date(clause: Clause, dates: Sequence[DateMention]) -> Clause:
    """Return a clause with the date that follows it and has no verb of its own: "she arrives | Mon 24 Feb"."""
    tokens = list(clause.tokens)
    while (following := _after(tokens[-1])) is not None:
        mention = next((each for each in dates if each.start <= following.idx < each.end), None)
        if mention is None and following.lower_.rstrip(".") in WEEKDAYS and (later := _after(following)) is not None:
            # "Mon 24 Feb", of which "Mon" alone is no date.
            following = later
            mention = next((each for each in dates if each.start == later.idx), None)
        words = [] if mention is None else [each for each in following.doc[following.i :] if each.idx < mention.end]
        if not words or any(each.head.pos_ in {"VERB", "AUX"} for each in words):
            break
        tokens += words
    return clause if len(tokens) == len(clause.tokens) else clause.with_tokens(tuple(tokens))


def _without_next_subject(clause: Clause, dates: Sequence[DateMention]) -> Clause | None:
    """Return a clause without the subject of the next one, which the parser joined to it; None if nothing marks where it begins.

    "I jump in the kitchen and Sonny | is asking why", "I'm staying, then Mary | Hehir will look in".
    """
    last = clause.tokens[-1]
    following = _after(last)
    if following is not None and following.text == "," and last.dep_ == "appos":
        following = _after(following)
    if following is None or last.pos_ not in {"NOUN", "PROPN", "PRON", "NUM"}:
        return clause
    if (
        following.lower_ == "and"
        and (me := _after(following)) is not None
        and me.lower_ == "i"
        and last.pos_ == "PROPN"
    ):
        # "…, Rohan | and I have put our names down".
        place = _find_link(clause)
        return clause if place is None else _cut(clause, place) or clause
    # "I have asthma is that a thing".
    asked = _after(following)
    is_inverted = asked is not None and asked.lower_ in _ASKED
    is_verb = (
        following.tag_ in FINITE_TAGS
        and not _has_subject(following)
        and not is_inverted
        and not following.text.istitle()
    )
    is_rest_of_name = following.pos_ == last.pos_ == "PROPN" and following.dep_ in SUBJECT_ROLES
    if is_verb or is_rest_of_name:
        place = _find_link(clause)
        return None if place is None else _cut(clause, place)
    if following.lower_ in _NOMINATIVES and following.dep_ in SUBJECT_ROLES:
        # "I keep the servers alive, and at night | I'm on call".
        place = _find_link(clause)
        is_joined = place is not None and (clause.tokens[place].dep_ == "cc" or clause.tokens[place].lower_ in _LINKS)
        rest = clause.tokens[place + 1 :] if place is not None else ()
        is_date = all(any(date.start <= token.idx < date.end for date in dates) for token in rest)
        if place is not None and is_joined and (is_date or rest[0].pos_ in {"ADP", "DET"}):
            return _cut(clause, place)
    return clause


def _has_subject(verb: Token) -> bool:
    root = verb.head if verb.dep_ in {"aux", "aux:pass", "cop"} else verb
    return any(child.dep_ in SUBJECT_ROLES for child in root.children)


def _find_link(clause: Clause) -> int | None:
    """Return the place of the word or comma before the last phrase of a clause; None if there is none."""
    tokens = clause.tokens
    head = tokens[-1].head if tokens[-1].dep_ == "appos" else tokens[-1]
    for place in range(len(tokens) - 2, max(0, len(tokens) - _MOST_TAKEN_WORDS), -1):
        token = tokens[place]
        if token.i < head.i and (token.dep_ == "cc" or token.text == "," or token.lower_ in _LINKS):
            return place
    return None


def _cut(clause: Clause, place: int) -> Clause | None:
    """Return a clause that ends before a place, without the words that link it to the next; None if its verb is cut off."""
    tokens = clause.tokens[:place]
    while tokens and (tokens[-1].is_punct or tokens[-1].dep_ == "cc" or tokens[-1].lower_ in _LINKS):
        tokens = tokens[:-1]
    return clause.with_tokens(tokens) if tokens and tokens[-1].i >= clause.root.i else None
