"""neomodel models of the memory stores: core, diary, episodes, summaries and others."""

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

from kg.graph.models.events import ChannelNode, MemoryNode, SessionNode
from kg.graph.relationship_properties import SupersedesRelationship


class StoredMemoryNode(MemoryNode):
    """The properties that the records of all memory stores share."""

    __label__ = "Kept"

    at = DateTimeNeo4jFormatProperty()
    access_count = IntegerProperty()
    last_accessed = DateTimeNeo4jFormatProperty()
    archived_at = DateTimeNeo4jFormatProperty()
    archived_terms = StringProperty()
    superseded_by = StringProperty()
    instructs = BooleanProperty()
    rests_on = RelationshipTo(MemoryNode, "RESTS_ON")
    about = RelationshipTo("kg.graph.models.knowledge.EntityNode", "ABOUT")
    supersedes = RelationshipTo(f"{__name__}.StoredMemoryNode", "SUPERSEDES", model=SupersedesRelationship)


class CoreEntryNode(StoredMemoryNode):
    """An entry of core memory."""

    __label__ = "CoreEntry"

    section = StringProperty()
    importance = IntegerProperty()


class DiaryEntryNode(StoredMemoryNode):
    """A diary entry about a period of time."""

    __label__ = "DiaryEntry"

    participants = ArrayProperty(StringProperty())


class EpisodeNode(StoredMemoryNode):
    """What happened in one chat or in all: its range of events, and whether a sleep run has processed it."""

    __label__ = "Episode"

    session = StringProperty()
    seq_from = IntegerProperty()
    seq_to = IntegerProperty()
    salience = FloatProperty()
    studied = BooleanProperty()
    tags = ArrayProperty(StringProperty())
    participants = ArrayProperty(StringProperty())


class JournalEntryNode(StoredMemoryNode):
    """A journal entry: `day` is its date, `written_at` the time it was created."""

    __label__ = "JournalEntry"

    day = StringProperty()
    written_at = DateTimeNeo4jFormatProperty()


class LearningNode(StoredMemoryNode):
    """What the agent learned about its own work; `of` is "health" if it counts the failures of a tool."""

    __label__ = "Learning"

    tool = StringProperty()
    sentiment = StringProperty()
    confidence = FloatProperty()
    recommendation = StringProperty()
    source = StringProperty()
    of = StringProperty()
    topic = StringProperty()
    value = StringProperty()
    polarity = BooleanProperty()


class LongTermNode(StoredMemoryNode):
    """A long-term note; one that was in core memory keeps its section."""

    __label__ = "LongTerm"

    section = StringProperty()
    importance = IntegerProperty()


class ProcedureNode(StoredMemoryNode):
    """A procedure: a trigger and a response."""

    __label__ = "Procedure"

    trigger = StringProperty()
    response = StringProperty()
    confidence = FloatProperty()
    learned_from = StringProperty()
    status = StringProperty()


class ReflectionNode(StoredMemoryNode):
    """A conclusion from several memories, about the entity `drawn_of`; or the record of a failed tool call."""

    __label__ = "Reflection"

    drawn_of = StringProperty()
    tool = StringProperty()
    arguments = StringProperty()
    error = StringProperty()
    session = StringProperty()


class SummaryNode(StoredMemoryNode):
    """A node of the summary tree: the summary of one session, one channel, one entity, or all of them."""

    __label__ = "Summary"

    key = StringProperty()
    level = IntegerProperty()
    revision = IntegerProperty()
    covered = IntegerProperty()
    stale = IntegerProperty()
    weight = IntegerProperty()
    confidence = FloatProperty()
    sentences = ArrayProperty(StringProperty())
    cited = ArrayProperty(StringProperty())
    importances = ArrayProperty(FloatProperty())
    written_by = StringProperty()
    session = StringProperty()
    parent = RelationshipTo(f"{__name__}.SummaryNode", "PARENT")
    of_session = RelationshipTo(SessionNode, "SUMMARIZES")
    of_channel = RelationshipTo(ChannelNode, "SUMMARIZES")
    of = RelationshipTo(MemoryNode, "SUMMARIZES")


class WorkingMemoryNode(StoredMemoryNode):
    """The current task and context of a session."""

    __label__ = "WorkingMemory"

    session = StringProperty()
    task = StringProperty()
    context = ArrayProperty(StringProperty())
    pending = ArrayProperty(StringProperty())
    notes = StringProperty()
