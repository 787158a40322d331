"""Questions as statements of the person who answers: "did you get it" → "I did get it"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kg.extraction.clauses import SUBJECT_ROLES, find_finite_verb
from kg.extraction.verb_forms import inflect_present
from kg.extraction.word_lists import word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

SMALL_TALK = word_set(
    "think know mean want need mind remember hear see guess say believe understand agree like fancy care feel happen "
    "ok okay sure serious kidding joking there free around ready alright right wrong up new good fine well mad crazy "
    "real awake"
)
"""Verbs and words of questions that greet, offer, request or speak of the talk itself."""
DOING = {"do": "", "does": "", "did": "did"}
"""Auxiliary verbs of questions, with what is left of them in a statement."""
_MODALS = word_set("can could would should shall may might must")
_TO_FIRST = {"you": "I", "u": "I", "your": "my", "ur": "my", "yours": "mine", "yourself": "myself"}
_FIRST_VERBS = {"are": "am", "'re": "am", "were": "was", "r": "am"}
_OPEN_SUBJECTS = word_set("it that this there what which who")
_TAGS = word_set("right correct yes yeah yep huh no eh ok okay then again now")
_LEAST_STATEMENT_WORDS = 3
_OPENING_COMPLEMENTS = word_set("your ur a an")
_CLAIMING = word_set("said say mentioned wrote meant")


def declare_question(tokens: Sequence[Token], asker: str, *, is_negative: bool) -> list[str] | None:
    """Return a question without its question word as a statement; None if its verb does not come before its subject."""
    verb = tokens[0]
    if verb.pos_ != "AUX" and verb.lower_ not in DOING:
        return None
    if verb.lower_ in _MODALS or len(tokens) < 2:
        return None
    head = verb if verb.dep_ == "ROOT" else verb.head
    subject = next((child for child in head.children if child.dep_ in SUBJECT_ROLES and child.i > verb.i), None)
    if subject is None and (named := _declare_named(tokens, asker, is_negative=is_negative)) is not None:
        return named
    if subject is None and tokens[1].lower_ in {"you", "he", "she", "they"}:
        subject = tokens[1]
    if (
        subject is None
        or _is_small_talk(head)
        or any(token.lower_ in {"ever", "actually", "seriously"} for token in tokens)
    ):
        return None
    about = {token.i for token in subject.subtree if token.i < head.i or token is subject}
    last = max(about)
    opening = [token for token in tokens[1:] if token.i <= last]
    rest = [token for token in tokens if token.i > last and token.lower_ != "already"]
    is_first = subject.lower_ in _TO_FIRST and subject.lower_ not in {"your", "ur"}
    written = to_first_person(opening, asker)
    remaining = to_first_person(rest, asker, is_object=True)
    lower = verb.lower_.replace("’", "'")
    if lower in DOING and head is not verb:
        auxiliary = [lower] if is_negative or DOING[lower] else []
        if not auxiliary and lower == "does":
            main = next((place for place, token in enumerate(rest) if token.pos_ != "ADV"), None)
            if main is None:
                return None
            remaining[main] = inflect_present(remaining[main])
    else:
        auxiliary = [_FIRST_VERBS.get(lower, lower) if is_first else lower]
    return [*written, *auxiliary, *(["not"] if is_negative else []), *remaining]


def _declare_named(tokens: Sequence[Token], asker: str, *, is_negative: bool) -> list[str] | None:
    """Return what a question asks of a person by name, which the parser takes for one phrase: "was Helga your wife"."""
    last = next((place for place, token in enumerate(tokens[1:], 1) if not _is_name(token)), len(tokens))
    rest = tokens[last:]
    is_of_name = tokens[0].lower_ in {"is", "was"} and last > 1 and rest and rest[0].lower_ in _OPENING_COMPLEMENTS
    if not is_of_name:
        return None
    names = [token.text for token in tokens[1:last]]
    denial = ["not"] if is_negative else []
    return [*names, tokens[0].lower_, *denial, *to_first_person(rest, asker, is_object=True)]


def _is_name(token: Token) -> bool:
    """Whether a word may be part of a name within a sentence; the tagger takes rare names for other words."""
    return token.pos_ == "PROPN" or (token.text.istitle() and token.is_alpha and token.pos_ in {"ADJ", "NOUN", "X"})


def affirm_statement(tokens: Sequence[Token], asker: str) -> list[str] | None:
    """Return a statement that was put as a question, "the viewing moved to Monday, right"; None if it is none."""
    kept = _without_tag(tokens)
    places = {token.i for token in kept}
    root = next((token for token in kept if token.dep_ == "ROOT" or token.head.i not in places), None)
    if root is None or _is_small_talk(root) or len(kept) < _LEAST_STATEMENT_WORDS:
        return None
    verb = find_finite_verb(root)
    subject = next((child for child in root.children if child.dep_ in SUBJECT_ROLES), None)
    if verb is None or subject is None or not subject.i < verb.i or verb.lower_ in _MODALS:
        return None
    if subject.lower_ in _OPEN_SUBJECTS or kept[0].tag_ in {"WP", "WRB", "WDT"} or kept[0] not in subject.subtree:
        return None
    words = to_first_person([token for token in kept if token.i < verb.i], asker)
    lower = verb.lower_.replace("’", "'")
    is_first = subject.lower_ in {"you", "u"}
    words.append(_FIRST_VERBS.get(lower, verb.text) if is_first else verb.text)
    return [*words, *to_first_person([token for token in kept if token.i > verb.i], asker, is_object=True)]


def _without_tag(tokens: Sequence[Token]) -> list[Token]:
    """Return a question without the words at its end that ask for a confirmation."""
    kept = list(tokens)
    while kept and (kept[-1].is_punct or kept[-1].lower_ in _TAGS):
        kept.pop()
    if len(kept) > 1 and kept[-1].lower_ in _CLAIMING and kept[-2].lower_ in {"you", "u"}:
        kept = kept[:-2]
    while kept and kept[-1].is_punct:
        kept.pop()
    return kept


def _is_small_talk(head: Token) -> bool:
    return (head.lemma_.lower() if head.pos_ == "VERB" else head.lower_) in SMALL_TALK


def to_first_person(tokens: Iterable[Token], asker: str, *, is_object: bool = False) -> list[str]:
    """Return words of a question as the person who answers says them: "your" → "my"; "you" as an object → "me"."""
    words = []
    for token in tokens:
        lower = token.lower_.replace("’", "'")
        if lower in {"you", "u"} and is_object:
            words.append("me")
        elif lower in _TO_FIRST:
            words.append(_TO_FIRST[lower])
        elif lower in {"me", "my"}:
            words.append(asker if lower == "me" else f"{asker}'s")
        else:
            words.append(str(token.text))
    return words


def join_words(words: Iterable[str]) -> str:
    """Return words as a text."""
    text = " ".join(words)
    return re.sub(r"\s+('s|’s|,|')", r"\1", text)
