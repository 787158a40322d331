"""Typed models of the graph's nodes, for notebooks and plain reads and edits (neomodel).

    >>> from kg.graph import models
    >>> models.bind(memory.graph)
    >>> [event.text for event in models.Event.nodes.filter(scope="demo").order_by("-at")[:3]]

Every model carries `scope`: filter by it, these models do not do so by themselves. For vectors and full text use
`Memory.search`: neomodel's own search puts values into the query's text and filters after the top k.
"""

from __future__ import annotations

from neomodel import db

from kg.graph.models.consolidation import Proposals, SleepRun
from kg.graph.models.events import (
    Channel,
    Event,
    Memory,
    Passage,
    Receipt,
    Scope,
    Session,
    TokenUsage,
)
from kg.graph.models.knowledge import (
    Alias,
    Audit,
    Concept,
    Entity,
    Fact,
    Folded,
    Happening,
    Named,
    Organization,
    Person,
    Place,
    Product,
    Project,
    Stated,
    Thing,
    Tombstone,
    Tool,
    Topic,
    Turn,
)
from kg.graph.models.memories import (
    CoreEntry,
    DiaryEntry,
    Episode,
    JournalEntry,
    Kept,
    Learning,
    LongTerm,
    Procedure,
    Reflection,
    Summary,
    WorkingMemory,
)
from kg.graph.models.people import (
    Identity,
    Mark,
    Note,
    TrustEdge,
)
from kg.graph.scoped_graph import Graph

__all__ = [
    "Alias",
    "Audit",
    "Channel",
    "Concept",
    "CoreEntry",
    "DiaryEntry",
    "Entity",
    "Episode",
    "Event",
    "Fact",
    "Folded",
    "Happening",
    "Identity",
    "JournalEntry",
    "Kept",
    "Learning",
    "LongTerm",
    "Mark",
    "Memory",
    "Named",
    "Note",
    "Organization",
    "Passage",
    "Person",
    "Place",
    "Procedure",
    "Product",
    "Project",
    "Proposals",
    "Receipt",
    "Reflection",
    "Scope",
    "Session",
    "SleepRun",
    "Stated",
    "Summary",
    "Thing",
    "TokenUsage",
    "Tombstone",
    "Tool",
    "Topic",
    "TrustEdge",
    "Turn",
    "WorkingMemory",
    "bind",
]


def bind(graph: Graph) -> None:
    """Let the models use a memory's connection; it is one for the whole process, as neomodel has it."""
    db.set_connection(driver=graph.connection.driver)
