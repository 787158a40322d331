"""Facts between the graph and their settling: as they are read, and as they are written."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kg.graph.full_text import memory_terms
from kg.knowledge.extracted_events import Keyed
from kg.knowledge.predicates import Predicate
from kg.knowledge.validity import Course
from kg.language.name_keys import fold, value_id
from kg.protocols import Statement
from kg.trust.formula import ACQUAINTANCE, HEEDED

_AGAIN = 0.1
# In characters: an index takes no long values whole.
_LONGEST_KEY = 500
# A list of the database holds no null.
_FOREVER = dt.datetime(9999, 12, 31, tzinfo=dt.UTC)
SHARED = "shared"


@dataclass(frozen=True)
class End:
    """One end of a fact: an entity, or a value (`id` is None)."""

    id: str | None
    name: str

    @property
    def key(self) -> str:
        """What makes two ends the same."""
        folded = fold(self.name)
        return self.id or "=" + (folded if len(folded) <= _LONGEST_KEY else f"#{value_id(folded)}")


@dataclass(frozen=True)
class Evidence:
    """One event's word for a fact.

    Attributes:
        event: its id.
        at: when it was said.
        order: its place among events of the same moment.
        said_from: since when, as it was said.
        said_to: until when, as it was said.
        person: id of who said it; None where nobody did.
        tier: how far they were trusted then; None where no trust was kept, or it is the caller's own word.
        own: whether they spoke plainly about themselves.
        quarantine: the record by which it does not count for now; None where it does.
        statement: the words, for new evidence.
    """

    event: str
    at: dt.datetime
    order: str
    said_from: str | None
    said_to: str | None
    person: str | None = None
    tier: str | None = None
    own: bool = False
    quarantine: str | None = None
    statement: Statement | None = None

    @property
    def counts(self) -> bool:
        """Whether this word alone makes a fact known: a familiar person's, or anybody's about themselves."""
        return self.quarantine is None and (self.tier is None or self.own or self.tier in HEEDED)

    @property
    def confirms(self) -> bool:
        """Whether this word makes a fact known together with another person's."""
        return self.quarantine is None and self.tier == ACQUAINTANCE


@dataclass
class Told:
    """A fact as a batch finds and leaves it.

    Attributes:
        same: what it says, whoever may know of it.
        place: what it competes for with others, whoever may know of them.
        audience: who may know; the same is another fact for another audience.
        status: as `kg.types.Fact` has it.
        heeded: events whose word counts for it.
        replaced_in: audiences that know of something newer in its place.
        contradicts: ids of known facts that it is at odds with.
    """

    id: str
    kind: Predicate
    subject: str
    object: End
    polarity: bool
    same: tuple[str, ...]
    place: str
    audience: str
    properties: dict[str, Any]
    base: float
    confidence: float
    keyed: Keyed | None = None
    evidence: dict[str, Evidence] = field(default_factory=dict)
    fresh: bool = False
    touched: bool = False
    vector: Any = None
    states: bytes | None = None
    course: Course = field(default_factory=Course)
    status: str = "current"
    heeded: tuple[str, ...] = ()
    supersedes: dict[str, dt.datetime] = field(default_factory=dict)
    superseded_at: dt.datetime | None = None
    replaced_in: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()

    @property
    def known(self) -> bool:
        """Whether it is more than a claim."""
        return self.status in {"current", "superseded"}

    @property
    def strength(self) -> float:
        """How often it was said: of a claim by how many, of what is known by how many events whose word counts."""
        return strength(self.base, len(self.heeded) if self.known else self.voices)

    @property
    def voices(self) -> int:
        """How many different people say so."""
        return len({each.person or "" for each in self.evidence.values()})


def filed(keyed: Keyed) -> str:
    """What facts of one category and key share, whatever their domain."""
    return " / ".join(fold(part) for part in (keyed.category, keyed.key))


def strength(base: float, events: int) -> float:
    """How often a thing was said, as a number: the base for one event, .1 more for each other one, at most 1."""
    return round(min(1.0, base + _AGAIN * (max(1, events) - 1)), 4)


def fact_row(told: Told, scope: str) -> dict[str, Any]:
    """What is to be written of a fact."""
    course, current = told.course, told.status == "current"
    return {
        "id": told.id,
        "subject": told.subject,
        "object": told.object.id,
        "properties": {
            **told.properties,
            "name": told.properties["text"],
            "subject": told.subject,
            "predicate": told.kind.name,
            "object": told.object.id,
            "object_text": told.object.name,
            "object_key": told.object.key,
            "polarity": told.polarity,
            "fact_type": told.kind.fact,
            "audience": told.audience,
        },
        "state": {
            "slot": told.place,
            "domain": told.keyed.domain if told.keyed else None,
            "category": told.keyed.category if told.keyed else None,
            "key": told.keyed.key if told.keyed else None,
            "filed": filed(told.keyed) if told.keyed else None,
            "status": told.status,
            "current": current,
            "confidence": told.confidence,
            "base": told.base,
            "strength": told.strength,
            "voices": told.voices,
            "valid_from": course.valid_from,
            "valid_to": course.valid_to,
            "spells_from": [spell.start for spell in course.spells],
            "spells_to": [spell.end or _FOREVER for spell in course.spells],
            "at": max(each.at for each in told.evidence.values()),
            "superseded_at": told.superseded_at,
            "replaced_in": list(told.replaced_in),
            "expired_at": None,
            "terms": memory_terms(scope, "fact", {"audience": told.audience, "current": current}),
        },
        "vector": told.vector,
        "states": told.states,
        "superseded": [{"id": each, "at": at} for each, at in sorted(told.supersedes.items())],
        "contradicted": list(told.contradicts),
        "evidence": [_evidence_row(each) for each in told.evidence.values() if each.statement is not None],
    }


def _evidence_row(each: Evidence) -> dict[str, Any]:
    said = each.statement
    return {
        "event": each.event,
        "at": each.at,
        "order": each.order,
        "said_from": each.said_from,
        "said_to": each.said_to,
        "tier": each.tier,
        "own": each.own,
        "quarantine": each.quarantine,
        "start": said.start if said else None,
        "end": said.end if said else None,
        "confidence": said.confidence if said else None,
    }


def relation_row(told: Told, now: dt.datetime) -> dict[str, Any] | None:
    """The edge between the two ends of a fact that joins two entities; claims draw none."""
    if told.object.id is None or not told.polarity:
        return None
    times = [each.at for each in told.evidence.values()]
    holds = told.status == "current" and (told.course.valid_to is None or told.course.valid_to > now)
    return {
        "subject": told.subject,
        "object": told.object.id,
        "predicate": told.kind.name,
        "audience": told.audience,
        "type": told.kind.relation,
        "strength": told.strength,
        "first_seen": min(times),
        "last_seen": max(times),
        "facts": [told.id],
        "current": holds,
    }


def keyed_of(row: Mapping[str, Any]) -> Keyed | None:
    """What a stored fact is filed under."""
    return Keyed(row["domain"], row["category"], row["key"]) if row["key"] is not None else None
