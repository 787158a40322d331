"""Facts of another memory: evidence with its origin, supersession, sources and erasure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput
from kg.knowledge import FactImport, FactKey, ImportedFact, check_imported_fact
from tests.support import T0


def fact(obj: str, days: int = 0, **fields: Any) -> ImportedFact:
    named = {
        "origin": f"test: {obj}",
        "subject": "Ann",
        "predicate": "lives_in",
        "object": obj,
        "at": T0 + dt.timedelta(days=days),
    }
    return check_imported_fact(ImportedFact(**(named | fields)))


def statuses(memory: Memory) -> dict[str, str]:
    return {each.object: each.status for each in memory.facts.list(status=None, limit=100)}


def test_newer_values_supersede_and_a_second_import_changes_nothing(memory: Memory) -> None:
    facts = [fact("Bergen", -90, valid_from="2025-01-01"), fact("Oslo", -3)]
    for _ in range(2):
        assert FactImport(memory.runtime).write(facts) == []
    assert statuses(memory) == {"Oslo": "current", "Bergen": "superseded"}
    assert len(memory.history("system:facts", last=100)) == 2
    assert memory.history("system:facts")[0].metadata["origin"] == "test: Bergen"


def test_an_aspect_has_one_value_and_a_stated_end_is_shown(memory: Memory) -> None:
    open_fields = {"predicate": "edits_with", "template": "{s} edits with {o}", "aspect": "edits with"}
    FactImport(memory.runtime).write([fact("vim", -9, **open_fields), fact("emacs", -3, **open_fields)])
    assert statuses(memory) == {"emacs": "current", "vim": "superseded"}
    FactImport(memory.runtime).write([fact("Porto", -90, subject="Bo", valid_from="2025-01-01", valid_to="2025-10-01")])
    assert memory.facts.list(subject="Bo") == [], "it is over"
    [ended] = memory.facts.list(subject="Bo", status=None)
    assert f"{ended.valid_to:%Y-%m-%d}" in ("2025-10-01", "2025-10-02")


def test_a_slot_key_and_a_template_are_kept(memory: Memory) -> None:
    key = FactKey("home", "pets", "cat")
    old = fact("Tom", -9, predicate="cat", template="{s}'s cat (pets) is {o}", kind="trait", fact_key=key)
    new = fact("Murka", 0, predicate="cat", template="{s}'s cat (pets) is {o}", kind="trait", fact_key=key)
    FactImport(memory.runtime).write([old, new])
    assert statuses(memory) == {"Murka": "current", "Tom": "superseded"}
    [current] = memory.facts.list(limit=5)
    assert (current.text, current.category, current.key) == ("Ann's cat (pets) is Murka.", "pets", "cat")
    assert FactImport(memory.runtime).write([]) == []


def test_a_fact_of_an_account_is_of_its_person_and_private_where_said(memory: Memory) -> None:
    memory.log([Event("Hello.", speaker="telegram:77", session="telegram:77")])
    FactImport(memory.runtime).write(
        [fact("Oslo", subject="the user", subject_account="telegram:77", audience="person:telegram:77")]
    )
    [stored] = memory.facts.list(subject="telegram:77", limit=5) or memory.facts.list(limit=5)
    assert (stored.object, stored.audience) == ("Oslo", "person:telegram:77")


@pytest.mark.slow
def test_erasing_the_source_erases_the_fact(memory: Memory) -> None:
    [source, other] = memory.log([Event("I live in Oslo.", speaker="cli:ann"), Event("Hello.", speaker="cli:bo")])
    FactImport(memory.runtime).write([fact("Oslo", sources=[source]), fact("Turku", subject="Bo", sources=[other])])
    memory.forget(event=source)
    assert statuses(memory) == {"Turku": "current"}
    assert "Oslo" not in "".join(event.text for event in memory.history("system:facts"))


def test_a_fact_about_itself_states_nothing(memory: Memory) -> None:
    same = fact("Ann", predicate="knows")
    assert FactImport(memory.runtime).write([same]) == [same]


@pytest.mark.parametrize(
    "fields",
    [
        {"subject": ""},
        {"predicate": "???"},
        {"object": ""},
        {"kind": "x"},
        {"valid_from": "soon"},
        {"confidence": 2},
        {"subject_type": "x"},
    ],
)
def test_invalid_facts_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        fact("Oslo", **fields)


@pytest.mark.slow
def test_a_record_of_another_memory_does_not_replace_what_people_said(connect: Callable[..., Memory]) -> None:
    memory = connect(owner="cli:ann")
    said = ("I live in Ghent.", "My sister Nina lives in Porto.")
    memory.log([Event(text, speaker="cli:ann", speaker_name="Ann", session="cli:1", at=T0) for text in said])
    memory.digest()
    role = {"predicate": "may_use", "template": "{s} is allowed to use {o}", "kind": "state", "subject": "Eve"}
    FactImport(memory.runtime).write(
        [fact("Lima", 1), fact("Rome", 1, subject="Nina"), fact("Bergen", 1, subject="Bo"), fact("exec", 1, **role)]
    )
    assert statuses(memory) | {"Ann": ""} == {
        "Ann": "", "Ghent": "current", "Porto": "current", "Lima": "contested", "Rome": "contested", "Bergen": "current",
        "exec": "claimed",
    }  # fmt: skip
    context = memory.context("Where do Ann and Bo live?", speaker="cli:ann", session="cli:2").text
    assert "Claimed by test, imported, against what is known: Ann lives in Lima" in context
    assert "Bo lives in Bergen. — test, imported says" in context
