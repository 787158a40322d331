"""Answers to questions: a question and its answer as one statement of the person who answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.extraction.clauses import SUBJECT_ROLES
from kg.extraction.dates import ANY_TIME, WEEKDAYS, find_dates
from kg.extraction.declared_questions import (
    SMALL_TALK,
    affirm_statement,
    declare_question,
    join_words,
    to_first_person,
)
from kg.extraction.fitting_answers import fits_question
from kg.extraction.open_questions import asks_of_owned, complete_question, read_fragment, split_deed, without_addition
from kg.extraction.presuppositions import asks_of_relation, claims_more, is_loaded
from kg.extraction.word_lists import KIN, word_set

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_YES = re.compile(
    r"^(?:oh |um |hm+ |well )?(?:yes|yeah|yep|yup|yea|indeed|correct|exactly|we do|i do|i did|i am|i have|we are)\b",
    re.IGNORECASE,
)
_NO = re.compile(r"^(?:oh |um |hm+ |well )?(?:no|nope|nah|not yet|not any ?more)\b", re.IGNORECASE)
# "No way", "yeah right": neither confirms nor denies.
_NOT_ANSWERS = re.compile(
    r"^\W*(?:no (?:way|worries|problem|idea|kidding|thanks|need|clue|comment|one)|yeah,? (?:right|sure|no)|yes and no|no,? yes"
    r"|exactly,? (?:what|how|why|as|my|the))\b"
    r"|\band (?:i['’]m|i am) (?:the |a )?(?:queen of|king of|pope|batman|santa|unicorn)\b|\bpigs (?:can |might |will )?fly\b"
    r"|\bin (?:my|your) dreams\b"
    r"|^[^.!?\n]*\b(?:maybe|perhaps|kind of|sort of|kinda|sorta|hopefully|probably)\b"
    r"|^[^.!?\n]*\b(?:if|unless|depends|why|joking|kidding|lol|haha)\b",
    re.IGNORECASE,
)
_HEDGED_END = re.compile(r"[ ,]*(?:i (?:think|guess|believe|reckon|hope)|probably|lol|haha)\W*$", re.IGNORECASE)
_LAUGHED = re.compile(r"^[\w ’'-]{1,30}[, ]+(?:(?:ha){2,}h?|lol|lmao)\W*$", re.IGNORECASE)
_ACCEPTED = re.compile(
    r"^\W*(?:(?:oh|um|hm+|well|yes|yeah|yep|yup)\b[ ,!.]*)*(?:(?:sure(?: thing)?|(?:of )?course|ok(?:ay)?|will do|can do|on it|"
    r"np|i will|i can|i'll do (?:it|that)|no (?:problem|worries)|certainly|definitely|absolutely|gladly|happy to|"
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
# What may follow "yes" or "will do" without saying something else.
_CONTINUING = word_set(
    "do have be go get see dig sort send bring try will can happy glad thing problem worry time sure course yes yeah please pls "
    "thank thanks cheer lol haha today tomorrow tonight tmrw tmr now later soon asap weekend week morning evening afternoon then "
    "again first right just love honey dear mate bro"
)
_CONTENT_CLASSES = frozenset({"NOUN", "PROPN", "ADJ", "NUM", "VERB", "X"})
# "Yes" accepts a request for one of these; "Can you swim?" "Yes" promises nothing.
_AGREED = re.compile(
    r"^\W*(?:(?:oh|um|well)[ ,!]+)?(?:yes|yeah|yep|yup|ya|aye)\b[ ,!.]*(?:pls|please|no (?:problem|worries))?",
    re.IGNORECASE,
)
_GIVEN_DEEDS = word_set(
    "bring send pick book buy get feed drop take order print water collect grab post return lend cover email pay forward share "
    "ask call ring text phone fix clean wash carry fetch sort dig organise organize remind check confirm cancel move reserve"
)
_REQUESTING = word_set("can could will would")
# "Can you see it?" asks, and "can you tell me?" is answered at once.
_NOT_REQUESTED = word_set("tell explain show say help come join speak talk read stop have be go imagine")
_OPENINGS = word_set("so and but also then please maybe or") | KIN.keys()
# "Yes, please" accepts an offer; "yes, but I don't" denies.
_TURNED = re.compile(
    r"\b(?:please|pls|thanks|thank|ty|but|not|no|nope|nah|never|kidding|joking)\b|n't\b", re.IGNORECASE
)
_VAGUE = word_set("get make do")
_POLITE = word_set("please pls plz maybe just again")
_QUESTION_FILLERS = word_set(
    "so and but oh wait hey hi well ah ooh btw also ok okay right yeah wow aw aww haha hmm then"
)
_FIRST_PERSON = word_set("i we us our ours mine ourselves")
_DEPENDENT = frozenset({"advcl", "acl", "relcl"})
_OWNERS = word_set("my our his her their its")
# "Do you have a date?" asks for it.
_ASKED_VALUES = word_set("date time day number address name price figure quote reference code postcode link deadline")
_CLOSING_FILLERS = word_set("then though tho btw now again exactly anyway")
_MOST_WORDS_AFTER = 10


@dataclass(frozen=True)
class Answer:
    """A question and its answer.

    Attributes:
        statement: both as a sentence in the first person of who answers.
        end: the offset after the answer in its message.
        asks_relation: whether the question asks for a relation, a birthday or a contact, and does not only mention one.
    """

    statement: str
    end: int
    asks_relation: bool = True


def find_question(doc: Doc) -> Span | None:
    """Return the question with which a message ends, or that only a short sentence follows, or else the request at its end.

    "Can you bring the drill? Need it on Saturday", "Ring the vet please"; None if there is none.
    """
    sentences = [each for each in doc.sents if each.text.strip()]
    for sentence in reversed(sentences[-2:]):
        if _asks(sentence):
            return sentence
        if len(sentence) > _MOST_WORDS_AFTER:
            break
    return sentences[-1] if sentences and _is_request(_requested_words(sentences[-1])) else None


def accepts_request(text: str) -> bool:
    """Whether a message begins with words that accept a request: "Will do", "sure"; not "ok" alone."""
    return _find_acceptance(text) is not None


def read_answer(
    question: Span, doc: Doc, *, asker: str, answerer: str = "", is_alone: bool = True, is_only_other: bool = True
) -> Answer | None:
    """Return the statement that a message makes by answering a question; None if it does not answer it, or is unsure.

    Args:
        question: the question or request, parsed.
        doc: the message after it, by another speaker, parsed.
        asker: the name of who asks.
        answerer: the name of who answers; a question that addresses another person by name is not for them.
        is_alone: whether the message before the question is not of a third person; "yes" may be for that one.
        is_only_other: whether there is no third person; with one, a request in the imperative must name who accepts it, and
            "yes" may say nothing else: "yes, since May" may answer another question.
    """
    first = next((each for each in doc.sents if each.text.strip()), None)
    line = question.doc.text.rfind("\n", 0, question.end_char) + 1
    is_quoted = question.doc.text[line:].lstrip().startswith(">")
    if first is None or is_quoted or first.text.rstrip().endswith("?"):
        return None
    if _is_asked_of_other(question, answerer) or claims_more(question):
        return None
    asks_relation = asks_of_relation(question)
    asked = {token.lower_ for token in question}
    # "Indeed Bo, the rolls were fresh", "will do, Bo".
    is_alone &= not any(
        _is_called(each) and each.lower_ not in asked and not _is_name_of(each, asker) for each in first
    )
    if not _asks(question):
        is_for_answerer = is_only_other or any(map(_is_address, question))
        promise = _accept_request(question, first, asker) if is_alone and is_for_answerer else None
        return None if promise is None else Answer(promise, first.end_char, asks_relation)
    tokens = _without_fillers(list(question))
    if is_alone and (promise := _accept(tokens, first, asker, answerer)) is not None:
        return Answer(promise, first.end_char, asks_relation)
    is_no = bool(_NO.match(first.text))
    is_yes = not is_no and bool(_YES.match(first.text))
    given = first if is_no or is_yes else without_addition(first)
    if not tokens or any(token.lower_ in _FIRST_PERSON for token in tokens) or _NOT_ANSWERS.search(given.text):
        return None
    if is_no or is_yes:
        is_clear = is_alone and not _is_one_of_several(question) and not (is_yes and _TURNED.search(doc.text))
        is_clear = is_clear and not _speaks_of_other(first, question) and not (is_no and is_loaded(question))
        is_clear = is_clear and not (is_yes and _asks_for_value(tokens))
        is_clear = is_clear and (is_only_other or _adds_nothing(first, 0, question))
        statement = _confirm(tokens, asker, is_negative=is_no) if is_clear else None
    else:
        given, deed = split_deed(given) if tokens[0].lower_ == "who" else (given, "")
        is_plain = not (_goes_on(first) or _LAUGHED.match(first.text))
        fragment = read_fragment(given) if is_plain else None
        fragment = fragment if fragment and fits_question(tokens, given, fragment) else None
        statement = None if fragment is None else complete_question(tokens, fragment, asker)
        statement = f"{statement} and {deed}" if statement and deed else statement
    return None if statement is None else Answer(_to_sentence(statement), first.end_char, asks_relation)


def _asks_for_value(tokens: Sequence[Token]) -> bool:
    """Whether a question asks for a value in words that "yes" would answer: "Do you have a date?", "have you got a number"."""
    verb = next(
        (token for token in tokens if token.lemma_.lower() in {"have", "get", "know"} and token.dep_ == "ROOT"), None
    )
    things = [] if verb is None else [child for child in verb.children if child.dep_ == "obj" and child.i > verb.i]
    return any(each.lemma_.lower() in _ASKED_VALUES for each in things)


def _to_sentence(statement: str) -> str:
    return f"{statement[:1].upper()}{statement[1:]}."


def _is_asked_of_other(question: Span, answerer: str) -> bool:
    """Whether a question addresses another person than the one who answers: "Bo, do you live in Lima?"."""
    named = [token for token in question if _is_address(token)]
    return bool(named and answerer) and not any(_is_name_of(token, answerer) for token in named)


def _is_address(token: Token) -> bool:
    """Whether a word is the name of whom a sentence addresses: "Bo, bring the tent", "bring the tent, Bo"."""
    if token.pos_ != "PROPN":
        return False
    if token.i == token.sent.start and token.i + 1 < token.sent.end and token.nbor().text == ",":
        return True
    after = [each for each in token.sent if each.i > token.i]
    is_last = all(each.is_punct or each.is_space for each in after)
    is_called = is_last and token.i > token.sent.start and token.nbor(-1).text == ","
    return is_called or token.dep_ == "vocative"


def _is_called(token: Token) -> bool:
    """Whether an answer calls a person by this word: "yes Bo", "yes @bo", "will do, Bo"."""
    if token.text.startswith("@"):
        return True
    if token.pos_ != "PROPN" or token.lower_ in WEEKDAYS:
        return False
    before = token.nbor(-1) if token.i > token.sent.start else None
    is_greeted = before is not None and (before.pos_ in {"INTJ", "ADV"} or before.text in {",", "@", "-"})
    return _is_address(token) or (is_greeted and token.dep_ not in {"obl", "nmod", "conj"})


def _is_name_of(token: Token, name: str) -> bool:
    """Whether a word is part of a name, or begins like a part of it: "Bron" for Bronwyn."""
    return any(word.startswith(token.lower_) or token.lower_.startswith(word) for word in name.lower().split())


def _is_one_of_several(question: Span) -> bool:
    """Whether the message with a question asks another one: "yes" may answer either."""
    return sum(map(_asks, question.doc.sents)) > 1


def _goes_on(answer: Span) -> bool:
    """Whether the parser cut a sentence after its first words: "Yesterday | I was in Lisbon"."""
    after = answer.doc.text[answer.end_char :]
    is_cut = answer.text[-1:].isalnum() and bool(after.strip()) and _HEDGED_END.match(after) is None
    return is_cut and not after.lstrip(" ").startswith("\n")


def _asks(sentence: Span) -> bool:
    return sentence.text.rstrip(" )\"'”’").endswith("?")


def _adds_nothing(answer: Span, start: int, asked: Iterable[Token]) -> bool:
    """Whether an answer has no content of its own from a place on: only what was asked, days, and words of assent."""
    known = {token.lemma_.lower() for token in asked} | _CONTINUING
    places = [
        token.idx - answer.start_char
        for token in answer
        if token.pos_ in _CONTENT_CLASSES and token.lemma_.lower() not in known and token.lower_ not in known
    ]
    dates = find_dates(answer.text, ANY_TIME) if places else []
    return all(place < start or any(date.start <= place < date.end for date in dates) for place in places)


def _speaks_of_other(answer: Span, question: Span) -> bool:
    """Whether an answer goes on with a clause about another thing than was asked: "yes, five is good", "nope, no rolls left".

    What belongs to someone, and pronouns, may go on with the same: "yes, my sister lives there too", "no, it's too big".
    """
    asked = {token.lemma_.lower() for token in question} | {token.lower_ for token in question}
    return any(
        token.lemma_.lower() not in asked
        and token.lower_ not in asked
        and (_is_own_subject(token) or any(child.lower_ == "no" and child.i > answer.start for child in token.children))
        for token in answer
        if token.pos_ in {"NOUN", "PROPN", "NUM", "ADJ"}
    )


def _is_own_subject(token: Token) -> bool:
    """Whether a word is the subject of a main clause, not of "since the kids were small", and belongs to no one."""
    verb = token.head
    is_dependent = verb.dep_.partition(":")[0] in _DEPENDENT or any(child.dep_ == "mark" for child in verb.children)
    return token.dep_ in SUBJECT_ROLES and not is_dependent and not _is_owned(token)


def _is_owned(token: Token) -> bool:
    return any(child.lower_ in _OWNERS for child in token.children)


def _accept(tokens: Sequence[Token], answer: Span, asker: str, answerer: str) -> str | None:
    """Return the promise that accepts a request: "Can you book a table?" "Will do" → "I will book a table."."""
    deed = _requested_deed(tokens, answerer)
    if not deed:
        return None
    verb = deed[0].lemma_.lower()
    # "Could you call Tom?" "Yes": it may have happened.
    is_promised = verb in _GIVEN_DEEDS and all(token.lower_ != "could" for token in tokens[:2])
    accepted = _ACCEPTED.match(answer.text) or (_AGREED.match(answer.text) if is_promised else None)
    return _promise(deed, answer, accepted, asker)


def _accept_request(request: Span, answer: Span, asker: str) -> str | None:
    """Return the promise that accepts a request in the imperative: "Ring the vet" "Will do" → "I will ring the vet."."""
    return _promise(_requested_words(request), answer, _find_acceptance(answer.text), asker)


def _find_acceptance(text: str) -> re.Match[str] | None:
    """Return the words with which a message accepts a request; None for "ok" alone."""
    accepted = _ACCEPTED.match(text)
    return None if accepted is None or _ONLY_READ.match(accepted[0]) else accepted


def _promise(deed: Sequence[Token], answer: Span, accepted: re.Match[str] | None, asker: str) -> str | None:
    """Return the promise of a deed that an answer accepts, with the day that the answer adds."""
    if accepted is None or _NOT_ACCEPTED.search(answer.text, accepted.end()):
        return None
    if not _adds_nothing(answer, accepted.end(), deed):
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


def _requested_deed(tokens: Sequence[Token], answerer: str) -> list[Token]:
    """Return the words of a deed that a question asks for, "Ben, could you please book a table"; empty if it asks for none."""
    # The name of whom it addresses may stand before it, without a comma.
    start = next((place for place, token in enumerate(tokens[:2]) if token.lower_ in _REQUESTING), None)
    if start is None or len(tokens) < start + 4 or tokens[start + 1].lower_ not in {"you", "u"}:
        return []
    if start and answerer and tokens[0].lower_ not in _OPENINGS and not _is_name_of(tokens[0], answerer):
        return []
    deed = _without_politeness(tokens[start + 2 :])
    if not deed or deed[0].tag_ not in {"VB", "VBP"} or deed[0].lemma_.lower() in SMALL_TALK | _NOT_REQUESTED:
        return []
    has_noun = any(child.dep_ == "obj" and child.pos_ in {"NOUN", "PROPN"} for child in deed[0].children)
    return deed if deed[0].lemma_.lower() not in _VAGUE or has_noun else []


def _is_request(deed: Sequence[Token]) -> bool:
    """Whether words are a deed in the imperative that one person may ask of another: "ring the vet"."""
    if not deed or deed[0].lemma_.lower() not in _GIVEN_DEEDS or deed[0].tag_ not in {"VB", "VBP"}:
        return False
    is_plain = deed[0].dep_ == "ROOT" and not any(token.dep_ == "nsubj" for token in deed)
    return is_plain and any(child.dep_ == "obj" and child.pos_ in {"NOUN", "PROPN"} for child in deed[0].children)


def _requested_words(request: Span) -> list[Token]:
    return _without_politeness(_without_fillers(list(request)))


def _without_politeness(tokens: Sequence[Token]) -> list[Token]:
    """Return the words of a request without "please", and without the name of whom it addresses at its end."""
    kept = [token for token in tokens if token.lower_ not in _POLITE]
    while kept and (kept[-1].is_punct or _is_address(kept[-1])):
        kept = kept[:-1]
    return kept


def _without_fillers(tokens: list[Token]) -> list[Token]:
    """Return the words of a question without the marks at its end and the fillers at its beginning."""
    while tokens and (tokens[-1].is_punct or tokens[-1].is_space or tokens[-1].lower_ in _CLOSING_FILLERS):
        tokens = tokens[:-1]
    while tokens and (
        tokens[0].is_punct
        or tokens[0].is_space
        or tokens[0].lower_ in _QUESTION_FILLERS
        or tokens[0].dep_ == "vocative"
        or _is_address(tokens[0])
    ):
        tokens = tokens[1:]
    return tokens


def _confirm(tokens: Sequence[Token], asker: str, *, is_negative: bool) -> str | None:
    """Return a question that was answered with yes or no as a statement: "Did you get it?" → "I did get it"."""
    if any(token.lower_ == "or" for token in tokens):
        return None
    if tokens[0].lower_ == "any":
        things = join_words(to_first_person(tokens[1:], asker))
        return f"I do not have any {things}" if is_negative and asks_of_owned(tokens) else None
    declared = declare_question(tokens, asker, is_negative=is_negative)
    if declared is None and not is_negative:
        declared = affirm_statement(tokens, asker)
    return None if declared is None else join_words(declared)
