"""The catalogue of nodes and relationships: the one place that describes each kind of node of the graph.

Export shapes (`kg.transfer`), the kinds of memories and their records (`kg.memories`), the types of entities (`kg.knowledge`),
the kinds that a search takes (`kg.retrieval`), and the style of Neo4j Browser are derived from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Look:
    """How Neo4j Browser draws a node: its diameter in pixels, its colours, and its caption."""

    diameter: int
    color: str
    border: str
    text: str
    caption: str = "{name}"


@dataclass(frozen=True, slots=True)
class NodeKind:
    """One kind of node.

    Attributes:
        label: its label.
        owner: the package of kg that writes it.
        look: how Neo4j Browser draws it.
        key: the properties that identify it in addition to `scope`; None where another of its labels has the key.
        memory: its value of `kind`, if it is a kind of stored memory.
        entity: its value of `type`, if it is a type of entity.
        scoped: False: it belongs to the whole graph, not to one scope.
    """

    label: str
    owner: str
    look: Look
    key: tuple[str, ...] | None = None
    memory: str | None = None
    entity: str | None = None
    scoped: bool = True

    @property
    def family(self) -> str:
        """Its name in export files: `TrustEdge` is `trust_edge`."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", self.label).lower()


@dataclass(frozen=True, slots=True)
class RelationshipKind:
    """One type of relationship, and how Neo4j Browser draws it."""

    type: str
    color: str
    width: int = 1
    caption: str = "<type>"


NODES: tuple[NodeKind, ...] = (
    NodeKind("Scope", "events", Look(90, "#3B4252", "#2B303C", "#FFFFFF"), key=()),
    NodeKind("Turn", "knowledge", Look(30, "#E6E6E6", "#BDBDBD", "#333333", "{at}"), key=()),
    NodeKind("Channel", "events", Look(80, "#7C6BC4", "#5F50A3", "#FFFFFF"), key=("id",)),
    NodeKind("Session", "events", Look(120, "#2F7E8E", "#22606D", "#FFFFFF"), key=("id",)),
    NodeKind(
        "Identity",
        "people",
        Look(85, "#F6DDC1", "#D9A467", "#4A2F0E"),
        key=(
            "platform",
            "platform_id",
        ),
    ),
    NodeKind("Memory", "events", Look(50, "#A8B3BD", "#8A97A3", "#1C2733"), key=("id",)),
    NodeKind("Event", "events", Look(80, "#CFE6EA", "#7FB3BD", "#143A42")),
    NodeKind("Passage", "events", Look(40, "#E8EEF0", "#A9C3C9", "#143A42")),
    NodeKind("Entity", "knowledge", Look(65, "#D9CFA8", "#B5A66B", "#3A3212")),
    NodeKind("Person", "people", Look(80, "#E79A4C", "#BF7526", "#33200A"), entity="person"),
    NodeKind("Organization", "knowledge", Look(70, "#B9C98A", "#8DA055", "#2A3311"), entity="org"),
    NodeKind("Place", "knowledge", Look(70, "#8FC7A3", "#5A9C72", "#123320"), entity="place"),
    NodeKind("Project", "knowledge", Look(70, "#D8B4D6", "#AC7FA9", "#3A1C38"), entity="project"),
    NodeKind("Tool", "knowledge", Look(60, "#B7C3D9", "#8494B3", "#1D2738"), entity="tool"),
    NodeKind("Concept", "knowledge", Look(60, "#E5DDB8", "#BFB27C", "#3A3212"), entity="concept"),
    NodeKind("Happening", "knowledge", Look(65, "#E8C48F", "#C39855", "#3D2A0C"), entity="event"),
    NodeKind("Product", "knowledge", Look(60, "#CFC3E6", "#A091C4", "#281D40"), entity="product"),
    NodeKind("Thing", "knowledge", Look(55, "#D9D4C4", "#B3AC96", "#35301F"), entity="other"),
    NodeKind("Note", "people", Look(60, "#FAEBD9", "#D9A467", "#4A2F0E")),
    NodeKind("Fact", "knowledge", Look(95, "#F3E27C", "#CDB93F", "#3B3408", "{status}: {text}")),
    NodeKind("Folded", "knowledge", Look(50, "#E3DDB9", "#BDB583", "#4A4430", "{text}")),
    NodeKind("Topic", "knowledge", Look(75, "#9FD3D6", "#62A7AB", "#0F3A3D")),
    NodeKind("Tombstone", "knowledge", Look(50, "#C9C5BC", "#9D988D", "#3A372F")),
    NodeKind("Kept", "memories", Look(60, "#BFD9C6", "#7FA98C", "#173323")),
    NodeKind("CoreEntry", "memories", Look(75, "#2E7D4F", "#215C3A", "#FFFFFF"), memory="core"),
    NodeKind("WorkingMemory", "memories", Look(70, "#D8ECDD", "#8FBE9D", "#173323"), memory="working"),
    NodeKind("LongTerm", "memories", Look(65, "#7DB891", "#548B67", "#10281A"), memory="longterm"),
    NodeKind("Procedure", "memories", Look(70, "#A9D18E", "#75A356", "#1C3010"), memory="procedure"),
    NodeKind("Learning", "memories", Look(70, "#C6D96B", "#96A93C", "#2D3408"), memory="learning"),
    NodeKind("Reflection", "memories", Look(95, "#D98BA5", "#B3607C", "#3D0F20"), memory="reflection"),
    NodeKind("Summary", "summaries", Look(110, "#4A6FA5", "#35527C", "#FFFFFF"), memory="summary"),
    NodeKind("DiaryEntry", "memories", Look(70, "#BFD9C6", "#7FA98C", "#173323"), memory="diary"),
    NodeKind("JournalEntry", "memories", Look(65, "#CFE3D4", "#93B59D", "#173323"), memory="journal"),
    NodeKind("Episode", "memories", Look(65, "#AFCBB8", "#789A83", "#173323"), memory="episode"),
    NodeKind("Alias", "knowledge", Look(55, "#F1EDE0", "#CFC7AE", "#4A4430"), key=("key",)),
    NodeKind("TrustEdge", "trust", Look(60, "#8FB0E3", "#567FBF", "#10233F"), key=("id",)),
    NodeKind("Mark", "trust", Look(55, "#D5E1F4", "#97B2DB", "#1B2F4D"), key=("id",)),
    NodeKind("Audit", "knowledge", Look(50, "#E3C9C4", "#BE958D", "#402019"), key=("id",)),
    NodeKind("Receipt", "erasure", Look(50, "#D7D7D7", "#ABABAB", "#333333", "{what}"), key=("id",)),
    NodeKind("SleepRun", "consolidation", Look(70, "#5B5F97", "#43476F", "#FFFFFF"), key=("id",)),
    NodeKind("Proposals", "consolidation", Look(65, "#C9A86B", "#98793F", "#2E210A"), key=("date",)),
    NodeKind(
        "TokenUsage",
        "llm",
        Look(50, "#D9DEE3", "#A8B3BD", "#1C2733", "{model}"),
        key=(
            "date",
            "model",
        ),
    ),
    NodeKind("Migration", "graph", Look(45, "#CFCFD6", "#9B9BA6", "#2A2A33"), scoped=False),
    NodeKind("SchemaLock", "graph", Look(45, "#CFCFD6", "#9B9BA6", "#2A2A33"), scoped=False),
)

RELATIONSHIPS: tuple[RelationshipKind, ...] = (
    RelationshipKind("IN", "#7C6BC4"),
    RelationshipKind("HAS", "#A9C3C9"),
    RelationshipKind("LAST", "#2F7E8E", 2),
    RelationshipKind("NEXT", "#2F7E8E", 3),
    RelationshipKind("SAID_BY", "#E79A4C"),
    RelationshipKind("RESULT_OF", "#8494B3"),
    RelationshipKind("HAS_PASSAGE", "#A9C3C9"),
    RelationshipKind("MENTIONS", "#B5A66B"),
    RelationshipKind("ON", "#62A7AB"),
    RelationshipKind("IDENTIFIES", "#D9A467"),
    RelationshipKind("CONNECTED", "#E07B39", 3, "{relationship}"),
    RelationshipKind("ABOUT", "#D9A467"),
    RelationshipKind("EXTENDS", "#567FBF"),
    RelationshipKind("TO", "#567FBF", 2),
    RelationshipKind("TRUSTS", "#3A66B0", 3, "{rating} {tier}"),
    RelationshipKind("MARKED", "#97B2DB"),
    RelationshipKind("FOR", "#97B2DB"),
    RelationshipKind("NAMES", "#CFC7AE"),
    RelationshipKind("SAME_AS", "#AC7FA9", 2, "{how} {status}"),
    RelationshipKind("MERGED_INTO", "#9D988D"),
    RelationshipKind("FOLDED_INTO", "#9D988D"),
    RelationshipKind("SUBJECT", "#CDB93F", 2),
    RelationshipKind("OBJECT", "#B5A66B", 2),
    RelationshipKind("EVIDENCE", "#7FB3BD", 2, "evidence {tier}"),
    RelationshipKind("ASSERTED_BY", "#E79A4C", 1, "said by {tier}"),
    RelationshipKind("SUPERSEDES", "#C0564A", 3),
    RelationshipKind("CONTRADICTS", "#C62828", 4),
    RelationshipKind("RELATES_TO", "#B5A66B", 2, "{predicate}"),
    RelationshipKind("RESTS_ON", "#7FA98C"),
    RelationshipKind("SUMMARIZES", "#4A6FA5", 2),
    RelationshipKind("PARENT", "#4A6FA5", 3),
    RelationshipKind("OF", "#BE958D"),
)

NODE_FAMILIES: Mapping[str, tuple[str, int]] = {
    node.label: (node.family, len(node.key)) for node in NODES if node.key is not None and node.scoped
}
"""The label that has the key → its name in export files, and how many properties the key has in addition to `scope`."""
NODE_LABELS: frozenset[str] = frozenset(node.label for node in NODES if node.scoped)
"""Every label of a scope's nodes."""
GLOBAL_LABELS: frozenset[str] = frozenset(node.label for node in NODES if not node.scoped)
"""Labels that belong to the whole graph."""
EDGE_TYPES: frozenset[str] = frozenset(kind.type for kind in RELATIONSHIPS)
"""Every type of a scope's relationships."""
MEMORY_LABELS: Mapping[str, str] = {node.memory: node.label for node in NODES if node.memory is not None}
"""The label of each kind of stored memory."""
ENTITY_LABELS: Mapping[str, str] = {node.entity: node.label for node in NODES if node.entity is not None}
"""The label of each type of entity; where two types have equally many votes, the first wins."""
ENTITY_TYPES: tuple[str, ...] = tuple(ENTITY_LABELS)
"""All types of entities."""


def browser_style() -> str:
    """Return the style sheet of Neo4j Browser (GraSS)."""
    return "\n".join(_rules()) + "\n"


def _rules() -> Iterator[str]:
    yield _rule(
        "node", _node_look(Look(50, "#A8B3BD", "#8A97A3", "#1C2733")) | {"border-width": "2px", "font-size": "10px"}
    )
    for node in NODES:
        yield _rule(f"node.{node.label}", _node_look(node.look))
    yield _rule(
        "relationship",
        {
            "color": "#9AA5AF",
            "shaft-width": "1px",
            "font-size": "8px",
            "padding": "3px",
            "text-color-external": "#5A6670",
            "text-color-internal": "#FFFFFF",
            "caption": '"<type>"',
        },
    )
    for kind in RELATIONSHIPS:
        look = {"color": kind.color, "shaft-width": f"{kind.width}px", "caption": f'"{kind.caption}"'}
        yield _rule(f"relationship.{kind.type}", look)


def _node_look(look: Look) -> dict[str, str]:
    return {
        "diameter": f"{look.diameter}px",
        "color": look.color,
        "border-color": look.border,
        "text-color-internal": look.text,
        "caption": f'"{look.caption}"',
    }


def _rule(selector: str, properties: Mapping[str, str]) -> str:
    return "\n".join((f"{selector} {{", *(f"  {name}: {value};" for name, value in properties.items()), "}"))
