"""What a question claims besides asking, so that a short answer does not affirm it: "will you bring your husband Ivo?"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.extraction.word_lists import KIN, PETS, word_set
from kg.knowledge import PERSON_RELATIONS

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

    from kg.protocols import ExtractedStatement

# "Is Nina here and are you at home?".
_SECOND_QUESTION = re.compile(
    r"\b(?:and|or|but)\s+(?:do|does|did|is|are|was|were|have|has|can|could|will|would|shall|should)(?:n['’]t)?\s+\w+",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^\W*(?:(?:and|so|but|oh|ok|okay|hey|hi|well|also|wow|btw|nice|great|cool)\b\W*)+", re.IGNORECASE
)
_RELATIVE = re.compile(r"\w,\s*(?:who|whom|whose|which)\b", re.IGNORECASE)
_DEPENDENT = frozenset({"acl:relcl", "acl", "advcl", "ccomp"})
_PERSONS = word_set("you u your yours i me my mine")
_WHEN = re.compile(r"^(?:when|what|how old)(?:['’]s|s| is| was| are)\b", re.IGNORECASE)
_OF_PERSON = re.compile(r"(?:[Ii]s|[Ww]as) [A-Z][\w'’-]+(?: [A-Z][\w'’-]+)? your (?P<what>\w+)\W*$")
# "Do you still beat him?": "no" does not say that it was so.
_LOADED = re.compile(r"\b(?:still|again|any ?more|stop|stopped|quit|sorry|regret)\b", re.IGNORECASE)
_RELATING = frozenset({"born_on", "age", "email", "phone", "name_is", "has_pet", "deadline"}).union(PERSON_RELATIONS)
_ASKED = (
    KIN.keys()
    | PETS
    | word_set(
        "friend partner boss colleague manager marry married engage engaged due born bear birthday name called email mail "
        "phone number pet report know date deadline old age"
    )
)
# Of what a question asks when, where or what it is: "when is your birthday?", not "where is your husband Ivo?".
_ASKED_SUBJECTS = word_set("birthday name number email mail phone address deadline age")
_HAVING = word_set("have own get")
_WORD = re.compile(r"\w+")


def claims_more(question: Span) -> bool:
    """Return whether a question claims something in a clause, or asks a second thing, so that an answer may be for either."""
    return claims_in_clause(question) or asks_two_things(question)


def asks_two_things(question: Span) -> bool:
    """Return whether a question asks a second thing, which a "yes" may be for."""
    return _SECOND_QUESTION.search(question.text) is not None


def is_loaded(question: Span) -> bool:
    """Return whether "no" would leave open what a question takes for granted: "do you still smoke?"."""
    return _LOADED.search(question.text) is not None


def claims_in_clause(question: Span) -> bool:
    """Return whether a relative clause of a question claims something: "where is the money that you owe me?"."""
    return _RELATIVE.search(_OPENING.sub("", question.text)) is not None or any(map(_is_claim, question))


def _is_claim(token: Token) -> bool:
    """Whether a word is the verb of a dependent clause about a person, a name or a number: "when you moved to Oslo"."""
    children = list(token.children)
    # "It moved to Monday, you said?".
    is_marked = any(child.dep_ == "mark" or child.tag_ == "WRB" for child in children)
    is_plain = token.dep_ in {"ccomp", "advcl"} and not is_marked
    if token.dep_ not in _DEPENDENT or is_plain or not any(child.dep_.startswith("nsubj") for child in children):
        return False
    return token.head.pos_ == "PROPN" or any(
        each.lower_ in _PERSONS or each.pos_ == "PROPN" or each.like_num for each in token.subtree
    )


def asks_of_relation(question: Span) -> bool:
    """Return whether a question asks for a relation, a birthday or a contact: "is Ivo your husband?", "when is it due?"."""
    words = {token.lower_ for token in question}
    if _WHEN.match(_OPENING.sub("", question.text)) and not words.isdisjoint(_ASKED_SUBJECTS | {"due", "born"}):
        return True
    root = question.root
    asked = {root.lemma_.lower(), root.lower_}
    # "Was Helga your wife?", of which the parser takes the name for the verb.
    named = _OF_PERSON.match(_OPENING.sub("", question.text))
    asked |= {named["what"].lower()} if named is not None else set()
    for child in root.children:
        is_had = root.lemma_.lower() in _HAVING and child.dep_ in {"obj", "nsubj"}
        if is_had or (child.dep_.startswith("nsubj") and child.lower_ in _ASKED_SUBJECTS):
            asked |= {child.lemma_.lower(), child.lower_}
        if child.dep_ == "nsubj" and any(each.lower_ == "name" for each in child.children):
            asked.add("name")
    return not asked.isdisjoint(_ASKED)


def is_presupposed(statement: ExtractedStatement, answer: str, speaker: str) -> bool:
    """Return whether a statement that was read from a question and its answer is one that only the question makes.

    Args:
        statement: a relation between persons, a birthday, a contact or the like; others are made by the verb of the question.
        answer: the words of the answer; what they name, they state.
        speaker: the name of who answers.
    """
    if statement.predicate not in _RELATING:
        return False
    words = set(_WORD.findall(answer.casefold()))
    named = [name for name in (statement.subject, statement.object) if name and name != speaker]
    return not any(set(_WORD.findall(name.casefold())) <= words for name in named)
