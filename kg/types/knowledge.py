"""Records of knowledge: entities, facts, relations, topics and other nodes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Entity:
    """A person or thing that events mention.

    Attributes:
        id: stable id.
        name: name.
        type: person, org, place, project, tool, concept, event, product or other.
        aliases: other names.
        description: what it is, if it was described.
        mention_count: number of events that name it or state a fact about it.
        first_seen: time of the first.
        last_seen: time of the last.
        importance: 1 to 10.
    """

    id: str
    name: str
    type: str
    aliases: tuple[str, ...] = ()
    description: str = ""
    mention_count: int = 0
    first_seen: dt.datetime | None = None
    last_seen: dt.datetime | None = None
    importance: int = 5


@dataclass(frozen=True)
class Fact:
    """A fact about a subject, with its validity, evidence and attribution.

    Attributes:
        id: stable id.
        subject: name of the subject.
        predicate: such as lives_in; see `kg.knowledge.predicates`.
        object: name of the object, or a value.
        text: the fact as a sentence.
        polarity: False if it is negated.
        fact_type: relation, attribute, preference, state, event or metric.
        status: current, claimed, contested, superseded, quarantined or retracted.
        confidence: 0 to 1, the highest of its sources.
        strength: 0 to 1; it grows with each supporting event.
        valid_from: start of its validity, if known.
        valid_to: end of its validity (exclusive); None if it is still valid.
        recorded_at: start of its transaction time.
        expired_at: end of its transaction time; None if it has not expired.
        sources: ids of the events that support it, oldest first.
        asserted_by: who asserted it (`platform:id`): of several, the person concerned, then an owner, then the most
            trusted, then the first.
        domain: domain given by the caller.
        category: category given by the caller.
        key: key given by the caller; part of the slot.
        subject_id: id of the subject.
        object_id: id of the object; None if it is a value.
        audience: who may read it: shared, session:ID or person:ID.
        kind: event, state, trait, preference, plan, opinion, relation, possession or task.
        worth: probability that a careful reader would note it; 1 for facts of closed predicates.
        roles: further arguments of an observation: time, place, amount.
    """

    id: str
    subject: str
    predicate: str
    object: str
    text: str
    polarity: bool = True
    fact_type: str = "relation"
    status: str = "current"
    confidence: float = 1.0
    strength: float = 0.5
    valid_from: dt.datetime | None = None
    valid_to: dt.datetime | None = None
    recorded_at: dt.datetime | None = None
    expired_at: dt.datetime | None = None
    sources: tuple[str, ...] = ()
    asserted_by: str | None = None
    domain: str | None = None
    category: str | None = None
    key: str | None = None
    subject_id: str = ""
    object_id: str | None = None
    audience: str = "shared"
    kind: str = "state"
    worth: float = 1.0
    roles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class FactStatement:
    """A message that states a fact.

    Attributes:
        id: id of the event.
        text: its text, cut.
        at: when it was said.
        speaker: who said it (`platform:id`); None: the caller's own code.
        speaker_name: the speaker's display name.
        tier: how far the speaker was trusted then; None without a speaker.
    """

    id: str
    text: str
    at: dt.datetime
    speaker: str | None = None
    speaker_name: str | None = None
    tier: str | None = None


@dataclass(frozen=True)
class ContestedFact:
    """One side of a contradiction.

    Attributes:
        id: id of the fact.
        text: the fact as a sentence.
        status: current, contested or claimed.
        at: when it was recorded.
        valid_from: start of its validity, if known.
        valid_to: end of its validity, if known.
        statements: number of messages that state it.
        evidence: the first three of them, oldest first.
    """

    id: str
    text: str
    status: str
    at: dt.datetime
    valid_from: dt.datetime | None = None
    valid_to: dt.datetime | None = None
    statements: int = 0
    evidence: tuple[FactStatement, ...] = ()


@dataclass(frozen=True)
class Contradiction:
    """Two facts that cannot both be true, and that only a person can decide between.

    Attributes:
        fact: the contested fact.
        other: the fact that contradicts it, whatever its status.
    """

    fact: ContestedFact
    other: ContestedFact


@dataclass(frozen=True)
class Task:
    """A task: what a person is to do, and whether it is done. It is a fact of kind "task".

    Attributes:
        id: id of the fact.
        text: the task as a sentence.
        owner: name of the person who is to do it.
        owner_id: id of that person.
        due: ISO date by which it is to be done, only as precise as stated (2026, 2026-03, 2026-03-06); None if there is none.
        status: open, overdue (open after its due date), done or dropped.
        at: when it was last stated.
        closed_at: when it was done or dropped; None while it is open.
        sources: ids of the events that state it, oldest first.
        audience: who may read it: shared, session:ID or person:ID.
    """

    id: str
    text: str
    owner: str
    owner_id: str
    due: str | None = None
    status: str = "open"
    at: dt.datetime | None = None
    closed_at: dt.datetime | None = None
    sources: tuple[str, ...] = ()
    audience: str = "shared"


@dataclass(frozen=True)
class CrystallisationResult:
    """The facts that a language model extracted from the last messages.

    Attributes:
        processed_messages: number of messages in the prompt.
        extracted_facts: number of complete facts in its answer.
        saved_facts: number of facts saved.
        model: name of the model.
        facts: the saved facts.
        failures: number of answers that could not be parsed.
    """

    processed_messages: int
    extracted_facts: int
    saved_facts: int
    model: str
    facts: tuple[Fact, ...] = ()
    failures: int = 0


@dataclass(frozen=True)
class Relation:
    """A relation between two entities, derived from current facts.

    Attributes:
        source: name of the subject.
        predicate: such as works_at.
        target: name of the object.
        type: professional, financial, social, technical or other.
        strength: 0 to 1.
        first_seen: when it was first stated.
        last_seen: when it was last stated.
        facts: ids of the facts that support it.
    """

    source: str
    predicate: str
    target: str
    type: str
    strength: float
    first_seen: dt.datetime | None = None
    last_seen: dt.datetime | None = None
    facts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Path:
    """A path from one entity to another along relations.

    Attributes:
        names: names of the entities on the path, both ends included.
        steps: the relations between them.
        weight: product of their strengths.
    """

    names: tuple[str, ...]
    steps: tuple[Relation, ...]
    weight: float


@dataclass(frozen=True)
class Topic:
    """A topic of events.

    Attributes:
        id: stable id.
        label: name of the topic.
        events: number of events on it.
        parent: the broader topic, if there is one.
    """

    id: str
    label: str
    events: int
    parent: str | None = None


@dataclass(frozen=True)
class NodeRecord:
    """A node without a record type of its own: its labels and its properties, without the embedding."""

    id: str
    kind: str
    labels: tuple[str, ...]
    properties: Mapping[str, Any]
