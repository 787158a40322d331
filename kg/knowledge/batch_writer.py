"""Writing what was heard: resolve and write, two trips in one transaction, one writer of a scope at a time.

Who writes takes the scope's turn first, and keeps it until all is written: what a name means is decided on what is stored at
that moment, so that any number of processes leave the graph that one would have left. What costs time (embedding, parsing)
is done before.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from neo4j import Record

from kg.graph import Graph
from kg.graph.full_text import memory_terms
from kg.graph.scoped_graph import Turn
from kg.knowledge.attribution import Spoken, Words
from kg.knowledge.batch_names import Card, Naming, better
from kg.knowledge.entity_lookup import alias_query
from kg.knowledge.entity_resolution import words_of
from kg.knowledge.extracted_events import Ends, Heard, Named, ends, mentioned, widest
from kg.knowledge.fact_merging import Settling, text_of
from kg.knowledge.fact_state import End, Told, fact_row, filed, relation_row
from kg.knowledge.vector_cache import Vectors
from kg.language.name_keys import topic_id
from kg.protocols import Mention
from kg.trust.formula import FADING_DAYS


@dataclass(frozen=True)
class Written:
    """What a batch left in the graph.

    Attributes:
        stored: ids of the events that were still held and are now done with.
        passages: how many were written.
        entities: how many are new.
        facts: ids of those that are new.
        topics: how many are new.
        told: every fact that the batch stated, by the event that states it.
        linked: ids of new entities that may be others.
    """

    stored: tuple[str, ...] = ()
    passages: int = 0
    entities: int = 0
    facts: tuple[str, ...] = ()
    topics: int = 0
    told: Mapping[str, Sequence[str]] = field(default_factory=dict)
    linked: tuple[str, ...] = ()


class Lost(Exception):
    """Events that another worker has taken over meanwhile; nothing was written."""

    def __init__(self, events: frozenset[str]) -> None:
        super().__init__(f"{len(events)} events belong to another worker now")
        self.events = events


@dataclass
class Batch:
    """What is to be written, read through once: its names, its ends."""

    heard: Sequence[Heard]
    spoken: Sequence[Spoken] = ()
    names: dict[Named, list[Heard]] = field(default_factory=dict)
    written: dict[Named, str] = field(default_factory=dict)
    said: list[tuple[Heard, Ends]] = field(default_factory=list)
    mentions: list[tuple[Heard, Named, list[Mention]]] = field(default_factory=list)
    about: dict[Named, set[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, heard: Sequence[Heard], spoken: Sequence[Spoken] = ()) -> Batch:
        """Collect the names of these events, oldest first."""
        batch = cls(sorted(heard, key=lambda one: (one.at, one.order)), spoken)
        for one in batch.heard:
            stated = ends(one)
            certain = {named.key: named for each in stated for named in (each.subject, each.object) if named}
            for named, places in mentioned(one).items():
                # The same word in the same message is the same thing.
                same = certain.get(named.key, named)
                batch._add(same, one, places[0].text)
                batch.mentions.append((one, same, places))
            for each in stated:
                batch._add(each.subject, one, each.statement.subject)
                batch.about.setdefault(each.subject, set()).update(_competing(each))
                if each.object is not None:
                    batch._add(each.object, one, each.statement.object)
                    batch.about.setdefault(each.object, set()).update(_mirrored(each))
                batch.said.append((one, each))
        return batch

    def _add(self, named: Named, heard: Heard, written: str) -> None:
        there = self.names.setdefault(named, [])
        if not there or there[-1] is not heard:
            there.append(heard)
        self.written[named] = better(self.written.get(named, written), written)

    def ordered(self) -> list[Named]:
        """Names in the order in which they are resolved: the known, the certain, the fuller before the shorter."""
        return sorted(
            self.names, key=lambda each: (not each.person, not each.strong, -len(each.key.split()), each.key, each.type)
        )

    def present(self) -> list[str]:
        """Ids of those who speak, or are spoken to."""
        return sorted({who.id for one in self.heard for who in (one.speaker, one.addressee) if who})

    def of_others_than(self, there: Collection[str]) -> frozenset[str]:
        """The events of this batch in which somebody speaks, or is spoken to, who is none of these."""
        with_others = {
            one.event for one in self.heard for who in (one.speaker, one.addressee) if who and who.id not in there
        }
        return frozenset(with_others | {each.event for each in self.spoken if each.person not in there})


def texts_of(heard: Heard) -> list[str]:
    """The texts that will need a vector when this is written: names, sentences and topics."""
    names = [places[0].text for places in mentioned(heard).values()]
    ends_ = ends(heard)
    things = [one.statement.object.strip() for one in ends_ if one.object] + [one.statement.subject for one in ends_]
    facts = [text_of(one.statement, one.statement.subject, one.statement.object.strip()) for one in ends_]
    return [*names, *things, *facts, *heard.topics]


def _competing(each: Ends) -> set[str]:
    """Predicates of its subject's facts that it may repeat, or compete with."""
    return {name for name in (each.kind.name, each.kind.opposite, each.kind.inverse) if name}


def _mirrored(each: Ends) -> set[str]:
    """Predicates by which its object's facts may say the same."""
    return {name for name in (each.kind.name if each.kind.symmetric else None, each.kind.inverse) if name}


def write(
    graph: Graph,
    heard: Sequence[Heard],
    *,
    vectors: Vectors,
    now: dt.datetime,
    worker: str = "",
    events: Sequence[Mapping[str, Any]] = (),
    spoken: Sequence[Spoken] = (),
    fading_days: float = FADING_DAYS,
) -> Written:
    """Write what these events state and name, and the ends of those that a worker holds: two trips, one transaction.

    Args:
        graph: the scope, or a transaction that has more to do.
        heard: what was read out of the events; all of them are in the graph.
        vectors: of what is written, made before.
        now: the present moment.
        worker: who claimed `events`.
        events: rows of `knowledge/write_batch` for claimed events, without mentions, topics and quarantine.
        spoken: the messages among them by which their speakers come to be known.
        fading_days: half-life of a violation, which the tiers of the speakers depend on.

    Raises:
        Lost: some of the claimed events are no longer held; nothing was written.
    """
    batch = Batch.read(heard, spoken)
    if isinstance(graph, Turn):
        return _written(graph, batch, vectors, now, worker, events, fading_days)
    return graph.transact(lambda turn: _written(turn, batch, vectors, now, worker, events, fading_days))


def settle_again(turn: Turn, places: Mapping[str, Sequence[str]], *, vectors: Vectors, now: dt.datetime) -> None:
    """Tell the courses of facts anew, from the evidence that counts now, with the relations that are drawn from them.

    Args:
        turn: the transaction in which the evidence was changed.
        places: ids of subjects, each with the predicates of the facts that are meant.
        vectors: not used up by facts that are there.
        now: the present moment.
    """
    settling = Settling(facts_of(turn, places, now))
    for told in settling.facts.values():
        told.touched = True
    put(turn, settling.settle(), vectors=vectors, now=now)


def facts_of(
    turn: Turn, places: Mapping[str, Sequence[str]], now: dt.datetime, keys: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Return the stored facts with these subjects and predicates, and those with these keys."""
    rows = [_known_row(subject, predicates, n) for n, (subject, predicates) in enumerate(sorted(places.items()))]
    [row] = turn.run("knowledge/resolution_candidates", now=now, names=rows, filed=list(keys), events=[], speakers=[])
    return list(row["facts"])


def put(
    turn: Turn, facts: Sequence[Told] = (), *, vectors: Vectors, now: dt.datetime, worker: str = "", **parts: Any
) -> Record:
    """Run `knowledge/write_batch` with these facts and the relations drawn from them."""
    nothing: dict[str, Any] = {"entities": [], "topics": [], "links": [], "events": [], "standings": [], "owners": []}
    [done] = turn.run(
        "knowledge/write_batch",
        worker=worker,
        now=now,
        facts=[fact_row(_with_vector(each, vectors), turn.scope) for each in facts],
        relations=[each for each in (relation_row(fact, now) for fact in facts) if each is not None],
        **nothing | parts,
    )
    return done


def _written(
    turn: Turn,
    batch: Batch,
    vectors: Vectors,
    now: dt.datetime,
    worker: str,
    events: Sequence[Mapping[str, Any]],
    fading_days: float,
) -> Written:
    order = batch.ordered()
    numbers = {named: place for place, named in enumerate(order)}
    keys = sorted({filed(one.keyed) for one in batch.heard if one.keyed})
    [row] = turn.run(
        "knowledge/resolution_candidates",
        now=now,
        names=[
            *(_name_row(named, place, batch, vectors, turn.scope) for named, place in numbers.items()),
            *(_known_row(person) for person in batch.present()),
        ],
        filed=keys,
        events=[one.event for one in batch.heard],
        speakers=sorted({each.person for each in batch.spoken} | set(batch.present())),
    )
    there = {each["asked"] for each in row["standings"]}
    if forgotten := batch.of_others_than(there):
        # Whoever spoke, or was spoken to, was forgotten meanwhile: what is left of that is claimed again.
        raise Lost(forgotten)
    words = Words(row["standings"], batch.spoken, guarded=row["owned"], fading_days=fading_days)
    naming = Naming(numbers, row["hits"], row["entities"])
    naming.attend(batch.heard)
    cards = {named: naming.resolve(named, batch.names[named], batch.written[named]) for named in order}
    settling = Settling(row["facts"])
    told: dict[str, list[str]] = {}
    for one, each in batch.said:
        if not words.heeded(one, each):
            continue
        subject = _end(cards, each.subject)
        voice = words.voice(one, each, subject.id)
        fact = settling.hear(one, each.statement, subject, _object(cards, each), voice)
        told.setdefault(one.event, []).append(fact.id)
    facts = settling.settle()
    links = _mentions(batch, cards, {(event, entity) for event, entity in row["mentioned"]})
    topics = _topics(batch, vectors, turn.scope)
    put_aside = words.quarantines(batch.spoken)
    instructing = {one.event for one in batch.heard if words.instructs(one)}
    done = put(
        turn,
        facts,
        vectors=vectors,
        now=now,
        worker=worker,
        entities=[vectors.entity(each) for each in naming.rows(turn.scope)],
        topics=topics,
        links=[vars(link) for link in naming.links],
        standings=words.rows(now),
        owners=row["owners"],
        events=[
            {
                **event,
                **links.get(event["id"], _NOTHING),
                "quarantine": put_aside.get(event["id"]),
                "instructs": event["instructs"] or event["id"] in instructing or None,
            }
            for event in events
        ],
    )
    if gone := {event["id"] for event in events} - set(done["stored"]):
        raise Lost(frozenset(gone))
    return Written(
        stored=tuple(done["stored"]),
        passages=done["passages"],
        entities=len(naming.created),
        facts=tuple(each.id for each in facts if each.fresh),
        topics=done["fresh"],
        told=told,
        linked=tuple(sorted({link.one for link in naming.links})),
    )


_NOTHING: Mapping[str, Any] = {"mentions": [], "topics": []}


def _known_row(entity: str, predicates: Iterable[str] = (), n: int = -1) -> dict[str, Any]:
    return {"n": n, "key": "", "id": entity, "query": None, "vector": None, "predicates": sorted(predicates)}


def _name_row(named: Named, place: int, batch: Batch, vectors: Vectors, scope: str) -> dict[str, Any]:
    person = named.type == "person"
    words = () if named.person else words_of([named.key], person=person)
    return {
        "n": place,
        "key": "" if named.person else named.key,
        "id": named.person or None,
        "query": alias_query(words, scope) if words else None,
        "vector": None if named.person or person else vectors.name(batch.written[named]),
        "predicates": sorted(batch.about.get(named, ())),
    }


def _end(cards: Mapping[Named, Card], named: Named) -> End:
    # By its own name: which of its names was heard first depends on who digests first.
    return End(cards[named].known.id, cards[named].known.name)


def _object(cards: Mapping[Named, Card], each: Ends) -> End:
    return End(None, each.statement.object.strip()) if each.object is None else _end(cards, each.object)


def _with_vector(told: Told, vectors: Vectors) -> Told:
    if told.fresh:
        told.vector, told.states = vectors.fact(told.properties["text"])
    return told


def _mentions(
    batch: Batch, cards: Mapping[Named, Card], counted: Collection[tuple[str, str]]
) -> dict[str, dict[str, Any]]:
    """Of each event the entities that it names or states something of, each once with its places, and its topics."""
    found: dict[str, dict[str, dict[str, Any]]] = {}

    def add(event: str, named: Named, spans: list[int], forms: Iterable[str]) -> dict[str, Any]:
        entity = cards[named].known.id
        nothing = {"entity": entity, "count": 0, "spans": [], "forms": [], "types": [], "ends": []}
        row = found.setdefault(event, {}).setdefault(entity, nothing)
        row["spans"] += spans
        row["count"] = max(1, len(row["spans"]) // 2)
        # What the entity owes to this event, so that it can be told without it.
        row["forms"] = sorted({*row["forms"], *forms})
        return row

    for one, named, places in batch.mentions:
        card = cards[named]
        # An event votes once, however often it is digested.
        card.votes[named.type] += (one.event, card.known.id) not in counted
        spans = [edge for place in places for edge in (place.start, place.end)]
        row = add(one.event, named, spans, (place.text for place in places))
        row["types"].append(named.type)
    for one, each in batch.said:
        speaks = {who.id for who in (one.speaker, one.addressee) if who}
        written = (each.statement.subject, each.statement.object.strip())
        for end, form in zip((each.subject, each.object), written, strict=True):
            # "I" is who said it, which the graph knows already.
            if end is not None and cards[end].known.id not in speaks:
                row = add(one.event, end, [], [form])
                row["ends"].append(f"{end.type}!" if end.strong else end.type)
    return {
        one.event: {
            "mentions": [row for _, row in sorted(found.get(one.event, {}).items())],
            "topics": [
                {"id": topic_id(label), "relevance": relevance} for label, relevance in sorted(one.topics.items())
            ],
        }
        for one in batch.heard
    }


def _topics(batch: Batch, vectors: Vectors, scope: str) -> list[dict[str, Any]]:
    audiences: dict[str, set[str]] = {}
    for one in batch.heard:
        for label in one.topics:
            audiences.setdefault(label, set()).add(one.audience)
    rows = []
    for label, held in sorted(audiences.items()):
        audience = widest(held)
        rows.append(
            {
                "id": topic_id(label),
                "label": label,
                "audience": audience,
                "terms": memory_terms(scope, "topic", {"audience": audience}),
                "vector": vectors.name(label),
            }
        )
    return rows
