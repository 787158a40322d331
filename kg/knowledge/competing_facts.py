"""Which stored facts a batch has to read: those that its statements may repeat, replace or end.

A person of whom much is known has many facts with a common predicate ("go", "have"). A statement with such a predicate
competes only with facts of the same object or aspect (see `kg.knowledge.fact_merging.compute_slot`), so only these are read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kg.knowledge.extracted_events import StatementEndpoints
from kg.knowledge.fact_merging import format_aspect_slot
from kg.knowledge.fact_state import FactEndpoint
from kg.knowledge.predicates import Predicate
from kg.knowledge.state_endings import find_compared_words, find_ended_predicates, find_ending_predicates, is_state
from kg.knowledge.task_closing import is_pending, may_close
from kg.knowledge.task_verbs import related_verbs
from kg.knowledge.thing_names import content_words
from kg.protocols import ExtractedStatement


@dataclass
class SoughtFacts:
    """The facts with one predicate, and with those of related deeds, that a batch reads of a subject.

    Attributes:
        is_whole: whether all of them are read; otherwise those of these objects and aspects, and of entities that the batch
            names, with those that compete with one of these. If one of the facts is a task, or says that something is not yet
            done, all are read in any case, since any of them may have closed it.
        object_keys: keys of objects that are values.
        aspects: ends of the slots of aspects.
        words: starts of words, in small letters; facts whose objects contain one of them are read too.
    """

    is_whole: bool = False
    object_keys: set[str] = field(default_factory=set)
    aspects: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)

    def add(self, other: SoughtFacts) -> None:
        """Read the facts of the other one too."""
        self.is_whole = self.is_whole or other.is_whole
        self.object_keys |= other.object_keys
        self.aspects |= other.aspects
        self.words |= other.words

    @property
    def has_only_words(self) -> bool:
        """Whether only facts are read whose objects contain one of the words."""
        return bool(self.words) and not (self.is_whole or self.object_keys or self.aspects)

    def to_row(self, *predicates: str, tasks: bool = True) -> dict[str, Any]:
        """Return the row of `knowledge/resolution_candidates` that reads facts with these predicates.

        Args:
            predicates: the predicates.
            tasks: whether tasks are read, with what may have closed them.
        """
        return {
            "predicates": sorted(frozenset[str]().union(*map(related_verbs, predicates))),
            "whole": self.is_whole,
            "objects": [] if self.is_whole else sorted(self.object_keys),
            "aspects": [] if self.is_whole else sorted(self.aspects),
            "words": [] if self.is_whole else sorted(self.words),
            "tasks": tasks,
        }


def group_rows(sought: Mapping[str, SoughtFacts]) -> list[dict[str, Any]]:
    """Return the rows that read these facts, by predicate.

    A deed may end states with hundreds of predicates ("stop": whatever one does), so that one row reads those with the same
    words. It reads no tasks, which no deed ends in this way.
    """
    rows, of_words = [], defaultdict[tuple[str, ...], list[str]](list)
    for predicate, facts in sorted(sought.items()):
        if facts.has_only_words:
            of_words[tuple(sorted(facts.words))].append(predicate)
        else:
            rows.append(facts.to_row(predicate))
    return rows + [
        SoughtFacts(words=set(words)).to_row(*predicates, tasks=False) for words, predicates in sorted(of_words.items())
    ]


def whole_rows(predicates: Iterable[str]) -> list[dict[str, Any]]:
    """Return the rows that read all facts with these predicates."""
    return [SoughtFacts(is_whole=True).to_row(name) for name in sorted(predicates)]


def seek_competing(endpoints: StatementEndpoints) -> dict[str, SoughtFacts]:
    """Return the facts of a statement's subject that may repeat the statement or compete with it, by predicate."""
    predicate, statement = endpoints.predicate, endpoints.statement
    if not predicate.kind or is_pending(predicate, polarity=statement.polarity):
        names = (predicate.name, predicate.opposite, predicate.inverse)
        return {name: SoughtFacts(is_whole=True) for name in names if name} | _seek_ending(predicate, statement)
    sought = SoughtFacts()
    if endpoints.object is None:
        sought.object_keys.add(FactEndpoint(None, statement.object.strip()).key)
    if predicate.aspect:
        sought.aspects.add(format_aspect_slot("", predicate))
    return {predicate.name: sought} | _seek_ending(predicate, statement)


def _seek_ending(predicate: Predicate, statement: ExtractedStatement) -> dict[str, SoughtFacts]:
    """Return the states that a deed may end, or the deeds that may have ended a state, by predicate."""
    if is_state(predicate.kind, polarity=statement.polarity, predicate=predicate.name):
        names = find_ending_predicates(predicate.name, statement.object)
    elif may_close(predicate, polarity=statement.polarity):
        names = find_ended_predicates(predicate.name, statement.object)
    else:
        names = frozenset()
    words = content_words(statement.object) | find_compared_words(predicate.name, statement.object)
    return {name: SoughtFacts(words=set(words)) for name in names - {predicate.name}} if words else {}


def seek_mirrored(predicate: Predicate) -> dict[str, SoughtFacts]:
    """Return the facts of a statement's object that may state the same, by predicate."""
    names = (predicate.name if predicate.is_symmetric else None, predicate.inverse)
    return {name: SoughtFacts(is_whole=True) for name in names if name}
