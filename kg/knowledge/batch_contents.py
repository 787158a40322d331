"""The names and statements of a batch of extracted events, and the rows that the batch sends to the database."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kg.graph import memory_terms
from kg.knowledge.attribution import SpokenMessage
from kg.knowledge.competing_facts import SoughtFacts, group_rows, seek_competing, seek_mirrored, whole_rows
from kg.knowledge.entity_lookup import build_alias_query
from kg.knowledge.entity_resolution import collect_candidate_words
from kg.knowledge.entity_state import EntityState, choose_spelling
from kg.knowledge.extracted_events import (
    ExtractedEvent,
    NameMention,
    StatementEndpoints,
    group_mentions,
    list_statement_endpoints,
    widest_audience,
)
from kg.knowledge.fact_merging import statement_text
from kg.knowledge.fact_state import SHARED, text_to_embed
from kg.knowledge.vector_cache import VectorCache
from kg.language import name_key, topic_id
from kg.protocols import Mention


@dataclass
class WriteBatch:
    """The events to write, with their names and statements."""

    events: Sequence[ExtractedEvent]
    messages: Sequence[SpokenMessage] = ()
    names: dict[NameMention, list[ExtractedEvent]] = field(default_factory=dict)
    spellings: dict[NameMention, str] = field(default_factory=dict)
    statements: list[tuple[ExtractedEvent, StatementEndpoints]] = field(default_factory=list)
    mentions: list[tuple[ExtractedEvent, NameMention, list[Mention]]] = field(default_factory=list)
    predicates_of: dict[NameMention, set[str]] = field(default_factory=dict)
    sought: dict[str, SoughtFacts] = field(default_factory=dict)

    @classmethod
    def collect(cls, events: Sequence[ExtractedEvent], messages: Sequence[SpokenMessage] = ()) -> WriteBatch:
        """Collect the names and statements of these events, oldest first."""
        batch = cls(sorted(events, key=lambda event: (event.at, event.order)), messages)
        for event in batch.events:
            statements = list_statement_endpoints(event)
            typed_mentions = {
                mention.key: mention
                for endpoints in statements
                for mention in (endpoints.subject, endpoints.object)
                if mention
            }
            for mention, mentions in group_mentions(event).items():
                # The same name within one message means the same entity.
                same_mention = typed_mentions.get(mention.key, mention)
                batch._add_name(same_mention, event, mentions[0].text)
                batch.mentions.append((event, same_mention, mentions))
            for endpoints in statements:
                batch._add_name(endpoints.subject, event, endpoints.statement.subject)
                batch._seek(endpoints.subject, seek_competing(endpoints))
                if endpoints.object is not None:
                    batch._add_name(endpoints.object, event, endpoints.statement.object)
                    batch._seek(endpoints.object, seek_mirrored(endpoints.predicate))
                batch.statements.append((event, endpoints))
        return batch

    def _add_name(self, mention: NameMention, event: ExtractedEvent, spelling: str) -> None:
        named_in = self.names.setdefault(mention, [])
        if not named_in or named_in[-1] is not event:
            named_in.append(event)
        self.spellings[mention] = choose_spelling(self.spellings.get(mention, spelling), spelling)

    def _seek(self, mention: NameMention, sought: Mapping[str, SoughtFacts]) -> None:
        """Read facts of a name, and of all names with these predicates: which names mean the same is not known yet."""
        self.predicates_of.setdefault(mention, set()).update(sought)
        for predicate, facts in sought.items():
            self.sought.setdefault(predicate, SoughtFacts()).add(facts)

    def resolution_order(self) -> list[NameMention]:
        """Return the names in the order of resolution: known ids, then certain types, then longer names first."""
        return sorted(
            self.names,
            key=lambda mention: (
                not mention.known_id,
                not mention.type_is_certain,
                -len(mention.key.split()),
                mention.key,
                mention.type,
                mention.said_in,
            ),
        )

    def split_names(self, keys: Collection[str]) -> dict[NameMention, NameMention]:
        """Separate names that several persons have by session and speaker; return each new name with the one that it replaces."""
        replaced: dict[NameMention, NameMention] = {}

        def split(mention: NameMention, event: ExtractedEvent) -> NameMention:
            if mention.known_id or mention.key not in keys:
                return mention
            name = replace(mention, said_in=f"{event.session} {event.speaker.id if event.speaker else ''}")
            replaced[name] = mention
            return name

        old_names, self.names = self.names, {}
        for mention, events in old_names.items():
            for event in events:
                self._add_name(split(mention, event), event, self.spellings[mention])
        self.mentions = [(event, split(mention, event), spans) for event, mention, spans in self.mentions]
        self.statements = [
            (
                event,
                replace(
                    endpoints,
                    subject=split(endpoints.subject, event),
                    object=None if endpoints.object is None else split(endpoints.object, event),
                ),
            )
            for event, endpoints in self.statements
        ]
        return replaced

    def participant_ids(self) -> list[str]:
        """Return the ids of the speakers and addressees."""
        return sorted({person.id for event in self.events for person in (event.speaker, event.addressee) if person})

    def events_of_missing_people(self, known_people: Collection[str]) -> frozenset[str]:
        """Return the events with a speaker or addressee who is not among these people."""
        with_others = {
            event.event
            for event in self.events
            for person in (event.speaker, event.addressee)
            if person and person.id not in known_people
        }
        return frozenset(
            with_others | {message.event for message in self.messages if message.person not in known_people}
        )


def collect_embedding_texts(event: ExtractedEvent) -> list[str]:
    """Return the texts that need a vector when this event is written: names, sentences and topics."""
    names = [mentions[0].text for mentions in group_mentions(event).values()]
    statements = list_statement_endpoints(event)
    object_texts = [endpoints.statement.object.strip() for endpoints in statements if endpoints.object] + [
        endpoints.statement.subject for endpoints in statements
    ]
    facts = [
        text_to_embed(
            statement_text(endpoints.statement, endpoints.statement.subject, endpoints.statement.object.strip()),
            event.fact_key,
        )
        for endpoints in statements
    ]
    return [*names, *object_texts, *facts, *event.topics]


def build_entity_query_row(entity: str, predicates: Iterable[str] = (), n: int = -1) -> dict[str, Any]:
    """Return the row of `knowledge/resolution_candidates` that reads a known entity."""
    return {"n": n, "key": "", "id": entity, "query": None, "vector": None, "sought": whole_rows(predicates)}


def build_name_query_row(
    mention: NameMention, number: int, batch: WriteBatch, vectors: VectorCache, scope: str
) -> dict[str, Any]:
    """Return the row of `knowledge/resolution_candidates` that reads the candidates of a name."""
    person = mention.type == "person"
    words = () if mention.known_id else collect_candidate_words([mention.key], person=person)
    return {
        "n": number,
        "key": "" if mention.known_id else mention.key,
        "id": mention.known_id or mention.settled_id or None,
        "query": build_alias_query(words, scope) if words else None,
        "vector": None if mention.known_id or person else vectors.get_vector(batch.spellings[mention]),
        "sought": group_rows({each: batch.sought[each] for each in batch.predicates_of.get(mention, ())}),
    }


def count_type_votes(
    batch: WriteBatch, entities: Mapping[NameMention, EntityState], counted_mentions: Collection[tuple[str, str]]
) -> None:
    """Add the votes of a batch for the types of entities. An event votes once, however often it is digested."""
    for event, mention, _ in batch.mentions:
        entity = entities[mention]
        if (event.event, entity.candidate.id) not in counted_mentions:
            entity.type_votes[mention.type] += 1


def build_mention_rows(batch: WriteBatch, entities: Mapping[NameMention, EntityState]) -> dict[str, dict[str, Any]]:
    """Return, for each event, its topics and one row per entity that it mentions or states something of."""
    found: dict[str, dict[str, dict[str, Any]]] = {}

    def add(event: str, mention: NameMention, spans: list[int], spellings: Iterable[str]) -> dict[str, Any]:
        candidate = entities[mention].candidate
        entity = candidate.id
        if candidate.has_account:
            # A form that is not a name of the person must not become one when other events are erased.
            spellings = [each for each in spellings if name_key(each) in candidate.keys]
        empty = {"entity": entity, "count": 0, "spans": [], "forms": [], "types": [], "ends": []}
        row = found.setdefault(event, {}).setdefault(entity, empty)
        row["spans"] += spans
        row["count"] = max(1, len(row["spans"]) // 2)
        # What the event contributes to the entity, so that erasing the event can undo it.
        row["forms"] = sorted({*row["forms"], *spellings})
        return row

    for event, mention, mentions in batch.mentions:
        spans = [edge for span in mentions for edge in (span.start, span.end)]
        row = add(event.event, mention, spans, (span.text for span in mentions))
        row["types"].append(mention.type)
    for event, endpoints in batch.statements:
        participants = {person.id for person in (event.speaker, event.addressee) if person}
        texts = (endpoints.statement.subject, endpoints.statement.object.strip())
        for endpoint, spelling in zip((endpoints.subject, endpoints.object), texts, strict=True):
            # "I" is the speaker, whom the graph links already.
            if endpoint is not None and entities[endpoint].candidate.id not in participants:
                row = add(event.event, endpoint, [], [spelling])
                row["ends"].append(f"{endpoint.type}!" if endpoint.type_is_certain else endpoint.type)
    return {
        event.event: {
            "mentions": [row for _, row in sorted(found.get(event.event, {}).items())],
            "topics": [
                {"id": topic_id(label), "relevance": relevance} for label, relevance in sorted(event.topics.items())
            ],
        }
        for event in batch.events
    }


def build_topic_rows(batch: WriteBatch, vectors: VectorCache, scope: str) -> list[dict[str, Any]]:
    """Return the rows of the topics of a batch."""
    audiences: dict[str, set[str]] = {}
    for event in batch.events:
        for label in event.topics:
            audiences.setdefault(label, set()).add(event.audience)
    rows = []
    for label, label_audiences in sorted(audiences.items()):
        audience = widest_audience(label_audiences)
        rows.append(
            {
                "id": topic_id(label),
                "label": label,
                "audience": audience,
                "terms": memory_terms(scope, "topic", {"audience": audience}),
                "shared_terms": memory_terms(scope, "topic", {"audience": SHARED}),
                "vector": vectors.get_vector(label),
            }
        )
    return rows
