"""The messages before one, parsed: the persons whom they name, and the question or request that it answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kg.extraction.accepted_requests import accepts_request
from kg.extraction.answers import Answer, asks_without_mark, find_question, read_answer
from kg.extraction.clauses import split_clauses
from kg.extraction.open_requests import asks_openly, find_accepted_assignment
from kg.extraction.person_references import is_vocative
from kg.extraction.promised_deeds import may_promise_openly
from kg.extraction.referents import PERSON_PRONOUNS, EarlierPerson, Referent, Referents
from kg.extraction.third_person import is_elliptic
from kg.extraction.word_lists import JOBS, KIN, PEOPLE, word_set

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from kg.language import NameSpan
    from kg.protocols import Utterance

_WORD = re.compile(r"\w+")
_QUESTION = re.compile(
    r"\?|^\W*(?:(?:so|and|but|wait|ok|yo) )*(?:is|are|was|did|does|has|have|can|will|why|when|where|what|how|which)\b",
    re.IGNORECASE,
)
_ASKED_OF_ANSWERER = re.compile(r"\b(?:you|u|ya|your|ur|yours|any ?(?:one|body|1)|who|i|we)\b", re.IGNORECASE)
# A question of a third person that "Oslo" may answer: with its mark, or without it.
_ASKED = re.compile(r"\?|^\W*(?:(?:so|and|but|ok|hey) )*(?:who|what|where|when|why|which|how)\b", re.IGNORECASE)
_CALLED = re.compile(
    r"^\W*(?:(?i:hey|hi|hello|ok|so|dear|oh) )?(?P<first>[A-Z]\w+)"
    r"(?:!|,(?= (?i:you|do|did|are|can|could|will|would|have|is)\b))|\b[Dd]ear (?P<dear>[A-Z]\w+)"
)
_LAST_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")
# A capital within a sentence.
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]")
# Nouns of persons that a message may leave without a name; relatives have a list of their own.
_UNNAMED = (
    JOBS
    | PEOPLE
    | word_set(
        "kid child baby friend mate colleague coworker neighbour neighbor landlord "
        "landlady boss client customer stranger flatmate roommate date boyfriend girlfriend bf gf ex"
    )
)
_YOU = word_set("you u ya your ur")
_THIRD_PERSON = word_set("he she they him her his their them hes shes")


@dataclass(frozen=True, eq=False)
class ParsedTurn:
    """A message before the present one.

    Attributes:
        speaker: the name of its speaker.
        doc: its text, parsed with dependencies.
        names: the names in it.
    """

    speaker: str
    doc: Doc
    names: Sequence[NameSpan]


def has_person_pronoun(doc: Doc) -> bool:
    """Whether a message has "he", "she" or another form of these."""
    return any(token.lower_ in PERSON_PRONOUNS for token in doc)


def needed_turns(passage: Utterance, doc: Doc) -> list[int]:
    """Return the places of the earlier messages that can add to what a message states, in their order.

    Those are all of them for a message with "he" or "she", or that may answer a question with these words, and the last one
    where it may be answered or accepted; the last two where it promises something that they may name.
    """
    earlier = passage.earlier
    is_next = bool(earlier) and earlier[-1].speaker != passage.speaker
    is_asked = is_next and (_may_ask(earlier[-1].text) or accepts_request(passage.text))
    asked = _WORD.findall(earlier[-1].text.lower()) if is_asked else []
    if has_person_pronoun(doc) or not PERSON_PRONOUNS.keys().isdisjoint(asked):
        return list(range(len(earlier)))
    if may_promise_openly(doc):
        return list(range(len(earlier)))[-2:]
    return [len(earlier) - 1] if is_asked else []


def _may_ask(text: str) -> bool:
    """Whether a message asks something, if only at its end and without a question mark."""
    return "?" in text or asks_openly(text) or asks_without_mark(_LAST_SENTENCE.split(text)[-1])


def collect_persons(passage: Utterance, turns: Sequence[ParsedTurn | None]) -> list[EarlierPerson]:
    """Return the persons whom earlier messages name, except for the speaker, each once.

    Args:
        passage: the message.
        turns: the messages before it; None for those that are not needed.
    """
    found: dict[str, EarlierPerson] = {}
    for place, turn in enumerate(turns):
        if turn is None:
            continue
        # "How is your sister?": of whoever answers.
        referents = Referents(turn.speaker, passage.speaker if turn.speaker != passage.speaker else None)
        for clause in split_clauses(turn.doc):
            referents.note_clause(clause, turn.names)
        if any(token.pos_ == "NOUN" and token.lower_ in _UNNAMED for token in turn.doc):
            # "I met Mr Bell." "I'm dating a guy from work." "He …" may be either.
            found = {text: _without_title(each) for text, each in found.items()}
        for referent in referents.persons:
            if referent.text != passage.speaker:
                known = found.get(referent.text)
                same = known.referent if known is not None and not referent.gender else referent
                found[referent.text] = EarlierPerson(same, place)
    return list(found.values())


def _without_title(person: EarlierPerson) -> EarlierPerson:
    """Return a person, without the gender if it comes from a title."""
    referent = person.referent
    return replace(person, referent=Referent(referent.text)) if referent.has_title else person


def find_unnamed_part(passage: Utterance, doc: Doc) -> int:
    """Return where the first clause ends if it leaves out a subject that is not its speaker, else 0.

    "Is she still vegan?" "Stopped in May": she did.

    Args:
        passage: the message.
        doc: the message, parsed.
    """
    asked = passage.earlier[-1] if passage.earlier else None
    if asked is None or asked.speaker == passage.speaker or not _asks_of_other(asked.text):
        return 0
    first = next(iter(split_clauses(doc)), None)
    return first.end if first is not None and is_elliptic(first) else 0


def _asks_of_other(text: str) -> bool:
    """Whether a message asks about another than who answers: "where is Tom?", "is she still vegan"."""
    if _QUESTION.search(text) is None or _ASKED_OF_ANSWERER.search(text):
        return False
    words = _WORD.findall(text.lower())
    is_of_person = not _THIRD_PERSON.isdisjoint(words) or not KIN.keys().isdisjoint(words)
    return is_of_person or _NAME.search(text) is not None


def find_answer(passage: Utterance, doc: Doc, turns: Sequence[ParsedTurn | None]) -> Answer | None:
    """Return what a message states by answering the question or request before it; None if it answers none.

    Args:
        passage: the message.
        doc: the message, parsed.
        turns: the messages before it; None for those that are not needed.
    """
    if (assigned := find_accepted_assignment(passage.text, passage.speaker, passage.earlier)) is not None:
        return Answer(assigned[0], len(passage.text), place=assigned[1])
    last = turns[-1] if turns else None
    if last is None or not last.speaker or last.speaker == passage.speaker:
        return None
    question = find_question(last.doc)
    if question is None:
        return None
    others = {passage.speaker, last.speaker}
    third = next((turn for turn in passage.earlier[-2:-1] if turn.speaker not in others), None)
    if third is not None and _ASKED.search(third.text) is not None:
        return None
    if _calls_other(last, passage.speaker, by_any_name=passage.addressee is None):
        return None
    return read_answer(
        question,
        doc,
        asker=last.speaker,
        answerer=passage.speaker,
        is_alone=third is None,
        is_only_other=passage.addressee is not None or all(turn.is_own or turn.is_by_agent for turn in passage.earlier),
    )


def _calls_other(turn: ParsedTurn, answerer: str, *, by_any_name: bool) -> bool:
    """Whether a message that says "you" calls another person than the one who answers: "hey Bo! Do you live in Delhi?"."""
    spans = [span for span in turn.names if span.label == "person"]
    names = [span.text for span in spans if by_any_name or is_vocative(turn.doc.text, span.start, span.end)]
    # The name finder misses short names that stand alone.
    called = {found.start(found.lastgroup or 0) for found in _CALLED.finditer(turn.doc.text)}
    names += [token.text for token in turn.doc if token.idx in called and token.pos_ == "PROPN"]
    own = answerer.lower().split()
    says_you = any(token.lower_ in _YOU for token in turn.doc)
    return says_you and any(not any(word in own for word in name.lower().split()) for name in names)
