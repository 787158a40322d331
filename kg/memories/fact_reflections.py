"""What facts about one subject come to together, without a language model: one dated sentence that leads back to each of them."""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg.knowledge.predicates import PREDICATES, predicate, sentence
from kg.language.name_keys import fold
from kg.memories.memory_store import identity
from kg.types import Fact, identifiers

LATEST = 20
"""Of so many of the newest facts it is reflected."""
LEAST = 3
"""So many facts about one subject are needed."""
MOST = 3
"""So many reflections come of it at most."""
_TOLD = 6
_EVER = dt.datetime(1, 1, 1, tzinfo=dt.UTC)
# What somebody said of themselves is told of them.
_TURNED = {"my": "their", "mine": "theirs", "myself": "themselves", "our": "their"}
_OWN = re.compile(r"\b(my|mine|myself|our)\b", re.IGNORECASE)
_PLACES = {name: place for place, name in enumerate(PREDICATES)}


@dataclass(frozen=True)
class Thought:
    """A reflection that was drawn and is not kept yet.

    Attributes:
        id: by subject, audience and sources: the same facts come to the same thought.
        text: one dated sentence.
        subject: id of the entity that it is about.
        sources: ids of the facts that it tells, sorted.
        audience: of every one of them.
    """

    id: str
    text: str
    subject: str
    sources: tuple[str, ...]
    audience: str


def reflect(facts: Sequence[Fact], said: Mapping[str, dt.datetime] | None = None) -> Sequence[Thought]:
    """What the latest facts come to: a thought for each subject of which there are three or more, three thoughts at most.

    Facts of two audiences never meet in one thought. Of a subject the six surest facts are told, in the order of the predicates.

    Args:
        facts: current ones, in any order; of more than 20 the latest count.
        said: id of a fact → when it was said last; of others counts when the memory learnt of them.
    """
    times = {fact.id: (said or {}).get(fact.id) or fact.recorded_at or _EVER for fact in facts}
    latest = sorted(facts, key=lambda fact: (times[fact.id], fact.id), reverse=True)[:LATEST]
    groups: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in latest:
        if fact.status == "current" and fact.subject_id:
            groups[fact.subject_id, fact.audience].append(fact)
    enough = [(key, group) for key, group in groups.items() if len(group) >= LEAST]
    # The subject of which most is known first, then the one of which something was learnt last.
    enough.sort(key=lambda each: (-len(each[1]), _EVER - times[each[1][0].id], each[0]))
    return [_thought(subject, audience, group, times) for (subject, audience), group in enough[:MOST]]


def _thought(subject: str, audience: str, group: Sequence[Fact], times: Mapping[str, dt.datetime]) -> Thought:
    surest = sorted(group, key=lambda fact: (-fact.confidence, -fact.strength, fact.id))[:_TOLD]
    told = sorted(surest, key=_in_order)
    sources = tuple(sorted(fact.id for fact in told))
    day = max(times[fact.id] for fact in told)
    text = f"{told[0].subject} (as of {day:%Y-%m-%d}): {_joined(_clauses(told))}."
    return Thought(identity("reflection", subject, audience, *sources), text, subject, sources, audience)


def _clauses(facts: Sequence[Fact]) -> list[str]:
    """What is said of the subject, those of one predicate in one clause."""
    by_kind: dict[tuple[str, bool, str], list[Fact]] = defaultdict(list)
    for fact in facts:
        # What has a date of its own, and a favourite, has a clause of its own.
        alone = fact.id if _since(fact) or fact.predicate == "favourite" or not fact.polarity else ""
        by_kind[fact.predicate, fact.polarity, alone].append(fact)
    return [_clause(group) for group in by_kind.values()]


def _clause(group: Sequence[Fact]) -> str:
    first = group[0]
    things = list({fold(fact.object): _told_of(fact) for fact in group}.values())
    told = sentence(predicate(first.predicate), first.subject, _listed(things), polarity=first.polarity).removesuffix(
        "."
    )
    for begin in (f"{first.subject}'s ", f"{first.subject} "):
        if told.startswith(begin):
            return told.removeprefix(begin) + _since(first)
    return told[:1].lower() + told[1:] + _since(first)


def _told_of(fact: Fact) -> str:
    """The other end of a fact, in the third person where its subject said so."""
    if fact.asserted_by is None or identifiers.identity(fact.asserted_by, "any").person != fact.subject_id:
        return fact.object
    return _OWN.sub(lambda word: _TURNED[word[0].casefold()], fact.object)


def _since(fact: Fact) -> str:
    """Since when, of what a subject has one of at a time."""
    if fact.valid_from is None or not predicate(fact.predicate).single:
        return ""
    return f" since {fact.valid_from:%Y-%m-%d}"


def _joined(clauses: Sequence[str]) -> str:
    # A list within a clause has an "and" of its own.
    if any(" and " in clause or "," in clause for clause in clauses):
        return "; ".join(clauses)
    return _listed(clauses)


def _listed(parts: Iterable[str]) -> str:
    *others, last = list(parts)
    return f"{', '.join(others)} and {last}" if others else last


def _in_order(fact: Fact) -> tuple[int, str, str, str]:
    return _PLACES.get(fact.predicate, len(_PLACES)), fact.predicate, fold(fact.object), fact.id
