"""Requests that an answer accepts, as promises of who answers: "Can you book a table?" "Will do" → "I will book a table"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.extraction.answer_words import adds_nothing, is_address, is_called, is_name_of, without_fillers
from kg.extraction.dates import ANY_TIME, find_dates
from kg.extraction.declared_questions import SMALL_TALK, join_words, to_first_person
from kg.extraction.open_requests import find_open_deed, read_offer
from kg.extraction.word_lists import KIN, word_set

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_ACCEPTED = re.compile(
    r"^\W*(?:(?:oh|um|hm+|well|yes|yeah|yep|yup)\b[ ,!.]*)*(?:(?:sure(?: thing)?|(?:of )?course|ok(?:ay)?|will do|can do|on it|"
    r"np|i will|i can(?!not|['’]?t\b)|i'll do (?:it|that)|no (?:problem|worries)|certainly|definitely|absolutely|gladly|happy to|"
    r"with pleasure)\b[ ,!]*)+",
    re.IGNORECASE,
)
# "Ok" alone may only mean that a message was read.
_ONLY_READ = re.compile(r"^\W*(?:(?:oh|um|hm+|well|ok(?:ay)?)\b[ ,!.]*)+$", re.IGNORECASE)
# "Sure, but not before Monday", "ok, why?", "ok done", "definitely nope": no promise.
_NOT_ACCEPTED = re.compile(
    r"\b(?:but|if|when|why|how|unless|after|not|n't|can't|cannot|no|nope|nah|never|nothing|none|rather|only|done|did|already)\b",
    re.IGNORECASE,
)
# "Yes" accepts a request for one of these; "Can you swim?" "Yes" promises nothing.
_AGREED = re.compile(
    r"^\W*(?:(?:oh|um|well)[ ,!]+)?(?:yes|yeah|yep|yup|ya|aye)\b[ ,!.]*(?:pls|please|no (?:problem|worries))?",
    re.IGNORECASE,
)
_GIVEN_DEEDS = word_set(
    "bring send pick book buy get feed drop take order print water collect grab post return lend cover email pay forward share "
    "ask call ring text phone fix clean wash carry fetch sort dig organise organize remind check confirm cancel move reserve"
)
# The parser may cut "me | neither".
_FIRST = re.compile(r"(?<=[.!?])\s|\n")
_REQUESTING = word_set("can could will would")
_ASKED = re.compile(
    r"^\W*(?:(?:so|and|also|hey|hi|ok|please|oh|then|maybe)\b[ ,]*)*(?:(?P<name>[^\W\d_][\w'’-]*),? )?"
    r"(?:(?P<mind>(?:would|do) (?:you|u) mind)"
    r"|(?P<direct>can|could|will|would) (?:you|u)(?: (?:be able to|possibly|maybe|just|please|pls|also))*"
    r"|(?:i|we) need (?:you|u) to|are (?:you|u) able to|could i ask (?:you|u) to) (?=[a-z])",
    re.IGNORECASE,
)
_NOT_MINDED = re.compile(
    r"^\W*(?:(?:no|nope|nah)\b[ ,]*)?(?:not at all|of course not|don['’]t mind)\b[ ,!.]*", re.IGNORECASE
)
# "Can you see it?" asks, and "can you tell me?" is answered at once.
_NOT_REQUESTED = word_set("tell explain show say help come join speak talk read stop have be go imagine")
_OPENINGS = word_set("so and but also then please maybe or") | KIN.keys()
_VAGUE = word_set("get make do")
_POLITE = word_set("please pls plz maybe just again")


def accepts_request(text: str) -> bool:
    """Whether a message begins with words that accept a request: "Will do", "sure"; not "ok" alone."""
    return _find_acceptance(text) is not None


def asks_addressee(text: str) -> bool:
    """Whether a sentence asks its addressee to do something, also without a question mark: "can you print it"."""
    return _ASKED.match(text) is not None


def accept_question(tokens: Sequence[Token], answer: Span, asker: str, answerer: str) -> str | None:
    """Return the promise that accepts a request: "Can you book a table?" "Will do" → "I will book a table."."""
    text = "" if not tokens else tokens[0].doc.text[tokens[0].idx : tokens[-1].idx + len(tokens[-1])]
    asked = _ASKED.match(text)
    deed = [] if asked is None else _requested_deed(asked, tokens, answerer)
    if asked is None or not deed:
        return None
    if asked["mind"]:
        accepted = _NOT_MINDED.match(answer.text) or _find_acceptance(answer.text)
    else:
        # "Could you call Tom?" "Yes": it may have happened.
        is_promised = deed[0].lemma_.lower() in _GIVEN_DEEDS and (asked["direct"] or "could").lower() != "could"
        accepted = _ACCEPTED.match(answer.text) or (_AGREED.match(answer.text) if is_promised else None)
    return _in_base_form(_promise(deed, answer, accepted, asker), deed[0])


def accept_request(request: Span, answer: Span, asker: str) -> str | None:
    """Return the promise that accepts a request in the imperative: "Ring the vet" "Will do" → "I will ring the vet."."""
    return _promise(requested_words(request), answer, _find_acceptance(answer.text), asker)


def accept_open_request(request: Span, answer: Span, asker: str) -> str | None:
    """Return the promise of who offers to do what was asked of anyone: "can someone print it?" "I can do that"."""
    deed, offered = (
        find_open_deed(request),
        read_offer(_FIRST.split(answer.doc.text[answer.start_char :], maxsplit=1)[0]),
    )
    if not deed or offered is None or any(map(is_called, answer)):
        return None
    return _in_base_form(_promise(deed, answer, offered, asker), deed[0])


def _in_base_form(promise: str | None, deed: Token) -> str | None:
    """Return a promise with its verb in the base form: "would someone mind calling the venue?"."""
    return promise and promise.replace(f"will {deed.lower_}", f"will {deed.lemma_.lower()}", 1)


def _find_acceptance(text: str) -> re.Match[str] | None:
    """Return the words with which a message accepts a request; None for "ok" alone."""
    accepted = _ACCEPTED.match(text)
    return None if accepted is None or _ONLY_READ.match(accepted[0]) else accepted


def _promise(deed: Sequence[Token], answer: Span, accepted: re.Match[str] | None, asker: str) -> str | None:
    """Return the promise of a deed that an answer accepts, with the day that the answer adds."""
    if accepted is None or _NOT_ACCEPTED.search(answer.text, accepted.end()):
        return None
    if not adds_nothing(answer, accepted.end(), deed):
        # "Sure, pigs can fly", "sure, Bo, tea at five".
        return None
    words = join_words(to_first_person(deed, asker, is_object=True))
    words = words[:1].lower() + words[1:]
    added = answer.text[accepted.end() :]
    day = next((each for each in find_dates(added, ANY_TIME) if each.start == 0), None)
    if day is not None and not find_dates(words, ANY_TIME):
        # "Will do tonight".
        words = f"{words} {added[: day.end]}"
    return None if re.search(r"\b(?:us|our|ours|mine|i|we)\b", words, re.IGNORECASE) else f"I will {words}."


def _requested_deed(asked: re.Match[str], tokens: Sequence[Token], answerer: str) -> list[Token]:
    """Return the words of a deed that a question asks for, "Ben, could you please book a table"; empty if it asks for none."""
    name = (asked["name"] or "").lower()
    if (
        name
        and answerer
        and name not in _OPENINGS
        and not any(each.startswith(name) or name.startswith(each) for each in answerer.lower().split())
    ):
        return []
    deed = _without_second([token for token in tokens if token.idx - tokens[0].idx >= asked.end()])
    deed = _without_politeness(deed)
    if len(deed) > 1 and deed[-1].pos_ == "PROPN" and answerer and is_name_of(deed[-1], answerer):
        # "Can you print the menus Bo".
        deed = deed[:-1]
    tags = {"VBG"} if asked["mind"] else {"VB", "VBP"}
    if len(deed) < 2 or deed[0].tag_ not in tags or deed[0].lemma_.lower() in SMALL_TALK | _NOT_REQUESTED:
        return []
    has_noun = any(child.dep_ == "obj" and child.pos_ in {"NOUN", "PROPN"} for child in deed[0].children)
    return deed if deed[0].lemma_.lower() not in _VAGUE or has_noun else []


def _without_second(deed: list[Token]) -> list[Token]:
    """Return the words of a deed without what another is asked for: "book the hall and Bo can you print the menus"."""
    for place in range(1, len(deed) - 1):
        if deed[place].lower_ in _REQUESTING and deed[place + 1].lower_ in {"you", "u"}:
            last = max((each for each in range(place) if deed[each].lower_ in {"and", ",", "then"}), default=place)
            return deed[:last]
    return deed


def is_request(deed: Sequence[Token]) -> bool:
    """Whether words are a deed in the imperative that one person may ask of another: "ring the vet"."""
    if not deed or deed[0].lemma_.lower() not in _GIVEN_DEEDS or deed[0].tag_ not in {"VB", "VBP"}:
        return False
    is_plain = deed[0].dep_ == "ROOT" and not any(token.dep_ == "nsubj" for token in deed)
    return is_plain and any(child.dep_ == "obj" and child.pos_ in {"NOUN", "PROPN"} for child in deed[0].children)


def requested_words(request: Span) -> list[Token]:
    """Return the words of a request without fillers and politeness, and without whom it addresses."""
    return _without_politeness(without_fillers(list(request)))


def _without_politeness(tokens: Sequence[Token]) -> list[Token]:
    """Return the words of a request without "please", and without the name of whom it addresses at its end."""
    kept = [token for token in tokens if token.lower_ not in _POLITE]
    while kept and (kept[-1].is_punct or is_address(kept[-1])):
        kept = kept[:-1]
    return kept
