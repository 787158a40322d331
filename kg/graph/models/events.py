"""Models of what was said, and of where."""

from __future__ import annotations

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    IntegerProperty,
    RelationshipFrom,
    RelationshipTo,
    StringProperty,
    StructuredNode,
)

from kg.graph.relationship_properties import Carried, Mentioned, Touching

# Relationships name their models with the module: neomodel looks for a bare name in whoever imports this, and may find
# the `Event` of `from kg import Event`.


class Scope(StructuredNode):
    """A memory: what one scope holds no other sees."""

    scope = StringProperty(unique_index=True, required=True)
    name = StringProperty()
    embedder = StringProperty()
    dimension = IntegerProperty()
    owners = ArrayProperty(StringProperty())
    bootstrapped_at = DateTimeNeo4jFormatProperty()
    created_at = DateTimeNeo4jFormatProperty()
    claimed_at = DateTimeNeo4jFormatProperty()
    import_source = StringProperty()
    import_done = IntegerProperty()


class Channel(StructuredNode):
    """Where sessions take place."""

    scope = StringProperty(required=True)
    node_id = StringProperty(db_property="id", required=True)
    name = StringProperty()
    sessions = RelationshipFrom(f"{__name__}.Session", "IN")


class Session(StructuredNode):
    """A conversation: its events in order."""

    scope = StringProperty(required=True)
    node_id = StringProperty(db_property="id", required=True)
    name = StringProperty()
    channel = StringProperty()
    aliases = ArrayProperty(StringProperty())
    speakers = ArrayProperty(StringProperty())
    next_seq = IntegerProperty()
    told = IntegerProperty()
    replies = IntegerProperty()
    older_ids = ArrayProperty(StringProperty())
    older_spans = ArrayProperty(IntegerProperty())
    older_until = IntegerProperty()
    started_at = DateTimeNeo4jFormatProperty()
    ended_at = DateTimeNeo4jFormatProperty()
    created_at = DateTimeNeo4jFormatProperty()
    updated_at = DateTimeNeo4jFormatProperty()
    in_channel = RelationshipTo(Channel, "IN")
    events = RelationshipTo(f"{__name__}.Event", "HAS")
    last = RelationshipTo(f"{__name__}.Event", "LAST")


class Memory(StructuredNode):
    """What every node that remembers has."""

    scope = StringProperty(required=True)
    node_id = StringProperty(db_property="id", required=True)
    kind = StringProperty(required=True)
    name = StringProperty()
    text = StringProperty()
    terms = StringProperty()
    current = BooleanProperty()
    audience = StringProperty()
    created_at = DateTimeNeo4jFormatProperty()
    updated_at = DateTimeNeo4jFormatProperty()


class Event(Memory):
    """Something that was said or done."""

    at = DateTimeNeo4jFormatProperty()
    session = StringProperty()
    channel = StringProperty()
    speaker = StringProperty()
    speaker_name = StringProperty()
    event_kind = StringProperty()
    role = StringProperty()
    direction = StringProperty()
    parent = StringProperty()
    tool = StringProperty()
    metadata = StringProperty()
    seq = IntegerProperty()
    status = StringProperty()
    error = StringProperty()
    attempts = IntegerProperty()
    lease = StringProperty()
    lease_until = DateTimeNeo4jFormatProperty()
    digested_at = DateTimeNeo4jFormatProperty()
    instructs = BooleanProperty()
    quarantine = StringProperty()
    quarantined_terms = StringProperty()
    in_session = RelationshipFrom(Session, "HAS")
    next = RelationshipTo(f"{__name__}.Event", "NEXT")
    said_by = RelationshipTo("kg.graph.models.knowledge.Person", "SAID_BY", model=Carried)
    mentions = RelationshipTo("kg.graph.models.knowledge.Entity", "MENTIONS", model=Mentioned)
    on = RelationshipTo("kg.graph.models.knowledge.Topic", "ON", model=Touching)
    result_of = RelationshipTo(f"{__name__}.Event", "RESULT_OF")
    passages = RelationshipTo(f"{__name__}.Passage", "HAS_PASSAGE")


class Passage(Memory):
    """A part of a long event, small enough for the embedder to read whole."""

    event = StringProperty()
    ordinal = IntegerProperty()
    seq = IntegerProperty()
    start = IntegerProperty()
    end = IntegerProperty()
    at = DateTimeNeo4jFormatProperty()
    session = StringProperty()
    channel = StringProperty()
    speaker = StringProperty()
    speaker_name = StringProperty()
    role = StringProperty()
    instructs = BooleanProperty()
    quarantined_terms = StringProperty()
    of_event = RelationshipFrom(Event, "HAS_PASSAGE")


class Receipt(StructuredNode):
    """Proof of what was forgotten: counts, and nothing of the content."""

    scope = StringProperty(required=True)
    node_id = StringProperty(db_property="id", required=True)
    at = DateTimeNeo4jFormatProperty()
    what = StringProperty()
    removed = ArrayProperty(StringProperty())


class TokenUsage(StructuredNode):
    """What a language model took on one day."""

    scope = StringProperty(required=True)
    date = StringProperty(required=True)
    model = StringProperty(required=True)
    prompt = IntegerProperty()
    completion = IntegerProperty()
    requests = IntegerProperty()
    latest = ArrayProperty(StringProperty())
    created_at = DateTimeNeo4jFormatProperty()
    updated_at = DateTimeNeo4jFormatProperty()
