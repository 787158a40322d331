"""Open predicates: the kind of a clause, and predicates that are no closed ones."""

from __future__ import annotations

import pytest

from kg.extraction.clauses import split_clauses
from kg.extraction.observations import find_observations
from kg.extraction.open_predicates import classify_observation, is_report, name_predicate
from kg.knowledge import PREDICATES
from kg.language import bundled_pipeline
from tests.extraction.messages import AT
from tests.support import find_name_spans


@pytest.mark.parametrize(
    ("text", "predicate", "kind"),
    [
        ("I gave up smoking.", "give_up", "event"),
        ("I've caught a cold.", "catch", "possession"),
        ("I've caught the bus.", "catch", "event"),
        ("I live with my aunt.", "live_with", "state"),
        ("I'm going to call the bank.", "go", "plan"),
        ("I love jazz.", "love", "preference"),
        ("I phone my mother every day.", "to_phone", "state"),
    ],
)
def test_a_clause_has_a_predicate_and_a_kind(text: str, predicate: str, kind: str) -> None:
    (doc,) = bundled_pipeline().parse([text])
    (clause,) = split_clauses(doc)
    (observation,) = find_observations(text, speaker="Ada", at=AT, doc=doc, names=[])
    assert (name_predicate(clause.root), classify_observation(observation)) == (predicate, kind)
    assert predicate not in PREDICATES


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I called the roofer.", True),
        ("Sent the contract.", True),
        ("I saw a film.", False),
        ("Tom called the roofer.", False),
    ],
)
def test_a_report_is_of_an_own_deed_with_a_definite_thing(text: str, expected: bool) -> None:
    (doc,) = bundled_pipeline().parse([text])
    (observation,) = find_observations(
        text, speaker="Ada", at=AT, doc=doc, names=find_name_spans(text, {"person": "Tom"})
    )
    assert is_report(observation) is expected
