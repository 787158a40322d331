"""Models of who and what is spoken of, and of what is known."""

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

from kg.graph.models.events import Memory
from kg.graph.relationship_properties import (
    Asserted,
    Carried,
    Connected,
    Evidence,
    Folding,
    Likely,
    Mentioned,
    Merged,
    Related,
    Superseding,
    Touching,
    Trusting,
)


class Named(Memory):
    """What entities have, and keep when they are made one with another; no label of its own."""

    __abstract_node__ = True

    type = StringProperty()
    strong = BooleanProperty()
    votes = ArrayProperty(StringProperty())
    fixed = BooleanProperty()
    aliases = ArrayProperty(StringProperty())
    mention_count = IntegerProperty()
    last_session = StringProperty()
    named_at = DateTimeNeo4jFormatProperty()
    first_seen = DateTimeNeo4jFormatProperty()
    last_seen = DateTimeNeo4jFormatProperty()
    mentioned_in = RelationshipFrom("kg.graph.models.events.Event", "MENTIONS", model=Mentioned)
    known_as = RelationshipFrom(f"{__name__}.Alias", "NAMES", model=Carried)


class Entity(Named):
    """Somebody or something that is spoken of."""

    relates_to = RelationshipTo(f"{__name__}.Entity", "RELATES_TO", model=Related)
    same_as = RelationshipTo(f"{__name__}.Entity", "SAME_AS", model=Likely)
    facts = RelationshipFrom(f"{__name__}.Fact", "SUBJECT", model=Carried)
    facts_of = RelationshipFrom(f"{__name__}.Fact", "OBJECT", model=Carried)


class Organization(Entity):
    """A company, a club, an office."""


class Place(Entity):
    """A town, a country, a building."""


class Project(Entity):
    """Something that is worked on."""


class Tool(Entity):
    """Something that is worked with."""


class Concept(Entity):
    """Something that is done, liked or known."""


class Happening(Entity):
    """A meeting, a feast, a journey; what was said or done is an `Event`."""


class Product(Entity):
    """Something that is made or sold."""


class Thing(Entity):
    """Anything else that has a name."""


class Person(Entity):
    """Somebody: who speaks, or is spoken of."""

    owner = BooleanProperty()
    skeleton = StringProperty()
    identities = RelationshipFrom("kg.graph.models.people.Identity", "IDENTIFIES", model=Carried)
    extends = RelationshipTo("kg.graph.models.people.TrustEdge", "EXTENDS")
    trusts = RelationshipTo(f"{__name__}.Person", "TRUSTS", model=Trusting)
    connected = RelationshipTo(f"{__name__}.Person", "CONNECTED", model=Connected)
    notes = RelationshipFrom("kg.graph.models.people.Note", "ABOUT", model=Carried)
    said = RelationshipFrom("kg.graph.models.events.Event", "SAID_BY", model=Carried)
    asserted = RelationshipFrom(f"{__name__}.Fact", "ASSERTED_BY", model=Asserted)


class Tombstone(Named):
    """An entity that was made one with another; it can come back."""

    owner = BooleanProperty()
    skeleton = StringProperty()
    merged_into = RelationshipTo(Entity, "MERGED_INTO", model=Merged)


class Alias(StructuredNode):
    """A folded name, and what it may mean."""

    scope = StringProperty(required=True)
    key = StringProperty(required=True)
    name = StringProperty()
    terms = StringProperty()
    created_at = DateTimeNeo4jFormatProperty()
    names = RelationshipTo(Entity, "NAMES", model=Carried)


class Stated(Memory):
    """What facts have, and keep when one stands for another that says the same; no label of its own."""

    __abstract_node__ = True

    subject = StringProperty()
    predicate = StringProperty()
    object = StringProperty()
    object_text = StringProperty()
    object_key = StringProperty()
    polarity = BooleanProperty()
    fact_type = StringProperty()
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
    about = RelationshipTo(Entity, "SUBJECT", model=Carried)
    of = RelationshipTo(Entity, "OBJECT", model=Carried)
    evidence = RelationshipTo("kg.graph.models.events.Event", "EVIDENCE", model=Evidence)
    asserted_by = RelationshipTo(Person, "ASSERTED_BY", model=Asserted)


class Fact(Stated):
    """Something that is known, with its evidence."""

    expired_at = DateTimeNeo4jFormatProperty()
    reason = StringProperty()
    supersedes = RelationshipTo(f"{__name__}.Fact", "SUPERSEDES", model=Superseding)
    contradicts = RelationshipTo(f"{__name__}.Fact", "CONTRADICTS")


class Folded(Stated):
    """A fact for which another stands that says the same, since two entities are one; it can come back."""

    folded_terms = StringProperty()
    folded_into = RelationshipTo(Fact, "FOLDED_INTO", model=Folding)


class Topic(Memory):
    """What is spoken of."""

    event_count = IntegerProperty()
    events = RelationshipFrom("kg.graph.models.events.Event", "ON", model=Touching)


class Turn(StructuredNode):
    """Whoever writes knowledge holds it meanwhile, so that one does after the other."""

    scope = StringProperty(unique_index=True, required=True)
    at = DateTimeNeo4jFormatProperty()


class Audit(StructuredNode):
    """What was corrected by hand, when, why and by whom; of a merge also what it needs to be undone."""

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
    of = RelationshipTo("kg.graph.models.events.Memory", "OF")
