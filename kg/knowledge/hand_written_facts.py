"""Write facts by hand: each statement is logged as an event of its own, which is the evidence of its fact."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

from kg import events as logs
from kg.errors import InvalidInput
from kg.graph import Graph, GraphTransaction
from kg.knowledge.attribution import TrustPolicy
from kg.knowledge.batch_contents import collect_embedding_texts
from kg.knowledge.batch_writer import write_batch
from kg.knowledge.entity_lookup import find_entities
from kg.knowledge.extracted_events import ExtractedEvent, FactKey, Speaker, statement_predicate
from kg.knowledge.fact_state import SHARED, format_slot_key
from kg.knowledge.predicates import format_fact_sentence
from kg.knowledge.vector_cache import VectorCache
from kg.language import fold_text
from kg.protocols import ExtractedStatement, Mention
from kg.runtime import Runtime
from kg.types import Event, parse_identity

FACTS_SESSION = "system:facts"
"""The session of the events that are the evidence of facts written by hand."""


@dataclass(frozen=True)
class HandWrittenFact:
    """A statement to write by hand.

    Attributes:
        statement: the statement; its subject and object may be ids of entities.
        at: when it is stated.
        speaker: who states it, as `platform:id`; None: the caller's own code.
        fact_key: slot key of the fact; None where it has none.
        known_entities: folded name → id of the entity, where that is certain already.
        audience: who may read it.
        person: the name of a person that the statement is about, so that a new name is that of a person; "" if it is not certain.
    """

    statement: ExtractedStatement
    at: dt.datetime
    speaker: str | None = None
    fact_key: FactKey | None = None
    known_entities: Mapping[str, str] = field(default_factory=dict)
    audience: str = SHARED
    person: str = ""


def write_by_hand(runtime: Runtime, turn: GraphTransaction, vectors: VectorCache, written: HandWrittenFact) -> str:
    """Log a statement made by hand as an event, and write its fact; return the id of the fact.

    Args:
        runtime: of the scope.
        turn: the transaction.
        vectors: the vectors of what is written.
        written: the statement.

    Raises:
        InvalidInput: the object is the subject.
    """
    now, statement = runtime.clock.now(), written.statement
    # All of these events are in one session: taking the write lock first avoids deadlocks there.
    turn.run("knowledge/lock_writers", now=now)
    event = Event(
        _format_event_text(written), speaker=written.speaker, session=FACTS_SESSION, at=written.at, kind="observation",
        role="system", direction="internal",
    )  # fmt: skip
    [event_id] = logs.append_events(
        runtime.with_graph(turn), [event], skip_digestion=True, audience=written.audience
    )  # fmt: skip
    seq = turn.run("events/session_position", id=event_id)[0]["seq"]
    identity = None if written.speaker is None else parse_identity(written.speaker, "system")
    extracted = ExtractedEvent(
        event=event_id,
        at=written.at,
        order=f"{seq:09d} {event_id}",
        session=FACTS_SESSION,
        audience=written.audience,
        speaker=None if identity is None else Speaker(identity.person, identity.platform_id, str(identity)),
        statements=(statement,),
        mentions=(Mention(written.person, "person", 0, len(written.person)),) if written.person else (),
        fact_key=written.fact_key,
        known_entities={**written.known_entities, **_find_known_ids(runtime.graph, statement)},
    )
    vectors.embed_texts(collect_embedding_texts(extracted))
    result = write_batch(
        turn, [extracted], vectors=vectors, now=now, policy=TrustPolicy.from_settings(runtime.settings)
    )
    if not result.facts_by_event:
        raise InvalidInput("object", statement.object, "an object other than the subject")
    return result.facts_by_event[event_id][0]


def _format_event_text(written: HandWrittenFact) -> str:
    """Return the text of the event: the sentence of the fact, with its slot key and its dates.

    The dates are part of the text, because the same statement with other dates is another event.
    """
    statement = written.statement
    text = format_fact_sentence(
        statement_predicate(statement), statement.subject, statement.object, polarity=statement.polarity
    )
    if written.fact_key is not None:
        text += f" ({format_slot_key(written.fact_key)})"
    validity = [f"from {statement.valid_from}"] if statement.valid_from else []
    validity += [f"until {statement.valid_to}"] if statement.valid_to else []
    return text + (f" ({', '.join(validity)})" if validity else "")


def _find_known_ids(graph: Graph, statement: ExtractedStatement) -> dict[str, str]:
    """Return the endpoints that were given as ids of entities."""
    ids: dict[str, str] = {}
    for name in (statement.subject, statement.object):
        if name.startswith(("entity-", "person-")):
            ids |= {fold_text(name): entity.id for entity in find_entities(graph, name)[:1]}
    return ids
