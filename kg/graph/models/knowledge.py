"""neomodel models of entities, aliases, facts and topics."""

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

from kg.graph.models.events import MemoryNode
from kg.graph.relationship_properties import (
    AssertedByRelationship,
    ConnectedRelationship,
    EvidenceRelationship,
    FoldedIntoRelationship,
    MentionsRelationship,
    MergedIntoRelationship,
    NamesRelationship,
    OnTopicRelationship,
    RelatesToRelationship,
    SameAsRelationship,
    SupersedesRelationship,
    TransferableRelationship,
    TrustsRelationship,
)


class BaseEntityNode(MemoryNode):
    """The properties that entities and tombstones share; has no label of its own."""

    __abstract_node__ = True

    type = StringProperty()
    strong = BooleanProperty()
    votes = ArrayProperty(StringProperty())
    fixed = BooleanProperty()
    aliases = ArrayProperty(StringProperty())
    description = StringProperty()
    mention_count = IntegerProperty()
    last_session = StringProperty()
    named_at = DateTimeNeo4jFormatProperty()
    first_seen = DateTimeNeo4jFormatProperty()
    last_seen = DateTimeNeo4jFormatProperty()
    mentioned_in = RelationshipFrom("kg.graph.models.events.EventNode", "MENTIONS", model=MentionsRelationship)
    known_as = RelationshipFrom(f"{__name__}.AliasNode", "NAMES", model=NamesRelationship)


class EntityNode(BaseEntityNode):
    """A person or thing that events mention."""

    __label__ = "Entity"

    relates_to = RelationshipTo(f"{__name__}.EntityNode", "RELATES_TO", model=RelatesToRelationship)
    same_as = RelationshipTo(f"{__name__}.EntityNode", "SAME_AS", model=SameAsRelationship)
    facts = RelationshipFrom(f"{__name__}.FactNode", "SUBJECT", model=TransferableRelationship)
    facts_of = RelationshipFrom(f"{__name__}.FactNode", "OBJECT", model=TransferableRelationship)


class OrganizationNode(EntityNode):
    """A company, a club, an office."""

    __label__ = "Organization"


class PlaceNode(EntityNode):
    """A town, a country, a building."""

    __label__ = "Place"


class ProjectNode(EntityNode):
    """A project."""

    __label__ = "Project"


class ToolNode(EntityNode):
    """A tool or a technology."""

    __label__ = "Tool"


class ConceptNode(EntityNode):
    """An activity, interest or skill."""

    __label__ = "Concept"


class HappeningNode(EntityNode):
    """A meeting, a celebration or a journey; a logged message is an `EventNode`."""

    __label__ = "Happening"


class ProductNode(EntityNode):
    """A product."""

    __label__ = "Product"


class ThingNode(EntityNode):
    """Any other named thing."""

    __label__ = "Thing"


class PersonNode(EntityNode):
    """A person, who speaks or is mentioned."""

    __label__ = "Person"

    owner = BooleanProperty()
    skeleton = StringProperty()
    identities = RelationshipFrom("kg.graph.models.people.IdentityNode", "IDENTIFIES", model=TransferableRelationship)
    extends = RelationshipTo("kg.graph.models.people.TrustEdgeNode", "EXTENDS")
    trusts = RelationshipTo(f"{__name__}.PersonNode", "TRUSTS", model=TrustsRelationship)
    connected = RelationshipTo(f"{__name__}.PersonNode", "CONNECTED", model=ConnectedRelationship)
    notes = RelationshipFrom("kg.graph.models.people.NoteNode", "ABOUT", model=TransferableRelationship)
    said = RelationshipFrom("kg.graph.models.events.EventNode", "SAID_BY", model=TransferableRelationship)
    asserted = RelationshipFrom(f"{__name__}.FactNode", "ASSERTED_BY", model=AssertedByRelationship)


class TombstoneNode(BaseEntityNode):
    """An entity that was merged into another; the merge can be undone."""

    __label__ = "Tombstone"

    owner = BooleanProperty()
    skeleton = StringProperty()
    merged_into = RelationshipTo(EntityNode, "MERGED_INTO", model=MergedIntoRelationship)


class AliasNode(StructuredNode):
    """A normalized name, and the entities that it may refer to."""

    __label__ = "Alias"

    scope = StringProperty(required=True)
    key = StringProperty(required=True)
    name = StringProperty()
    terms = StringProperty()
    created_at = DateTimeNeo4jFormatProperty()
    names = RelationshipTo(EntityNode, "NAMES", model=NamesRelationship)


class BaseFactNode(MemoryNode):
    """The properties that facts and folded facts share; has no label of its own."""

    __abstract_node__ = True

    subject = StringProperty()
    predicate = StringProperty()
    object = StringProperty()
    object_text = StringProperty()
    object_key = StringProperty()
    aspect = StringProperty()
    polarity = BooleanProperty()
    fact_type = StringProperty()
    template = StringProperty()
    fact_kind = StringProperty()
    worth = FloatProperty()
    roles = ArrayProperty(StringProperty())
    slot = StringProperty()
    domain = StringProperty()
    category = StringProperty()
    key = StringProperty()
    filed = StringProperty()
    base = FloatProperty()
    confidence = FloatProperty()
    strength = FloatProperty()
    status = StringProperty()
    at = DateTimeNeo4jFormatProperty()
    valid_from = DateTimeNeo4jFormatProperty()
    valid_to = DateTimeNeo4jFormatProperty()
    spells_from = ArrayProperty(DateTimeNeo4jFormatProperty())
    spells_to = ArrayProperty(DateTimeNeo4jFormatProperty())
    recorded_at = DateTimeNeo4jFormatProperty()
    superseded_at = DateTimeNeo4jFormatProperty()
    replaced_in = ArrayProperty(StringProperty())
    voices = IntegerProperty()
    about = RelationshipTo(EntityNode, "SUBJECT", model=TransferableRelationship)
    of = RelationshipTo(EntityNode, "OBJECT", model=TransferableRelationship)
    evidence = RelationshipTo("kg.graph.models.events.EventNode", "EVIDENCE", model=EvidenceRelationship)
    asserted_by = RelationshipTo(PersonNode, "ASSERTED_BY", model=AssertedByRelationship)


class FactNode(BaseFactNode):
    """A fact, with its evidence."""

    __label__ = "Fact"

    expired_at = DateTimeNeo4jFormatProperty()
    reason = StringProperty()
    supersedes = RelationshipTo(f"{__name__}.FactNode", "SUPERSEDES", model=SupersedesRelationship)
    contradicts = RelationshipTo(f"{__name__}.FactNode", "CONTRADICTS")


class FoldedFactNode(BaseFactNode):
    """A fact that became a duplicate of another through a merge of entities; the merge can be undone."""

    __label__ = "Folded"

    folded_terms = StringProperty()
    folded_into = RelationshipTo(FactNode, "FOLDED_INTO", model=FoldedIntoRelationship)


class TopicNode(MemoryNode):
    """A topic of events."""

    __label__ = "Topic"

    event_count = IntegerProperty()
    events = RelationshipFrom("kg.graph.models.events.EventNode", "ON", model=OnTopicRelationship)


class WriterLockNode(StructuredNode):
    """The lock that serializes the writers of knowledge in a scope."""

    __label__ = "Turn"

    scope = StringProperty(unique_index=True, required=True)
    at = DateTimeNeo4jFormatProperty()


class AuditNode(StructuredNode):
    """A manual correction: what, when, why and by whom; for a merge also the data that undoes it."""

    __label__ = "Audit"

    scope = StringProperty(required=True)
    node_id = StringProperty(db_property="id", required=True)
    name = StringProperty()
    at = DateTimeNeo4jFormatProperty()
    what = StringProperty()
    reason = StringProperty()
    by = StringProperty()
    keep = StringProperty()
    absorb = StringProperty()
    label_names = ArrayProperty(StringProperty(), db_property="labels")
    aliases = ArrayProperty(StringProperty())
    text = StringProperty()
    kind = StringProperty()
    terms = StringProperty()
    undone_at = DateTimeNeo4jFormatProperty()
    since = DateTimeNeo4jFormatProperty()
    of = RelationshipTo("kg.graph.models.events.MemoryNode", "OF")
