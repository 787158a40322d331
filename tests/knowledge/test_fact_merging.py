"""Facts in the graph: said again, superseded, denied, mirrored; each event counts once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory, Settings
from kg.protocols import FixedClock
from tests.knowledge.builders import Story, again, dump, facts, said
from tests.support import T0, minutes

Look = Callable[..., list[Any]]
Connect = Callable[..., Memory]


@pytest.fixture
def digested(connect: Connect) -> Callable[[Story], Memory]:
    """A memory that has digested a story."""

    def digested(story: Story) -> Memory:
        memory = connect(extractor=story.extractor)
        memory.log(story.events)
        memory.digest()
        return memory

    return digested


def chat() -> Story:
    """What a dozen lines between two people may state."""
    story = Story()
    story.tell("Ann", said("Ann", "lives_in", "Paris"), names=[("Paris", "place")], topics={"moving": 0.9})
    story.tell("Bob", said("Bob", "likes", "chess"), topics={"chess": 0.5})
    story.tell("Ann", said("Ann", "likes", "chess"), names=[("Bob", "person")], session="cli:2")
    story.tell("Bob", said("Ann", "lives_in", "Paris", since="2020"), names=[("Ann", "person"), ("paris", "place")])
    story.tell("Ann", said("Ann", "works_at", "Acme"), said("Ann", "role", "baker"), names=[("Acme", "org")])
    story.tell("Ann", said("Ann", "lives_in", "Oslo"), names=[("Oslo", "place")], topics={"moving": 0.4})
    story.tell("Bob", said("Bob", "likes", "chess", no=True), session="cli:2")
    story.tell("Bob", said("Bob", "friend_of", "Ann", sure=0.95))
    story.tell("Ann", said("Ann", "friend_of", "Bob"))
    story.tell("Ann", said("Ann", "works_at", "Acme", until="past"), names=[("Acme", "org")])
    story.tell("Ann", said("Ann", "parent_of", "Tom"), names=[("Tom", "person")])
    story.tell("Bob", said("Tom", "child_of", "Ann"), said("Tom", "likes", "chess"), names=[("Tom", "person")])
    return story


def test_the_same_events_digested_again_change_nothing(digested: Callable[[Story], Memory], look: Look) -> None:
    memory = digested(chat())
    before = dump(look)
    assert len(before["facts"]) == 10
    for _ in range(2):
        again(look)
        done = memory.digest()
        assert (done.events, done.entities, done.facts, done.topics) == (12, 0, 0, 0)
        assert dump(look) == before


def test_a_mention_counts_once_an_event(digested: Callable[[Story], Memory], look: Look) -> None:
    story = Story()
    story.tell("Ann", said("Zed", "likes", "tea"), names=[("Zed", "person")])
    story.tell("Ann", said("Zed", "likes", "tea"), said("Zed", "lives_in", "Oslo"), names=[("Zed", "person")])
    memory = digested(story)
    count = "MATCH (n:Entity {scope: $scope}) WHERE n.name = $name RETURN n.mention_count AS count"
    assert look(count, name="Zed")[0]["count"] == 2
    assert look(count, name="tea")[0]["count"] == 2
    assert look(count, name="Oslo")[0]["count"] == 1
    again(look)
    memory.digest()
    assert look(count, name="Zed")[0]["count"] == 2


def test_each_event_makes_a_fact_stronger_by_a_tenth_up_to_one(digested: Callable[[Story], Memory], look: Look) -> None:
    story = Story()
    for place in range(8):
        story.tell("Ann", said("Ann", "likes", "tea", sure=0.5 + place / 100))
    story.tell("Ann", said("Ann", "likes", "cake", sure=0.9), said("Ann", "likes", "cake"))
    digested(story)
    tea, cake = facts(look)["Ann likes tea."], facts(look)["Ann likes cake."]
    assert (tea["strength"], tea["confidence"]) == (1.0, pytest.approx(0.57))
    assert (cake["strength"], cake["confidence"]) == (0.7, 0.9), "what is said twice in one event is said once"
    [row] = look("MATCH (:Fact {scope: $scope, id: $id})-[:EVIDENCE]->(e) RETURN collect(e.id) AS ids", id=tea["id"])
    assert sorted(row["ids"]) == [f"e{place:03d}" for place in range(8)]


def test_the_strength_grows_over_batches_as_within_one(connect: Connect, look: Look) -> None:
    story = Story()
    for place in range(4):
        story.tell("Ann", said("Ann", "likes", "tea", sure=0.95 if place == 2 else 0.6))
    memory = connect(extractor=story.extractor)
    for place, expected in enumerate((0.5, 0.6, 0.9, 1.0)):
        memory.log([story.events[place]])
        memory.digest()
        assert facts(look)["Ann likes tea."]["strength"] == expected


def test_the_newer_supersedes_the_older(digested: Callable[[Story], Memory], look: Look) -> None:
    story = Story()
    story.tell("Ann", said("Ann", "lives_in", "Paris"))
    story.tell("Ann", said("Ann", "lives_in", "Oslo"))
    digested(story)
    paris, oslo = facts(look)["Ann lives in Paris."], facts(look)["Ann lives in Oslo."]
    assert (paris["current"], paris["status"], oslo["current"], oslo["status"]) == (
        False,
        "superseded",
        True,
        "current",
    )
    assert paris["valid_to"].to_native() == oslo["at"].to_native() == T0 + minutes(1)
    assert "valid_to" not in oslo
    assert paris["terms"] != oslo["terms"], "full text tells what is current by them"
    [edge] = look("MATCH (a:Fact {scope: $scope})-[r:SUPERSEDES]->(b:Fact) RETURN a.id AS a, b.id AS b, r.at AS at")
    assert (edge["a"], edge["b"]) == (oslo["id"], paris["id"])
    [row] = look("""
        MATCH (:Person {scope: $scope, name: 'Ann'})-[r:RELATES_TO {predicate: 'lives_in'}]->(p) RETURN collect(p.name) AS names
        """)
    assert row["names"] == ["Oslo"]


def test_what_is_superseded_is_not_found_among_what_is_current(digested: Callable[[Story], Memory], look: Look) -> None:
    story = Story()
    story.tell("Ann", said("Ann", "lives_in", "Paris"))
    story.tell("Ann", said("Ann", "lives_in", "Oslo"))
    memory = digested(story)
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


def test_back_again_is_current_again(digested: Callable[[Story], Memory], look: Look) -> None:
    story = Story()
    for place in ("Paris", "Oslo", "Paris"):
        story.tell("Ann", said("Ann", "lives_in", place))
    digested(story)
    paris, oslo = facts(look)["Ann lives in Paris."], facts(look)["Ann lives in Oslo."]
    assert (paris["current"], oslo["current"]) == (True, False)
    assert [each.to_native() for each in paris["spells_from"]] == [T0, T0 + minutes(2)]
    assert paris["strength"] == 0.6


def test_of_two_facts_in_one_message_the_later_words_are_the_newer(
    digested: Callable[[Story], Memory], look: Look
) -> None:
    places = ["Paris", "Oslo", "Rome", "Ghent", "Lima", "Kyiv"]
    story = Story()
    for number, place in enumerate(places):
        other = places[(number + 1) % len(places)]
        who = f"P{number}"
        story.tell(who, said(who, "lives_in", place, start=3), said(who, "lives_in", other, start=30))
    digested(story)
    current = {text for text, fact in facts(look).items() if fact["current"]}
    assert current == {f"P{number} lives in {places[(number + 1) % 6]}." for number in range(6)}


def test_dates_that_one_message_tells_later_are_heard(digested: Callable[[Story], Memory], look: Look) -> None:
    story = Story()
    story.tell("Ann", said("Ann", "lives_in", "Paris"), said("Ann", "lives_in", "Paris", since="2020", start=9))
    digested(story)
    assert facts(look)["Ann lives in Paris."]["valid_from"].year == 2020


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (said("Ann", "likes", "tea"), said("Ann", "dislikes", "tea")),
        (said("Ann", "likes", "tea"), said("Ann", "likes", "tea", no=True)),
        (said("Ann", "prefers", "tea"), said("Ann", "prefers", "tea", no=True)),
        (said("Ann", "dislikes", "tea"), said("Ann", "likes", "tea")),
    ],
)
def test_a_preference_gives_way_to_its_contrary(
    digested: Callable[[Story], Memory], look: Look, one: Any, other: Any
) -> None:
    story = Story()
    story.tell("Ann", one)
    story.tell("Ann", said("Ann", "likes", "cake"))
    story.tell("Ann", other)
    digested(story)
    told = sorted((fact["at"].to_native(), fact["current"]) for fact in facts(look).values())
    assert told == [(T0, False), (T0 + minutes(1), True), (T0 + minutes(2), True)]


def test_other_likes_are_beside_each_other(digested: Callable[[Story], Memory], look: Look) -> None:
    story = Story()
    for thing in ("tea", "coffee", "chess"):
        story.tell("Ann", said("Ann", "likes", thing))
    digested(story)
    assert all(fact["current"] for fact in facts(look).values())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (said("Ann", "friend_of", "Bob"), said("Bob", "friend_of", "Ann")),
        (said("Ann", "married_to", "Bob"), said("Bob", "married_to", "Ann")),
        (said("Ann", "parent_of", "Bob"), said("Bob", "child_of", "Ann")),
        (said("Bob", "child_of", "Ann"), said("Ann", "parent_of", "Bob")),
    ],
)
@pytest.mark.parametrize("batch", [1, 2])
def test_what_is_said_from_the_other_side_is_the_same_fact(
    connect: Connect, settings: Settings, look: Look, one: Any, other: Any, batch: int
) -> None:
    story = Story()
    story.tell("Ann", one)
    story.tell("Bob", other)
    memory = connect(extractor=story.extractor, settings=settings.model_copy(update={"digest_bulk": batch}))
    memory.log(story.events)
    memory.digest()
    [fact] = facts(look).values()
    assert fact["strength"] == 0.6
    [row] = look("MATCH (:Entity {scope: $scope})-[r:RELATES_TO]->() RETURN collect(r.strength) AS strengths")
    assert row["strengths"] == [0.6]


def test_a_relation_comes_and_goes_with_its_fact(connect: Connect, clock: FixedClock, look: Look) -> None:
    story = Story()
    story.tell("Ann", said("Ann", "works_at", "Acme"))
    story.tell("Ann", said("Ann", "works_at", "Acme", until="past"))
    story.tell("Ann", said("Ann", "works_at", "Acme"))
    memory = connect(extractor=story.extractor)
    clock.forward(minutes(60))
    seen = []
    for event in story.events:
        memory.log([event])
        memory.digest()
        edges = look("MATCH (:Entity {scope: $scope})-[r:RELATES_TO {predicate: 'works_at'}]->() RETURN r")
        seen.append([(row["r"]["strength"], row["r"]["type"]) for row in edges])
    assert seen == [[(0.5, "professional")], [], [(0.7, "professional")]]


def test_scopes_never_mix(connect: Connect, look: Look, scope: str) -> None:
    story, other = Story(), Story()
    story.tell("Ann", said("Ann", "lives_in", "Paris"), names=[("Paris", "place")], topics={"moving": 1.0})
    other.tell("Ann", said("Ann", "lives_in", "Oslo"), names=[("Paris", "place")], topics={"moving": 1.0})
    here, there = connect(extractor=story.extractor), connect(f"{scope}-b", extractor=other.extractor)
    for memory, each in ((here, story), (there, other)):
        memory.log(each.events)
    here.digest()
    before = dump(look)
    there.digest()
    assert dump(look) == before
    assert "Oslo" not in repr(before)
    crossing = look("MATCH (a {scope: $scope})-[]-(b) WHERE b.scope <> a.scope RETURN a, b")
    assert crossing == []


def test_what_is_said_in_private_is_a_fact_of_its_own_beside_the_one_that_all_may_read(
    connect: Connect, look: Look
) -> None:
    story = Story()
    story.tell("Ann", said("Ann", "likes", "tea", since="2020"), topics={"tea": 1.0}, audience="session")
    story.tell("Ann", said("Ann", "likes", "tea"), topics={"tea": 1.0}, session="cli:2", audience="shared")
    story.tell("Ann", said("Ann", "likes", "tea"), topics={"tea": 1.0}, audience="session")
    memory = connect(extractor=story.extractor)
    facts, topics = [], []
    for event in story.events:
        memory.log([event])
        memory.digest()
        for kind, seen in (("fact", facts), ("topic", topics)):
            rows = look(
                "MATCH (n:Memory {scope: $scope, kind: $kind}) WHERE n.text IN $texts "
                "RETURN n.audience AS a, n.strength AS s, n.valid_from IS NOT NULL AS dated ORDER BY a",
                kind=kind,
                texts=["Ann likes tea.", "tea"],
            )
            seen.append([(row["a"].partition(":")[0], row["s"], row["dated"]) for row in rows])
    # Neither how often nor since when, as it was told in the chat, reaches the fact that all may read.
    assert facts == [
        [("session", 0.5, True)],
        [("session", 0.5, True), ("shared", 0.5, False)],
        [("session", 0.6, True), ("shared", 0.5, False)],
    ]
    assert [[row[0] for row in rows] for rows in topics] == [["session"], ["shared"], ["shared"]]


ORDERS = {
    "as told": list(range(12)),
    "backwards": list(range(11, -1, -1)),
    "mixed": [7, 2, 11, 0, 5, 9, 1, 4, 10, 3, 8, 6],
}


@pytest.mark.parametrize(
    ("order", "sizes"),
    [
        ("as told", (1,) * 12),
        ("as told", (5, 7)),
        ("backwards", (1,) * 12),
        ("backwards", (3, 3, 6)),
        ("mixed", (1,) * 12),
        ("mixed", (4, 1, 7)),
    ],
)
def test_the_graph_is_the_same_in_whatever_order_events_are_digested(
    connect: Connect, look: Look, scope: str, order: str, sizes: tuple[int, ...]
) -> None:
    story = chat()
    whole, part = connect(f"{scope}-whole", extractor=story.extractor), connect(extractor=story.extractor)
    for memory in (whole, part):
        memory.log(story.events)
    whole.digest()
    look("MATCH (e:Event {scope: $scope}) SET e.status = 'waiting'")
    left = [f"e{index:03d}" for index in ORDERS[order]]
    for size in sizes:
        ids, left = left[:size], left[size:]
        look("MATCH (e:Event {scope: $scope}) WHERE e.id IN $ids SET e.status = 'pending'", ids=ids)
        assert part.digest().events == size
    expected = dump(lambda query: look(query, scope=f"{scope}-whole"))
    for kind, rows in dump(look).items():
        assert rows == expected[kind]
