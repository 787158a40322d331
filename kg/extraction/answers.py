"""Answers to questions: a question and its answer as one statement of the person who answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kg.extraction.accepted_requests import (
    accept_open_request,
    accept_question,
    accept_request,
    asks_addressee,
    is_request,
    requested_words,
)
from kg.extraction.answer_details import complete_leaving, complete_move, complete_object, complete_spouse
from kg.extraction.answer_words import (
    adds_nothing,
    is_address,
    is_asked_of_other,
    is_called,
    is_name_of,
    without_fillers,
)
from kg.extraction.chosen_answers import read_choice
from kg.extraction.clauses import SUBJECT_ROLES
from kg.extraction.declared_questions import affirm_statement, declare_question, join_words, to_first_person
from kg.extraction.fitting_answers import fits_question, without_giver
from kg.extraction.open_questions import asks_of_owned, complete_question, read_fragment, split_deed, without_addition
from kg.extraction.open_requests import asks_for_volunteers, asks_openly
from kg.extraction.presuppositions import asks_of_relation, claims_more, is_loaded
from kg.extraction.task_reports import PAST_OF_DEEDS
from kg.extraction.word_lists import word_set

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

    from kg.protocols import ExtractedStatement

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
# "Yes, please" accepts an offer; "yes, but I don't" denies.
_TURNED = re.compile(
    r"\b(?:please|pls|thanks|thank|ty|but|not|no|nope|nah|never|kidding|joking)\b|n't\b", re.IGNORECASE
)
_FIRST_PERSON = word_set("i we us our ours mine ourselves")
_DEPENDENT = frozenset({"advcl", "acl", "relcl"})
_OWNERS = word_set("my our his her their its")
# "Do you have a date?" asks for it.
_ASKED_VALUES = word_set("date time day number address name price figure quote reference code postcode link deadline")
_MOST_WORDS_AFTER = 10
_PURPOSE = re.compile(
    r",? (?:so (?:that )?(?:i|we)|(?:just )?so i know|because i|in case i|(?:i['’]d|i would) like to)\b[^?]*\?*\s*$",
    re.IGNORECASE,
)
_FEWEST_ASKED = 3
# "Yep, 12 cans".
_ADDED_NUMBER = re.compile(r"\W*(?:yes|yeah|yep|yup|yea)[\s,.!]+\d+ [a-z]+\W*", re.IGNORECASE)
# "Did you get the cat food", without its mark.
_UNMARKED = re.compile(
    r"\W*(?:(?:so|and|but|hey|ok|oh|also|btw|mum|dad)\b[ ,]*)*(?:did|have|has) (?:you|u) [a-z]+ [^.!,;\n]{3,60}",
    re.IGNORECASE,
)
_PLAIN_CLAUSE = re.compile(r"[^.,;!?\n]+")
_BE = word_set("is was are were has had does did")
_NAMED_RELATION = re.compile(r"(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?) (?:is|was) my \w+$")
_OF_OTHERS = re.compile(
    r"^\W*(?:yes|yeah|yep|yup)\b[\s,]+(?:(?:my|the|our|his|her|their|an?) )?[\w -]+['’]s\W*$"
    r"|\b(?:has|have|took|got|takes) (?:it|him|her|them) (?:now|at|with|in|for)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Answer:
    """A question and its answer.

    Attributes:
        statement: both as a sentence in the first person of who answers.
        end: the offset after the answer in its message.
        asks_relation: whether the question asks for a relation, a birthday or a contact, and does not only mention one.
        detail: a clause of the answer, with what it leaves to the question: "I moved to Oslo in May." of "there"; "" if none.
        replaced: the start and the end of the words of the answer that state nothing besides.
        place: the place in `Utterance.earlier` of what is answered; None if it is the last message.
    """

    statement: str
    end: int
    asks_relation: bool = True
    detail: str = ""
    replaced: tuple[int, int] = (0, 0)
    place: int | None = None

    @property
    def text(self) -> str:
        """All that the answer states, as sentences."""
        return f"{self.statement} {self.detail}".rstrip()

    def leave_out(self, statements: Sequence[ExtractedStatement]) -> list[ExtractedStatement]:
        """Return the statements of the message without those of the words that are replaced."""
        start, end = self.replaced
        return [each for each in statements if not start <= each.start < end]


def find_question(doc: Doc) -> Span | None:
    """Return the question with which a message ends, or that only a short sentence follows, or else the request at its end.

    "Can you bring the drill? Need it on Saturday", "Ring the vet please"; None if there is none.
    """
    sentences = [each for each in doc.sents if each.text.strip()]
    if len(sentences) > 1 and asks_for_volunteers(sentences[-1].text) and asks_openly(sentences[-2].text):
        return sentences[-2]
    for sentence in reversed(sentences[-2:]):
        if _asks(sentence) or asks_openly(sentence.text):
            return sentence
        if len(sentence) > _MOST_WORDS_AFTER:
            break
    return sentences[-1] if sentences and is_request(requested_words(sentences[-1])) else None


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
    asks = _asks(question)
    question = _without_purpose(question)
    if is_asked_of_other(question, answerer) or claims_more(question):
        return None
    asked = {token.lower_ for token in question}
    # "Indeed Bo, the rolls were fresh", "will do, Bo".
    is_alone &= not any(is_called(each) and each.lower_ not in asked and not is_name_of(each, asker) for each in first)
    promise = accept_open_request(question, first, asker)
    # "I'll book it" says what.
    replaced = (0, 0) if promise is None else (0, first.end_char)
    tokens = without_fillers(list(question))
    if promise is None and is_alone and asks:
        promise = accept_question(tokens, first, asker, answerer)
    elif promise is None and is_alone and (is_only_other or any(map(is_address, question))):
        promise = accept_request(question, first, asker)
    if promise is not None or not asks:
        return (
            None if promise is None else Answer(promise, first.end_char, asks_of_relation(question), replaced=replaced)
        )
    if not tokens or any(token.lower_ in _FIRST_PERSON for token in tokens):
        return None
    return _read_value(_Asked(question, tokens, asker, is_alone=is_alone, is_only_other=is_only_other), first)


@dataclass(frozen=True, eq=False)
class _Asked:
    """A question of the person who answers.

    Attributes:
        span: the question.
        tokens: its words without fillers.
        asker: the name of who asks.
        is_alone: whether a short answer is for it, and not for a third person.
        is_only_other: whether there is no third person.
    """

    span: Span
    tokens: Sequence[Token]
    asker: str
    is_alone: bool
    is_only_other: bool


def _read_value(question: _Asked, first: Span) -> Answer | None:
    """Return the statement of an answer with "yes", "no" or the thing that is asked for."""
    is_no = bool(_NO.match(first.text))
    is_yes = not is_no and bool(_YES.match(first.text))
    given = first if is_no or is_yes else without_addition(first)
    if _NOT_ANSWERS.search(given.text):
        return None
    end, asks_relation = first.end_char, asks_of_relation(question.span)
    is_single = question.is_alone and question.is_only_other and not _is_one_of_several(question.span)
    if is_single and is_no and (left := complete_leaving(question.span.text, first.text)) is not None:
        return Answer(_to_sentence(left), end, asks_relation, replaced=(0, end))
    statement = _read_detail(question, first, given) if is_single and not is_no else None
    if statement is None and (is_no or is_yes):
        statement = _confirm(question.tokens, question.asker, is_negative=is_no) if _is_clear(question, first) else None
    elif statement is None:
        statement = _complete(question, first, given)
    if statement is None:
        return None
    answer = Answer(_to_sentence(statement), end, asks_relation)
    if is_yes and is_single and (added := _read_of_named(statement, first)) is not None:
        return replace(answer, detail=added[0], replaced=added[1:])
    moved = complete_move(question.span.text, first.text) if is_yes and is_single else None
    return answer if moved is None else replace(answer, detail=_to_sentence(moved[0]), replaced=moved[1:])


def _read_of_named(statement: str, first: Span) -> tuple[str, int, int] | None:
    """Return what an answer goes on to say of the person of a question, without a subject, and its start and end.

    "Was Helga your wife?" "Yes. Died 2019" → "Helga died 2019."
    """
    named, yes = _NAMED_RELATION.match(statement), _YES.match(first.doc.text)
    after = [] if yes is None else [each for each in first.doc if each.idx >= yes.end() and not each.is_punct]
    if named is None or not after or after[0].tag_ not in {"VBD", "VBZ", "VBN"} or after[0].lower_ in _BE:
        return None
    match = _PLAIN_CLAUSE.match(first.doc.text, after[0].idx)
    if match is None or any(child.dep_ in SUBJECT_ROLES for child in after[0].children):
        return None
    words = match[0].rstrip(" ,")
    return f"{named['name']} {words[:1].lower()}{words[1:]}.", match.start(), match.start() + len(words)


def _read_detail(question: _Asked, first: Span, given: Span) -> str | None:
    """Return what an answer says in words of its own: that it has what it names, or prefers it."""
    if _TURNED.search(first.doc.text) or _goes_on(first):
        return None
    asked = question.span.text
    chosen = read_choice(asked, first.text) or complete_spouse(asked, first.text)
    return chosen or complete_object(question.tokens, given)


def _is_clear(question: _Asked, first: Span) -> bool:
    """Whether "yes" or "no" is for a question, and says nothing else: not "yes, my sister's", "yes, my ex has it"."""
    if _OF_OTHERS.search(first.doc.text):
        return False
    is_no = bool(_NO.match(first.text))
    is_turned = not is_no and (_TURNED.search(first.doc.text) is not None or _asks_for_value(question.tokens))
    if not question.is_alone or _is_one_of_several(question.span) or is_turned or (is_no and is_loaded(question.span)):
        return False
    return not _speaks_of_other(first, question.span) and (
        question.is_only_other
        or adds_nothing(first, 0, question.span)
        or _ADDED_NUMBER.fullmatch(first.text) is not None
    )


def _complete(question: _Asked, first: Span, given: Span) -> str | None:
    """Return an open question with its answer in its place."""
    tokens = question.tokens
    given, deed = split_deed(given) if tokens[0].lower_ == "who" else (given, "")
    # "When is your appointment?"
    given = without_giver(given) if tokens[0].lower_ == "when" else given
    is_plain = not (_goes_on(first) or _LAUGHED.match(first.text))
    fragment = read_fragment(given) if is_plain else None
    fragment = fragment if fragment and fits_question(tokens, given, fragment) else None
    statement = None if fragment is None else complete_question(tokens, fragment, question.asker)
    return f"{statement} and {deed}" if statement and deed else statement


def _asks_for_value(tokens: Sequence[Token]) -> bool:
    """Whether a question asks for a value in words that "yes" would answer: "Do you have a date?", "have you got a number"."""
    verb = next(
        (token for token in tokens if token.lemma_.lower() in {"have", "get", "know"} and token.dep_ == "ROOT"), None
    )
    things = [] if verb is None else [child for child in verb.children if child.dep_ == "obj" and child.i > verb.i]
    return any(each.lemma_.lower() in _ASKED_VALUES for each in things)


def _to_sentence(statement: str) -> str:
    return f"{statement[:1].upper()}{statement[1:]}."


def _without_purpose(question: Span) -> Span:
    """Return a question without what the answer is for: "Who is your sister, so I can include her?"."""
    purpose = _PURPOSE.search(question.text)
    part = None if purpose is None else question.char_span(0, purpose.start(), alignment_mode="contract")
    return question if part is None or len(part) < _FEWEST_ASKED else part


def _is_one_of_several(question: Span) -> bool:
    """Whether the message with a question asks another one: "yes" may answer either."""
    return sum(map(_asks, question.doc.sents)) > 1


def _goes_on(answer: Span) -> bool:
    """Whether the parser cut a sentence after its first words: "Yesterday | I was in Lisbon"."""
    after = answer.doc.text[answer.end_char :]
    is_cut = answer.text[-1:].isalnum() and bool(after.strip()) and _HEDGED_END.match(after) is None
    return is_cut and not after.lstrip(" ").startswith("\n")


def _asks(sentence: Span) -> bool:
    """Whether a sentence is a question; "can you print it" is one without its mark."""
    is_marked = sentence.text.rstrip(" )\"'”’").endswith("?")
    return is_marked or asks_addressee(sentence.text) or asks_without_mark(sentence.text)


def asks_without_mark(text: str) -> bool:
    """Whether a sentence asks its addressee about a deed, also without a question mark: "did you get the cat food"."""
    return _UNMARKED.fullmatch(text.rstrip()) is not None


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


def _in_past(declared: list[str]) -> list[str]:
    """Return "I did get the food" as a task is reported: "I got the food"; other statements as they are."""
    if declared[:2] != ["I", "did"] or len(declared) < _FEWEST_ASKED or declared[2] not in PAST_OF_DEEDS:
        return declared
    return ["I", PAST_OF_DEEDS[declared[2]], *declared[3:]]


def _confirm(tokens: Sequence[Token], asker: str, *, is_negative: bool) -> str | None:
    """Return a question that was answered with yes or no as a statement: "Did you get it?" → "I did get it"."""
    if any(token.lower_ == "or" for token in tokens):
        return None
    if tokens[0].lower_ == "any":
        things = join_words(to_first_person(tokens[1:], asker))
        return f"I do not have any {things}" if is_negative and asks_of_owned(tokens) else None
    if not is_negative:
        tokens = [token for token in tokens if token.lower_ != "any"]
    declared = declare_question(tokens, asker, is_negative=is_negative)
    if declared is not None and not is_negative:
        declared = _in_past(declared)
    if declared is None and not is_negative:
        declared = affirm_statement(tokens, asker)
    return None if declared is None else join_words(declared)
