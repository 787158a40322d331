"""Properties of relationships, for the models in `kg.graph.models`."""

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


class TransferableRelationship(StructuredRel):
    """`via` is the id of the merge record that transferred the relationship to another node, or None."""

    via = StringProperty()


class NamesRelationship(TransferableRelationship):
    """Who may see that a name is the entity's: the audiences of the messages that use it, or None for all."""

    audiences = ArrayProperty(StringProperty())


class MentionsRelationship(TransferableRelationship):
    """How often an event mentions an entity, and where: pairs of start and end offsets.

    `forms` and `types` record the spellings and types in this event, from which the entity can be recomputed without it.
    """

    count = IntegerProperty()
    spans = ArrayProperty(IntegerProperty())
    forms = ArrayProperty(StringProperty())
    types = ArrayProperty(StringProperty())
    ends = ArrayProperty(StringProperty())


class RelatesToRelationship(StructuredRel):
    """A relation between two entities, derived from facts."""

    predicate = StringProperty()
    audience = StringProperty()
    type = StringProperty()
    strength = FloatProperty()
    first_seen = DateTimeNeo4jFormatProperty()
    last_seen = DateTimeNeo4jFormatProperty()
    facts = ArrayProperty(StringProperty())


class ConnectedRelationship(TransferableRelationship):
    """A symmetric relationship between two persons."""

    relationship = StringProperty()
    origin = StringProperty()
    context = StringProperty()
    at = DateTimeNeo4jFormatProperty()


class SameAsRelationship(StructuredRel):
    """Two entities that may be the same, with the events that indicate it."""

    status = StringProperty()
    confidence = FloatProperty()
    how = StringProperty()
    events = ArrayProperty(StringProperty())
    confirmations = IntegerProperty()
    created_at = DateTimeNeo4jFormatProperty()


class MergedIntoRelationship(StructuredRel):
    """The time of a merge, and the id of the record that can undo it."""

    receipt = StringProperty()
    at = DateTimeNeo4jFormatProperty()


class EvidenceRelationship(TransferableRelationship):
    """One event's support of a fact: when, the validity that the text states, and the text span.

    `rests_on` holds the ids of earlier messages without which the text could not be understood; with one of them, it goes.
    """

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
    authority = StringProperty()
    rests_on = ArrayProperty(StringProperty())


class AssertedByRelationship(TransferableRelationship):
    """The person who asserted a fact, with their trust tier at the last assertion."""

    tier = StringProperty()


class TrustsRelationship(StructuredRel):
    """One person's trust in another: computed for an owner (`score`, `tier`), or stated (`rating`)."""

    score = FloatProperty()
    tier = StringProperty()
    at = DateTimeNeo4jFormatProperty()
    rating = FloatProperty()
    rated_at = DateTimeNeo4jFormatProperty()


class SupersedesRelationship(StructuredRel):
    """When a fact replaced another, and whether the older one was wrong from the start."""

    at = DateTimeNeo4jFormatProperty()
    corrected = BooleanProperty()


class FoldedIntoRelationship(StructuredRel):
    """The id of the merge record that can undo the folding."""

    receipt = StringProperty()


class OnTopicRelationship(StructuredRel):
    """The relevance of a topic to an event, 0 to 1."""

    relevance = FloatProperty()
