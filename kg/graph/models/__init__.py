"""Typed neomodel models of the graph's nodes, for notebooks and for simple reads and edits.

    >>> from kg.graph import models
    >>> models.bind(memory.graph)
    >>> [event.text for event in models.EventNode.nodes.filter(scope="demo").order_by("-at")[:3]]

A model is named after its label: `EventNode` has the label `Event`. Filter every query by `scope`: the models do not add this
filter. For vector and full-text search use `Memory.search`: neomodel's own search puts values into the query text and filters
after taking the top k.
"""

from __future__ import annotations

try:
    from neomodel import db
except ModuleNotFoundError as missing:
    message = "kg.graph.models needs neomodel: run `pip install 'kg-agent-memory[ogm]'`"
    raise ModuleNotFoundError(message, name=missing.name) from None

from kg.graph.models.consolidation import ProposalsNode, SleepRunNode
from kg.graph.models.events import (
    ChannelNode,
    EventNode,
    MemoryNode,
    PassageNode,
    ReceiptNode,
    ScopeNode,
    SessionNode,
    TokenUsageNode,
)
from kg.graph.models.knowledge import (
    AliasNode,
    AuditNode,
    BaseEntityNode,
    BaseFactNode,
    ConceptNode,
    EntityNode,
    FactNode,
    FoldedFactNode,
    HappeningNode,
    OrganizationNode,
    PersonNode,
    PlaceNode,
    ProductNode,
    ProjectNode,
    ThingNode,
    TombstoneNode,
    ToolNode,
    TopicNode,
    WriterLockNode,
)
from kg.graph.models.memories import (
    CoreEntryNode,
    DiaryEntryNode,
    EpisodeNode,
    JournalEntryNode,
    LearningNode,
    LongTermNode,
    ProcedureNode,
    ReflectionNode,
    StoredMemoryNode,
    SummaryNode,
    WorkingMemoryNode,
)
from kg.graph.models.people import (
    IdentityNode,
    MarkNode,
    NoteNode,
    TrustEdgeNode,
)
from kg.graph.scoped_graph import Graph

__all__ = [
    "AliasNode",
    "AuditNode",
    "BaseEntityNode",
    "BaseFactNode",
    "ChannelNode",
    "ConceptNode",
    "CoreEntryNode",
    "DiaryEntryNode",
    "EntityNode",
    "EpisodeNode",
    "EventNode",
    "FactNode",
    "FoldedFactNode",
    "HappeningNode",
    "IdentityNode",
    "JournalEntryNode",
    "LearningNode",
    "LongTermNode",
    "MarkNode",
    "MemoryNode",
    "NoteNode",
    "OrganizationNode",
    "PassageNode",
    "PersonNode",
    "PlaceNode",
    "ProcedureNode",
    "ProductNode",
    "ProjectNode",
    "ProposalsNode",
    "ReceiptNode",
    "ReflectionNode",
    "ScopeNode",
    "SessionNode",
    "SleepRunNode",
    "StoredMemoryNode",
    "SummaryNode",
    "ThingNode",
    "TokenUsageNode",
    "TombstoneNode",
    "ToolNode",
    "TopicNode",
    "TrustEdgeNode",
    "WorkingMemoryNode",
    "WriterLockNode",
    "bind",
]


def bind(graph: Graph) -> None:
    """Make the models use the connection of a memory; neomodel has one connection for the whole process."""
    db.set_connection(driver=graph.connection.driver)
