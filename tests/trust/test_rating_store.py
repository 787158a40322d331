"""Ratings in the graph: written once, the newest is current, and the stored neighborhood equals the one in memory."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.protocols import FixedClock
from kg.trust.inference import InferredTrust, endorsement_prior, infer_trust
from kg.trust.rating_store import TrustInference
from kg.trust.ratings import Rating, Ratings
from kg.trust.trust_state import trust_edge_id
from tests.support import T0, minutes, run_concurrently

Look = Callable[..., list[Any]]
NAMES = "abcdefgh"


@pytest.fixture
def people(plain: Memory, look: Look) -> dict[str, str]:
    """Ids of eight persons, each with a message."""
    plain.log([Event("Hello.", speaker=f"cli:{name}", session="cli:1", at=T0) for name in NAMES])
    rows = look("MATCH (i:Identity {scope: $scope})-[:IDENTIFIES]->(p) RETURN i.platform_id AS name, p.id AS id")
    return {row["name"]: row["id"] for row in rows}


@pytest.fixture
def inference(plain: Memory, clock: FixedClock) -> TrustInference:
    return TrustInference(plain.graph.with_own_count(), clock)


def stored_ratings(look: Look) -> list[tuple[Any, ...]]:
    rows = look(
        "MATCH (a:Person {scope: $scope})-[:EXTENDS]->(e:TrustEdge)-[:TO]->(b:Person) MATCH (a)-[t:TRUSTS]->(b) "
        "RETURN a.id AS a, b.id AS b, e.id AS id, e.scope AS scope, e.rating AS rating, e.rated_at AS at, e.reason AS reason, "
        "t.score AS score, t.tier AS tier, t.rating AS shown, t.at AS shown_at"
    )
    return [tuple(row.values()) for row in rows]


def test_a_rating_is_stored_as_a_trust_edge_and_a_relationship(
    inference: TrustInference, people: dict[str, str], look: Look, scope: str, clock: FixedClock
) -> None:
    a, b = people["a"], people["b"]
    for _ in range(2):
        assert inference.rate(a, b, 0.5, reason="paid at once")
    [row] = stored_ratings(look)
    assert row[:5] == (a, b, trust_edge_id(a, b), scope, 0.5)
    assert row[5].to_native() == row[10].to_native() == clock.now()
    assert row[6:10] == ("paid at once", 0.5, None, 0.5)
    assert inference._graph.trips == 2


def test_the_newest_rating_is_current(inference: TrustInference, people: dict[str, str], look: Look) -> None:
    a, b = people["a"], people["b"]
    assert inference.rate(a, b, 1, at=T0 + minutes(5))
    assert not inference.rate(a, b, -1, at=T0)
    assert [row[4] for row in stored_ratings(look)] == [1]
    assert inference.rate(a, b, -0.5, at="2026-03-02T10:00:00")
    assert [(row[4], row[7], row[9]) for row in stored_ratings(look)] == [(-0.5, -0.5, -0.5)]


def test_a_score_of_the_memory_is_not_overwritten(
    inference: TrustInference, people: dict[str, str], look: Look
) -> None:
    a, b = people["a"], people["b"]
    look(
        "MATCH (a:Person {scope: $scope, id: $a}), (b:Person {scope: $scope, id: $b}) "
        "CREATE (a)-[:TRUSTS {score: 0.4, tier: 'familiar'}]->(b)",
        a=a,
        b=b,
    )
    assert inference.infer(people["c"], b).reasons == ("nothing is known",), "the score of the memory is not a rating"
    inference.rate(a, b, -1)
    [row] = stored_ratings(look)
    assert row[7:10] == (0.4, "familiar", -1)


def test_concurrent_ratings_leave_one_edge(
    inference: TrustInference, people: dict[str, str], look: Look, clock: FixedClock
) -> None:
    a, b = people["a"], people["b"]
    times = [clock.now() - minutes(place) for place in range(8)]
    random.Random(1).shuffle(times)
    run_concurrently([lambda at=at: inference.rate(a, b, 1 if at == max(times) else -1, at=at) for at in times])  # type: ignore[misc]
    assert [row[4] for row in stored_ratings(look)] == [1]


@pytest.mark.parametrize("rating", [0, 1.01, -2, True, "good", None, float("nan"), float("inf")])
def test_invalid_ratings_are_refused(inference: TrustInference, rating: Any) -> None:
    with pytest.raises(InvalidInput, match="rating"):
        inference.rate("person-1", "person-2", rating)
    assert inference._graph.trips == 0


def test_ratings_of_oneself_and_of_unknown_persons_are_refused(
    inference: TrustInference, people: dict[str, str], look: Look, plain: Memory
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
    assert stored_ratings(look) == []


def test_strangers_have_no_reasons(inference: TrustInference, people: dict[str, str]) -> None:
    assert inference.infer(people["a"], people["b"]).reasons == ("nothing is known",)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_inference_from_the_graph_equals_inference_in_memory(
    seed: int, inference: TrustInference, people: dict[str, str], clock: FixedClock
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
            infer_trust(whole, people[truster], people[trustee], now),
        )
        assert read.probability == pytest.approx(known.probability, abs=1e-12)
        assert (read.reasons, read.confidence) == (known.reasons, known.confidence)
        assert inference._graph.trips == before + 1


def test_endorsements_count_only_the_chosen_raters(inference: TrustInference, people: dict[str, str]) -> None:
    a, b, friend, *others = (people[name] for name in NAMES)
    inference.rate(a, friend, 1)
    for one in others:
        inference.rate(one, b, 1)
    inference.rate(b, a, 1)
    assert endorsement_prior(inference.infer(a, b, by=[friend])) == 0
    inference.rate(friend, b, 1)
    endorsed = inference.infer(a, b, by=[friend])
    assert "1 person you trust rates them well" in endorsed.reasons
    assert 0 < endorsement_prior(endorsed) < endorsement_prior(inference.infer(a, b)) < 0.35
    inference.rate(friend, b, -1)
    assert endorsement_prior(inference.infer(a, b, by=[friend])) < endorsement_prior(endorsed)


def test_scopes_do_not_share_ratings(
    inference: TrustInference, people: dict[str, str], connect: Callable[..., Memory], scope: str, clock: FixedClock
) -> None:
    other = connect(f"{scope}-other")
    other.log([Event("Hello.", speaker=f"cli:{name}", session="cli:1", at=T0) for name in "abc"])
    inference.rate(people["c"], people["b"], -1)
    inferred = TrustInference(other.graph, clock).infer(people["a"], people["b"])
    assert isinstance(inferred, InferredTrust)
    assert inferred.reasons == ("nothing is known",)


def test_ratings_are_erased_with_the_scope(
    inference: TrustInference, people: dict[str, str], plain: Memory, look: Look
) -> None:
    inference.rate(people["a"], people["b"], 1)
    plain.forget(scope=True)
    assert look("MATCH (n:TrustEdge {scope: $scope}) RETURN n") == []
