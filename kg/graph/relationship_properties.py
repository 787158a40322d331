"""What edges carry, as `kg.graph.models` has it."""

from __future__ import annotations

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    StringProperty,
    StructuredRel,
)


class Carried(StructuredRel):
    """What went over when two entities were made one names the record that can undo it; else that is None."""

    via = StringProperty()


class Mentioned(Carried):
    """How often an event names something, and where: first and last character, one pair after the other.

    How it is written there, and what it is taken for, tell what the name would be without this event.
    """

    count = IntegerProperty()
    spans = ArrayProperty(IntegerProperty())
    forms = ArrayProperty(StringProperty())
    types = ArrayProperty(StringProperty())
    ends = ArrayProperty(StringProperty())


class Related(StructuredRel):
    """A relation that holds, as facts tell it."""

    predicate = StringProperty()
    audience = StringProperty()
    type = StringProperty()
    strength = FloatProperty()
    first_seen = DateTimeNeo4jFormatProperty()
    last_seen = DateTimeNeo4jFormatProperty()
    facts = ArrayProperty(StringProperty())


class Connected(Carried):
    """What two persons were said to be to each other; it holds both ways."""

    relationship = StringProperty()
    origin = StringProperty()
    context = StringProperty()
    at = DateTimeNeo4jFormatProperty()


class Likely(StructuredRel):
    """That two entities may be one, and by how many events."""

    status = StringProperty()
    confidence = FloatProperty()
    how = StringProperty()
    events = ArrayProperty(StringProperty())
    confirmations = IntegerProperty()
    created_at = DateTimeNeo4jFormatProperty()


class Merged(StructuredRel):
    """When an entity was made one with another, and the record that can undo it."""

    receipt = StringProperty()
    at = DateTimeNeo4jFormatProperty()


class Evidence(Carried):
    """One event's word for a fact: when, since and until when as it was said, and where in the text."""

    at = DateTimeNeo4jFormatProperty()
    order = StringProperty()
    said_from = StringProperty()
    said_to = StringProperty()
    start = IntegerProperty()
    end = IntegerProperty()
    confidence = FloatProperty()
    recorded_at = DateTimeNeo4jFormatProperty()
    void = BooleanProperty()
    tier = StringProperty()
    own = BooleanProperty()
    quarantine = StringProperty()


class Asserted(Carried):
    """Who said so, and how far they were trusted when they last did."""

    tier = StringProperty()


class Trusting(StructuredRel):
    """How far one trusts another: as an owner may, by what the memory saw; as they said themselves."""

    score = FloatProperty()
    tier = StringProperty()
    at = DateTimeNeo4jFormatProperty()
    rating = FloatProperty()
    rated_at = DateTimeNeo4jFormatProperty()


class Superseding(StructuredRel):
    """Since when a fact holds in another's place, and whether that one was wrong from the start."""

    at = DateTimeNeo4jFormatProperty()
    corrected = BooleanProperty()


class Folding(StructuredRel):
    """The record that can undo it."""

    receipt = StringProperty()


class Touching(StructuredRel):
    """How much an event is about a topic, 0 to 1."""

    relevance = FloatProperty()
