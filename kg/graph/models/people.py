"""neomodel models of accounts, notes and trust."""

from __future__ import annotations

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    RelationshipTo,
    StringProperty,
    StructuredNode,
)

from kg.graph.models.events import MemoryNode
from kg.graph.relationship_properties import TransferableRelationship


class NoteNode(MemoryNode):
    """A note about a person."""

    __label__ = "Note"

    at = DateTimeNeo4jFormatProperty()
    by = StringProperty()
    instructs = BooleanProperty()
    about = RelationshipTo("kg.graph.models.knowledge.PersonNode", "ABOUT", model=TransferableRelationship)


class IdentityNode(StructuredNode):
    """An account on a platform, and the person it belongs to."""

    __label__ = "Identity"

    scope = StringProperty(required=True)
    platform = StringProperty(required=True)
    platform_id = StringProperty(required=True)
    name = StringProperty()
    created_at = DateTimeNeo4jFormatProperty()
    person = RelationshipTo("kg.graph.models.knowledge.PersonNode", "IDENTIFIES", model=TransferableRelationship)


class TrustEdgeNode(StructuredNode):
    """The trust of the memory, or of a person, in a person, with its signals."""

    __label__ = "TrustEdge"

    scope = StringProperty(required=True)
    node_id = StringProperty(db_property="id", required=True)
    name = StringProperty()
    truster = StringProperty()
    trustee = StringProperty()
    message_count = IntegerProperty()
    sessions = IntegerProperty()
    active_days = IntegerProperty()
    hours = IntegerProperty()
    weekdays = IntegerProperty()
    positive = IntegerProperty()
    negative = IntegerProperty()
    restricted_attempts = IntegerProperty()
    sentiment = FloatProperty()
    last_message = DateTimeNeo4jFormatProperty()
    rating = FloatProperty()
    rated_at = DateTimeNeo4jFormatProperty()
    reason = StringProperty()
    distrusted = StringProperty()
    distrusted_since = DateTimeNeo4jFormatProperty()
    muted_until = DateTimeNeo4jFormatProperty()
    muted_reason = StringProperty()
    prior_first = DateTimeNeo4jFormatProperty()
    prior_until = DateTimeNeo4jFormatProperty()
    prior_messages = IntegerProperty()
    prior_sessions = IntegerProperty()
    prior_days = IntegerProperty()
    prior_hours = ArrayProperty(IntegerProperty())
    prior_weekdays = ArrayProperty(IntegerProperty())
    prior_positive = IntegerProperty()
    prior_negative = IntegerProperty()
    prior_attempts = IntegerProperty()
    created_at = DateTimeNeo4jFormatProperty()
    updated_at = DateTimeNeo4jFormatProperty()
    to = RelationshipTo("kg.graph.models.knowledge.PersonNode", "TO")
    marked = RelationshipTo(f"{__name__}.MarkNode", "MARKED")


class MarkNode(StructuredNode):
    """A single positive mark, negative mark or violation of a person."""

    __label__ = "Mark"

    scope = StringProperty(required=True)
    node_id = StringProperty(db_property="id", required=True)
    name = StringProperty()
    kind = StringProperty()
    severity = FloatProperty()
    reason = StringProperty()
    at = DateTimeNeo4jFormatProperty()
    by = StringProperty()
    event = StringProperty()
    of_event = RelationshipTo("kg.graph.models.events.EventNode", "FOR")
