"""The names and statements of a batch, and the rows that resolve and write them."""

from __future__ import annotations

from typing import Any

from kg.knowledge import ExtractedEvent, Speaker, SpokenMessage, VectorCache, collect_embedding_texts
from kg.knowledge.batch_contents import (
    WriteBatch,
    build_entity_query_row,
    build_name_query_row,
    build_topic_rows,
)
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import Mention
from tests.knowledge.builders import make_statement
from tests.support import T0, minutes

ANN = Speaker("person-ann", "Ann", "cli:ann")
BOB = Speaker("person-bob", "Bob", "cli:bob")


def extracted(number: int, *statements: Any, **more: Any) -> ExtractedEvent:
    given = {"audience": "shared", "speaker": ANN} | more
    return ExtractedEvent(f"e{number}", T0 + minutes(number), f"{number}", "cli:1", statements=statements, **given)


def test_a_batch_is_in_order_of_time_and_each_event_names_an_entity_once() -> None:
    acme = make_statement("Ann", "works_at", "acme")
    batch = WriteBatch.collect(
        [
            extracted(2, make_statement("Ann", "works_at", "ACME")),
            extracted(
                1, acme, make_statement("Tom Berg", "works_at", "Acme"), mentions=(Mention("Acme", "org", 0, 4),)
            ),
        ]
    )
    assert [event.event for event in batch.events] == ["e1", "e2"]
    [mention] = [each for each in batch.names if each.key == "acme"]
    assert [event.event for event in batch.names[mention]] == ["e1", "e2"]
    assert batch.predicates_of[mention] == set()
    [tom] = [each for each in batch.names if each.key == "tom berg"]
    assert batch.predicates_of[tom] == {"works_at"}


def test_facts_that_may_state_the_same_or_the_contrary_are_read() -> None:
    stated = (("parent_of", "Eva"), ("likes", "tea"), ("friend_of", "Uma"))
    batch = WriteBatch.collect([extracted(1, *(make_statement("Tom", predicate, obj) for predicate, obj in stated))])
    read = {each.key: predicates for each, predicates in batch.predicates_of.items()}
    assert read == {
        "tom": {"parent_of", "child_of", "likes", "dislikes", "friend_of"},
        "eva": {"child_of"},
        "tea": set(),
        "uma": {"friend_of"},
    }


def test_known_and_certain_names_are_resolved_first_and_longer_ones_before_shorter() -> None:
    statements = (
        make_statement("Tom", "likes", "tea"),
        make_statement("Tom Berg", "likes", "rye"),
        make_statement("Ann", "friend_of", "Eva"),
    )
    order = WriteBatch.collect([extracted(1, *statements)]).resolution_order()
    assert [each.key for each in order] == ["ann", "eva", "tom berg", "rye", "tea", "tom"]
    assert order[0].known_id == ANN.id


def test_events_of_people_who_are_not_known_are_found() -> None:
    messages = [SpokenMessage("e9", "person-eve", T0)]
    batch = WriteBatch.collect([extracted(1, addressee=BOB), extracted(2), extracted(3, speaker=None)], messages)
    assert batch.participant_ids() == [ANN.id, BOB.id]
    assert batch.events_of_missing_people({ANN.id}) == {"e1", "e9"}
    assert batch.events_of_missing_people({ANN.id, BOB.id, "person-eve"}) == frozenset()


def test_a_query_row_has_an_id_or_a_name_with_its_vector() -> None:
    vectors = VectorCache(HashingEmbedder())
    event = extracted(1, make_statement("Ann", "works_at", "Acme"), make_statement("Tom Berg", "likes", "tea"))
    vectors.embed_texts(collect_embedding_texts(event))
    batch = WriteBatch.collect([event])
    rows = {mention.key: build_name_query_row(mention, 3, batch, vectors, "scope") for mention in batch.names}
    assert (rows["ann"]["id"], rows["ann"]["key"], rows["ann"]["query"], rows["ann"]["vector"]) == (
        ANN.id,
        "",
        None,
        None,
    )
    assert (rows["acme"]["n"], rows["acme"]["key"], rows["acme"]["vector"]) == (3, "acme", vectors.get_vector("Acme"))
    assert rows["acme"]["vector"] is not None
    assert rows["tom berg"]["vector"] is None, "people are not matched by vector"
    sought = build_entity_query_row("entity-1", {"likes", "dislikes"})["sought"]
    assert [(each["predicates"], each["whole"]) for each in sought] == [(["dislikes"], True), (["likes"], True)]


def test_a_topic_has_the_widest_audience_of_its_events() -> None:
    private = {"audience": "person:ann", "topics": {"tea": 0.5, "rye": 0.9}}
    batch = WriteBatch.collect([extracted(1, **private), extracted(2, topics={"tea": 0.7})])
    rows = build_topic_rows(batch, VectorCache(HashingEmbedder()), "scope")
    assert {row["label"]: row["audience"] for row in rows} == {"rye": "person:ann", "tea": "shared"}
    assert "tea" in collect_embedding_texts(extracted(2, topics={"tea": 0.7}))
