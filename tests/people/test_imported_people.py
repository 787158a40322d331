"""Persons of another memory: names, notes, ties and trust; owners are those of the settings alone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from kg import Memory
from kg.errors import InvalidInput
from kg.people import ImportedNote, ImportedPerson, ImportedTie, ImportedViolation, PeopleImport, check_imported_person
from kg.trust import PriorTrust
from tests.support import T0

YEAR = dt.timedelta(days=250)


def person(*accounts: str, **fields: Any) -> ImportedPerson:
    return check_imported_person(ImportedPerson(accounts=accounts, **fields))


CCC = person(
    "discord:555", "telegram:5", name="CCC", aliases=["triple c"], summary="Streamer friend",
    notes=[ImportedNote("Loves synthwave", T0)], first_seen=T0 - YEAR, last_seen=T0,
    trust=PriorTrust(T0 - YEAR, T0, 900, 40, 90, frozenset([10, 11, 12, 13]), frozenset([0, 1, 2]), 120, 1, 1),
    violations=[ImportedViolation(0.15, T0, "spoofing")], origin="ene",
)  # fmt: skip


def test_a_person_arrives_with_everything_and_twice_is_once(memory: Memory, look: Callable[..., list[Any]]) -> None:
    counts = []
    for _ in range(2):
        assert list(PeopleImport(memory.runtime).write(CCC)) == []
        counts.append(
            [
                look("MATCH (n {scope: $scope}) WHERE NOT n:Turn RETURN count(n)")[0][0],
                memory.trust.of("discord:555").score,
            ]
        )
    assert counts[0] == counts[1]
    found = memory.people.get("telegram:5")
    assert (found.name, found.summary, list(found.notes)) == (
        "CCC",
        "Streamer friend",
        ["Loves synthwave"],
    )
    assert "triple c" in found.aliases
    assert memory.trust.of("discord:555").tier in ("familiar", "trusted")
    assert {mark.kind for mark in memory.trust.ledger("discord:555")} == {"imported", "violation"}


def test_ties_need_both_persons(memory: Memory) -> None:
    people = PeopleImport(memory.runtime)
    list(people.write(CCC))
    assert list(people.connect(ImportedTie("discord:555", "discord:777", "friend"))) == [
        "one of the two persons is not known"
    ]
    list(people.write(person("discord:777", name="Az")))
    assert list(people.connect(ImportedTie("discord:555", "discord:777", "friend", "stream"))) == []
    assert memory.social.path("discord:777", "discord:555")


def test_owners_are_neither_named_nor_linked(connect: Callable[..., Memory]) -> None:
    memory = connect(owner="discord:1")
    people = PeopleImport(memory.runtime)
    list(people.write(person("discord:1", name="Dana")))
    assert list(people.write(person("discord:9", name="Dana", aliases=["Dana"]))) == [
        "the name 'Dana': it is that of an owner, and discord:9 is not an account of theirs",
        "an alias: it is the name of an owner",
    ]  # fmt: skip
    assert "only an owner may link" in next(people.write(person("discord:9", "discord:1")))
    assert not memory.people.get("discord:9").owner


@pytest.mark.parametrize("accounts", [[], ["\x00"]])
def test_invalid_persons_are_refused(accounts: list[str]) -> None:
    with pytest.raises(InvalidInput):
        person(*accounts)
