"""Write extracted events to the graph: resolve names and write in one transaction with two round trips.

A third round trip reads who shares a room, where acquaintances may confirm each other. The transaction first takes the
scope's write lock and holds it until all is written. Names are resolved against the graph of that moment, so any number of
processes leave the same graph as one. Slow work (embedding, parsing) is done before.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from neo4j import Record

from kg.graph import Graph, GraphTransaction
from kg.knowledge.attribution import SpeakerTrust, SpokenMessage, TrustPolicy
from kg.knowledge.batch_contents import (
    WriteBatch,
    build_entity_query_row,
    build_mention_rows,
    build_name_query_row,
    build_topic_rows,
    count_type_votes,
)
from kg.knowledge.batch_names import NameResolver
from kg.knowledge.earlier_extraction import EarlierExtraction
from kg.knowledge.entity_state import EntityState
from kg.knowledge.extracted_events import (
    ExtractedEvent,
)
from kg.knowledge.fact_merging import FactMerger
from kg.knowledge.fact_state import (
    FactEndpoint,
    FactState,
    build_fact_row,
    build_relation_row,
    format_slot_key,
    text_to_embed,
)
from kg.knowledge.predicates import PERSON_RELATIONS
from kg.knowledge.quoted_messages import UNNAMED
from kg.knowledge.shared_rooms import shared_rooms_reader
from kg.knowledge.vector_cache import VectorCache
from kg.language import is_statement


@dataclass(frozen=True)
class BatchResult:
    """What a batch wrote.

    Attributes:
        stored: ids of the events whose claims were still held; they are done.
        passages: number of passages written.
        entities: number of new entities.
        facts: ids of new facts.
        topics: number of new topics.
        facts_by_event: event id → ids of the facts that it states.
        linked: ids of new entities that may be the same as others.
        removed_facts: ids of facts that no event states any more, since their events were digested again.
    """

    stored: tuple[str, ...] = ()
    passages: int = 0
    entities: int = 0
    facts: tuple[str, ...] = ()
    topics: int = 0
    facts_by_event: Mapping[str, Sequence[str]] = field(default_factory=dict)
    linked: tuple[str, ...] = ()
    removed_facts: tuple[str, ...] = ()


class LeaseLost(Exception):
    """The leases of some events were lost to another worker; nothing was written."""

    def __init__(self, events: frozenset[str]) -> None:
        super().__init__(f"the leases of {len(events)} events were lost to another worker")
        self.events = events


def write_batch(
    graph: Graph,
    extracted: Sequence[ExtractedEvent],
    *,
    vectors: VectorCache,
    now: dt.datetime,
    worker: str = "",
    event_rows: Sequence[Mapping[str, Any]] = (),
    messages: Sequence[SpokenMessage] = (),
    policy: TrustPolicy | None = None,
    earlier: EarlierExtraction | None = None,
) -> BatchResult:
    """Write what events state and name, and complete the events that a worker claimed, in one transaction.

    Args:
        graph: the scope, or a transaction that does more.
        extracted: what was extracted from events that are in the graph.
        vectors: of what is written, computed before.
        now: the present moment.
        worker: the worker that claimed the events of `event_rows`.
        event_rows: rows of `knowledge/write_batch` for claimed events, without mentions, topics and quarantine.
        messages: the messages among them that count for the trust of their senders.
        policy: how far the trust in the speakers reaches; None: the default policy.
        earlier: what is stored for the events that are digested again; see `redigest_batch`.

    Raises:
        LeaseLost: some of the claimed events are no longer held; nothing was written.
    """
    batch = WriteBatch.collect(extracted, messages)
    if isinstance(graph, GraphTransaction):
        return _write_in_transaction(graph, batch, vectors, now, worker, event_rows, policy, earlier)
    return graph.transact(
        lambda turn: _write_in_transaction(turn, batch, vectors, now, worker, event_rows, policy, earlier)
    )


def readjudicate_facts(
    turn: GraphTransaction, slots: Mapping[str, Sequence[str]], *, vectors: VectorCache, now: dt.datetime
) -> None:
    """Recompute facts from the evidence that counts now, with the relations derived from them.

    Args:
        turn: the transaction in which the evidence was changed.
        slots: subject id → predicates of the facts.
        vectors: not used for stored facts.
        now: the present moment.
    """
    stored = load_facts(turn, slots, now)
    merger = FactMerger(stored, shared_rooms_reader(turn, stored))
    for state in merger.facts.values():
        state.is_touched = True
    store_facts(turn, merger.adjudicate_slots(), vectors=vectors, now=now)


def load_facts(
    turn: GraphTransaction, slots: Mapping[str, Sequence[str]], now: dt.datetime, keys: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Return the stored facts with these subjects and predicates, and those with these slot keys."""
    return list(load_candidates(turn, slots, now, keys=keys)["facts"])


def load_candidates(
    turn: GraphTransaction,
    slots: Mapping[str, Collection[str]],
    now: dt.datetime,
    *,
    keys: Sequence[str] = (),
    speakers: Collection[str] = (),
) -> Record:
    """Run `knowledge/resolution_candidates` for facts of known entities, and for the trust in speakers.

    Args:
        turn: the transaction.
        slots: subject id → predicates of the facts.
        now: the present moment.
        keys: slot keys of further facts.
        speakers: ids of persons.
    """
    [row] = turn.run(
        "knowledge/resolution_candidates",
        now=now,
        names=[
            build_entity_query_row(subject, predicates, n)
            for n, (subject, predicates) in enumerate(sorted(slots.items()))
        ],
        slot_keys=list(keys),
        events=[],
        sessions=[],
        speakers=sorted(speakers),
        ties=PERSON_RELATIONS,
    )
    return row


def store_facts(
    turn: GraphTransaction,
    facts: Sequence[FactState] = (),
    *,
    vectors: VectorCache,
    now: dt.datetime,
    worker: str = "",
    **parts: Any,
) -> Record:
    """Run `knowledge/write_batch` with these facts and the relations derived from them."""
    _embed_facts(facts, vectors)
    empty: dict[str, Any] = {"entities": [], "topics": [], "links": [], "events": [], "trust_states": [], "owners": []}
    [written] = turn.run(
        "knowledge/write_batch",
        worker=worker,
        now=now,
        facts=[build_fact_row(state, turn.scope) for state in facts],
        relations=[row for row in (build_relation_row(fact, now) for fact in facts) if row is not None],
        **empty | parts,
    )
    return written


def _write_in_transaction(
    turn: GraphTransaction,
    batch: WriteBatch,
    vectors: VectorCache,
    now: dt.datetime,
    worker: str,
    event_rows: Sequence[Mapping[str, Any]],
    policy: TrustPolicy | None,
    earlier: EarlierExtraction | None,
) -> BatchResult:
    order = batch.resolution_order()
    numbers = {mention: number for number, mention in enumerate(order)}
    keys = sorted({format_slot_key(event.fact_key) for event in batch.events if event.fact_key})
    speakers = sorted({message.person for message in batch.messages} | set(batch.participant_ids()))
    [row] = turn.run(
        "knowledge/resolution_candidates",
        now=now,
        names=[
            *(build_name_query_row(mention, number, batch, vectors, turn.scope) for mention, number in numbers.items()),
            *(build_entity_query_row(person) for person in batch.participant_ids()),
        ],
        slot_keys=keys,
        events=[event.event for event in batch.events],
        sessions=sorted({event.session for event in batch.events}),
        speakers=speakers,
        ties=PERSON_RELATIONS,
    )
    known_people = {state["requested_id"] for state in row["trust_states"]}
    if missing := batch.events_of_missing_people(known_people):
        # A speaker or addressee was erased meanwhile: the remaining events are claimed again.
        raise LeaseLost(missing)
    speaker_trust = SpeakerTrust(row["trust_states"], batch.messages, has_owner=row["owned"], policy=policy)
    resolver = NameResolver(numbers, row["hits"], row["entities"], speaker_trust, owners=row["owners"])
    if keys_of_several := resolver.ambiguous_keys():
        replaced = batch.split_names(keys_of_several)
        numbers |= {name: numbers[old] for name, old in replaced.items()}
        order = batch.resolution_order()
    resolver.note_participants(batch.events)
    entities = {mention: resolver.resolve(mention, batch.names[mention], batch.spellings[mention]) for mention in order}
    known = row["facts"] if earlier is None else earlier.remove_evidence(row["facts"])
    merger = FactMerger(known, shared_rooms_reader(turn, row["facts"], speakers))
    facts_by_event: dict[str, list[str]] = {}
    for event, endpoints in batch.statements:
        if not speaker_trust.accepts_statement(event, endpoints):
            continue
        subject, obj = (
            FactEndpoint(None, endpoints.statement.object.strip())
            if mention is None
            else _to_endpoint(entities[mention], batch.spellings[mention])
            for mention in (endpoints.subject, endpoints.object)
        )
        if earlier is not None and earlier.is_retracted(
            event.event, merger.find_fact(endpoints.statement, subject, obj, event.audience)
        ):
            continue
        attribution = speaker_trust.attribute_statement(event, endpoints, subject.id)
        state = merger.add_statement(event, endpoints.statement, subject, obj, attribution)
        facts_by_event.setdefault(event.event, []).append(state.id)
    mentions = build_mention_rows(batch, entities)
    counted_mentions = {(event, entity) for event, entity in row["mentioned"]}
    if earlier is not None:
        earlier.keep_attribution(merger.facts.values())
        counted_mentions -= earlier.compare_mentions(mentions)
    count_type_votes(batch, entities, counted_mentions)
    facts = merger.adjudicate_slots()
    topics = build_topic_rows(batch, vectors, turn.scope)
    quarantined = speaker_trust.find_quarantined(batch.messages)
    instruction_events = {event.event for event in batch.events if speaker_trust.is_untrusted_instruction(event)}
    written = store_facts(
        turn,
        facts,
        vectors=vectors,
        now=now,
        worker=worker,
        entities=[vectors.add_name_vector(entity_row) for entity_row in resolver.build_entity_rows(turn.scope)],
        topics=topics,
        links=[vars(link) for link in resolver.links],
        trust_states=speaker_trust.build_trust_rows(now),
        owners=row["owners"],
        events=[
            {
                **event,
                **mentions.get(event["id"], _NO_MENTIONS),
                "quarantine": quarantined.get(event["id"]),
                "instructs": event["instructs"] or event["id"] in instruction_events or None,
            }
            for event in event_rows
        ],
    )
    if lost_events := {event["id"] for event in event_rows} - set(written["stored"]):
        raise LeaseLost(frozenset(lost_events))
    return BatchResult(
        stored=tuple(written["stored"]),
        passages=written["passages"],
        entities=len(resolver.created),
        facts=tuple(state.id for state in facts if state.is_new),
        topics=written["new_topics"],
        facts_by_event=facts_by_event,
        linked=tuple(sorted({link.one for link in resolver.links})),
    )


_NO_MENTIONS: Mapping[str, Any] = {"mentions": [], "topics": []}


def _to_endpoint(entity: EntityState, spelling: str) -> FactEndpoint:
    # Its display name, since which alias comes first depends on the order of digestion.
    name = entity.candidate.name
    if entity.candidate.has_account and is_statement(name):
        # The account, as the extraction named the speaker; nothing if the text has the name itself.
        name = UNNAMED if is_statement(spelling) else spelling
    return FactEndpoint(entity.candidate.id, name)


def _embed_facts(facts: Sequence[FactState], vectors: VectorCache) -> None:
    """Set the vectors of new facts. Most are cached; a sentence with a resolved name is embedded here, all in one call."""
    texts = {state.id: text_to_embed(state.properties["text"], state.fact_key) for state in facts if state.needs_vector}
    vectors.embed_texts(texts.values())
    for state in facts:
        if state.needs_vector:
            state.vector, state.token_states = vectors.embed_text(texts[state.id])
