"""Answers to questions: a question and its answer as one statement of the person who answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.extraction.clauses import SUBJECT_ROLES, find_finite_verb
from kg.extraction.third_person import inflect_present
from kg.extraction.word_lists import KIN, PETS, word_set

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_YES = re.compile(
    r"^(?:oh |um |hm+ |well )?(?:yes|yeah|yep|yup|yea|indeed|correct|exactly|we do|i do|i did|i am|i have|we are)\b",
    re.IGNORECASE,
)
_NO = re.compile(r"^(?:oh |um |hm+ |well )?(?:no|nope|nah|not yet|not any ?more)\b", re.IGNORECASE)
# "No way", "yeah right": neither confirms nor denies.
_NOT_ANSWERS = re.compile(
    r"^\W*(?:no (?:way|worries|problem|idea|kidding|thanks|need|clue|comment|one)|yeah,? (?:right|sure|no)|yes and no|no,? yes)\b"
    r"|^[^.!?\n]*\b(?:maybe|perhaps|kind of|sort of|kinda|sorta|hopefully|probably)\b"
    r"|^[^.!?\n]*\b(?:if|unless|depends|why|joking|kidding|lol|haha)\b",
    re.IGNORECASE,
)
_ACCEPTED = re.compile(
    r"^\W*(?:(?:oh|um|hm+|well|yes|yeah|yep|yup)\b[ ,!.]*)*(?:sure|of course|ok(?:ay)?|will do|can do|on it|i will|i can|np|"
    r"i'll do (?:it|that)|no (?:problem|worries)|certainly|definitely|absolutely|gladly|happy to|with pleasure)\b",
    re.IGNORECASE,
)
# "Sure, but not before Monday", "ok, why?", "ok done": no promise.
_NOT_ACCEPTED = re.compile(
    r"\b(?:but|if|when|why|how|unless|after|not|n't|can't|cannot|no|done|did|already)\b", re.IGNORECASE
)
_REQUESTING = word_set("can could will would")
# "Can you see it?" asks, and "can you tell me?" is answered at once.
_NOT_REQUESTED = word_set("tell explain show say help come join speak talk read stop get have be make go imagine do")
_EMPTY_ANSWERS = word_set(
    "nothing none nobody never same good fine great ok okay dunno sure bad tired alive busy here there idk who what why how "
    "not you me this that it everything everywhere anything whatever something soon later terrible awful lovely hungry"
)
_FILLERS = re.compile(
    r"^(?:(?:oh|um|uh|hm+|ah|well|so|just|only|mostly|probably|actually|yes|yeah|haha|lol|hi|hey)\b[\s,.!…-]*)+",
    re.IGNORECASE,
)
_QUESTION_FILLERS = word_set(
    "so and but oh wait hey hi well ah ooh btw also ok okay right yeah wow aw aww haha hmm then"
)
# Questions that greet, offer, request or speak of the talk itself.
_SMALL_TALK = word_set(
    "think know mean want need mind remember hear see guess say believe understand agree like fancy care feel happen "
    "ok okay sure serious kidding joking there free around ready alright right wrong up new good fine well mad crazy "
    "real awake"
)
_DOING = {"do": "", "does": "", "did": "did"}
_TO_FIRST = {"you": "I", "u": "I", "your": "my", "ur": "my", "yours": "mine", "yourself": "myself"}
_FIRST_VERBS = {"are": "am", "'re": "am", "were": "was", "r": "am"}
_FIRST_PERSON = word_set("i we us our ours mine ourselves")
_OWNED = word_set(
    "kid kids child children sibling siblings brother brothers sister sisters son sons daughter daughters "
    "allergy allergies hobby hobbies job"
)
_WEEKDAY = re.compile(
    r"^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|the \d|\d{1,2}(?:st|nd|rd|th)|\d{1,2} [A-Z])", re.IGNORECASE
)
_NUMBER = re.compile(r"^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b", re.IGNORECASE)
_MOST_ANSWER_WORDS = 12


@dataclass(frozen=True)
class Answer:
    """A question and its answer.

    Attributes:
        statement: both as a sentence in the first person of who answers.
        end: the offset after the answer in its message.
    """

    statement: str
    end: int


def find_question(doc: Doc) -> Span | None:
    """Return the question with which a message ends; None if it does not end with one."""
    sentences = [each for each in doc.sents if each.text.strip()]
    last = sentences[-1] if sentences else None
    return last if last is not None and last.text.rstrip(" )\"'”’").endswith("?") else None


def read_answer(question: Span, doc: Doc, *, asker: str) -> Answer | None:
    """Return the statement that a message makes by answering a question; None if it does not answer it, or is unsure.

    Args:
        question: the question, parsed.
        doc: the message after it, by another speaker, parsed.
        asker: the name of who asks.
    """
    first = next((each for each in doc.sents if each.text.strip()), None)
    if first is None or first.text.rstrip().endswith("?"):
        return None
    tokens = _without_fillers(list(question))
    if (promise := _accept(tokens, first.text, asker)) is not None:
        return Answer(promise, first.end_char)
    if not tokens or any(token.lower_ in _FIRST_PERSON for token in tokens) or _NOT_ANSWERS.search(first.text):
        return None
    is_no = bool(_NO.match(first.text))
    if is_no or _YES.match(first.text):
        statement = _confirm(tokens, asker, is_negative=is_no)
    else:
        fragment = _read_fragment(first)
        statement = None if fragment is None else _complete(tokens, fragment, asker)
    if statement is None:
        return None
    return Answer(f"{statement[:1].upper()}{statement[1:]}.", first.end_char)


def _accept(tokens: Sequence[Token], answer: str, asker: str) -> str | None:
    """Return the promise that accepts a request: "Can you book a table?" "Will do" → "I will book a table."."""
    accepted = _ACCEPTED.match(answer)
    rest = [token for token in tokens[2:] if token.lower_ not in {"please", "pls", "plz", "maybe", "just"}]
    is_request = len(tokens) > 3 and tokens[0].lower_ in _REQUESTING and tokens[1].lower_ in {"you", "u"}
    if not is_request or accepted is None or not rest or rest[0].tag_ != "VB":
        return None
    verb = rest[0].lemma_.lower()
    if verb in _SMALL_TALK | _NOT_REQUESTED or _NOT_ACCEPTED.search(answer[accepted.end() :]):
        return None
    words = _join(_to_first_person(rest, asker, is_object=True))
    return None if re.search(r"\b(?:us|our|ours|mine|i|we)\b", words, re.IGNORECASE) else f"I will {words}."


def _without_fillers(tokens: list[Token]) -> list[Token]:
    """Return the words of a question without the marks at its end and the fillers at its beginning."""
    while tokens and (
        tokens[-1].is_punct or tokens[-1].is_space or tokens[-1].lower_ in {"then", "though", "btw", "now"}
    ):
        tokens = tokens[:-1]
    while tokens and (
        tokens[0].is_punct
        or tokens[0].is_space
        or tokens[0].lower_ in _QUESTION_FILLERS
        or tokens[0].dep_ == "vocative"
    ):
        tokens = tokens[1:]
    return tokens


def _confirm(tokens: Sequence[Token], asker: str, *, is_negative: bool) -> str | None:
    """Return a question that was answered with yes or no as a statement: "Did you get it?" → "I did get it"."""
    if any(token.lower_ == "or" for token in tokens):
        return None
    if tokens[0].lower_ == "any":
        things = _join(_to_first_person(tokens[1:], asker))
        return f"I do not have any {things}" if is_negative and _asks_of_owned(tokens) else None
    declared = _declare(tokens, asker, is_negative=is_negative)
    return None if declared is None else _join(declared)


def _complete(tokens: Sequence[Token], fragment: str, asker: str) -> str | None:
    """Return an open question with its answer in its place: "Where do you live?" "In Rome" → "I live in Rome"."""
    word, rest = tokens[0].lower_, tokens[1:]
    if any(token.lower_ in {",", "or", "like"} for token in rest):
        return None
    if word == "any" and _asks_of_owned(tokens):
        things = _join(_to_first_person(rest, asker))
        if number := _NUMBER.match(fragment):
            return f"I have {number[0].lower()} {things}{fragment[number.end() :]}"
        return f"I have {_lower_first(fragment)}"
    if word in {"what", "who", "where", "when"} and rest:
        return _complete_wh(word, rest, fragment, asker)
    if word == "how" and len(rest) > 1:
        return _complete_how(rest, fragment, asker)
    return None


def _complete_wh(word: str, rest: Sequence[Token], fragment: str, asker: str) -> str | None:
    if rest[0].lower_ in {"'s", "is", "are", "'re", "was", "were"} and word != "where":
        phrase = _to_first_person(rest[1:], asker)
        is_named = bool(rest[1:]) and rest[-1].pos_ in {"NOUN", "PROPN"} and rest[-1].lower_ not in _SMALL_TALK
        if is_named and rest[1].lower_ not in {"it", "that", "this", "there", "you"}:
            verb = "are" if rest[-1].tag_ == "NNS" else "was" if rest[0].lower_ == "was" else "is"
            return f"{_join(phrase)} {verb} {_when(fragment) if word == 'when' else fragment}"
    declared = _declare(rest, asker, is_negative=False)
    if declared is None:
        return None
    if word == "what" and rest[-1].lemma_.lower() == "do" and rest[0].lower_ in {"do", "does"}:
        # "What do you do?" "Nurse at St Mary's".
        return None
    answer = _when(fragment) if word == "when" else _lower_first(fragment)
    if word == "where" and not re.match(
        r"(?:in|at|on|near|by|from|to|over|outside|with|down|up|next|just)\b", answer, re.IGNORECASE
    ):
        answer = f"in {fragment}"
    return f"{_join(declared)} {answer}"


def _complete_how(rest: Sequence[Token], fragment: str, asker: str) -> str | None:
    kind, rest = rest[0].lower_, rest[1:]
    if kind == "old" and rest[0].lower_ in {"is", "are", "'s"} and _NUMBER.match(fragment):
        age = fragment if " " in fragment else f"{fragment} years old"
        declared = _declare(rest, asker, is_negative=False)
        return None if declared is None else f"{_join(declared)} {age}"
    if kind == "many" and _NUMBER.match(fragment):
        place = next((place for place, token in enumerate(rest) if token.pos_ == "AUX" or token.lower_ in _DOING), None)
        declared = None if not place else _declare(rest[place:], asker, is_negative=False)
        things = _join(token.text for token in rest[:place])
        counted = _NUMBER.sub(rf"\g<0> {things}", _lower_first(fragment), count=1)
        return None if declared is None else f"{_join(declared)} {counted}"
    if kind == "long" and re.match(
        r"(?:for|since|\d|about|a|an|one|two|three|four|five|six|seven|eight|ten)\b", fragment, re.IGNORECASE
    ):
        declared = _declare(rest, asker, is_negative=False)
        span = (
            _lower_first(fragment)
            if re.match(r"(?:for|since)\b", fragment, re.IGNORECASE)
            else f"for {_lower_first(fragment)}"
        )
        return None if declared is None else f"{_join(declared)} {span}"
    return None


def _declare(tokens: Sequence[Token], asker: str, *, is_negative: bool) -> list[str] | None:
    """Return a question without its question word as a statement; None if its verb does not come before its subject."""
    verb = tokens[0]
    if verb.pos_ != "AUX" and verb.lower_ not in _DOING:
        return None
    if verb.lower_ in {"can", "could", "would", "should", "shall", "may", "might", "must"} or len(tokens) < 2:
        return None
    head = verb if verb.dep_ == "ROOT" else verb.head
    subject = next((child for child in head.children if child.dep_ in SUBJECT_ROLES and child.i > verb.i), None)
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
    written = _to_first_person(opening, asker)
    remaining = _to_first_person(rest, asker, is_object=True)
    lower = verb.lower_.replace("’", "'")
    if lower in _DOING and head is not verb:
        auxiliary = [lower] if is_negative or _DOING[lower] else []
        if not auxiliary and lower == "does":
            main = next((place for place, token in enumerate(rest) if token.pos_ != "ADV"), None)
            if main is None:
                return None
            remaining[main] = inflect_present(remaining[main])
    else:
        auxiliary = [_FIRST_VERBS.get(lower, lower) if is_first else lower]
    return [*written, *auxiliary, *(["not"] if is_negative else []), *remaining]


def _is_small_talk(head: Token) -> bool:
    return (head.lemma_.lower() if head.pos_ == "VERB" else head.lower_) in _SMALL_TALK


def _asks_of_owned(tokens: Sequence[Token]) -> bool:
    """Whether "any …" asks what somebody has: relatives, pets, allergies."""
    return len(tokens) > 1 and any(
        each in KIN or each in PETS or each in _OWNED or token.lemma_.lower() in PETS | {"pet"}
        for token in tokens[1:3]
        for each in [token.lower_]
    )


def _read_fragment(sentence: Span) -> str | None:
    """Return a sentence without a verb of its own, without its fillers; None for any other sentence."""
    text = _FILLERS.sub("", sentence.text.strip()).rstrip(" .!…;,\n")
    words = text.split()
    if not words or len(words) > _MOST_ANSWER_WORDS or words[0].lower().strip(",.!") in _EMPTY_ANSWERS or '"' in text:
        return None
    has_clause = any(token.dep_ in SUBJECT_ROLES or token.lower_ in {"i", "you", "we"} for token in sentence)
    root = sentence.root
    is_verb = find_finite_verb(root) is not None or root.tag_ in {"VB", "VBG", "VBP"}
    has_name = any(token.pos_ in {"NOUN", "PROPN", "NUM"} for token in sentence) or bool(_NUMBER.match(text))
    return None if has_clause or is_verb or not has_name else text


def _to_first_person(tokens: Iterable[Token], asker: str, *, is_object: bool = False) -> list[str]:
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


def _when(fragment: str) -> str:
    return f"on {fragment}" if _WEEKDAY.match(fragment) else _lower_first(fragment)


def _lower_first(text: str) -> str:
    head = text.split(" ", 1)[0]
    return (
        text[:1].lower() + text[1:] if head.lower() in _ORDINARY or head.lower() in KIN or _NUMBER.match(head) else text
    )


_ORDINARY = word_set(
    "in at on a an the my our for since from with to near by about every next last two three four five six one"
)


def _join(words: Iterable[str]) -> str:
    text = " ".join(words)
    return re.sub(r"\s+('s|’s|,|')", r"\1", text)
