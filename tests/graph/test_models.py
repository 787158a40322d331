"""The typed models and the graph agree: what kg writes is what the models say, no more and no less."""

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
from kg.llm import Usage
from kg.protocols import FixedClock
from tests.graph.knowledge_nodes import know
from tests.graph.memory_nodes import keep
from tests.support import T0, FailingEmbedder, minutes

Look = Callable[..., list[Any]]
ALL = {
    name: model
    for name, model in vars(models).items()
    if inspect.isclass(model) and issubclass(model, StructuredNode) and model is not StructuredNode
}
# Vectors stay in the database.
NOT_MODELLED = {"embedding", "states", "sittings"}
# They have no label of their own.
ABSTRACT = {"Named", "Stated"}
# They keep what they had when another took their place, and no more.
PUT_ASIDE = {"Tombstone", "Folded"}


def properties(model: type[StructuredNode]) -> set[str]:
    """The names, in the database, of a model's properties."""
    defined = model.defined_properties(aliases=False, rels=False)
    return {(one.db_property or name) for name, one in defined.items()}


def edges(model: type[StructuredNode]) -> dict[tuple[str, str, str], set[str]]:
    """A model's relationships as (from, type, to), each as it points in the graph, with what they carry."""
    found = {}
    for one in model.defined_properties(properties=False, aliases=False).values():
        assert isinstance(one, RelationshipDefinition)
        one.lookup_node_class()
        target = one.definition["node_class"].__name__
        ends = (target, model.__name__) if one.definition["direction"] == -1 else (model.__name__, target)
        carried = one.definition["model"]
        defined = carried.defined_properties(aliases=False, rels=False) if carried else {}
        found[(ends[0], one.definition["relation_type"], ends[1])] = set(defined)
    return found


def model_of(labels: list[str]) -> str:
    [name] = [
        name for name, model in ALL.items() if set(model.inherited_labels()) == set(labels) and name not in ABSTRACT
    ]
    return name


@pytest.fixture
def everything(connect: Callable[..., Memory], clock: FixedClock) -> Memory:
    """A scope in which every kind of node has every property that it may have."""
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
    memory.digest()
    logging.disable(logging.NOTSET)
    memory.log([Event("Somebody works on this.", id="claimed", session="cli:1", at=T0 + minutes(3))])
    now = clock.now()
    memory.graph.run("ingestion/claim", worker="w", now=now, lease_until=now + minutes(5), limit=1)
    Usage(memory.graph, clock).record("scripted", 12, 3)
    memory.graph.run("transfer/import_step", source="sum", start=0, done=1)
    know(memory, memory.graph)
    memory.people.note("cli:uma", "Likes clay.", by="cli:ann")
    memory.social.connect("cli:uma", "cli:ann", "friend", context="told at the fair")
    keep(memory, clock)
    return memory


def test_every_property_that_is_written_is_modelled_and_the_other_way_round(everything: Memory, look: Look) -> None:
    everything_written: dict[str, set[str]] = defaultdict(set)
    for row in look("MATCH (n {scope: $scope}) RETURN labels(n) AS labels, keys(n) AS keys"):
        everything_written[model_of(row["labels"])] |= set(row["keys"]) - NOT_MODELLED
    everything.forget(scope=True)
    for row in look("MATCH (n:Receipt {scope: $scope}) RETURN labels(n) AS labels, keys(n) AS keys"):
        everything_written[model_of(row["labels"])] |= set(row["keys"])
    bases = {"Memory", "Entity", "Kept"}
    assert set(everything_written) == set(ALL) - ABSTRACT - bases
    # What is true of one type of thing is true of all of them.
    things = [name for name in everything_written if models.Entity in ALL[name].__bases__]
    of_things = set().union(*(everything_written[name] for name in things if name != "Person"))
    kept = [name for name in everything_written if models.Kept in ALL[name].__bases__]
    of_kept = set().union(*(everything_written[name] for name in kept)) & properties(models.Kept)
    for name, written in everything_written.items():
        if name in PUT_ASIDE:
            assert written <= properties(ALL[name]), name
        elif name in kept:
            assert written | of_kept == properties(ALL[name]), name
        else:
            assert written | (of_things if name in things else set()) == properties(ALL[name]), name
    for base in bases:
        assert all(properties(ALL[base]) <= properties(model) for model in ALL.values() if issubclass(model, ALL[base]))


def test_every_relationship_that_is_written_is_modelled_and_the_other_way_round(everything: Memory, look: Look) -> None:
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
    for edge, carried in modelled.items():
        # Not every one of them was there of what was made one since; none of them carries more.
        assert used[edge] <= carried, edge
    for kind in {edge[1] for edge in modelled}:
        of_kind = [edge for edge in modelled if edge[1] == kind]
        assert set().union(*(used[edge] for edge in of_kind)) == set().union(*(modelled[edge] for edge in of_kind)), (
            kind
        )
    assert {row["r"] for row in rows} == {edge[1] for edge in modelled}


def test_every_index_is_on_properties_that_are_modelled(memory: Memory, look: Look) -> None:
    rows = look(
        "SHOW INDEXES YIELD labelsOrTypes AS labels, properties, type WHERE type <> 'LOOKUP' RETURN labels, properties"
    )
    indexed = {(label, name) for row in rows for label in row["labels"] or () for name in row["properties"]}
    ours = {(label, name) for label, name in indexed if label not in ("Migration", "SchemaLock")}
    modelled = {(label, name) for label, model in ALL.items() for name in properties(model) | NOT_MODELLED}
    # One index serves every kind of memory: of the properties that it filters by, some kinds have only some.
    of_any_memory = {name for label, name in modelled if issubclass(ALL[label], models.Memory)}
    assert {pair for pair in ours if pair[0] != "Memory"} <= modelled
    assert {name for label, name in ours if label == "Memory"} <= of_any_memory


def test_what_a_model_calls_unique_is_so_in_the_database(memory: Memory, look: Look) -> None:
    rows = look("SHOW CONSTRAINTS YIELD labelsOrTypes AS labels, properties RETURN labels, properties")
    constraints = {(row["labels"][0], tuple(row["properties"])) for row in rows}
    for name, model in ALL.items():
        for key, one in model.defined_properties(aliases=False, rels=False).items():
            if getattr(one, "unique_index", False):
                assert (name, (key,)) in constraints


def test_models_read_what_kg_wrote(everything: Memory) -> None:
    models.bind(everything.graph)
    events = models.Event.nodes.filter(scope=everything.scope, session="cli:1").order_by("-seq").all()
    assert [event.node_id for event in events] == ["claimed", "bad", "long", "result", "call"]
    assert events[2].at == T0 + minutes(1)
    assert events[2].said_by.single().name == "Ann"
    assert events[3].result_of.single().node_id == "call"
    assert len(events[2].passages.all()) > 2
    assert events[0].in_session.single().in_channel.single().name == "cli"
    assert models.Person.nodes.get(scope=everything.scope, name="Ann").identities.single().name == "cli:ann"
