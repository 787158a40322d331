"""A batch reads the facts that it may change, and no others."""

from __future__ import annotations

from typing import Any

import pytest

from kg import Event, Memory
from kg.graph import GraphTransaction
from kg.knowledge import ExtractedEvent, VectorCache, write_batch
from kg.knowledge.batch_contents import WriteBatch, build_name_query_row, collect_embedding_texts
from kg.knowledge.competing_facts import SoughtFacts, group_rows, seek_competing, seek_mirrored, whole_rows
from kg.knowledge.extracted_events import list_statement_endpoints
from kg.knowledge.state_endings import find_ending_predicates
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import ExtractedStatement, Mention
from tests.knowledge.builders import make_statement
from tests.support import T0


def observed(
    obj: str, kind: str = "event", template: str = "{s} bought {o}", predicate: str = "buy", **more: Any
) -> ExtractedStatement:
    return make_statement("Tom Berg", predicate, obj, template=template, kind=kind, worth=0.5, **more)


def extracted(*statements: ExtractedStatement, event: str = "e1") -> ExtractedEvent:
    # Capitalised objects are names.
    names = tuple(Mention(each.object, "org", n, n + 1) for n, each in enumerate(statements) if each.object.istitle())
    return ExtractedEvent(event, T0, event, "cli:1", "shared", statements=statements, mentions=names)


def write(memory: Memory, *statements: ExtractedStatement) -> None:
    write_batch(memory.graph, [extracted(*statements)], vectors=VectorCache(HashingEmbedder()), now=T0)


def read_objects(memory: Memory, *statements: ExtractedStatement) -> set[str]:
    """Return the objects of the facts that a batch of these statements reads."""
    event = extracted(*statements, event="e2")
    batch, vectors = WriteBatch.collect([event]), VectorCache(HashingEmbedder())
    vectors.embed_texts(collect_embedding_texts(event))

    def work(turn: GraphTransaction) -> set[str]:
        names = [build_name_query_row(name, n, batch, vectors, turn.scope) for n, name in enumerate(batch.names)]
        empty: dict[str, list[Any]] = {key: [] for key in ("slot_keys", "events", "sessions", "speakers", "ties")}
        [row] = turn.run("knowledge/resolution_candidates", now=T0, names=names, **empty)
        return {fact["object_text"] for fact in row["facts"]}

    return memory.graph.transact(work)


@pytest.fixture
def memory(plain: Memory) -> Memory:
    """A memory with facts of a purchase each, an address, and a price."""
    plain.log([Event(f"This is event number {n}.", id=f"e{n}", session="cli:1", at=T0) for n in (1, 2)])
    plain.digest()
    write(plain, *map(observed, ("a desk", "Two  LAMPS", "a chair")), make_statement("Tom Berg", "lives_in", "Oslo"))
    write(plain, observed("90 euros", "state", "{s} bought it for {o}", aspect="Price of the Desk"))
    return plain


def test_of_an_open_predicate_the_facts_with_the_same_object_or_aspect_are_read(memory: Memory) -> None:
    assert read_objects(memory, observed("a desk")) == {"a desk"}
    assert read_objects(memory, observed("two lamps")) == {"Two  LAMPS"}
    assert read_objects(memory, observed("a desk"), observed("a chair")) == {"a desk", "a chair"}
    assert read_objects(memory, observed("a shelf")) == set()
    assert read_objects(memory, observed("80 euros", "state", aspect="price of the desk")) == {"90 euros"}
    assert read_objects(memory, observed("80 euros", "state", aspect="price of the chair")) == set()


def test_what_competes_with_a_repeated_fact_is_read(memory: Memory) -> None:
    cheaper = observed(
        "80 euros", "state", "{s} bought it for {o}", aspect="price of the desk", valid_from="2026-03-02"
    )
    write(memory, cheaper)
    # The fact that is repeated keeps its aspect, in which the other price competes with it.
    assert read_objects(memory, observed("90 euros", "state", "{s} bought it for {o}")) == {"90 euros", "80 euros"}


def test_what_one_name_needs_is_read_of_all_names(memory: Memory) -> None:
    other = make_statement("Mr. Berg", "buy", "a chair", template="{s} bought {o}", kind="event", worth=0.5)
    assert {"a desk", "a chair"} <= read_objects(memory, observed("a desk"), other)


def test_all_facts_of_a_closed_predicate_are_read(memory: Memory) -> None:
    assert read_objects(memory, make_statement("Tom Berg", "lives_in", "Rome")) == {"Oslo"}


def test_all_facts_are_read_where_a_task_may_be_open(memory: Memory) -> None:
    bought = {"a desk", "Two  LAMPS", "a chair", "90 euros"}
    task = observed("a shelf", "task", "{s} has to buy {o}")
    assert read_objects(memory, task) == bought
    not_yet = observed("a shelf", template="{s} has not bought {o}", negated=True)
    assert read_objects(memory, not_yet) == bought
    assert read_objects(memory, observed("a shelf", negated=True)) == set()
    write(memory, task)
    assert read_objects(memory, observed("a rug")) == bought | {"a shelf"}


def test_what_was_not_done_yet_is_read_with_what_may_have_done_it(memory: Memory) -> None:
    write(memory, observed("a shelf", template="{s} has not bought {o} yet", negated=True))
    assert read_objects(memory, observed("the shelf")) == {"a desk", "Two  LAMPS", "a chair", "90 euros", "a shelf"}


def test_facts_of_named_entities_are_read(memory: Memory) -> None:
    write(memory, observed("Volvo"), observed("Saab"))
    assert read_objects(memory, observed("Volvo")) == {"Volvo"}
    assert read_objects(memory, observed("Lada")) == set()


def test_rows_say_what_is_sought() -> None:
    [endpoints] = list_statement_endpoints(extracted(observed("DESK", "state", aspect="Price")))
    ends = dict.fromkeys(find_ending_predicates("buy", "DESK"), SoughtFacts(words={"desk"}))
    assert seek_competing(endpoints) == {"buy": SoughtFacts(object_keys={"=desk"}, aspects={" ~ price"})} | ends
    assert seek_mirrored(endpoints.predicate) == {}
    assert SoughtFacts(object_keys={"=b", "=a"}).to_row("buy") == {
        "predicates": ["buy", "finish", "get", "grab", "order", "purchase"],
        "whole": False,
        "objects": ["=a", "=b"],
        "aspects": [],
        "words": [],
        "tasks": True,
    }
    assert whole_rows({"likes", "dislikes"})[0] == SoughtFacts(is_whole=True).to_row("dislikes")
    merged = SoughtFacts(object_keys={"=a"})
    merged.add(SoughtFacts(is_whole=True))
    assert merged.is_whole


def test_one_row_reads_the_predicates_with_the_same_words() -> None:
    tea = SoughtFacts(words={"tea"})
    rows = group_rows({"drink": tea, "buy": SoughtFacts(words={"tea"}), "take": SoughtFacts(object_keys={"=tea"})})
    assert [(row["predicates"], row["words"], row["tasks"]) for row in rows] == [
        (["take"], [], True),
        (["buy", "drink", "finish", "get", "grab", "order", "purchase"], ["tea"], False),
    ]
    stop = seek_competing(list_statement_endpoints(extracted(observed("drinking tea", predicate="stop")))[0])
    assert len(group_rows(stop)) <= 2


def test_what_ends_a_state_reads_no_task(memory: Memory) -> None:
    write(memory, observed("the tea", "task", predicate="drink"), observed("black tea", "state", predicate="drink"))
    assert read_objects(memory, observed("drinking tea", predicate="stop")) == {"black tea"}
