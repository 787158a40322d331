"""Models of what is kept beside what was said: the tiers."""

from __future__ import annotations

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    RelationshipTo,
    StringProperty,
)

from kg.graph.models.events import Channel, Memory, Session
from kg.graph.relationship_properties import Superseding


class Kept(Memory):
    """What is kept beside what was said."""

    at = DateTimeNeo4jFormatProperty()
    access_count = IntegerProperty()
    last_accessed = DateTimeNeo4jFormatProperty()
    archived_at = DateTimeNeo4jFormatProperty()
    archived_terms = StringProperty()
    superseded_by = StringProperty()
    rests_on = RelationshipTo(Memory, "RESTS_ON")
    about = RelationshipTo("kg.graph.models.knowledge.Entity", "ABOUT")
    supersedes = RelationshipTo(f"{__name__}.Kept", "SUPERSEDES", model=Superseding)


class CoreEntry(Kept):
    """A line of core memory."""

    section = StringProperty()
    importance = IntegerProperty()


class DiaryEntry(Kept):
    """What a stretch of time was about."""

    participants = ArrayProperty(StringProperty())


class Episode(Kept):
    """What happened in a chat, or in all of them; from where to where, and whether a sleep has gone through it."""

    session = StringProperty()
    seq_from = IntegerProperty()
    seq_to = IntegerProperty()
    salience = FloatProperty()
    studied = BooleanProperty()
    tags = ArrayProperty(StringProperty())
    participants = ArrayProperty(StringProperty())


class JournalEntry(Kept):
    """A dated entry: `day` is its date, `written_at` when it was made."""

    day = StringProperty()
    written_at = DateTimeNeo4jFormatProperty()


class Learning(Kept):
    """What the agent learnt about its own work; `of` is "health" where it counts a tool's failures."""

    tool = StringProperty()
    sentiment = StringProperty()
    confidence = FloatProperty()
    recommendation = StringProperty()
    source = StringProperty()
    of = StringProperty()


class LongTerm(Kept):
    """A note that is kept for long; one that was in core memory keeps its section."""

    section = StringProperty()
    importance = IntegerProperty()


class Procedure(Kept):
    """What to do when something happens."""

    trigger = StringProperty()
    response = StringProperty()
    confidence = FloatProperty()
    learned_from = StringProperty()
    status = StringProperty()


class Reflection(Kept):
    """What several memories come to together, `drawn_of` an entity; or what a tool that failed left to think of."""

    drawn_of = StringProperty()
    tool = StringProperty()
    arguments = StringProperty()
    error = StringProperty()
    session = StringProperty()


class Summary(Kept):
    """What was said in one chat, of one thing, or in all, in a few sentences: a node of the summary tree."""

    key = StringProperty()
    level = IntegerProperty()
    revision = IntegerProperty()
    covered = IntegerProperty()
    stale = IntegerProperty()
    weight = IntegerProperty()
    confidence = FloatProperty()
    sentences = ArrayProperty(StringProperty())
    cited = ArrayProperty(StringProperty())
    written_by = StringProperty()
    session = StringProperty()
    parent = RelationshipTo(f"{__name__}.Summary", "PARENT")
    of_session = RelationshipTo(Session, "SUMMARIZES")
    of_channel = RelationshipTo(Channel, "SUMMARIZES")
    of = RelationshipTo(Memory, "SUMMARIZES")


class WorkingMemory(Kept):
    """What is under way in a session."""

    session = StringProperty()
    task = StringProperty()
    context = ArrayProperty(StringProperty())
    pending = ArrayProperty(StringProperty())
    notes = StringProperty()
