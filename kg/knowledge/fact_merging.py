"""Merge the statements of a batch into the stored facts, and adjudicate the slots that they change."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections.abc import Mapping, Sequence
from typing import Any

from kg.graph import as_datetime
from kg.knowledge.adjudication import adjudicate_slot
from kg.knowledge.attribution import Attribution
from kg.knowledge.extracted_events import ExtractedEvent, FactKey, format_roles, statement_predicate
from kg.knowledge.fact_state import SHARED, FactEndpoint, FactEvidence, FactState, format_slot_key, read_fact_key
from kg.knowledge.predicates import DENIAL, Predicate, build_predicate, format_fact_sentence, get_predicate
from kg.knowledge.shared_rooms import SharedRooms
from kg.knowledge.task_closing import close_tasks, find_connected_facts
from kg.language import fact_id, fold_text, value_id
from kg.protocols import ExtractedStatement

_BASE_STRENGTH, _CONFIDENT_BASE_STRENGTH = 0.5, 0.7
# About the confidence of a statement on which the rules and the recogniser agree.
_HIGH_CONFIDENCE = 0.9
# "It is not so that The meeting is on Friday".
_DENIED_ARTICLE = re.compile(rf"^{DENIAL}(?:The|An?|Their|This)\b")
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


class FactMerger:
    """The facts of one batch: stored facts, and new statements merged into them."""

    def __init__(self, stored: Sequence[Mapping[str, Any]], rooms: SharedRooms) -> None:
        """Read the stored facts, as `knowledge/resolution_candidates` returns them.

        Args:
            stored: the facts.
            rooms: who shares a room, asked only where acquaintances may confirm each other.
        """
        self._rooms = rooms
        self.facts: dict[str, FactState] = {}
        self._by_identity: dict[tuple[tuple[str, ...], str], str] = {}
        for row in stored:
            state = read_fact_state(row)
            self.facts[state.id] = state
            self._by_identity[state.identity, state.audience] = state.id

    def add_statement(
        self,
        event: ExtractedEvent,
        statement: ExtractedStatement,
        subject: FactEndpoint,
        obj: FactEndpoint,
        attribution: Attribution,
    ) -> FactState:
        """Add one event's statement: as a new fact, or as further evidence of a known one."""
        predicate, subject, obj = _normalise_direction(statement_predicate(statement), subject, obj)
        identity = _fact_identity(predicate, subject.id or "", obj, statement.polarity)
        state = self._get_fact(identity, event.audience)
        fact_key = self._with_domain(event.fact_key)
        if state is None:
            state = _new_fact_state(
                identity,
                predicate,
                subject,
                obj,
                statement=statement,
                fact_key=fact_key,
                audience=event.audience,
            )
            self.facts[state.id] = state
            self._by_identity[identity, event.audience] = state.id
        elif fact_key is not None and state.fact_key is None and _may_file(state, attribution):
            state.fact_key, state.slot = fact_key, state.slot if predicate.is_single_valued else _keyed_slot(fact_key)
            state.needs_vector = True
        state.is_touched = True
        evidence = _merge_evidence(state.evidence.get(event.event), event, statement, attribution)
        # A claim adds no confidence to an accepted fact.
        if evidence.is_trusted or not any(other.is_trusted for other in state.evidence.values()):
            state.confidence = max(state.confidence, statement.confidence)
            state.base_strength = max(state.base_strength, _base_strength(statement.confidence))
        state.evidence[event.event] = evidence
        if statement.template:
            state.worth = max(state.worth or 0.0, statement.worth)
        return state

    def _with_domain(self, fact_key: FactKey | None) -> FactKey | None:
        """Complete a slot key: without a domain, it takes the domain that its category and key have already."""
        if fact_key is None or fact_key.domain:
            return fact_key
        domains = [
            state.fact_key.domain
            for state in self.facts.values()
            if state.fact_key and state.fact_key.domain and format_slot_key(state.fact_key) == format_slot_key(fact_key)
        ]
        return FactKey(min(domains, default="general"), fact_key.category, fact_key.key)

    def find_fact(
        self, statement: ExtractedStatement, subject: FactEndpoint, obj: FactEndpoint, audience: str
    ) -> FactState | None:
        """Return the fact that states this for this audience, if there is one."""
        predicate, subject, obj = _normalise_direction(statement_predicate(statement), subject, obj)
        identity = _fact_identity(predicate, subject.id or "", obj, statement.polarity)
        return self._get_fact(identity, audience)

    def _get_fact(self, identity: tuple[str, ...], audience: str) -> FactState | None:
        return self.facts.get(self._by_identity.get((identity, audience), ""))

    def clear_fact_key(self, state: FactState) -> None:
        """Remove the slot key of a fact, whose evidence no longer gives it one."""
        state.fact_key, state.slot = None, compute_slot(state.predicate, state.subject, state.object, None)
        state.needs_vector = True

    def adjudicate_slots(self) -> list[FactState]:
        """Adjudicate the slots of all touched facts, and of tasks that these may close; return their facts, sorted by id."""
        touched = [state for state in self.facts.values() if state.is_touched]
        slots = {state.slot for state in [*touched, *find_connected_facts(touched, self.facts.values())]}
        competing: dict[str, list[FactState]] = {slot: [] for slot in sorted(slots)}
        for state in self.facts.values():
            if state.slot in competing and state.evidence:
                competing[state.slot].append(state)
        for facts in competing.values():
            adjudicate_slot(facts, self._rooms)
        changed = list(itertools.chain.from_iterable(competing.values()))
        close_tasks(changed)
        return sorted(changed, key=lambda state: state.id)


def _may_file(state: FactState, attribution: Attribution) -> bool:
    """Whether a speaker may file a stored fact under a key, where it competes with others: its author, or an endorsed person."""
    stated = {evidence.person for evidence in state.evidence.values()}
    return attribution.tier is None or attribution.authority in {"owner", "endorsed"} or stated == {attribution.person}


def combine_confidence(items: Sequence[tuple[FactEvidence, float]]) -> tuple[float, float]:
    """Return confidence and base strength of a fact from (evidence, its confidence) in the order of recording."""
    confidence, base, has_trusted = 0.0, _BASE_STRENGTH, False
    for evidence, event_confidence in items:
        has_trusted = has_trusted or evidence.is_trusted
        if evidence.is_trusted or not has_trusted:
            confidence, base = max(confidence, event_confidence), max(base, _base_strength(event_confidence))
    return confidence, base


def _base_strength(confidence: float) -> float:
    return _CONFIDENT_BASE_STRENGTH if confidence >= _HIGH_CONFIDENCE else _BASE_STRENGTH


def _merge_evidence(
    previous: FactEvidence | None, event: ExtractedEvent, statement: ExtractedStatement, attribution: Attribution
) -> FactEvidence:
    """Return one event's evidence, merged with what the event stated before.

    Where an event states a fact twice, the later statement determines the dates.
    """
    if previous is not None and previous.statement is None:
        return previous
    # Within one message, the later statement is the newer one.
    order = f"{event.order} {statement.start:09d}"
    said_from, said_to = statement.valid_from, statement.valid_to
    if previous is not None:
        order = max(order, previous.order)
        said_from, said_to = said_from or previous.said_from, said_to or previous.said_to
        statement = previous.statement or statement
    return FactEvidence(
        event.event,
        event.at,
        order,
        said_from,
        said_to,
        attribution.person,
        attribution.tier,
        attribution.is_about_self,
        attribution.quarantine,
        statement,
        tuple(event.earlier[place] for place in statement.rests_on),
        attribution.authority,
        attribution.first_seen,
        event.session,
    )


def _normalise_direction(
    predicate: Predicate, subject: FactEndpoint, obj: FactEndpoint
) -> tuple[Predicate, FactEndpoint, FactEndpoint]:
    """Return the canonical direction of a fact that can be stated from either end.

    So the graph does not depend on which direction was stated first.
    """
    if obj.id is None or subject.id is None or predicate.is_single_valued:
        return predicate, subject, obj
    if predicate.is_symmetric:
        subject, obj = sorted((subject, obj), key=lambda end: end.key)
    elif predicate.inverse and predicate.inverse < predicate.name:
        return get_predicate(predicate.inverse), obj, subject
    return predicate, subject, obj


def compute_slot(predicate: Predicate, subject: str, obj: FactEndpoint, fact_key: FactKey | None) -> str:
    """Return the slot of a fact: one per subject for a single-valued predicate or aspect, else its own, or that of its key."""
    if predicate.is_single_valued:
        return f"{subject} {predicate.name}"
    if predicate.aspect and fact_key is None:
        return format_aspect_slot(f"{subject} {predicate.name}", predicate)
    if fact_key is not None:
        return _keyed_slot(fact_key)
    name = min(predicate.name, predicate.opposite) if predicate.opposite else predicate.name
    if predicate.is_symmetric:
        return " ".join([name, *sorted((subject, obj.key))])
    if predicate.inverse and predicate.inverse < predicate.name:
        return f"{obj.key} {predicate.inverse} {subject}"
    return _open_slot(f"{subject} {name} {obj.key}", predicate)


def format_aspect_slot(start: str, predicate: Predicate) -> str:
    """Return the slot of an aspect that starts with subject and predicate; with "" the end of such slots."""
    return f"{start} ~ {fold_text(predicate.aspect)}"


def _open_slot(slot: str, predicate: Predicate) -> str:
    if predicate.kind == "task":
        # A new date replaces that of a task; what is planned or stated of the same thing does not.
        return f"{slot} task"
    # What happened twice happened at two times: no event replaces another.
    return f"{slot} {value_id(predicate.variant.replace(DENIAL, '', 1))}" if predicate.kind == "event" else slot


def _keyed_slot(fact_key: FactKey) -> str:
    return "filed " + " / ".join(
        fold_text(part) for part in (fact_key.domain or "general", fact_key.category, fact_key.key)
    )


def find_duplicate_facts(stored: Sequence[Mapping[str, Any]], moved: set[str]) -> list[tuple[str, str]]:
    """Return pairs of stored facts that state the same: (fact to keep, fact to absorb, one of `moved`)."""
    by_identity: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for row in stored:
        state = read_fact_state(row)
        by_identity.setdefault((state.identity, state.audience), []).append(state.id)
    pairs = []
    for duplicates in by_identity.values():
        kept, *others = sorted(duplicates, key=lambda fact_id: (fact_id in moved, fact_id))
        pairs += [(kept, other) for other in others]
    return pairs


def _fact_identity(predicate: Predicate, subject: str, obj: FactEndpoint, polarity: bool) -> tuple[str, ...]:
    ends = (subject, predicate.name, obj.key)
    if predicate.is_symmetric:
        low, high = sorted((subject, obj.key))
        ends = (low, predicate.name, high)
    elif predicate.inverse and predicate.inverse < predicate.name:
        ends = (obj.key, predicate.inverse, subject)
    return (*ends, str(polarity), *([predicate.variant] if predicate.variant else []))


def _new_fact_state(
    identity: tuple[str, ...],
    predicate: Predicate,
    subject: FactEndpoint,
    obj: FactEndpoint,
    *,
    statement: ExtractedStatement,
    fact_key: FactKey | None,
    audience: str,
) -> FactState:
    polarity = statement.polarity
    return FactState(
        # A private statement is a separate fact, so that nothing of it leaks into the shared one.
        id=fact_id(*identity) if audience == SHARED else fact_id(*identity, audience),
        predicate=predicate,
        subject=subject.id or "",
        object=obj,
        polarity=polarity,
        identity=identity,
        slot=compute_slot(predicate, subject.id or "", obj, fact_key),
        audience=audience,
        properties={
            "text": _format_text(predicate, subject.name, obj.name, polarity=polarity),
            **_observation_properties(statement),
        },
        base_strength=_BASE_STRENGTH,
        confidence=0.0,
        fact_key=fact_key,
        is_new=True,
        needs_vector=True,
    )


def _observation_properties(statement: ExtractedStatement) -> dict[str, Any]:
    """Return the properties that only facts with an open predicate have."""
    if not statement.template:
        return {}
    return {
        "template": statement.template,
        "fact_kind": statement.kind,
        "roles": format_roles(statement.roles),
    }


def statement_text(statement: ExtractedStatement, subject: str, obj: str) -> str:
    """Return the sentence that is the text of a statement's fact."""
    return _format_text(statement_predicate(statement), subject, obj, polarity=statement.polarity)


def build_fact_text(name: str, subject: str, obj: str, *, polarity: bool, template: str | None = None) -> str:
    """Return the sentence that is the text of a fact with this predicate, or of an observation with this template."""
    predicate = build_predicate(name, template, "")
    return _format_text(predicate, subject, obj, polarity=polarity)


def _format_text(predicate: Predicate, subject: str, obj: str, *, polarity: bool) -> str:
    sentence = format_fact_sentence(predicate, subject, obj, polarity=polarity)
    sentence = _DENIED_ARTICLE.sub(lambda match: match[0].lower().capitalize(), sentence)
    return sentence[:1].upper() + sentence[1:]


def read_fact_state(row: Mapping[str, Any]) -> FactState:
    """Return a stored fact with its evidence, as `knowledge/resolution_candidates` returns it."""
    fact_key = read_fact_key(row)
    obj = FactEndpoint(row["object"], row["object_text"])
    predicate = build_predicate(
        row["predicate"], row.get("template"), row.get("fact_kind"), row.get("roles") or (), row.get("aspect")
    )
    state = FactState(
        id=row["id"],
        predicate=predicate,
        subject=row["subject"],
        object=obj,
        polarity=row["polarity"],
        identity=_fact_identity(predicate, row["subject"], obj, row["polarity"]),
        # Recomputed, since merging or splitting entities changes the subject and thus the slot.
        slot=compute_slot(predicate, row["subject"], obj, fact_key),
        audience=row["audience"],
        properties={"text": row["text"]},
        base_strength=row["base"],
        confidence=row["confidence"],
        fact_key=fact_key,
        worth=row.get("worth"),
    )
    for event, at, order, said_from, said_to, person, tier, is_about_self, quarantine, *source in row["evidence"]:
        authority, first_seen, session = source
        state.evidence[event] = FactEvidence(
            event,
            _EPOCH + dt.timedelta(microseconds=at),
            order,
            said_from,
            said_to,
            person,
            tier,
            bool(is_about_self),
            quarantine,
            authority=authority,
            first_seen=as_datetime(first_seen),
            session=session,
        )
    return state
