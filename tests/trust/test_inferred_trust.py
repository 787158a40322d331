"""Ratings in the graph: written once, the newer stands, and the neighbourhood that is read is the one in memory."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.protocols import FixedClock
from kg.trust.inference import Inferred, infer, prior
from kg.trust.inferred_trust import Inference
from kg.trust.ratings import Rating, Ratings
from kg.trust.trust_state import trust_id
from tests.support import T0, at_once, minutes

Look = Callable[..., list[Any]]
NAMES = "abcdefgh"


@pytest.fixture
def people(plain: Memory, look: Look) -> dict[str, str]:
    """Ids of eight people who said something."""
    plain.log([Event("Hello.", speaker=f"cli:{name}", session="cli:1", at=T0) for name in NAMES])
    rows = look("MATCH (i:Identity {scope: $scope})-[:IDENTIFIES]->(p) RETURN i.platform_id AS name, p.id AS id")
    return {row["name"]: row["id"] for row in rows}


@pytest.fixture
def inference(plain: Memory, clock: FixedClock) -> Inference:
    return Inference(plain.graph.counting(), clock)


def said(look: Look) -> list[tuple[Any, ...]]:
    rows = look(
        "MATCH (a:Person {scope: $scope})-[:EXTENDS]->(e:TrustEdge)-[:TO]->(b:Person) MATCH (a)-[t:TRUSTS]->(b) "
        "RETURN a.id AS a, b.id AS b, e.id AS id, e.scope AS scope, e.rating AS rating, e.rated_at AS at, e.reason AS reason, "
        "t.score AS score, t.tier AS tier, t.rating AS shown, t.at AS shown_at"
    )
    return [tuple(row.values()) for row in rows]


def test_a_rating_is_an_edge_of_its_own_and_an_arrow_to_be_seen(
    inference: Inference, people: dict[str, str], look: Look, scope: str, clock: FixedClock
) -> None:
    a, b = people["a"], people["b"]
    for _ in range(2):
        assert inference.rate(a, b, 0.5, reason="paid at once")
    [row] = said(look)
    assert row[:5] == (a, b, trust_id(a, b), scope, 0.5)
    assert row[5].to_native() == row[10].to_native() == clock.now()
    assert row[6:10] == ("paid at once", 0.5, None, 0.5)
    assert inference._graph.trips == 2


def test_the_newer_rating_stands(inference: Inference, people: dict[str, str], look: Look) -> None:
    a, b = people["a"], people["b"]
    assert inference.rate(a, b, 1, at=T0 + minutes(5))
    assert not inference.rate(a, b, -1, at=T0)
    assert [row[4] for row in said(look)] == [1]
    assert inference.rate(a, b, -0.5, at="2026-03-02T10:00:00")
    assert [(row[4], row[7], row[9]) for row in said(look)] == [(-0.5, -0.5, -0.5)]


def test_a_score_of_the_memory_is_not_overwritten(inference: Inference, people: dict[str, str], look: Look) -> None:
    a, b = people["a"], people["b"]
    look(
        "MATCH (a:Person {scope: $scope, id: $a}), (b:Person {scope: $scope, id: $b}) "
        "CREATE (a)-[:TRUSTS {score: 0.4, tier: 'familiar'}]->(b)",
        a=a,
        b=b,
    )
    assert inference.infer(people["c"], b).reasons == ("nothing is known",), "a score of the memory is nobody's word"
    inference.rate(a, b, -1)
    [row] = said(look)
    assert row[7:10] == (0.4, "familiar", -1)


def test_many_who_rate_at_once_leave_one_edge(
    inference: Inference, people: dict[str, str], look: Look, clock: FixedClock
) -> None:
    a, b = people["a"], people["b"]
    times = [clock.now() - minutes(place) for place in range(8)]
    random.Random(1).shuffle(times)
    at_once([lambda at=at: inference.rate(a, b, 1 if at == max(times) else -1, at=at) for at in times])  # type: ignore[misc]
    assert [row[4] for row in said(look)] == [1]


@pytest.mark.parametrize("rating", [0, 1.01, -2, True, "good", None, float("nan"), float("inf")])
def test_a_rating_that_is_none_is_refused(inference: Inference, rating: Any) -> None:
    with pytest.raises(InvalidInput, match="rating"):
        inference.rate("person-1", "person-2", rating)
    assert inference._graph.trips == 0


def test_nobody_rates_themselves_or_who_is_not_there(
    inference: Inference, people: dict[str, str], look: Look, plain: Memory
) -> None:
    a = people["a"]
    with pytest.raises(InvalidInput, match="trustee"):
        inference.rate(a, a, 1)
    with pytest.raises(InvalidInput, match="trustee"):
        inference.infer(a, a)
    with pytest.raises(InvalidInput, match="at"):
        inference.rate(a, people["b"], 1, at="some day")
    for pair in ((a, "person-none"), ("person-none", a), (a, plain.history("cli:1")[0].id)):
        with pytest.raises(NotFound):
            inference.rate(*pair, 1)
        with pytest.raises(NotFound):
            inference.infer(*pair)
    assert said(look) == []


def test_nothing_is_known_of_strangers(inference: Inference, people: dict[str, str]) -> None:
    assert inference.infer(people["a"], people["b"]).reasons == ("nothing is known",)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_read_tells_the_same_as_the_whole(
    seed: int, inference: Inference, people: dict[str, str], clock: FixedClock
) -> None:
    chance = random.Random(seed)
    pairs = chance.sample([(one, other) for one in NAMES for other in NAMES if one != other], 30)
    whole = Ratings()
    for place, (one, other) in enumerate(pairs):
        at = clock.now() - dt.timedelta(hours=chance.randrange(400), seconds=place)
        rating = chance.choice([-1.0, -0.1, 0.1, 0.5, 1.0])
        inference.rate(people[one], people[other], rating, at=at)
        whole.add(Rating(people[one], people[other], rating, at.timestamp()))
    now = clock.now().timestamp()
    for truster, trustee in [("a", "b"), ("b", "a"), ("c", "d"), ("g", "h"), pairs[0]]:
        before = inference._graph.trips
        read, known = (
            inference.infer(people[truster], people[trustee]),
            infer(whole, people[truster], people[trustee], now),
        )
        assert read.probability == pytest.approx(known.probability, abs=1e-12)
        assert (read.reasons, read.confidence) == (known.reasons, known.confidence)
        assert inference._graph.trips == before + 1


def test_who_is_vouched_for_by_the_trusted_is_not_helped_by_others(
    inference: Inference, people: dict[str, str]
) -> None:
    a, b, friend, *crowd = (people[name] for name in NAMES)
    inference.rate(a, friend, 1)
    for one in crowd:
        inference.rate(one, b, 1)
    inference.rate(b, a, 1)
    assert prior(inference.infer(a, b, by=[friend])) == 0
    inference.rate(friend, b, 1)
    vouched = inference.infer(a, b, by=[friend])
    assert "1 person you trust rates them well" in vouched.reasons
    assert 0 < prior(vouched) < prior(inference.infer(a, b)) < 0.35
    inference.rate(friend, b, -1)
    assert prior(inference.infer(a, b, by=[friend])) < prior(vouched)


def test_scopes_do_not_hear_of_each_other(
    inference: Inference, people: dict[str, str], connect: Callable[..., Memory], scope: str, clock: FixedClock
) -> None:
    other = connect(f"{scope}-other")
    other.log([Event("Hello.", speaker=f"cli:{name}", session="cli:1", at=T0) for name in "abc"])
    inference.rate(people["c"], people["b"], -1)
    told = Inference(other.graph, clock).infer(people["a"], people["b"])
    assert isinstance(told, Inferred)
    assert told.reasons == ("nothing is known",)


def test_what_people_say_of_each_other_is_forgotten_with_the_scope(
    inference: Inference, people: dict[str, str], plain: Memory, look: Look
) -> None:
    inference.rate(people["a"], people["b"], 1)
    plain.forget(scope=True)
    assert look("MATCH (n:TrustEdge {scope: $scope}) RETURN n") == []
