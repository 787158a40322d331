"""Facts and entities of the graph that match a question."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kg.knowledge import build_entity_record, put_in_past
from kg.language import STOP_WORDS, extract_keywords, format_partial_date, name_key
from kg.types import Entity

# Maximum number of words of a name, and of a question that are searched for names.
_MAX_NAME_WORDS, _MAX_QUESTION_WORDS = 4, 64
# Lengths of a day and of a month in ISO 8601.
_DAY_CHARS, _MONTH_CHARS = 10, 7
# Share of a fact's words from which an older fact is about the same, and the least share of its relevance.
_SAME_WORDS, _SAME_RELEVANCE = 0.5, 0.6
# Most relevance of a fact that was said differently later.
_OUTDATED_RELEVANCE = 0.49
CONTEXT_RELEVANCE = 0.08
"""Least relevance of a fact in a context."""
_WORD = re.compile(r"[^\s,;:!?()\[\]{}\"]+")

# What is planned for a day does not hold since then.
_PLANS = "plans"


@dataclass(frozen=True)
class MatchedFact:
    """A fact that may answer the question.

    Attributes:
        id: id of the fact.
        text: the fact as a sentence.
        subject: id of the subject.
        object: id of the object; None where that is a value.
        predicate: its predicate, as lives_in.
        strength: its strength, which grows with repetition.
        worth: how worth noting it is, 0 to 1; 1 for a closed predicate and where it was added by hand.
        at: time it was last said, in microseconds since 1970.
        valid_from: start of the validity interval, as ISO text.
        valid_to: end of the validity interval, as ISO text.
        cosine: cosine to the question; None without vectors.
        by_words: whether full text found it.
        speaker: account of the last speaker that asserted it, as platform:id; None where it has none.
        speaker_name: the name that this speaker gave.
        status: current, claimed or contested; superseded where the question asks for the past.
        audience: who may read it.
        sources: ids of supporting events, newest first.
        replaced: ids of events that support the facts it superseded.
        supersedes: ids of the facts it superseded that the reader knows from messages.
        said: whether a message supports it, so that it was not only added by hand.
        signals: what `relevance` is estimated from, see `kg.retrieval.fact_relevance`.
        relevance: the probability that it answers the question; 0 before it is rated.
    """

    id: str
    text: str
    subject: str
    object: str | None
    predicate: str
    strength: float
    worth: float
    at: int
    valid_from: str | None
    valid_to: str | None
    cosine: float | None
    by_words: bool
    speaker: str | None
    speaker_name: str | None
    status: str
    audience: str
    sources: tuple[str, ...]
    replaced: tuple[str, ...]
    supersedes: tuple[str, ...] = ()
    said: bool = True
    signals: tuple[float, ...] = ()
    relevance: float = 0.0

    @property
    def is_claimed(self) -> bool:
        """Whether it is only claimed and not believed."""
        return self.status in {"claimed", "contested"}

    @property
    def is_past(self) -> bool:
        """Whether another fact took its place; only questions about the past find such facts."""
        return self.status == "superseded"

    @property
    def dated_text(self) -> str:
        """The sentence with its validity interval, where it is known and the sentence does not name these dates itself.

        What was over when it was last said, or was replaced, is in the past tense.
        """
        return add_validity(
            self.text, self.predicate, self.valid_from, self.valid_to, self.at, is_replaced=self.is_past
        )

    def with_relevance(self, signals: tuple[float, ...], relevance: float) -> MatchedFact:
        """Return the same fact, rated. `dataclasses.replace` takes ten times as long."""
        rated = object.__new__(MatchedFact)
        rated.__dict__.update(self.__dict__, signals=signals, relevance=relevance)
        return rated


def add_validity(
    text: str,
    predicate: str,
    valid_from: str | None,
    valid_to: str | None,
    last_said: int,
    *,
    is_replaced: bool = False,
) -> str:
    """Return the sentence of a fact with its validity interval, see `MatchedFact.dated_text`.

    Args:
        text: the sentence.
        predicate: its predicate, as lives_in.
        valid_from: start of the validity interval, as ISO text.
        valid_to: its end.
        last_said: when it was last said, in microseconds since 1970.
        is_replaced: whether another fact took its place.
    """
    shown, ends = put_in_past(predicate, text) if is_replaced else text, " until"
    if valid_to and (end := dt.datetime.fromisoformat(valid_to)).timestamp() * 1e6 <= last_said:
        shown = put_in_past(predicate, text)
        # "I worked at a bank" does not say until when.
        is_day_said = end.date() == dt.datetime.fromtimestamp(last_said / 1e6, dt.UTC).date()
        ends = " ended by" if is_day_said and shown != text else ends
    begins = " for" if predicate == _PLANS else " since"
    since = f"{begins} {valid_from[:10]}" if valid_from and not _names_date(text, valid_from) else ""
    until = f"{ends} {valid_to[:10]}" if valid_to and not _names_date(text, valid_to) else ""
    return f"{shown[:-1]} ({(since + until).strip()})." if since or until else shown


def _names_date(text: str, moment: str) -> bool:
    """Whether a sentence names the day, or the month, of a time."""
    return any(format_partial_date(moment[:length]) in text for length in (_DAY_CHARS, _MONTH_CHARS))


@dataclass(frozen=True)
class FactAttribution:
    """What a search of facts alone says of one.

    Attributes:
        subject: id of its subject.
        predicate: its predicate.
        valid_from: start of its validity interval, as ISO text.
        valid_to: end of its validity interval, as ISO text.
        speaker: account of the last who asserted it, as platform:id; None where it has none.
        speaker_name: the name that this speaker gave.
    """

    subject: str
    predicate: str
    valid_from: str | None
    valid_to: str | None
    speaker: str | None
    speaker_name: str | None


_COPIED_FIELDS = tuple(
    name
    for name in MatchedFact.__dataclass_fields__
    if name not in {"speaker", "speaker_name", "sources", "replaced", "supersedes", "said", "signals", "relevance"}
)
_NO_SOURCE = (None, None)


@dataclass(frozen=True)
class GraphMatches:
    """What one round trip found in addition to the candidates.

    Attributes:
        facts: facts that match the question or are about its entities; unordered.
        entities: entities that the question names, longest name first, and persons that it is about without naming them.
        attributions: id of a fact among the candidates → its subject, its validity and who asserted it last.
        model: name and dimension of the scope's embedding model; None for an empty scope.
        is_reembedding: whether the scope's vectors are being replaced by those of a new model.
        asks_about_entities: whether the question names entities and asks nothing else of them, as "who is Ann?".
        asked_predicates: closed predicates that it asks for, as lives_in of "where does Ann live?".
    """

    facts: tuple[MatchedFact, ...] = ()
    entities: tuple[Entity, ...] = ()
    attributions: Mapping[str, FactAttribution] = field(default_factory=dict)
    model: tuple[str, int] | None = None
    is_reembedding: bool = False
    asks_about_entities: bool = False
    asked_predicates: frozenset[str] = frozenset()

    @cached_property
    def facts_by_relevance(self) -> tuple[MatchedFact, ...]:
        """The facts, the most relevant first.

        One that took the place of another is at least as relevant as that one, unless it was itself said differently later.
        """
        return tuple(_order_by_relevance(self.facts))


def extract_name_keys(text: str) -> list[str]:
    """Return the normalised word sequences of a text that may name an entity, longest first, without stop words."""
    words = _WORD.findall(text)[:_MAX_QUESTION_WORDS]
    found: dict[str, None] = {}
    for length in range(min(_MAX_NAME_WORDS, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            run = words[start : start + length]
            key = name_key(" ".join(run))
            if len(key) > 1 and not (length == 1 and key in STOP_WORDS):
                found.setdefault(key)
    return list(found)


def parse_graph_matches(parts: Mapping[str, Any]) -> GraphMatches:
    """Parse the facts, the entities and the model of the parts that `retrieval/candidates` returns."""
    facts = [
        MatchedFact(
            **{name: each[name] for name in _COPIED_FIELDS},
            speaker=each["sources"][0][2] if each["sources"] else None,
            speaker_name=each["sources"][0][3] if each["sources"] else None,
            sources=tuple(source[0] for source in each["sources"]),
            said=any(not source[1] for source in each["sources"]),
            replaced=tuple(event for _, event in each["replaced"]),
            supersedes=tuple(dict.fromkeys(older for older, _ in each["replaced"])),
        )
        for each in parts["facts"]
    ]
    # A reader of both a private and a shared version of a fact gets it once.
    once = {(fact.text, fact.is_claimed): fact for fact in sorted(facts, key=lambda fact: fact.audience == "shared")}
    name, dimension, coming = parts["model"] or (None, 0, None)
    return GraphMatches(
        tuple(once.values()),
        tuple(_select_entities(parts["entities"])),
        {
            each["id"]: FactAttribution(
                each["subject"],
                each["predicate"],
                each["valid_from"],
                each["valid_to"],
                *(each["source"] or _NO_SOURCE),
            )
            for each in parts["attributions"]
        },
        None if name is None else (name, dimension),
        is_reembedding=name is not None and name == coming,
    )


def _select_entities(rows: Sequence[Mapping[str, Any]]) -> list[Entity]:
    """Return the entities with the longest names; a word inside a longer matched name does not match separately."""
    taken: list[str] = []
    found: dict[str, Entity] = {}
    for each in sorted(rows, key=lambda one: (-len(one["key"] or ""), -(one["mention_count"] or 0), one["id"])):
        key = each["key"]
        if key is not None and any(key != longer and f" {key} " in f" {longer} " for longer in taken):
            continue
        if key is not None:
            taken.append(key)
        found.setdefault(each["id"], build_entity_record(each))
    return list(found.values())


def _order_by_relevance(facts: Sequence[MatchedFact]) -> list[MatchedFact]:
    """Return facts by relevance; one that took the place of another is as relevant as that one.

    "I work as a baker" is a fact and an observation: what supersedes the fact comes before the observation. "The launch is due on
    17 April" comes before the older "The launch is planned for 3 April", although neither superseded the other.
    """
    restated = _find_restatements(facts)
    # What was said differently later stands by its message, not first.
    outdated = {older.id for each in restated.values() for older in each}
    rated = []
    for fact in facts:
        # A restatement comes before what it states again.
        before = [math.nextafter(older.relevance, 1) for older in restated.get(fact.id, ())]
        relevance = max(fact.relevance, _relevance_of_replaced(fact, facts), *before)
        if fact.id in outdated:
            relevance = min(relevance, _OUTDATED_RELEVANCE)
        rated.append(fact if relevance == fact.relevance else fact.with_relevance(fact.signals, relevance))
    return sorted(
        rated, key=lambda fact: (-fact.relevance, fact.is_past, not fact.replaced, -fact.strength, -fact.at, fact.id)
    )


def _relevance_of_replaced(fact: MatchedFact, facts: Sequence[MatchedFact]) -> float:
    """Return the highest relevance of the facts that a fact superseded, and of those that rest on the messages of these alone."""
    if fact.is_claimed or not fact.supersedes:
        return 0.0
    chain = [fact]
    for newer in chain:
        # A value that came back supersedes what once superseded it.
        known = {each.id for each in chain}
        chain += [each for each in facts if each.id in newer.supersedes and each.id not in known]
    replaced = set(fact.replaced)
    restated = [
        each
        for each in facts
        if not each.is_past
        and each.id != fact.id
        and each.subject == fact.subject
        and each.sources
        and replaced.issuperset(each.sources)
    ]
    return max(each.relevance for each in (*chain, *restated))


def _find_restatements(facts: Sequence[MatchedFact]) -> dict[str, list[MatchedFact]]:
    """Return id of a fact → the relevant older facts that it states again with other numbers; claims and past facts do not."""
    least = _SAME_RELEVANCE * CONTEXT_RELEVANCE
    stated = (fact for fact in facts if not fact.is_claimed and not fact.is_past and fact.relevance >= least)
    worded = [(fact, *_split_numbers(fact.text)) for fact in stated]
    found: dict[str, list[MatchedFact]] = {}
    for fact, words, numbers in worded:
        for older, others, known in worded:
            if (
                older.at < fact.at
                and CONTEXT_RELEVANCE <= older.relevance <= fact.relevance / _SAME_RELEVANCE
                and numbers
                and known
                and numbers != known
                and len(words & others) >= _SAME_WORDS * max(1, len(words))
            ):
                found.setdefault(fact.id, []).append(older)
    return found


def _split_numbers(text: str) -> tuple[set[str], set[str]]:
    """Return the keywords of a text that are words, and those with other characters, such as numbers."""
    keywords = set(extract_keywords(text))
    words = {word for word in keywords if word.isalpha()}
    return words, keywords - words
