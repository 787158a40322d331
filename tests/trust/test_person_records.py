"""A stored person node becomes a record."""

from __future__ import annotations

import datetime as dt

import neo4j.time

from kg.trust.person_records import person_record
from kg.types import Person
from tests.support import T0


def test_missing_properties_have_defaults() -> None:
    stored = {"id": "person-1", "name": "Ann", "aliases": None, "description": None, "owner": None}
    assert person_record(stored, []) == Person("person-1", "Ann", ())


def test_identities_are_sorted_and_times_are_those_of_the_graph() -> None:
    seen = neo4j.time.DateTime.from_native(T0.astimezone(dt.timezone(dt.timedelta(hours=2))))
    stored = {
        "id": "person-1", "name": "Ann", "aliases": ["Annie"], "description": "Sings.", "owner": True,
        "first_seen": seen, "last_seen": seen,
    }  # fmt: skip
    assert person_record(stored, ["telegram:7", "cli:ann"]) == Person(
        id="person-1", name="Ann", identities=("cli:ann", "telegram:7"), aliases=("Annie",), summary="Sings.", owner=True,
        first_seen=T0, last_seen=T0,
    )  # fmt: skip
