"""Facts with their evidence as a batch reads them from the graph and writes them back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kg.graph import memory_terms
from kg.knowledge.extracted_events import FactKey
from kg.knowledge.fact_timelines import ValidityTimeline
from kg.knowledge.predicates import Predicate
from kg.language import fold_text, value_id
from kg.protocols import ExtractedStatement
from kg.trust import ACQUAINTANCE, CREDIBLE_TIERS

_STRENGTH_STEP = 0.1
# An index does not accept longer values.
_MAX_KEY_CHARS = 500
# A list property cannot hold null.
_OPEN_END = dt.datetime(9999, 12, 31, tzinfo=dt.UTC)
SHARED = "shared"


@dataclass(frozen=True)
class FactEndpoint:
    """The subject or object of a fact: an entity, or a value (`id` is None)."""

    id: str | None
    name: str

    @property
    def key(self) -> str:
        """Identity of the endpoint: the id of the entity, or the folded value."""
        if self.id:
            return self.id
        folded = fold_text(self.name)
        return "=" + (folded if len(folded) <= _MAX_KEY_CHARS else f"#{value_id(folded)}")


@dataclass(frozen=True)
class FactEvidence:
    """One event's support of a fact.

    Attributes:
        event: its id.
        at: when the event happened.
        order: sort key among events of the same moment.
        said_from: start of validity, as stated.
        said_to: end of validity, as stated.
        person: id of the speaker; None where there is none.
        tier: trust tier of the speaker at that time; None where trust is not tracked, or the caller's own code stated it.
        is_about_self: whether the speaker plainly described themselves.
        quarantine: id of the quarantine that excludes it; None where there is none.
        statement: the statement, for new evidence.
        rests_on: ids of the earlier messages without which the statement could not be understood, for new evidence.
        authority: "owner", "endorsed" or "presence": why the speaker's tier counts; None where trust is not tracked, and for
            evidence that was stored before it was recorded.
        first_seen: when the speaker was first seen; None where that is not known.
        session: the session of the event.
    """

    event: str
    at: dt.datetime
    order: str
    said_from: str | None
    said_to: str | None
    person: str | None = None
    tier: str | None = None
    is_about_self: bool = False
    quarantine: str | None = None
    statement: ExtractedStatement | None = None
    rests_on: tuple[str, ...] = ()
    authority: str | None = None
    first_seen: dt.datetime | None = None
    session: str | None = None

    @property
    def is_trusted(self) -> bool:
        """Whether it alone makes an undisputed fact accepted: from a familiar person, or about the speaker themselves."""
        return self.quarantine is None and (self.tier is None or self.is_about_self or self.tier in CREDIBLE_TIERS)

    @property
    def is_corroborating(self) -> bool:
        """Whether it makes a fact accepted together with another person's evidence."""
        return self.quarantine is None and self.tier == ACQUAINTANCE


@dataclass
class FactState:
    """A fact as a batch reads it and writes it back.

    Attributes:
        identity: what the fact states, regardless of its audience.
        slot: the slot for which it competes, regardless of audience.
        audience: who may read it; the same statement for another audience is another fact.
        status: see `kg.types.Fact`.
        trusted_events: events whose evidence makes it accepted.
        replaced_in: audiences that know of a newer fact in its slot.
        needs_vector: whether it is new, or its slot key has changed.
        contradicts: ids of accepted facts that it contradicts.
        worth: of an observation: how worth noting its clearest statement is, 0 to 1.
    """

    id: str
    predicate: Predicate
    subject: str
    object: FactEndpoint
    polarity: bool
    identity: tuple[str, ...]
    slot: str
    audience: str
    properties: dict[str, Any]
    base_strength: float
    confidence: float
    fact_key: FactKey | None = None
    evidence: dict[str, FactEvidence] = field(default_factory=dict)
    is_new: bool = False
    needs_vector: bool = False
    is_touched: bool = False
    vector: Any = None
    token_states: bytes | None = None
    timeline: ValidityTimeline = field(default_factory=ValidityTimeline)
    status: str = "current"
    trusted_events: tuple[str, ...] = ()
    supersedes: dict[str, dt.datetime] = field(default_factory=dict)
    superseded_at: dt.datetime | None = None
    replaced_in: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    worth: float | None = None

    @property
    def is_accepted(self) -> bool:
        """Whether it is more than a claim."""
        return self.status in {"current", "superseded"}

    @property
    def strength(self) -> float:
        """Strength by the number of people for a claim, and of trusted events for an accepted fact."""
        return evidence_strength(
            self.base_strength, len(self.trusted_events) if self.is_accepted else self.speaker_count
        )

    @property
    def speaker_count(self) -> int:
        """How many different people assert it."""
        return len({evidence.person or "" for evidence in self.evidence.values()})


def format_slot_key(fact_key: FactKey) -> str:
    """Return what facts of one category and key share, whatever their domain."""
    return " / ".join(fold_text(part) for part in (fact_key.category, fact_key.key))


def text_to_embed(text: str, fact_key: FactKey | None) -> str:
    """Return what the vector of a fact is made of: its sentence, after its slot key, which may be what a question asks for.

    `maintenance/reembed_page` builds the same.
    """
    return text if fact_key is None else f"{fact_key.key} ({fact_key.category}): {text}"


def evidence_strength(base: float, event_count: int) -> float:
    """Return the base for one event, plus 0.1 for each further event, at most 1."""
    return round(min(1.0, base + _STRENGTH_STEP * (max(1, event_count) - 1)), 4)


def build_fact_row(state: FactState, scope: str) -> dict[str, Any]:
    """Return the row of `knowledge/write_batch` for a fact."""
    timeline, is_current = state.timeline, state.status == "current"
    return {
        "id": state.id,
        "subject": state.subject,
        "object": state.object.id,
        "properties": {
            **state.properties,
            "name": state.properties["text"],
            "subject": state.subject,
            "predicate": state.predicate.name,
            "object": state.object.id,
            "object_text": state.object.name,
            "object_key": state.object.key,
            "polarity": state.polarity,
            "fact_type": state.predicate.fact_type,
            "audience": state.audience,
        },
        "state": {
            "slot": state.slot,
            "domain": state.fact_key.domain if state.fact_key else None,
            "category": state.fact_key.category if state.fact_key else None,
            "key": state.fact_key.key if state.fact_key else None,
            "filed": format_slot_key(state.fact_key) if state.fact_key else None,
            "status": state.status,
            "current": is_current,
            "confidence": state.confidence,
            "base": state.base_strength,
            "worth": state.worth,
            "aspect": state.predicate.aspect or None,
            "strength": state.strength,
            "voices": state.speaker_count,
            "valid_from": timeline.valid_from,
            "valid_to": timeline.valid_to,
            "spells_from": [interval.start for interval in timeline.intervals],
            "spells_to": [interval.end or _OPEN_END for interval in timeline.intervals],
            "at": max(evidence.at for evidence in state.evidence.values()),
            "superseded_at": state.superseded_at,
            "replaced_in": list(state.replaced_in),
            "expired_at": None,
            "terms": memory_terms(scope, "fact", {"audience": state.audience, "current": is_current}),
        },
        "vector": state.vector,
        "states": state.token_states,
        "superseded": [{"id": older, "at": at} for older, at in sorted(state.supersedes.items())],
        "contradicted": list(state.contradicts),
        "evidence": [_evidence_row(evidence) for evidence in state.evidence.values() if evidence.statement is not None],
    }


def _evidence_row(evidence: FactEvidence) -> dict[str, Any]:
    statement = evidence.statement
    return {
        "event": evidence.event,
        "at": evidence.at,
        "order": evidence.order,
        "said_from": evidence.said_from,
        "said_to": evidence.said_to,
        "tier": evidence.tier,
        "own": evidence.is_about_self,
        "authority": evidence.authority,
        "quarantine": evidence.quarantine,
        "start": statement.start if statement else None,
        "end": statement.end if statement else None,
        "confidence": statement.confidence if statement else None,
        "rests_on": list(evidence.rests_on) or None,
    }


def build_relation_row(state: FactState, now: dt.datetime) -> dict[str, Any] | None:
    """Return the relation between the two entities of a fact; None for values and negated facts."""
    if state.object.id is None or not state.polarity:
        return None
    times = [evidence.at for evidence in state.evidence.values()]
    is_current = state.status == "current" and (state.timeline.valid_to is None or state.timeline.valid_to > now)
    return {
        "subject": state.subject,
        "object": state.object.id,
        "predicate": state.predicate.name,
        "audience": state.audience,
        "type": state.predicate.relation_type,
        "strength": state.strength,
        "first_seen": min(times),
        "last_seen": max(times),
        "facts": [state.id],
        "current": is_current,
    }


def read_fact_key(row: Mapping[str, Any]) -> FactKey | None:
    """Return the slot key of a stored fact."""
    return FactKey(row.get("domain"), row["category"], row["key"]) if row.get("key") is not None else None
