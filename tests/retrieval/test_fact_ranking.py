"""The rank of facts among the hits of a search, and in contexts."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from kg.retrieval.fact_ranking import best_fact_relevance, insert_facts, rank_matching_facts, select_context_facts
from kg.retrieval.graph_matches import GraphMatches, MatchedFact
from kg.types import Entity, Hit
from tests.support import T0


def fact(name: str, cosine: float | None = 0.6, **other: Any) -> MatchedFact:
    chosen: dict[str, Any] = {
        "text": f"Fact {name}.", "subject": "s", "object": None, "predicate": "likes", "strength": 0.5, "at": 0,
        "worth": 1.0, "valid_from": None, "valid_to": None, "by_words": False, "speaker": "cli:bob", "speaker_name": "Bob",
        "status": "current", "audience": "shared", "sources": (), "replaced": (),
    } | other  # fmt: skip
    return MatchedFact(id=name, cosine=cosine, **chosen)


def hits(count: int) -> list[Hit]:
    return [Hit(f"e{place}", "event", "said", 1 - place / 100, T0, speaker="cli:ann") for place in range(count)]


def placed(known: tuple[MatchedFact, ...], count: int = 9, limit: int = 9) -> list[str]:
    return [hit.id for hit in insert_facts(hits(count), GraphMatches(known), limit)]


def test_matching_facts_are_the_relevant_ones() -> None:
    facts = (
        fact("low", relevance=0.09),
        fact("mid", relevance=0.2),
        fact("best", relevance=0.6),
        fact("said", relevance=0.9, status="claimed"),
    )
    assert [one.id for one in rank_matching_facts(GraphMatches(facts))] == ["best", "mid"]
    equal = (fact("weak", relevance=0.3), fact("strong", relevance=0.3, strength=0.9))
    assert [one.id for one in rank_matching_facts(GraphMatches(equal))] == ["strong", "weak"]


def test_a_statement_matches_once() -> None:
    facts = (
        fact("a", text="Ann joined a new choir in May.", relevance=0.5),
        fact("b", text="Ann joined a new choir.", relevance=0.4),
        fact("c", text="Ann joined a new choir.", relevance=0.3, subject="other"),
        fact("d", text="Ann left the chess club.", relevance=0.2),
    )
    assert [one.id for one in rank_matching_facts(GraphMatches(facts))] == ["a", "c", "d"]


def test_the_same_statement_of_another_time_matches_too() -> None:
    facts = (
        fact("now", text="Ann lives in New York City.", relevance=0.5),
        fact("past", text="Ann lives in New York State.", relevance=0.5, status="superseded", valid_to="2024-05-02"),
        fact(
            "long ago", text="Ann lives in New York Mills.", relevance=0.5, status="superseded", valid_to="2019-01-01"
        ),
    )
    assert {one.id for one in rank_matching_facts(GraphMatches(facts))} == {"now", "past", "long ago"}


def test_a_fact_is_as_relevant_as_what_it_superseded_but_not_as_what_else_the_message_said() -> None:
    facts = (
        fact("home", predicate="lives_in", relevance=0.2, replaced=("e1",), supersedes=("past home",)),
        fact("job", predicate="works_at", relevance=0.1, replaced=("e1",), supersedes=("past job",)),
        fact("past home", predicate="lives_in", relevance=0.6, status="superseded", sources=("e1", "e2")),
        fact("past job", predicate="works_at", relevance=0.3, status="superseded", sources=("e1",)),
    )
    order = [(one.id, one.relevance) for one in GraphMatches(facts).facts_by_relevance]
    assert order == [("home", 0.6), ("past home", 0.6), ("job", 0.3), ("past job", 0.3)]


def test_what_is_current_stands_before_every_value_that_it_took_the_place_of() -> None:
    facts = (
        fact("lisbon", relevance=0.7, strength=0.9, status="superseded", supersedes=("porto",)),
        fact("porto", relevance=0.25, strength=3.0, status="superseded", replaced=("e1",), supersedes=("lisbon",)),
        fact("bergen", relevance=0.2, replaced=("e2",), supersedes=("porto",)),
    )
    for chosen in (rank_matching_facts(GraphMatches(facts)), select_context_facts(GraphMatches(facts))):
        assert [(one.id, one.relevance) for one in chosen] == [("bergen", 0.7), ("porto", 0.7), ("lisbon", 0.7)]


def test_past_facts_stand_after_the_current_one_among_the_hits() -> None:
    chain = (
        fact("a", relevance=0.3, sources=("e8",), replaced=("e5",), supersedes=("b",)),
        fact("b", relevance=0.3, sources=("e5",), replaced=("e0",), supersedes=("c",), status="superseded"),
        fact("c", relevance=0.3, sources=("e0",), status="superseded"),
    )
    assert [hit for hit in placed(chain, limit=12) if hit in {"a", "b", "c"}] == ["a", "b", "c"]
    answer = (fact("now", relevance=0.7, supersedes=("past",)), fact("past", relevance=0.7, status="superseded"))
    assert placed(answer, limit=3) == ["now", "past", "e0"]


def test_a_past_fact_restates_nothing() -> None:
    facts = (
        fact("rent", text="The rent of the flat is 700.", relevance=0.7, at=1, supersedes=("past",)),
        fact("past", text="The rent of the flat is 500.", relevance=0.7, at=2, status="superseded"),
    )
    assert [(one.id, one.relevance) for one in GraphMatches(facts).facts_by_relevance] == [("rent", 0.7), ("past", 0.7)]


def test_a_fact_precedes_its_first_source() -> None:
    assert placed((fact("f", sources=("e4", "e2"), relevance=0.3),))[:4] == ["e0", "e1", "f", "e2"]


def test_a_fact_has_its_own_time_and_not_that_of_the_next_hit() -> None:
    [first, *_] = insert_facts(hits(9), GraphMatches((fact("f", at=86_400_000_000, relevance=0.9),)), 9)
    assert (first.id, first.at) == ("f", dt.datetime(1970, 1, 2, tzinfo=dt.UTC))


def test_a_fact_without_a_source_among_the_hits_stands_where_its_relevance_puts_it() -> None:
    added = fact("f", relevance=0.4)
    some = [Hit(f"e{place}", "event", "said", score, T0) for place, score in enumerate((0.9, 0.2))]
    assert [hit.id for hit in insert_facts(some, GraphMatches((added,)), 5)] == ["e0", "f", "e1"]
    [alone] = insert_facts([], GraphMatches((added,)), 5)
    assert (alone.id, alone.kind, alone.score) == ("f", "fact", 0.4)
    assert [hit.id for hit in insert_facts(some, GraphMatches((fact("weak", relevance=0.01),)), 5)] == ["e0", "e1"]


def test_a_fact_precedes_sources_of_what_it_superseded() -> None:
    assert placed((fact("f", sources=("e5",), replaced=("e1",), relevance=0.3),))[:3] == ["e0", "f", "e1"]


def test_a_fact_that_answers_comes_first() -> None:
    assert placed((fact("f", sources=("e3",), relevance=0.5),))[0] == "f"
    assert placed((fact("f", sources=("e3",), relevance=0.49),))[3] == "f"


@pytest.mark.parametrize(("limit", "most"), [(1, 1), (2, 1), (3, 1), (6, 2), (9, 3)])
def test_facts_are_a_third_of_the_hits_at_most(limit: int, most: int) -> None:
    facts = tuple(fact(f"f{place}", sources=("e0",), relevance=0.4) for place in range(8))
    found = placed(facts, limit=limit)
    assert len(found) == limit
    assert [name for name in found if name.startswith("f")] == [f"f{place}" for place in range(most)]
    assert [name for name in found if name.startswith("e")] == [f"e{place}" for place in range(limit - most)]


def test_a_fact_hit_has_its_own_speaker_and_shows_its_validity() -> None:
    one = fact("f", sources=("e0",), relevance=0.3, valid_from="2024-01-01T00:00Z", valid_to="2025-01-01T00:00Z")
    hit = insert_facts(hits(1), GraphMatches((one,)), 3)[0]
    assert (hit.kind, hit.text) == ("fact", "Fact f (since 2024-01-01 until 2025-01-01).")
    assert (hit.speaker, hit.speaker_name, hit.subject, hit.sources) == ("cli:bob", "Bob", "s", ("e0",))


def test_a_sentence_that_names_its_dates_does_not_show_them_again() -> None:
    event = fact("f", text="Ann left on 7 May 2023.", valid_from="2023-05-07T00:00Z", valid_to=None)
    assert event.dated_text == "Ann left on 7 May 2023."
    month = fact("f", text="Ann left in May 2023.", valid_from="2023-05-01T00:00Z", valid_to="2024-01-01T00:00Z")
    assert month.dated_text == "Ann left in May 2023 (until 2024-01-01)."


@pytest.mark.parametrize(
    ("valid_to", "expected"),
    [
        ("2026-03-01T10:00Z", "Ann worked at Acme (ended by 2026-03-01)."),
        ("2025-06-01T00:00Z", "Ann worked at Acme (until 2025-06-01)."),
        ("2026-05-01T00:00Z", "Ann works at Acme (until 2026-05-01)."),
    ],
)
def test_what_was_over_when_it_was_said_is_in_the_past(valid_to: str, expected: str) -> None:
    said = int(dt.datetime(2026, 3, 1, 10, tzinfo=dt.UTC).timestamp() * 1e6)
    one = fact("f", text="Ann works at Acme.", predicate="works_at", valid_from=None, valid_to=valid_to, at=said)
    assert one.dated_text == expected


def test_context_facts_are_relevant_facts_then_claims() -> None:
    facts = (
        fact("little", relevance=0.01),
        fact("said", relevance=0.9, status="claimed"),
        fact("fits", relevance=0.3),
    )
    known = GraphMatches(facts)
    assert [one.id for one in select_context_facts(known)] == ["fits", "said"]
    assert [one.id for one in select_context_facts(known, most=1)] == ["fits"]


def test_context_facts_about_entities_that_the_message_only_names() -> None:
    about = tuple(fact(f"about{place}", subject="ann", worth=1 - place / 100) for place in range(20))
    facts = (*about, fact("else", subject="tom"), fact("fits", subject="tom", relevance=0.5))
    ann = (Entity("ann", "Ann", "person"),)
    assert [one.id for one in select_context_facts(GraphMatches(facts, ann))] == ["fits"]
    named = select_context_facts(GraphMatches(facts, ann, asks_about_entities=True))
    assert [one.id for one in named] == ["fits", *(f"about{place}" for place in range(12))]


def test_context_facts_with_the_predicate_that_the_message_asks_for() -> None:
    facts = (
        fact("likes", subject="ann"),
        fact("lives", subject="ann", predicate="lives_in"),
        fact("other", subject="tom"),
    )
    matches = GraphMatches(facts, (Entity("ann", "Ann", "person"),), asked_predicates=frozenset({"likes"}))
    assert [one.id for one in select_context_facts(matches)] == ["likes"]


def test_the_best_fact() -> None:
    assert best_fact_relevance(GraphMatches()) == 0.0
    assert best_fact_relevance(GraphMatches((fact("said", relevance=0.9, status="claimed"),))) == 0.0
    assert best_fact_relevance(GraphMatches((fact("a", relevance=0.8), fact("b", relevance=0.5)))) == 0.8


def test_what_superseded_a_hit_precedes_it_though_it_is_far_from_the_question() -> None:
    far = (
        fact("new", cosine=0.2, replaced=("e1",)),
        fact("farther", cosine=0.12, replaced=("e1",)),
        fact("x", 0.05, replaced=("e2",)),
    )
    assert placed(far)[:4] == ["e0", "new", "e1", "e2"]


def test_what_superseded_a_fact_precedes_what_else_its_message_stated() -> None:
    facts = (
        fact("observed", text="Ann works as a baker.", relevance=0.4, sources=("e1",)),
        fact("new", text="Ann is a carpenter.", relevance=0.2, replaced=("e1", "e5"), supersedes=("past",)),
        fact("other", text="Bo bakes bread.", relevance=0.3, subject="other", sources=("e1",)),
    )
    assert [one.id for one in rank_matching_facts(GraphMatches(facts))] == ["new", "observed", "other"]


def test_a_later_statement_with_another_date_comes_before_the_earlier_one() -> None:
    earlier = fact("a", text="The launch is planned for 3 April 2026.", subject="ann", at=1, relevance=0.7)
    later = fact("b", text="Launch is due on 2026-04-17.", subject="launch", at=2, relevance=0.6)
    other = fact("c", text="Bob ran 18 kilometres.", subject="bob", at=3, relevance=0.5)
    assert [each.id for each in rank_matching_facts(GraphMatches((earlier, later, other), ()))] == ["b", "c", "a"]


def test_a_claim_with_another_date_does_not_outdate_a_fact() -> None:
    believed = fact("a", text="The launch is planned for 3 April 2026.", subject="launch", at=1, relevance=0.7)
    claim = fact(
        "b", text="The launch is planned for 17 April 2026.", subject="launch", at=2, relevance=0.7, status="claimed"
    )
    [found] = rank_matching_facts(GraphMatches((believed, claim), ()))
    assert (found.id, found.relevance) == ("a", 0.7)
