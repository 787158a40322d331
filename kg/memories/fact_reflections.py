"""Reflections on facts without a language model: one dated sentence about a subject, with the facts as its sources."""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from kg.knowledge import PREDICATES, format_fact_sentence, get_predicate
from kg.language import fold_text
from kg.memories.memory_store import derive_memory_id
from kg.types import Fact, parse_identity

NO_NAMES: Mapping[str, str] = MappingProxyType({})
"""For texts that show subjects by their own names."""
LATEST_FACTS = 20
"""Number of newest facts that are considered."""
MIN_SUBJECT_FACTS = 3
"""Minimum number of facts about a subject for a reflection."""
MAX_REFLECTIONS = 3
"""Maximum number of reflections per run."""
_MAX_FACTS = 6
_MIN_TIME = dt.datetime(1, 1, 1, tzinfo=dt.UTC)
# Rewrites first-person possessives of a speaker to the third person.
_THIRD_PERSON = {"my": "their", "mine": "theirs", "myself": "themselves", "our": "their"}
_FIRST_PERSON = re.compile(r"\b(my|mine|myself|our)\b", re.IGNORECASE)
_PREDICATE_ORDER = {name: place for place, name in enumerate(PREDICATES)}


@dataclass(frozen=True)
class ReflectionDraft:
    """A reflection that is not stored yet.

    Attributes:
        id: derived from subject, audience and sources, so that the same facts give the same id.
        text: one dated sentence.
        subject: id of the entity that it is about.
        sources: ids of the facts that it states, sorted.
        audience: the audience that all its facts share.
    """

    id: str
    text: str
    subject: str
    sources: tuple[str, ...]
    audience: str


def draft_reflections(
    facts: Sequence[Fact],
    last_said: Mapping[str, dt.datetime] | None = None,
    names: Mapping[str, str] = NO_NAMES,
) -> Sequence[ReflectionDraft]:
    """Draft reflections on the latest facts: one for each subject with at least three facts, at most three in total.

    Facts of different audiences are never combined. A reflection states at most the six most confident facts, in predicate order.

    Args:
        facts: current facts, in any order; only the latest 20 are considered.
        last_said: fact id → time it was last said; `recorded_at` for facts that are missing.
        names: id of a subject → the name to show, with account and tier where that is needed.
    """
    times = {fact.id: (last_said or {}).get(fact.id) or fact.recorded_at or _MIN_TIME for fact in facts}
    latest = sorted(facts, key=lambda fact: (times[fact.id], fact.id), reverse=True)[:LATEST_FACTS]
    groups: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in latest:
        if fact.status == "current" and fact.subject_id:
            groups[fact.subject_id, fact.audience].append(fact)
    enough = [(key, group) for key, group in groups.items() if len(group) >= MIN_SUBJECT_FACTS]
    # The subject with most facts first, then the one with the newest fact.
    enough.sort(key=lambda each: (-len(each[1]), _MIN_TIME - times[each[1][0].id], each[0]))
    return [_draft(subject, audience, group, times, names) for (subject, audience), group in enough[:MAX_REFLECTIONS]]


def _draft(
    subject: str, audience: str, group: Sequence[Fact], times: Mapping[str, dt.datetime], names: Mapping[str, str]
) -> ReflectionDraft:
    surest = sorted(group, key=lambda fact: (-fact.confidence, -fact.strength, fact.id))[:_MAX_FACTS]
    stated = sorted(surest, key=_order_key)
    sources = tuple(sorted(fact.id for fact in stated))
    day = max(times[fact.id] for fact in stated)
    text = f"{names.get(subject, stated[0].subject)} (as of {day:%Y-%m-%d}): {_join_clauses(_clauses(stated))}."
    return ReflectionDraft(
        derive_memory_id("reflection", subject, audience, *sources), text, subject, sources, audience
    )


def _clauses(facts: Sequence[Fact]) -> list[str]:
    """Return the clauses about the subject; facts with the same predicate share a clause."""
    by_kind: dict[tuple[str, bool, str], list[Fact]] = defaultdict(list)
    for fact in facts:
        # A dated fact, a favourite and a negated fact each get a clause of their own.
        is_alone = _since(fact) or fact.predicate == "favourite" or not fact.polarity or _has_own_sentence(fact)
        alone = fact.id if is_alone else ""
        by_kind[fact.predicate, fact.polarity, alone].append(fact)
    return [_clause(group) for group in by_kind.values()]


def _clause(group: Sequence[Fact]) -> str:
    first = group[0]
    records = list({fold_text(fact.object): _object_text(fact) for fact in group}.values())
    stated = (
        first.text
        if _has_own_sentence(first)
        else format_fact_sentence(
            get_predicate(first.predicate), first.subject, _join_list(records), polarity=first.polarity
        )
    ).removesuffix(".")
    for begin in (f"{first.subject}'s ", f"{first.subject} "):
        if stated.startswith(begin):
            return stated.removeprefix(begin) + _since(first)
    return stated[:1].lower() + stated[1:] + _since(first)


def _has_own_sentence(fact: Fact) -> bool:
    """Whether the sentence of a fact is not that of its predicate, as for observations."""
    return (
        fact.predicate not in PREDICATES
        and bool(fact.text)
        and fact.text
        != format_fact_sentence(get_predicate(fact.predicate), fact.subject[:1].upper() + fact.subject[1:], fact.object)
    )


def _object_text(fact: Fact) -> str:
    """Return the object of a fact, in the third person where the subject asserted it."""
    if fact.asserted_by is None or parse_identity(fact.asserted_by, "any").person != fact.subject_id:
        return fact.object
    return _FIRST_PERSON.sub(lambda word: _THIRD_PERSON[word[0].casefold()], fact.object)


def _since(fact: Fact) -> str:
    """Return " since DATE" for a predicate that has one value at a time."""
    if fact.valid_from is None or not get_predicate(fact.predicate).is_single_valued:
        return ""
    return f" since {fact.valid_from:%Y-%m-%d}"


def _join_clauses(clauses: Sequence[str]) -> str:
    # Clauses that contain a list are separated by semicolons.
    if any(" and " in clause or "," in clause for clause in clauses):
        return "; ".join(clauses)
    return _join_list(clauses)


def _join_list(parts: Iterable[str]) -> str:
    *others, last = list(parts)
    return f"{', '.join(others)} and {last}" if others else last


def _order_key(fact: Fact) -> tuple[int, str, str, str]:
    return _PREDICATE_ORDER.get(fact.predicate, len(_PREDICATE_ORDER)), fact.predicate, fold_text(fact.object), fact.id
