"""Questions that the records of another memory answer: about keyed facts, other facts, people and entities."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kg.knowledge import PREDICATES, ImportedEntity, ImportedFact
from kg.language import fold_text
from kg.people import ImportedPerson
from kg.transfer.importers.items import ImportItem, RecordItem

# By closed predicate: the question in the third person, and in the first.
_QUESTIONS = {
    "works_at": ("Where does {s} work?", "Where do I work?"),
    "role": ("What is {s}'s profession?", "What is my profession?"),
    "lives_in": ("Where does {s} live?", "Where do I live?"),
    "from": ("Where is {s} from?", "Where am I from?"),
    "born_on": ("When was {s} born?", "When was I born?"),
    "age": ("How old is {s}?", "How old am I?"),
    "studies_at": ("Where does {s} study?", "Where do I study?"),
    "speaks": ("What languages does {s} speak?", "What languages do I speak?"),
    "likes": ("What does {s} like?", "What do I like?"),
    "dislikes": ("What does {s} dislike?", "What do I dislike?"),
    "prefers": ("What does {s} prefer?", "What do I prefer?"),
    "uses": ("What does {s} use?", "What do I use?"),
    "owns": ("What does {s} own?", "What do I own?"),
    "has_pet": ("What pet does {s} have?", "What pet do I have?"),
    "married_to": ("Whom is {s} married to?", "Whom am I married to?"),
    "allergic_to": ("What is {s} allergic to?", "What am I allergic to?"),
    "diet": ("What diet does {s} follow?", "What diet do I follow?"),
    "email": ("What is {s}'s e-mail address?", "What is my e-mail address?"),
    "phone": ("What is {s}'s phone number?", "What is my phone number?"),
    "name_is": ("What is {s} called?", "What is my name?"),
    "located_in": ("Where is {s}?", "Where am I?"),
    "deadline": ("When is {s} due?", "When am I due?"),
    "reports_to": ("Whom does {s} report to?", "Whom do I report to?"),
    "member_of": ("What is {s} a member of?", "What am I a member of?"),
}
_MAX_ANSWER_WORDS = 12


@dataclass(frozen=True)
class OldQuestion:
    """A question that a record answers.

    Attributes:
        where: location of the record.
        text: the question.
        record: the record in words.
        answer: what an answer contains.
        outdated: what other records said before.
        speaker: account of the person who asks; None: anyone.
    """

    where: str
    text: str
    record: str
    answer: str
    outdated: tuple[str, ...] = ()
    speaker: str | None = None


def make_questions(items: Iterable[ImportItem]) -> list[OldQuestion]:
    """Return the questions that the records among these items answer, each once, in order."""
    slots: dict[tuple[str, ...], list[tuple[str, ImportedFact]]] = defaultdict(list)
    questions: list[OldQuestion] = []
    for item in items:
        record = item.record if isinstance(item, RecordItem) else None
        if isinstance(record, ImportedFact):
            slots[_slot(record)].append((item.where, record))
        elif isinstance(record, ImportedPerson):
            questions += _about(item.where, "Who", record.name, record.summary)
        elif isinstance(record, ImportedEntity):
            questions += _about(
                item.where, "Who" if record.type == "person" else "What", record.name, record.description
            )
    questions += [_about_fact(facts) for facts in slots.values()]
    return list({(question.text, question.answer): question for question in questions}.values())


def _slot(fact: ImportedFact) -> tuple[str, ...]:
    """Return what facts share of which only the newest holds."""
    if fact.fact_key is not None:
        return ("key", fold_text(fact.fact_key.category), fold_text(fact.fact_key.key))
    predicate = PREDICATES.get(fact.predicate)
    subject = fact.subject_account or fold_text(fact.subject)
    if fact.aspect or (predicate is not None and predicate.is_single_valued):
        return (subject, fact.predicate, fact.aspect)
    return (subject, fact.predicate, fact.aspect, fold_text(fact.object))


def _about(where: str, word: str, name: str | None, description: str) -> Iterator[OldQuestion]:
    """Ask about a person or entity that has a description."""
    words = description.split()
    if name and words:
        yield OldQuestion(where, f"{word} is {name}?", f"{name}: {description}", " ".join(words[:_MAX_ANSWER_WORDS]))


def _about_fact(facts: list[tuple[str, ImportedFact]]) -> OldQuestion:
    where, fact = max(facts, key=lambda each: (each[1].valid_to is None, each[1].at))
    outdated = {other.object for _, other in facts if fold_text(other.object) != fold_text(fact.object)}
    is_own = fact.subject_account is not None
    key = f"{fact.fact_key.category} / {fact.fact_key.key}: " if fact.fact_key else ""
    record = f"{key}{fact.subject} {fact.predicate.replace('_', ' ')} {fact.object}"
    speaker = fact.subject_account if is_own else None
    return OldQuestion(where, _question(fact, is_own=is_own), record, fact.object, tuple(sorted(outdated)), speaker)


def _question(fact: ImportedFact, *, is_own: bool) -> str:
    if fact.predicate in _QUESTIONS:
        third, first = _QUESTIONS[fact.predicate]
        return first if is_own else third.replace("{s}", fact.subject)
    owner = "my" if is_own else f"{fact.subject}'s"
    if fact.fact_key is not None:
        return f"What is {owner} {fact.fact_key.key.replace('_', ' ')} ({fact.fact_key.category})?"
    before, _, _ = (fact.template or f"{{s}} {fact.predicate.replace('_', ' ')} {{o}}").partition("{o}")
    words = before.replace("{s}", fact.subject).strip()
    return f"What is {words.removesuffix(' is')}?" if words.endswith(" is") else f"{words} what?"
