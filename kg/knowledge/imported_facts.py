"""Facts of another memory: each is logged as an observation with its origin, which is the evidence of the fact."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kg import events as logs
from kg.errors import InvalidInput
from kg.graph import ENTITY_TYPES, GraphTransaction
from kg.knowledge.attribution import TrustPolicy
from kg.knowledge.batch_contents import collect_embedding_texts
from kg.knowledge.batch_writer import write_batch
from kg.knowledge.extracted_events import ExtractedEvent, FactKey, Speaker
from kg.knowledge.fact_arguments import parse_object, parse_partial_date, parse_predicate, parse_probability
from kg.knowledge.fact_state import SHARED, format_slot_key
from kg.knowledge.hand_written_facts import FACTS_SESSION
from kg.knowledge.predicates import FACT_KINDS, build_predicate, format_fact_sentence
from kg.knowledge.vector_cache import VectorCache
from kg.language import fold_text
from kg.protocols import ExtractedStatement, Mention
from kg.runtime import Runtime
from kg.types import Event, parse_identity, validate_name

_BATCH = 100
_MAX_SOURCES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedFact:
    """A fact of another memory.

    Attributes:
        origin: the record that it is from, such as "turbo: facts f1"; the id of its evidence is derived from it and its content.
        subject: the name of its subject.
        predicate: snake_case.
        object: the name or value at its other end.
        at: when it was asserted, or last changed.
        number: its place among the facts of its memory, which decides between facts of one moment.
        subject_account: account of the subject, where it is a person with one.
        object_account: account of the object, where it is a person with one.
        subject_type: entity type of the subject; None: not known.
        object_type: entity type of the object; None: it is a value, unless the predicate says otherwise.
        template: its sentence with {s} and {o}, without the full stop, of an open predicate; "" for that of the predicate.
        kind: of an open predicate: event, state, trait, preference, …
        aspect: of an open predicate: of what the object is the one value at a time; "" where several may hold at once.
        valid_from: start of validity, as ISO text; None: not known.
        valid_to: end of validity, as ISO text; None: not known, or it still holds.
        confidence: 0 to 1.
        polarity: False: it does not hold.
        fact_key: its slot key; None where it has none.
        sources: ids of the events that it rests on, each an evidence of its own; it is erased with the last of them.
        speaker: account of who said it; None: it is not known.
        audience: who may read it.
        details: further fields of the record, kept with its evidence.
    """

    origin: str
    subject: str
    predicate: str
    object: str
    at: dt.datetime
    number: int = 0
    subject_account: str | None = None
    object_account: str | None = None
    subject_type: str | None = None
    object_type: str | None = None
    template: str = ""
    kind: str = "state"
    aspect: str = ""
    valid_from: str | None = None
    valid_to: str | None = None
    confidence: float = 0.8
    polarity: bool = True
    fact_key: FactKey | None = None
    sources: Sequence[str] = ()
    speaker: str | None = None
    audience: str = SHARED
    details: Mapping[str, Any] = field(default_factory=dict)


def check_imported_fact(fact: ImportedFact) -> ImportedFact:
    """Return a fact with checked fields.

    Raises:
        InvalidInput: names the field.
    """
    for type_ in (fact.subject_type, fact.object_type):
        if type_ is not None and type_ not in ENTITY_TYPES:
            raise InvalidInput("type", type_, f"one of {', '.join(ENTITY_TYPES)}")
    if fact.kind not in FACT_KINDS:
        raise InvalidInput("kind", fact.kind, f"one of {', '.join(FACT_KINDS)}")
    key = fact.fact_key
    return replace(
        fact,
        subject=validate_name("subject", fact.subject),
        predicate=parse_predicate(fact.predicate),
        object=parse_object(fact.object),
        valid_from=parse_partial_date("valid_from", fact.valid_from),
        valid_to=parse_partial_date("valid_to", fact.valid_to),
        confidence=parse_probability("confidence", fact.confidence),
        fact_key=key
        and FactKey(
            None if key.domain is None else validate_name("domain", key.domain),
            validate_name("category", key.category),
            validate_name("key", key.key),
        ),
        sources=tuple(dict.fromkeys(validate_name("sources", each) for each in fact.sources))[:_MAX_SOURCES],
        speaker=None if fact.speaker is None else str(parse_identity(fact.speaker, "any", "speaker")),
    )


class FactImport:
    """Writes checked facts in batches; a fact whose evidence is stored already is written completely, and stays unchanged."""

    batch_size = _BATCH

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._vectors = VectorCache(runtime.embedder)

    def write(self, facts: Sequence[ImportedFact]) -> list[ImportedFact]:
        """Write a batch in one transaction; return those that state nothing, since their object is their subject."""
        if not facts:
            return []
        graph, now = self._runtime.graph, self._runtime.clock.now()
        accounts = sorted({a for f in facts for a in (f.subject_account, f.object_account, f.speaker) if a})
        identities = [parse_identity(each, "any", "account") for each in accounts]
        rows = graph.run(
            "knowledge/persons_of_accounts",
            accounts=[{"platform": each.platform, "platform_id": each.platform_id} for each in identities],
        )
        persons = {row["account"]: Speaker(row["person"], row["name"], row["account"]) for row in rows}
        evidence = [(fact, source) for fact in facts for source in fact.sources or (None,)]
        extracted = [_to_extracted_event(fact, source, persons) for fact, source in evidence]
        self._vectors.embed_texts(text for each in extracted for text in collect_embedding_texts(each))
        policy = TrustPolicy.from_settings(self._runtime.settings)

        def work(turn: GraphTransaction) -> Collection[str]:
            # All of these events are in one session: taking the write lock first avoids deadlocks there.
            turn.run("knowledge/lock_writers", now=now)
            ids = sorted({each.event for each in extracted})
            known = {row["id"] for row in turn.run("memories/source_audiences", ids=ids)}
            new = [each for each in extracted if each.event not in known]
            for audience in sorted({fact.audience for fact in facts}):
                events = [_to_event(fact, source) for fact, source in evidence if fact.audience == audience]
                missing = [event for event in events if event.id not in known]
                logs.append_events(self._runtime.with_graph(turn), missing, skip_digestion=True, audience=audience)
            if not new:
                return known
            return known | set(write_batch(turn, new, vectors=self._vectors, now=now, policy=policy).facts_by_event)

        written = graph.transact(work)
        return [
            fact
            for fact in facts
            if fold_text(fact.subject) == fold_text(fact.object)
            or _evidence_id(fact, next(iter(fact.sources), None)) not in written
        ]


def _evidence_id(fact: ImportedFact, source: str | None) -> str:
    said = (fact.origin, fact.subject, fact.predicate, fact.object, fact.audience)
    content = (*said, source or "", fact.speaker or "", *_validity(fact))
    return (
        "imported-" + hashlib.blake2b("\0".join(content).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
    )


def _validity(fact: ImportedFact) -> list[str]:
    validity = [f"from {fact.valid_from}"] if fact.valid_from else []
    return [*validity, f"until {fact.valid_to}"] if fact.valid_to else validity


def _to_event(fact: ImportedFact, source: str | None) -> Event:
    predicate = build_predicate(fact.predicate, fact.template, fact.kind)
    text = format_fact_sentence(predicate, fact.subject, fact.object, polarity=fact.polarity)
    text += f" ({format_slot_key(fact.fact_key)})" if fact.fact_key else ""
    validity = _validity(fact)
    return Event(
        text + (f" ({', '.join(validity)})" if validity else ""),
        id=_evidence_id(fact, source),
        speaker=fact.speaker,
        # Shown as who says it, where no one of this scope does.
        speaker_name=None if fact.speaker else f"{fact.origin.partition(':')[0]}, imported",
        session=FACTS_SESSION,
        at=fact.at,
        kind="observation",
        role="system",
        direction="internal",
        # Erasing the source erases this event.
        parent=source,
        metadata={"origin": fact.origin, **{name: value for name, value in fact.details.items() if value is not None}},
    )


def _to_extracted_event(fact: ImportedFact, source: str | None, persons: Mapping[str, Speaker]) -> ExtractedEvent:
    ends = ((fact.subject, fact.subject_account), (fact.object, fact.object_account))
    event_id = _evidence_id(fact, source)
    statement = ExtractedStatement(
        subject=fact.subject,
        predicate=fact.predicate,
        object=fact.object,
        polarity=fact.polarity,
        valid_from=fact.valid_from,
        valid_to=fact.valid_to,
        start=0,
        end=0,
        confidence=fact.confidence,
        template=fact.template,
        kind=fact.kind if fact.template else "",
        aspect=fact.aspect,
    )
    types = ((fact.subject, fact.subject_type), (fact.object, fact.object_type))
    return ExtractedEvent(
        event=event_id,
        at=fact.at,
        order=f"{fact.number:09d} {event_id}",
        session=FACTS_SESSION,
        audience=fact.audience,
        speaker=persons.get(fact.speaker or ""),
        statements=(statement,),
        mentions=tuple(Mention(name, type_, 0, len(name)) for name, type_ in types if type_),
        fact_key=fact.fact_key,
        is_imported=True,
        known_entities={fold_text(name): persons[who].id for name, who in ends if who and who in persons},
    )
