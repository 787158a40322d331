"""Questions and requests without a question mark: "anyone know a roofer", "it moved didn't it", "third go dont laugh"."""

from __future__ import annotations

import re

from kg.extraction.clauses import Clause, is_refusal
from kg.extraction.dates import WEEKDAYS
from kg.extraction.word_lists import word_set

_ADDRESSES = word_set("mate bro dude hun babe guys lads folks")
# As subjects, the first are asked for, and of the second something may be requested.
_ASKED_SUBJECTS, _REQUESTED_SUBJECTS = word_set("anyone anybody any1"), word_set("someone somebody")
# Verbs of which "do" makes no request: "do love a bath".
_STATES = word_set("have love like hate miss work live need want")
# After a verb that opens a clause, these show a question.
_INVERTED = word_set("i we you u he she it they there")
_STATES_OF_ADDRESSEE = word_set(
    "be have owe live work study know want need like love hate prefer own belong understand believe deserve teach speak play"
)
_ERRANDS = word_set("tell send get stop order bring take put hug fix write sleep")
_NEXT = word_set("then and so now")
_WEEKLY = frozenset(f"{day}s" for day in WEEKDAYS if day.endswith("day"))
_HABITS = word_set("always never usually often still sometimes every already")
_PRONOUN = r"(?:i|we|you|u|ya|he|she|it|they|there)"
# "It moved, didn't it", and after a denial "it doesn't move, does it".
_TAG = re.compile(
    rf"\b(?:do|does|did|is|are|was|were|have|has|had|ca|could|wo|would|should|ai)\s*n['’]?t {_PRONOUN}\s*[.!,]*\s*\Z"
    rf"|(?:n['’]?t|\bnot|\bnever|\bno) .*(?<!\bto )\b(?:do|does|did|is|are|was|were|have|has|can|could|will|would|should)"
    rf" {_PRONOUN}\s*[.!,]*\s*\Z",
    re.IGNORECASE,
)
_ASKING_END = re.compile(
    r"\b(?:since when|who(?:['’]?s)? (?:wants?|fancies|needs?|else|in|can|has|knows?)|says who)\s*[.!]*\Z",
    re.IGNORECASE,
)
_MOST_TAG_WORDS = 3
# "Jorun can Edda come".
_ASKED_NAME = re.compile(r"[A-Z]\w+ (?:can|could|will|would) [A-Z]\w+ [a-z]+\b")
_ASKED_DEED = re.compile(r"\S+ (?:can|could|will|would) (?:someone|somebody|anyone|anybody|you|u|we)\b", re.IGNORECASE)


def is_unmarked_question(clause: Clause) -> bool:
    """Return whether a clause asks or requests something without a question mark."""
    if _is_inverted(clause) or _has_asking_words(clause) or _requests_of_addressee(clause):
        return True
    first, subject, verb = clause.tokens[0], clause.subject, clause.finite_verb
    is_before = subject is None or (subject.i > first.i and not clause.is_inherited)
    if (
        first.tag_ in {"WP", "WP$"}
        or first.lower_ in {"where", "why", "how"}
        or (first.tag_ == "MD" and is_before and not is_refusal(clause))
    ):
        return True
    if subject is None:
        # "Do come again", but "do love a bath".
        is_urged = first.lower_ == "do" and first.head.i == clause.root.i and clause.root.tag_ == "VB"
        return bool(is_urged and clause.root.lemma_ not in _STATES)
    is_wanted = subject.lower_ in _REQUESTED_SUBJECTS and (
        verb is None or verb.tag_ == "VBP" or clause.root.lemma_ == "need"
    )
    is_called = subject.lower_ in _ADDRESSES and not list(subject.children)
    is_requested = verb is not None and verb.lower_ == "do" and subject.tag_ == "NN"
    return is_wanted or is_called or is_requested or subject.lower_ in _ASKED_SUBJECTS


def _has_asking_words(clause: Clause) -> bool:
    """Whether words at the end of a clause or sentence ask: "didn't he", "who wants"; or at its start: "Pet can someone"."""
    text = clause.text
    # The parser may take the pronoun of "didn't he" for another sentence.
    after = re.split(r"[.!?\n]", clause.text_after(_MOST_TAG_WORDS + 2), maxsplit=1)[0]
    is_tagged = _TAG.search(text) or (len(after.split()) <= _MOST_TAG_WORDS and _TAG.search(text + after))
    return bool(is_tagged or _ASKED_NAME.match(text) or _ASKING_END.search(text) or _ASKED_DEED.match(text))


def _requests_of_addressee(clause: Clause) -> bool:
    """Whether a clause in the present says what "you" do: a request, or what is true of anyone.

    "You run the oven at eight", "you climb with knots there"; not "you always bring cake" and "you owe me ten pounds".
    """
    subject, verb = clause.subject, clause.finite_verb
    if subject is None or verb is None or subject.lower_ not in {"you", "u", "ya"} or clause.is_inherited:
        return False
    if verb.tag_ == "MD":
        return verb.lower_ == "may" and clause.root.tag_ == "VB"
    if verb is not clause.root or verb.tag_ != "VBP" or verb.lemma_.lower() in _STATES_OF_ADDRESSEE:
        return False
    words = [token.lower_ for token in clause.tokens]
    is_next = subject.i > 0 and subject.nbor(-1).lower_ in _NEXT
    is_timed = any(token.like_num and token.nbor(-1).lower_ == "at" for token in clause.tokens if token.i)
    is_request = (
        is_next or is_timed or verb.lemma_.lower() in _ERRANDS or not {"there", "until", "till"}.isdisjoint(words)
    )
    return is_request and _HABITS.isdisjoint(words) and not any(word in _WEEKLY for word in words)


def _is_inverted(clause: Clause) -> bool:
    """Whether a verb stands before its pronoun, as in a question: "on Tuesday, can we start at six", "is there a list"."""
    for place, token in enumerate(clause.tokens[:-1]):
        is_auxiliary = (token.pos_ == "AUX" or token.lemma_ == "be") and clause.root.i in {token.i, token.head.i}
        is_first = place == 0 or clause.tokens[place - 1].text == ","
        if is_auxiliary and is_first and token.nbor().lower_ in _INVERTED:
            return True
    return False
