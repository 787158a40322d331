"""Models of accounts, notes and trust."""

from __future__ import annotations

from neomodel import (
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    RelationshipTo,
    StringProperty,
    StructuredNode,
)

from kg.graph.models.events import Memory
from kg.graph.relationship_properties import Carried


class Note(Memory):
    """What was noted of a person."""

    at = DateTimeNeo4jFormatProperty()
    by = StringProperty()
    about = RelationshipTo("kg.graph.models.knowledge.Person", "ABOUT", model=Carried)


class Identity(StructuredNode):
    """An account on a platform, and whose it is."""

    scope = StringProperty(required=True)
    platform = StringProperty(required=True)
    platform_id = StringProperty(required=True)
    name = StringProperty()
    created_at = DateTimeNeo4jFormatProperty()
    person = RelationshipTo("kg.graph.models.knowledge.Person", "IDENTIFIES", model=Carried)


class TrustEdge(StructuredNode):
    """How far one trusts another: the memory somebody, by what they did."""

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
    created_at = DateTimeNeo4jFormatProperty()
    updated_at = DateTimeNeo4jFormatProperty()
    to = RelationshipTo("kg.graph.models.knowledge.Person", "TO")
    marked = RelationshipTo(f"{__name__}.Mark", "MARKED")


class Mark(StructuredNode):
    """What somebody's trust was marked with, once."""

    scope = StringProperty(required=True)
    node_id = StringProperty(db_property="id", required=True)
    name = StringProperty()
    kind = StringProperty()
    severity = FloatProperty()
    reason = StringProperty()
    at = DateTimeNeo4jFormatProperty()
    by = StringProperty()
    event = StringProperty()
    of_event = RelationshipTo("kg.graph.models.events.Event", "FOR")
