"""Records of what is known: entities, facts, relations, topics."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass


@dataclass(frozen=True)
class Entity:
    """Somebody or something that is spoken of.

    Attributes:
        id: stable id.
        name: what it is called.
        type: person, org, place, project, tool, concept, event, product or other.
        aliases: other names.
        description: what it is, where somebody said so.
        mention_count: how many events name it, or state something of it.
        first_seen: first of them.
        last_seen: last of them.
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
    """That something is, was, or is said to be so.

    Attributes:
        id: stable id.
        subject: whom or what it is about, by name.
        predicate: as lives_in; see `kg.knowledge.predicates`.
        object: the other end, by name, or a value.
        text: the fact as a sentence.
        polarity: False where it says that it is not so.
        fact_type: relation, attribute, preference, state, event or metric.
        status: current, claimed, contested, superseded, quarantined or retracted.
        confidence: 0 to 1, of the surest of its sources.
        strength: 0 to 1; it grows with each event that says so.
        valid_from: since when it holds, where that is known.
        valid_to: until when (exclusive) it held; None where it still does.
        recorded_at: since when the memory knows it.
        expired_at: until when the memory took it for right; None where it still does.
        sources: ids of the events that say so, oldest first.
        asserted_by: whose word it is (`platform:id`): of several, that of who was trusted most, then the first.
        domain: what it is filed under.
        category: what it is filed under.
        key: what it is filed under.
        subject_id: the entity's id.
        object_id: the other entity's id; None where the object is a value.
        audience: who may know: shared, session:ID or person:ID.
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


@dataclass(frozen=True)
class Crystallised:
    """What a language model drew out of the last messages.

    Attributes:
        processed_messages: how many it was given.
        extracted_facts: how many it gave that are whole.
        saved_facts: how many were saved.
        model: which model.
        facts: those that were saved.
        failures: how many of its answers could not be read.
    """

    processed_messages: int
    extracted_facts: int
    saved_facts: int
    model: str
    facts: tuple[Fact, ...] = ()
    failures: int = 0


@dataclass(frozen=True)
class Relation:
    """What one entity is to another, as current facts tell it.

    Attributes:
        source: name of the subject.
        predicate: as works_at.
        target: name of the object.
        type: professional, financial, social, technical or other.
        strength: 0 to 1.
        first_seen: when it was first said.
        last_seen: when it was last said.
        facts: ids of the facts that it is drawn from.
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
    """A way from one entity to another along relations.

    Attributes:
        names: of the entities on the way, both ends included.
        steps: the relations between them.
        weight: the product of their strengths.
    """

    names: tuple[str, ...]
    steps: tuple[Relation, ...]
    weight: float


@dataclass(frozen=True)
class Topic:
    """What is spoken of.

    Attributes:
        id: stable id.
        label: what it is called.
        events: how many events are on it.
        parent: the wider topic, where there is one.
    """

    id: str
    label: str
    events: int
    parent: str | None = None
