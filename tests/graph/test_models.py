"""The neomodel models have exactly the labels, properties and relationships that kg writes."""

from __future__ import annotations

import inspect
import logging
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest
from neomodel import StructuredNode
from neomodel.sync_.relationship_manager import RelationshipDefinition

from kg import Event, Memory
from kg.graph import models
from kg.ingestion import mark_events_again
from kg.llm import UsageLedger
from kg.people import ImportedPerson, PeopleImport, check_imported_person
from kg.protocols import FixedClock
from kg.trust import PriorTrust
from kg.types import TokenUsage
from tests.graph.knowledge_nodes import seed_knowledge
from tests.graph.memory_nodes import seed_memories
from tests.support import T0, FailingEmbedder, minutes

Look = Callable[..., list[Any]]
# Label → model; the abstract models, which have no label, by their names.
ALL = {
    vars(model).get("__label__", model.__name__): model
    for model in vars(models).values()
    if inspect.isclass(model) and issubclass(model, StructuredNode) and model is not StructuredNode
}
# Vectors are not modelled.
NOT_MODELLED = {"embedding", "states", "sittings"}
ABSTRACT = {"BaseEntityNode", "BaseFactNode"}
# What the scope does not happen to have: descriptions of imported entities, changing values, private names, imported orders.
NOT_SEEDED = {"description", "aspect", "audiences", "instructs"}
# Merged nodes, which have only some of the properties.
MERGED = {"Tombstone", "Folded"}


def properties(model: type[StructuredNode]) -> set[str]:
    """Return the database names of a model's properties."""
    defined = model.defined_properties(aliases=False, rels=False)
    return {(one.db_property or name) for name, one in defined.items()}


def label_of(model: type[StructuredNode]) -> str:
    """Return the label of a model, or the name of an abstract model."""
    return next(label for label, each in ALL.items() if each is model)


def edges(model: type[StructuredNode]) -> dict[tuple[str, str, str], set[str]]:
    """Return a model's relationships as (from, type, to) labels with their property names."""
    found = {}
    for one in model.defined_properties(properties=False, aliases=False).values():
        assert isinstance(one, RelationshipDefinition)
        one.lookup_node_class()
        source, target = label_of(model), label_of(one.definition["node_class"])
        ends = (target, source) if one.definition["direction"] == -1 else (source, target)
        relationship_model = one.definition["model"]
        defined = relationship_model.defined_properties(aliases=False, rels=False) if relationship_model else {}
        found[(ends[0], one.definition["relation_type"], ends[1])] = set(defined)
    return found


def model_of(labels: list[str]) -> str:
    [name] = [
        name for name, model in ALL.items() if set(model.inherited_labels()) == set(labels) and name not in ABSTRACT
    ]
    return name


@pytest.fixture
def full_scope(connect: Callable[..., Memory], clock: FixedClock) -> Memory:
    """A scope with all kinds of nodes and all of their properties."""
    memory = connect(embedder=FailingEmbedder(ConnectionError("away"), "poison"), owner="cli:ann")
    long = " ".join(f"Sentence {place} speaks of the weather and of nothing else." for place in range(80))
    memory.log(
        [
            Event("search(oak)", id="call", kind="tool_call", tool="search", role="assistant", session="cli-1", at=T0),
            Event(
                "Three oaks.", id="result", kind="tool_result", tool="search", role="tool", parent="call", session="cli:1",
                at=T0, metadata={"took": 3}, speaker="cli:bot",
            ),
            Event(long, id="long", speaker="cli:ann", speaker_name="Ann", session="cli:1", at=T0 + minutes(1)),
            Event("There is poison in it.", id="bad", session="cli:1", at=T0 + minutes(2)),
        ]
    )  # fmt: skip
    logging.disable(logging.WARNING)
    memory.log([Event(f"Bob saw {place} ships.", session="cli:2", speaker="cli:ann", at=T0) for place in range(10)])
    memory.log([Event("I opened a pottery studio in Graz.", session="cli:2", speaker="cli:ann", at=T0)])
    memory.log(
        [
            Event("Where does your sister work?", session="cli:3", speaker="cli:bob", at=T0),
            Event("At the harbour.", session="cli:3", speaker="cli:ann", at=T0),
        ]
    )
    memory.digest()
    logging.disable(logging.NOTSET)
    memory.log([Event("Somebody works on this.", id="claimed", session="cli:1", at=T0 + minutes(3))])
    now = clock.now()
    memory.graph.run("ingestion/claim", worker="w", now=now, lease_until=now + minutes(5), limit=1)
    UsageLedger(memory.runtime).record("scripted", 12, 3)
    usage = TokenUsage("2026-01-05", "scripted", 1, 2, 3)
    UsageLedger(memory.runtime).add_imported([usage], "test")
    prior = PriorTrust(T0, T0, 9, 2, 1, frozenset([9]), frozenset([0]), 3, 1, 1)
    person = ImportedPerson(accounts=["cli:uma"], trust=prior)
    assert list(PeopleImport(memory.runtime).write(check_imported_person(person))) == []
    memory.graph.run("transfer/import_step", source="sum", start=0, done=1)
    seed_knowledge(memory, memory.graph)
    memory.people.note("cli:uma", "Likes clay.", by="cli:ann")
    memory.social.connect("cli:uma", "cli:ann", "friend", context="told at the fair")
    seed_memories(memory, clock)
    mark_events_again(memory.runtime, again=True, since=None)
    return memory


@pytest.mark.slow
def test_models_have_exactly_the_written_properties(full_scope: Memory, look: Look) -> None:
    properties_by_label: dict[str, set[str]] = defaultdict(set)
    for row in look("MATCH (n {scope: $scope}) RETURN labels(n) AS labels, keys(n) AS keys"):
        properties_by_label[model_of(row["labels"])] |= set(row["keys"]) - NOT_MODELLED
    full_scope.forget(scope=True)
    for row in look("MATCH (n:Receipt {scope: $scope}) RETURN labels(n) AS labels, keys(n) AS keys"):
        properties_by_label[model_of(row["labels"])] |= set(row["keys"])
    bases = {"Memory", "Entity", "Kept"}
    assert set(properties_by_label) == set(ALL) - ABSTRACT - bases
    # All entity types have the same properties.
    things = [name for name in properties_by_label if models.EntityNode in ALL[name].__bases__]
    of_things = set().union(*(properties_by_label[name] for name in things if name != "Person"))
    stored = [name for name in properties_by_label if models.StoredMemoryNode in ALL[name].__bases__]
    of_stored = set().union(*(properties_by_label[name] for name in stored)) & properties(models.StoredMemoryNode)
    for name, written in properties_by_label.items():
        if name in MERGED:
            assert written <= properties(ALL[name]), name
        elif name in stored:
            assert (written | of_stored) - NOT_SEEDED == properties(ALL[name]) - NOT_SEEDED, name
        else:
            expected = properties(ALL[name]) - NOT_SEEDED
            assert (written | (of_things if name in things else set())) - NOT_SEEDED == expected, name
    for base in bases:
        assert all(properties(ALL[base]) <= properties(model) for model in ALL.values() if issubclass(model, ALL[base]))


@pytest.mark.slow
def test_models_have_exactly_the_written_relationships(full_scope: Memory, look: Look) -> None:
    rows = look(
        "MATCH (a {scope: $scope})-[r]->(b) RETURN labels(a) AS a, type(r) AS r, labels(b) AS b, keys(r) AS keys"
    )
    modelled: dict[tuple[str, str, str], set[str]] = {}
    for name, model in ALL.items():
        if name not in ABSTRACT:
            modelled |= edges(model)
    used: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for row in rows:
        start, end = ALL[model_of(row["a"])], ALL[model_of(row["b"])]
        fitting = [
            edge
            for edge in modelled
            if edge[1] == row["r"] and issubclass(start, ALL[edge[0]]) and issubclass(end, ALL[edge[2]])
        ]
        assert fitting, (start.__name__, row["r"], end.__name__)
        for edge in fitting:
            used[edge] |= set(row["keys"])
    for edge, relationship_model in modelled.items():
        # A merge may have left only some of the properties, but never others.
        assert used[edge] <= relationship_model, edge
    for kind in {edge[1] for edge in modelled}:
        of_kind = [edge for edge in modelled if edge[1] == kind]
        of_models = set().union(*(modelled[edge] for edge in of_kind))
        assert set().union(*(used[edge] for edge in of_kind)) - NOT_SEEDED == of_models - NOT_SEEDED, kind
    assert {row["r"] for row in rows} == {edge[1] for edge in modelled}


def test_every_indexed_property_is_modelled(memory: Memory, look: Look) -> None:
    rows = look(
        "SHOW INDEXES YIELD labelsOrTypes AS labels, properties, type WHERE type <> 'LOOKUP' RETURN labels, properties"
    )
    indexed = {(label, name) for row in rows for label in row["labels"] or () for name in row["properties"]}
    ours = {(label, name) for label, name in indexed if label not in ("Migration", "SchemaLock")}
    modelled = {(label, name) for label, model in ALL.items() for name in properties(model) | NOT_MODELLED}
    # One index serves all kinds of memory, each of which has only some of its properties.
    of_any_memory = {name for label, name in modelled if issubclass(ALL[label], models.MemoryNode)}
    assert {pair for pair in ours if pair[0] != "Memory"} <= modelled
    assert {name for label, name in ours if label == "Memory"} <= of_any_memory


def test_unique_properties_have_a_constraint(memory: Memory, look: Look) -> None:
    rows = look("SHOW CONSTRAINTS YIELD labelsOrTypes AS labels, properties RETURN labels, properties")
    constraints = {(row["labels"][0], tuple(row["properties"])) for row in rows}
    for name, model in ALL.items():
        for key, one in model.defined_properties(aliases=False, rels=False).items():
            if getattr(one, "unique_index", False):
                assert (name, (key,)) in constraints


@pytest.mark.slow
def test_models_read_nodes_written_by_kg(full_scope: Memory) -> None:
    models.bind(full_scope.graph)
    events = models.EventNode.nodes.filter(scope=full_scope.scope, session="cli:1").order_by("-seq").all()
    assert [event.node_id for event in events] == ["claimed", "bad", "long", "result", "call"]
    assert events[2].at == T0 + minutes(1)
    assert events[2].said_by.single().name == "Ann"
    assert events[3].result_of.single().node_id == "call"
    assert len(events[2].passages.all()) > 2
    assert events[0].in_session.single().in_channel.single().name == "cli"
    assert models.PersonNode.nodes.get(scope=full_scope.scope, name="Ann").identities.single().name == "cli:ann"
