"""Typed models of the graph's nodes, for notebooks and plain reads and edits (neomodel).

    >>> from kg.graph import models
    >>> models.bind(memory.graph)
    >>> [event.text for event in models.Event.nodes.filter(scope="demo").order_by("-at")[:3]]

Every model carries `scope`: filter by it, these models do not do so by themselves. For vectors and full text use
`Memory.search`: neomodel's own search puts values into the query's text and filters after the top k.
"""

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
    db,
)

from kg.graph.edges import Carried, Evidence, Folding, Likely, Mentioned, Merged, Related, Superseding, Touching
from kg.graph.handle import Graph


def bind(graph: Graph) -> None:
    """Let the models use a memory's connection; it is one for the whole process, as neomodel has it."""
    db.set_connection(driver=graph.connection.driver)


# Relationships name their models with the module: neomodel looks for a bare name in whoever imports this, and may find
# the `Event` of `from kg import Event`.


class Scope(StructuredNode):
    """A memory: what one scope holds no other sees."""

    scope = StringProperty(unique_index=True, required=True)
    name = StringProperty()
    embedder = StringProperty()
    dimension = IntegerProperty()
    created_at = DateTimeNeo4jFormatProperty()
    claimed_at = DateTimeNeo4jFormatProperty()


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
    mentioned_in = RelationshipFrom(f"{__name__}.Event", "MENTIONS", model=Mentioned)
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
    identities = RelationshipFrom(f"{__name__}.Identity", "IDENTIFIES", model=Carried)
    said = RelationshipFrom(f"{__name__}.Event", "SAID_BY", model=Carried)
    asserted = RelationshipFrom(f"{__name__}.Fact", "ASSERTED_BY", model=Carried)


class Tombstone(Named):
    """An entity that was made one with another; it can come back."""

    owner = BooleanProperty()
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
    about = RelationshipTo(Entity, "SUBJECT", model=Carried)
    of = RelationshipTo(Entity, "OBJECT", model=Carried)
    evidence = RelationshipTo(f"{__name__}.Event", "EVIDENCE", model=Evidence)
    asserted_by = RelationshipTo(Person, "ASSERTED_BY", model=Carried)


class Fact(Stated):
    """Something that is known, with its evidence."""

    expired_at = DateTimeNeo4jFormatProperty()
    reason = StringProperty()
    supersedes = RelationshipTo(f"{__name__}.Fact", "SUPERSEDES", model=Superseding)


class Folded(Stated):
    """A fact for which another stands that says the same, since two entities are one; it can come back."""

    folded_terms = StringProperty()
    folded_into = RelationshipTo(Fact, "FOLDED_INTO", model=Folding)


class Topic(Memory):
    """What is spoken of."""

    event_count = IntegerProperty()
    events = RelationshipFrom(f"{__name__}.Event", "ON", model=Touching)


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
    of = RelationshipTo(Memory, "OF")


class Identity(StructuredNode):
    """An account on a platform, and whose it is."""

    scope = StringProperty(required=True)
    platform = StringProperty(required=True)
    platform_id = StringProperty(required=True)
    name = StringProperty()
    created_at = DateTimeNeo4jFormatProperty()
    person = RelationshipTo(Person, "IDENTIFIES", model=Carried)


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
    in_session = RelationshipFrom(Session, "HAS")
    next = RelationshipTo(f"{__name__}.Event", "NEXT")
    said_by = RelationshipTo(Person, "SAID_BY", model=Carried)
    mentions = RelationshipTo(Entity, "MENTIONS", model=Mentioned)
    on = RelationshipTo(Topic, "ON", model=Touching)
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
