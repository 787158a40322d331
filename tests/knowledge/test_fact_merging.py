"""Facts in the graph: repeated, superseded, negated, stated in either direction; each event counts once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory, Settings
from kg.protocols import FixedClock
from tests.knowledge.builders import ScriptedChat, dump_graph, facts_by_text, make_statement, make_visit, requeue_all
from tests.support import T0, minutes

Look = Callable[..., list[Any]]
Connect = Callable[..., Memory]


@pytest.fixture
def digested(connect: Connect) -> Callable[[ScriptedChat], Memory]:
    """A function that returns a memory which has digested a chat."""

    def digested(chat: ScriptedChat) -> Memory:
        memory = connect(extractor=chat.extractor)
        memory.log(chat.events)
        memory.digest()
        return memory

    return digested


def build_chat() -> ScriptedChat:
    """Return a chat of a dozen messages between two people."""
    chat = ScriptedChat()
    chat.add_message(
        "Ann", make_statement("Ann", "lives_in", "Paris"), names=[("Paris", "place")], topics={"moving": 0.9}
    )
    chat.add_message("Bob", make_statement("Bob", "likes", "chess"), topics={"chess": 0.5})
    chat.add_message("Ann", make_statement("Ann", "likes", "chess"), names=[("Bob", "person")], session="cli:2")
    chat.add_message(
        "Bob",
        make_statement("Ann", "lives_in", "Paris", valid_from="2020"),
        names=[("Ann", "person"), ("paris", "place")],
    )
    chat.add_message(
        "Ann",
        make_statement("Ann", "works_at", "Acme"),
        make_statement("Ann", "role", "baker"),
        names=[("Acme", "org")],
    )
    chat.add_message(
        "Ann", make_statement("Ann", "lives_in", "Oslo"), names=[("Oslo", "place")], topics={"moving": 0.4}
    )
    chat.add_message("Bob", make_statement("Bob", "likes", "chess", negated=True), session="cli:2")
    chat.add_message("Bob", make_statement("Bob", "friend_of", "Ann", confidence=0.95))
    chat.add_message("Ann", make_statement("Ann", "friend_of", "Bob"))
    chat.add_message("Ann", make_statement("Ann", "works_at", "Acme", valid_to="past"), names=[("Acme", "org")])
    chat.add_message("Ann", make_statement("Ann", "parent_of", "Tom"), names=[("Tom", "person")])
    chat.add_message(
        "Bob",
        make_statement("Tom", "child_of", "Ann"),
        make_statement("Tom", "likes", "chess"),
        names=[("Tom", "person")],
    )
    chat.add_message("Ann", make_visit("2026-05-03"))
    chat.add_message("Ann", make_visit("2026-05-10"), make_visit("2026-05-03", worth=0.9))
    return chat


@pytest.mark.slow
def test_the_same_events_digested_again_change_nothing(digested: Callable[[ScriptedChat], Memory], look: Look) -> None:
    memory = digested(build_chat())
    before = dump_graph(look)
    assert len(before["facts"]) == 12
    for _ in range(2):
        requeue_all(look)
        done = memory.digest()
        assert (done.events, done.entities, done.facts, done.topics) == (14, 0, 0, 0)
        assert dump_graph(look) == before


def test_an_event_counts_once_as_a_mention(digested: Callable[[ScriptedChat], Memory], look: Look) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_statement("Zed", "likes", "tea"), names=[("Zed", "person")])
    chat.add_message(
        "Ann",
        make_statement("Zed", "likes", "tea"),
        make_statement("Zed", "lives_in", "Oslo"),
        names=[("Zed", "person")],
    )
    memory = digested(chat)
    count = "MATCH (n:Entity {scope: $scope}) WHERE n.name = $name RETURN n.mention_count AS count"
    assert look(count, name="Zed")[0]["count"] == 2
    assert look(count, name="tea")[0]["count"] == 2
    assert look(count, name="Oslo")[0]["count"] == 1
    requeue_all(look)
    memory.digest()
    assert look(count, name="Zed")[0]["count"] == 2


def test_each_event_adds_a_tenth_to_the_strength_up_to_one(
    digested: Callable[[ScriptedChat], Memory], look: Look
) -> None:
    chat = ScriptedChat()
    for number in range(8):
        chat.add_message("Ann", make_statement("Ann", "likes", "tea", confidence=0.5 + number / 100))
    chat.add_message(
        "Ann", make_statement("Ann", "likes", "cake", confidence=0.9), make_statement("Ann", "likes", "cake")
    )
    digested(chat)
    tea, cake = facts_by_text(look)["Ann likes tea."], facts_by_text(look)["Ann likes cake."]
    assert (tea["strength"], tea["confidence"]) == (1.0, pytest.approx(0.57))
    assert (cake["strength"], cake["confidence"]) == (0.7, 0.9), "a repetition within one event counts once"
    [row] = look("MATCH (:Fact {scope: $scope, id: $id})-[:EVIDENCE]->(e) RETURN collect(e.id) AS ids", id=tea["id"])
    assert sorted(row["ids"]) == [f"e{number:03d}" for number in range(8)]


def test_strength_grows_across_batches_as_within_one(connect: Connect, look: Look) -> None:
    chat = ScriptedChat()
    for number in range(4):
        chat.add_message("Ann", make_statement("Ann", "likes", "tea", confidence=0.95 if number == 2 else 0.6))
    memory = connect(extractor=chat.extractor)
    for number, expected in enumerate((0.5, 0.6, 0.9, 1.0)):
        memory.log([chat.events[number]])
        memory.digest()
        assert facts_by_text(look)["Ann likes tea."]["strength"] == expected


def test_a_newer_fact_supersedes_an_older_one(digested: Callable[[ScriptedChat], Memory], look: Look) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_statement("Ann", "lives_in", "Paris"))
    chat.add_message("Ann", make_statement("Ann", "lives_in", "Oslo"))
    digested(chat)
    paris, oslo = facts_by_text(look)["Ann lives in Paris."], facts_by_text(look)["Ann lives in Oslo."]
    assert (paris["current"], paris["status"], oslo["current"], oslo["status"]) == (
        False,
        "superseded",
        True,
        "current",
    )
    assert paris["valid_to"].to_native() == oslo["at"].to_native() == T0 + minutes(1)
    assert "valid_to" not in oslo
    assert paris["terms"] != oslo["terms"], "full text filters current facts by these terms"
    [edge] = look("MATCH (a:Fact {scope: $scope})-[r:SUPERSEDES]->(b:Fact) RETURN a.id AS a, b.id AS b, r.at AS at")
    assert (edge["a"], edge["b"]) == (oslo["id"], paris["id"])
    [row] = look("""
        MATCH (:Person {scope: $scope, name: 'Ann'})-[r:RELATES_TO {predicate: 'lives_in'}]->(p) RETURN collect(p.name) AS names
        """)
    assert row["names"] == ["Oslo"]


def test_vector_search_of_current_facts_omits_superseded_ones(
    digested: Callable[[ScriptedChat], Memory], look: Look
) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_statement("Ann", "lives_in", "Paris"))
    chat.add_message("Ann", make_statement("Ann", "lives_in", "Oslo"))
    memory = digested(chat)
    found = look(
        """
        CYPHER 25
        MATCH (f:Memory)
        SEARCH f IN (VECTOR INDEX memory_embedding FOR $vector WHERE f.scope = $scope AND f.current = true LIMIT 9)
        RETURN collect(f.text) AS texts
        """,
        vector=memory.embedder.embed(["Ann lives in Paris."])[0].tolist(),
    )
    assert "Ann lives in Oslo." in found[0]["texts"]
    assert "Ann lives in Paris." not in found[0]["texts"]


def test_a_fact_that_holds_again_is_current_again(digested: Callable[[ScriptedChat], Memory], look: Look) -> None:
    chat = ScriptedChat()
    for place in ("Paris", "Oslo", "Paris"):
        chat.add_message("Ann", make_statement("Ann", "lives_in", place))
    digested(chat)
    paris, oslo = facts_by_text(look)["Ann lives in Paris."], facts_by_text(look)["Ann lives in Oslo."]
    assert (paris["current"], oslo["current"]) == (True, False)
    assert [each.to_native() for each in paris["spells_from"]] == [T0, T0 + minutes(2)]
    assert paris["strength"] == 0.6


def test_the_later_of_two_facts_in_one_message_is_the_newer(
    digested: Callable[[ScriptedChat], Memory], look: Look
) -> None:
    places = ["Paris", "Oslo", "Rome", "Ghent", "Lima", "Kyiv"]
    chat = ScriptedChat()
    for number, place in enumerate(places):
        second = places[(number + 1) % len(places)]
        who = f"P{number}"
        chat.add_message(
            who, make_statement(who, "lives_in", place, start=3), make_statement(who, "lives_in", second, start=30)
        )
    digested(chat)
    current = {text for text, fact in facts_by_text(look).items() if fact["current"]}
    assert current == {f"P{number} lives in {places[(number + 1) % 6]}." for number in range(6)}


def test_a_date_stated_later_in_a_message_is_used(digested: Callable[[ScriptedChat], Memory], look: Look) -> None:
    chat = ScriptedChat()
    chat.add_message(
        "Ann",
        make_statement("Ann", "lives_in", "Paris"),
        make_statement("Ann", "lives_in", "Paris", valid_from="2020", start=9),
    )
    digested(chat)
    assert facts_by_text(look)["Ann lives in Paris."]["valid_from"].year == 2020


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (make_statement("Ann", "likes", "tea"), make_statement("Ann", "dislikes", "tea")),
        (make_statement("Ann", "likes", "tea"), make_statement("Ann", "likes", "tea", negated=True)),
        (make_statement("Ann", "prefers", "tea"), make_statement("Ann", "prefers", "tea", negated=True)),
        (make_statement("Ann", "dislikes", "tea"), make_statement("Ann", "likes", "tea")),
    ],
)
def test_a_preference_is_superseded_by_its_contrary(
    digested: Callable[[ScriptedChat], Memory], look: Look, first: Any, second: Any
) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", first)
    chat.add_message("Ann", make_statement("Ann", "likes", "cake"))
    chat.add_message("Ann", second)
    digested(chat)
    current = sorted((fact["at"].to_native(), fact["current"]) for fact in facts_by_text(look).values())
    assert current == [(T0, False), (T0 + minutes(1), True), (T0 + minutes(2), True)]


def test_different_likes_hold_at_the_same_time(digested: Callable[[ScriptedChat], Memory], look: Look) -> None:
    chat = ScriptedChat()
    for thing in ("tea", "coffee", "chess"):
        chat.add_message("Ann", make_statement("Ann", "likes", thing))
    digested(chat)
    assert all(fact["current"] for fact in facts_by_text(look).values())


def test_what_happened_on_two_days_is_two_facts(digested: Callable[[ScriptedChat], Memory]) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_visit("2026-05-03", worth=0.4))
    chat.add_message("Ann", make_visit("2026-05-10"))
    chat.add_message("Ann", make_visit("2026-05-03", worth=0.6))
    facts = digested(chat).facts.list(status=None)
    assert {(fact.roles["time"], fact.status, fact.worth, len(fact.sources)) for fact in facts} == {
        ("2026-05-03", "current", 0.6, 2),
        ("2026-05-10", "current", 0.5, 1),
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (make_statement("Ann", "friend_of", "Bob"), make_statement("Bob", "friend_of", "Ann")),
        (make_statement("Ann", "married_to", "Bob"), make_statement("Bob", "married_to", "Ann")),
        (make_statement("Ann", "parent_of", "Bob"), make_statement("Bob", "child_of", "Ann")),
        (make_statement("Bob", "child_of", "Ann"), make_statement("Ann", "parent_of", "Bob")),
    ],
)
@pytest.mark.parametrize("batch", [1, 2])
def test_a_fact_stated_in_the_other_direction_is_the_same_fact(
    connect: Connect, settings: Settings, look: Look, first: Any, second: Any, batch: int
) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", first)
    chat.add_message("Bob", second)
    memory = connect(extractor=chat.extractor, settings=settings.model_copy(update={"digest_bulk": batch}))
    memory.log(chat.events)
    memory.digest()
    [fact] = facts_by_text(look).values()
    assert fact["strength"] == 0.6
    [row] = look("MATCH (:Entity {scope: $scope})-[r:RELATES_TO]->() RETURN collect(r.strength) AS strengths")
    assert row["strengths"] == [0.6]


def test_a_relation_exists_while_its_fact_holds(connect: Connect, clock: FixedClock, look: Look) -> None:
    chat = ScriptedChat()
    chat.add_message("Ann", make_statement("Ann", "works_at", "Acme"))
    chat.add_message("Ann", make_statement("Ann", "works_at", "Acme", valid_to="past"))
    chat.add_message("Ann", make_statement("Ann", "works_at", "Acme"))
    memory = connect(extractor=chat.extractor)
    clock.forward(minutes(60))
    observed = []
    for event in chat.events:
        memory.log([event])
        memory.digest()
        edges = look("MATCH (:Entity {scope: $scope})-[r:RELATES_TO {predicate: 'works_at'}]->() RETURN r")
        observed.append([(row["r"]["strength"], row["r"]["type"]) for row in edges])
    assert observed == [[(0.5, "professional")], [], [(0.7, "professional")]]


def test_scopes_are_isolated(connect: Connect, look: Look, scope: str) -> None:
    chat, other_chat = ScriptedChat(), ScriptedChat()
    chat.add_message(
        "Ann", make_statement("Ann", "lives_in", "Paris"), names=[("Paris", "place")], topics={"moving": 1.0}
    )
    other_chat.add_message(
        "Ann", make_statement("Ann", "lives_in", "Oslo"), names=[("Paris", "place")], topics={"moving": 1.0}
    )
    here, there = connect(extractor=chat.extractor), connect(f"{scope}-b", extractor=other_chat.extractor)
    for memory, each in ((here, chat), (there, other_chat)):
        memory.log(each.events)
    here.digest()
    before = dump_graph(look)
    there.digest()
    assert dump_graph(look) == before
    assert "Oslo" not in repr(before)
    edges_between_scopes = look("MATCH (a {scope: $scope})-[]-(b) WHERE b.scope <> a.scope RETURN a, b")
    assert edges_between_scopes == []


@pytest.mark.slow
def test_a_private_statement_is_a_separate_fact_from_the_shared_one(connect: Connect, look: Look) -> None:
    chat = ScriptedChat()
    chat.add_message(
        "Ann", make_statement("Ann", "likes", "tea", valid_from="2020"), topics={"tea": 1.0}, audience="session"
    )
    chat.add_message(
        "Ann", make_statement("Ann", "likes", "tea"), topics={"tea": 1.0}, session="cli:2", audience="shared"
    )
    chat.add_message("Ann", make_statement("Ann", "likes", "tea"), topics={"tea": 1.0}, audience="session")
    memory = connect(extractor=chat.extractor)
    fact_rows, topic_rows = [], []
    for event in chat.events:
        memory.log([event])
        memory.digest()
        for kind, observed in (("fact", fact_rows), ("topic", topic_rows)):
            rows = look(
                "MATCH (n:Memory {scope: $scope, kind: $kind}) WHERE n.text IN $texts "
                "RETURN n.audience AS a, n.strength AS s, n.valid_from IS NOT NULL AS dated ORDER BY a",
                kind=kind,
                texts=["Ann likes tea.", "tea"],
            )
            observed.append([(row["a"].partition(":")[0], row["s"], row["dated"]) for row in rows])
    # Neither the strength nor the dates of the private fact reach the shared one.
    assert fact_rows == [
        [("session", 0.5, True)],
        [("session", 0.5, True), ("shared", 0.5, False)],
        [("session", 0.6, True), ("shared", 0.5, False)],
    ]
    assert [[row[0] for row in rows] for rows in topic_rows] == [["session"], ["shared"], ["shared"]]


ORDERS = {
    "in order": list(range(14)),
    "backwards": list(range(13, -1, -1)),
    "mixed": [7, 2, 13, 11, 0, 5, 9, 1, 4, 12, 10, 3, 8, 6],
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("order", "sizes"),
    [
        ("in order", (1,) * 14),
        ("in order", (5, 9)),
        ("backwards", (1,) * 14),
        ("backwards", (3, 3, 8)),
        ("mixed", (1,) * 14),
        ("mixed", (4, 1, 9)),
    ],
)
def test_the_graph_does_not_depend_on_the_order_of_digestion(
    connect: Connect, look: Look, scope: str, order: str, sizes: tuple[int, ...]
) -> None:
    chat = build_chat()
    at_once, in_parts = connect(f"{scope}-whole", extractor=chat.extractor), connect(extractor=chat.extractor)
    for memory in (at_once, in_parts):
        memory.log(chat.events)
    at_once.digest()
    look("MATCH (e:Event {scope: $scope}) SET e.status = 'waiting'")
    remaining = [f"e{index:03d}" for index in ORDERS[order]]
    for size in sizes:
        ids, remaining = remaining[:size], remaining[size:]
        look("MATCH (e:Event {scope: $scope}) WHERE e.id IN $ids SET e.status = 'pending'", ids=ids)
        assert in_parts.digest().events == size
    expected = dump_graph(lambda query: look(query, scope=f"{scope}-whole"))
    for kind, rows in dump_graph(look).items():
        assert rows == expected[kind]
