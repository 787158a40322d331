"""The rank of facts among the hits of a search, and in contexts."""

from __future__ import annotations

from typing import Any

import pytest

from kg.retrieval.fact_ranking import best_fact_relevance, insert_facts, rank_matching_facts, select_context_facts
from kg.retrieval.graph_matches import GraphMatches, MatchedFact
from kg.retrieval.relevance import fact_relevance
from kg.types import Entity, Hit
from tests.support import T0


def fact(name: str, cosine: float | None = 0.6, **other: Any) -> MatchedFact:
    chosen: dict[str, Any] = {
        "text": f"Fact {name}.", "subject": "s", "object": None, "predicate": "likes", "strength": 0.5, "at": 0,
        "valid_from": None, "valid_to": None, "by_words": False, "speaker": "cli:bob", "speaker_name": "Bob",
        "status": "current", "audience": "shared", "sources": (), "replaced": (),
    } | other  # fmt: skip
    return MatchedFact(id=name, cosine=cosine, **chosen)


def hits(count: int) -> list[Hit]:
    return [Hit(f"e{place}", "event", "said", 1 - place / 100, T0, speaker="cli:ann") for place in range(count)]


def placed(known: tuple[MatchedFact, ...], count: int = 9, limit: int = 9) -> list[str]:
    return [hit.id for hit in insert_facts(hits(count), GraphMatches(known), limit)]


def test_facts_far_from_the_question_or_the_best_fact_do_not_match() -> None:
    facts = (
        fact("low", 0.44),
        fact("mid", 0.5),
        fact("best", 0.6),
        fact("words", None, by_words=True),
        fact("no", None),
    )
    assert [one.id for one in rank_matching_facts(GraphMatches(facts))] == ["best", "mid", "words"]
    assert [one.id for one in rank_matching_facts(GraphMatches((*facts, fact("top", 0.75))))] == ["top", "words"]
    assert [one.id for one in rank_matching_facts(GraphMatches((fact("weak"), fact("strong", strength=0.9))))] == [
        "strong",
        "weak",
    ]


def test_a_fact_precedes_its_first_source() -> None:
    assert placed((fact("f", sources=("e4", "e2")),))[:4] == ["e0", "e1", "f", "e2"]


def test_a_fact_without_a_source_among_the_hits_stands_where_its_relevance_puts_it() -> None:
    added = fact("f", 0.65, sources=())
    relevance = fact_relevance(added)
    some = [Hit(f"e{place}", "event", "said", score, T0) for place, score in enumerate((0.9, relevance / 2))]
    assert [hit.id for hit in insert_facts(some, GraphMatches((added,)), 5)] == ["e0", "f", "e1"]
    [alone] = insert_facts([], GraphMatches((added,)), 5)
    assert (alone.id, alone.kind, alone.score) == ("f", "fact", relevance)
    assert insert_facts(some, GraphMatches((fact("weak", 0.46),)), 5)[0].id == "e0"


def test_a_fact_precedes_sources_of_what_it_superseded() -> None:
    assert placed((fact("f", sources=("e5",), replaced=("e1",)),))[:3] == ["e0", "f", "e1"]


def test_a_fact_that_answers_comes_first() -> None:
    assert placed((fact("f", 0.7, sources=("e3",)),))[0] == "f"
    assert placed((fact("f", 0.69, sources=("e3",)),))[3] == "f"


@pytest.mark.parametrize(("limit", "most"), [(1, 1), (2, 1), (3, 1), (6, 2), (9, 3)])
def test_facts_are_a_third_of_the_hits_at_most(limit: int, most: int) -> None:
    facts = tuple(fact(f"f{place}", sources=("e0",)) for place in range(8))
    found = placed(facts, limit=limit)
    assert len(found) == limit
    assert [name for name in found if name.startswith("f")] == [f"f{place}" for place in range(most)]
    assert [name for name in found if name.startswith("e")] == [f"e{place}" for place in range(limit - most)]


def test_a_fact_hit_has_its_own_speaker_and_shows_its_validity() -> None:
    one = fact("f", sources=("e0",), valid_from="2024-01-01T00:00Z", valid_to="2025-01-01T00:00Z")
    hit = insert_facts(hits(1), GraphMatches((one,)), 3)[0]
    assert (hit.kind, hit.text) == ("fact", "Fact f (since 2024-01-01 until 2025-01-01).")
    assert (hit.speaker, hit.speaker_name, hit.subject, hit.sources) == ("cli:bob", "Bob", "s", ("e0",))


def test_context_facts_are_relevant_facts_then_a_few_about_named_entities() -> None:
    facts = (
        fact("else", 0.1, subject="other"),
        fact("fits"),
        fact("said", status="claimed"),
        *(fact(f"about{place}", 0.2 - place / 100, subject="ann") for place in range(8)),
    )
    known = GraphMatches(facts, (Entity("ann", "Ann", "person"),))
    assert [one.id for one in select_context_facts(known, 0.9)] == [
        "fits", "about0", "about1", "about2", "about3", "about4", "said",
    ]  # fmt: skip
    assert [one.id for one in select_context_facts(known, 0.9, most=1)] == ["fits"]
    assert [one.id for one in select_context_facts(GraphMatches(facts), 0.01)] == []


def test_the_best_fact_is_one_that_is_believed() -> None:
    assert best_fact_relevance(GraphMatches()) == 0.0
    assert best_fact_relevance(GraphMatches((fact("said", 0.9, status="claimed"),))) == 0.0
    assert best_fact_relevance(GraphMatches((fact("a", 0.8), fact("b", 0.5)))) == fact_relevance(fact("a", 0.8))
