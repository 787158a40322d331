"""neomodel models of scopes, channels, sessions, events and passages."""

from __future__ import annotations

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    RelationshipFrom,
    RelationshipTo,
    StringProperty,
    StructuredNode,
)

from kg.graph.relationship_properties import MentionsRelationship, OnTopicRelationship, TransferableRelationship

# Relationships refer to their models by full module path: neomodel would resolve a bare name in the importing module.


class ScopeNode(StructuredNode):
    """A scope, isolated from all others."""

    __label__ = "Scope"

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


class ChannelNode(StructuredNode):
    """A channel, which has sessions."""

    __label__ = "Channel"

    scope = StringProperty(required=True)
    node_id = StringProperty(db_property="id", required=True)
    name = StringProperty()
    sessions = RelationshipFrom(f"{__name__}.SessionNode", "IN")


class SessionNode(StructuredNode):
    """A conversation: a sequence of events."""

    __label__ = "Session"

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
    in_channel = RelationshipTo(ChannelNode, "IN")
    events = RelationshipTo(f"{__name__}.EventNode", "HAS")
    last = RelationshipTo(f"{__name__}.EventNode", "LAST")


class MemoryNode(StructuredNode):
    """The properties that all memory nodes share."""

    __label__ = "Memory"

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


class EventNode(MemoryNode):
    """A logged message or action."""

    __label__ = "Event"

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
    again = BooleanProperty()
    lease = StringProperty()
    lease_until = DateTimeNeo4jFormatProperty()
    digested_at = DateTimeNeo4jFormatProperty()
    instructs = BooleanProperty()
    salience = FloatProperty()
    quarantine = StringProperty()
    quarantined_terms = StringProperty()
    in_session = RelationshipFrom(SessionNode, "HAS")
    next = RelationshipTo(f"{__name__}.EventNode", "NEXT")
    said_by = RelationshipTo("kg.graph.models.knowledge.PersonNode", "SAID_BY", model=TransferableRelationship)
    mentions = RelationshipTo("kg.graph.models.knowledge.EntityNode", "MENTIONS", model=MentionsRelationship)
    on = RelationshipTo("kg.graph.models.knowledge.TopicNode", "ON", model=OnTopicRelationship)
    result_of = RelationshipTo(f"{__name__}.EventNode", "RESULT_OF")
    passages = RelationshipTo(f"{__name__}.PassageNode", "HAS_PASSAGE")


class PassageNode(MemoryNode):
    """A part of a long event that fits the input of the embedder."""

    __label__ = "Passage"

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
    of_event = RelationshipFrom(EventNode, "HAS_PASSAGE")


class ReceiptNode(StructuredNode):
    """Proof of an erasure: counts, without any content."""

    __label__ = "Receipt"

    scope = StringProperty(required=True)
    node_id = StringProperty(db_property="id", required=True)
    at = DateTimeNeo4jFormatProperty()
    what = StringProperty()
    removed = ArrayProperty(StringProperty())


class TokenUsageNode(StructuredNode):
    """The tokens that a language model used on one day."""

    __label__ = "TokenUsage"

    scope = StringProperty(required=True)
    date = StringProperty(required=True)
    model = StringProperty(required=True)
    prompt = IntegerProperty()
    completion = IntegerProperty()
    requests = IntegerProperty()
    latest = ArrayProperty(StringProperty())
    imported = ArrayProperty(StringProperty())
    created_at = DateTimeNeo4jFormatProperty()
    updated_at = DateTimeNeo4jFormatProperty()
