"""Records of stored facts: at a moment, per validity interval, reversed, and as they were known."""

from __future__ import annotations

import datetime as dt
from typing import Any

import neo4j.time

from kg.knowledge.fact_records import (
    build_fact_record,
    build_fact_record_at,
    drop_private_duplicates,
    expand_validity_intervals,
    is_reversible,
    reconstruct_known_facts,
    reverse_fact,
)
from kg.types import Fact
from tests.knowledge.builders import date
from tests.support import T0, days

OPEN = dt.datetime(9999, 12, 31, tzinfo=dt.UTC)


def stored(moment: dt.datetime | None) -> neo4j.time.DateTime | None:
    return None if moment is None else neo4j.time.DateTime.from_native(moment)


def evidence(event: str, at: dt.datetime = T0, **more: Any) -> dict[str, Any]:
    """Return a row of evidence as `knowledge/facts` returns it."""
    empty = dict.fromkeys(
        ("said_from", "said_to", "person", "tier", "quarantine", "speaker", "authority", "first_seen", "session")
    )
    return (
        {"event": event, "at": stored(at), "order": event, "recorded_at": stored(at), "own": False, "void": False}
        | empty
        | more
    )


def row(
    *given: dict[str, Any], predicate: str = "sibling_of", spells: Any = ((T0, OPEN),), **more: Any
) -> dict[str, Any]:
    """Return a row of `knowledge/facts`: Ann is a sibling of Tom."""
    fact = {
        "id": "fact-1", "subject": "person-ann", "predicate": predicate, "object": "person-tom", "object_text": "Tom",
        "object_key": "person-tom", "text": "Ann is a sibling of Tom.", "polarity": True, "fact_type": "relation",
        "status": "current", "confidence": 0.9, "strength": 0.7, "base": 0.7, "recorded_at": stored(T0), "audience": "shared",
        "slot": f"person-ann {predicate}",
        "spells_from": [stored(start) for start, _ in spells], "spells_to": [stored(end) for _, end in spells],
    }  # fmt: skip
    return {"fact": fact | more, "subject": "Ann", "object": "Tom", "evidence": list(given or [evidence("e1")])}


def test_a_record_names_the_most_trusted_evidence() -> None:
    rows = [
        evidence("e1", speaker="cli:eve", person="eve", tier="stranger"),
        evidence("e2", speaker="cli:bob", person="bob", tier="familiar"),
        evidence("e3", speaker="cli:ann", person="ann", tier="familiar", own=True),
        evidence("e4", speaker="cli:tom", person="tom", tier="trusted", void=True),
    ]
    fact = build_fact_record(row(*rows))
    assert (fact.sources, fact.asserted_by) == (("e2", "e3"), "cli:ann")
    assert build_fact_record(row(*rows[:2], status="claimed")).sources == ("e1", "e2")
    assert build_fact_record(row(rows[3])).sources == ("e4",), "voided evidence, where there is no other"


def test_a_reversed_fact_states_the_same_of_its_object() -> None:
    sibling = build_fact_record(row())
    back = reverse_fact(sibling)
    assert (back.subject, back.predicate, back.object, back.text) == (
        "Tom",
        "sibling_of",
        "Ann",
        "Tom is a sibling of Ann.",
    )
    parent = build_fact_record(row(predicate="parent_of", text="Ann is a parent of Tom."))
    assert reverse_fact(parent).text == "Tom is a child of Ann."
    for fact in (sibling, parent):
        assert is_reversible(fact)
        assert reverse_fact(reverse_fact(fact)) == fact
    for other in (row(predicate="likes"), row(polarity=False), row(object=None)):
        assert not is_reversible(build_fact_record(other))


def test_each_validity_interval_has_a_record_and_the_last_keeps_the_status() -> None:
    spells = ((date("2020-01-01"), date("2021-01-01")), (date("2024-01-01"), OPEN))
    other = row(id="fact-2", spells=((date("2022-01-01"), date("2023-01-01")),), status="retracted")
    records = expand_validity_intervals([row(spells=spells), other])
    assert [(fact.id, fact.valid_from, fact.valid_to, fact.status) for fact in records] == [
        ("fact-1", *spells[0], "superseded"),
        ("fact-2", date("2022-01-01"), date("2023-01-01"), "retracted"),
        ("fact-1", spells[1][0], None, "current"),
    ]
    assert build_fact_record_at(row(spells=spells), date("2020-06-01")).valid_to == date("2021-01-01")
    assert build_fact_record_at(row(spells=spells), date("2021-01-01")).valid_from is None, "the end is exclusive"


def test_a_shared_fact_hides_an_equal_private_one() -> None:
    private = {"id": "fact-2", "audience": "person:ann"}
    facts = [build_fact_record(each) for each in (row(), row(**private), row(**private | {"status": "claimed"}))]
    assert list(drop_private_duplicates(facts)) == [facts[0], facts[2]]
    assert list(drop_private_duplicates(facts[1:])) == facts[1:]


def test_facts_are_reconstructed_from_the_evidence_of_that_time() -> None:
    early, late = evidence("e1"), evidence("e2", T0 + days(5))
    retracted = row(early, late, status="retracted", expired_at=stored(T0 + days(9)))

    def known(when: dt.datetime, status: str | None = "current") -> list[Fact]:
        return reconstruct_known_facts([retracted], when, when, status)

    assert [fact.sources for fact in known(T0 + days(1))] == [("e1",)]
    [fact] = known(T0 + days(6))
    assert (fact.status, fact.sources, fact.strength, fact.expired_at) == ("current", ("e1", "e2"), 0.8, None)
    assert known(T0 + days(1), "claimed") == []
    for when in (T0 - days(1), T0 + days(9)):
        assert known(when, None) == []


def test_what_was_over_or_replaced_is_in_the_past() -> None:
    at_acme = {"predicate": "works_at", "text": "Ann works at Acme."}
    spells = ((T0, T0 + days(2)), (T0 + days(4), OPEN))
    assert build_fact_record(row(**at_acme)).text == "Ann works at Acme."
    assert build_fact_record(row(**at_acme, valid_to=stored(T0))).text == "Ann worked at Acme."
    assert build_fact_record(row(**at_acme, valid_to=stored(T0 + days(1)))).text == "Ann works at Acme.", (
        "it ends later"
    )
    replaced = row(**at_acme, status="superseded", valid_to=stored(T0 + days(1)))
    assert build_fact_record(replaced).text == "Ann worked at Acme."
    assert build_fact_record_at(row(**at_acme, spells=spells), T0 + days(1)).text == "Ann works at Acme."
    assert [each.text for each in expand_validity_intervals([row(**at_acme, spells=spells)])] == [
        "Ann worked at Acme.",
        "Ann works at Acme.",
    ]
