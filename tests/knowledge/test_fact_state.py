"""Facts as batches read and write them: endpoints, trusted evidence, strength and derived relations."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.knowledge import FactKey, get_predicate
from kg.knowledge.adjudication import adjudicate_slot
from kg.knowledge.fact_state import (
    FactEndpoint,
    FactEvidence,
    FactState,
    build_fact_row,
    build_relation_row,
    evidence_strength,
    format_slot_key,
    read_fact_key,
)
from tests.knowledge.builders import make_statement
from tests.support import T0, days

ACME = FactEndpoint("entity-acme", "Acme")


def make_fact(*evidence: FactEvidence, obj: FactEndpoint = ACME, polarity: bool = True, **more: Any) -> FactState:
    """Return an adjudicated fact that Ann works at an endpoint."""
    identity = ("person-ann", "works_at", obj.key)
    fact = FactState(
        "fact-1", get_predicate("works_at"), "person-ann", obj, polarity, identity, "slot", "shared",
        {"text": "Ann works at Acme."}, 0.7, 0.9, evidence={each.event: each for each in evidence}, **more,
    )  # fmt: skip
    adjudicate_slot([fact])
    return fact


def said(number: int, **more: Any) -> FactEvidence:
    return FactEvidence(f"e{number}", T0 + days(number), str(number), None, None, f"person-{number}", **more)


@given(st.text(min_size=1, max_size=30), st.integers(1, 60))
def test_an_endpoint_is_an_entity_or_a_folded_value_of_limited_length(text: str, times: int) -> None:
    value = FactEndpoint(None, text * times)
    assert value.key == FactEndpoint(None, f"  {value.name.upper()} " if value.name.isascii() else value.name).key
    assert value.key.startswith("=")
    assert len(value.key) <= 501
    assert FactEndpoint("entity-1", value.name).key == "entity-1"
    long = FactEndpoint(None, "x" * 600)
    assert long.key != FactEndpoint(None, "x" * 601).key


def test_trust_in_evidence_depends_on_the_tier_unless_it_is_quarantined() -> None:
    trusted = {
        tier: said(0, tier=tier).is_trusted for tier in (None, "stranger", "acquaintance", "familiar", "trusted")
    }
    assert trusted == {None: True, "stranger": False, "acquaintance": False, "familiar": True, "trusted": True}
    assert said(0, tier="stranger", is_about_self=True).is_trusted
    assert [said(0, tier=tier).is_corroborating for tier in ("stranger", "acquaintance", "familiar")] == [
        False,
        True,
        False,
    ]
    for tier in (None, "acquaintance", "trusted"):
        quarantined = said(0, tier=tier, quarantine="distrust-1", is_about_self=True)
        assert (quarantined.is_trusted, quarantined.is_corroborating) == (False, False)


@given(st.floats(0, 1), st.integers(0, 30))
def test_each_further_event_adds_a_tenth_up_to_one(base: float, count: int) -> None:
    assert evidence_strength(base, count) == pytest.approx(min(1.0, base + 0.1 * max(0, count - 1)), abs=1e-4)


def test_the_strength_of_a_claim_counts_people_and_that_of_a_fact_trusted_events() -> None:
    claim = make_fact(*(replace(said(number, tier="stranger"), person="person-eve") for number in range(3)))
    assert (claim.status, claim.speaker_count, claim.strength) == ("claimed", 1, 0.7)
    fact = make_fact(said(0), said(1), said(2, tier="stranger"))
    assert (fact.status, fact.is_accepted, fact.speaker_count, fact.strength) == ("current", True, 3, 0.8)


def test_a_row_has_only_the_new_evidence() -> None:
    fact = make_fact(
        said(0), said(1, statement=make_statement("Ann", "works_at", "Acme")), fact_key=FactKey(None, "Job", "Now")
    )
    row = build_fact_row(fact, "scope")
    assert [each["event"] for each in row["evidence"]] == ["e1"]
    assert (row["state"]["at"], row["state"]["current"], row["state"]["filed"]) == (T0 + days(1), True, "job / now")
    assert row["state"]["spells_to"] == [dt.datetime(9999, 12, 31, tzinfo=dt.UTC)]
    assert read_fact_key(row["state"]) == fact.fact_key
    assert read_fact_key({"domain": None, "category": None, "key": None}) is None
    assert format_slot_key(FactKey("a", "JOB", "now")) == format_slot_key(FactKey("b", "job", " Now "))


def test_a_relation_is_between_two_entities_and_current_while_the_fact_holds() -> None:
    relation = build_relation_row(make_fact(said(0), said(3)), T0 + days(4))
    assert relation is not None
    assert (relation["type"], relation["first_seen"], relation["last_seen"]) == ("professional", T0, T0 + days(3))
    assert relation["current"]
    over = build_relation_row(make_fact(replace(said(0), said_to="2026-03-10")), T0 + days(30))
    assert over is not None
    assert not over["current"]
    assert build_relation_row(make_fact(said(0), obj=FactEndpoint(None, "a bank")), T0) is None
    assert build_relation_row(make_fact(said(0), polarity=False), T0) is None
