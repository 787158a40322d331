"""Facts by category and key: their predicate and sentence, and which keys mean the same."""

from __future__ import annotations

import datetime as dt

import pytest

from kg.knowledge import FactKey, get_predicate
from kg.transfer.importers.keyed_facts import Claim, closed_predicate, keyed_fact, predicate_name, read_claim, same_key

AT = dt.datetime(2026, 2, 1, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("category", "key", "predicate", "template"),
    [
        ("health", "allergy", "allergic_to", ""),
        ("work", "employer", "works_at", ""),
        ("личное", "город", "lives_in", ""),
        ("pets", "cat", "cat", "{s}'s cat (pets) is {o}"),
        ("pets", "age", "pets_age", "{s}'s age (pets) is {o}"),
        ("project", "deadline", "project_deadline", "{s}'s deadline (project, alpha) is {o}"),
        ("odd", "{x}", "x", "{s}'s x (odd) is {o}"),
    ],
)
def test_a_key_is_a_predicate(category: str, key: str, predicate: str, template: str) -> None:
    part = "alpha" if category == "project" else ""
    fact = keyed_fact("o", FactKey(None, category, key), "v", AT, part=part)
    assert (fact.predicate, fact.template) == (predicate, template)
    assert fact.fact_key == FactKey(None, category, key)


def test_russian_and_english_keys_are_the_same() -> None:
    assert same_key("здоровье", "аллергия") == same_key("Health", "allergy")
    assert same_key("homeCity", "x") == same_key("home_city", "x")


@pytest.mark.parametrize("text", ["lives in", "Любимый цвет", "", "1st choice", "a" * 200, "ünïcode!"])
def test_every_text_is_a_name_of_a_predicate(text: str) -> None:
    assert get_predicate(predicate_name(text))


@pytest.mark.parametrize(
    ("words", "predicate"),
    [("works at", "works_at"), ("is employed by", "works_at"), ("LIVES_IN".casefold(), "lives_in"), ("paints", None)],
)
def test_relations_in_words(words: str, predicate: str | None) -> None:
    assert closed_predicate(words.replace("_", " ")) == predicate


def test_an_entry_of_a_memory_file_states_a_value() -> None:
    assert read_claim("City: Oslo") == Claim("city", "lives_in", "Oslo")
    assert read_claim("**Editor**: Helix") == Claim("editor", None, "Helix")
    assert read_claim("The user lives in Oslo.") == Claim("lives_in", "lives_in", "Oslo")
    assert read_claim("Backup runs every Sunday") is None
    claim = Claim("editor", None, "Helix")
    assert claim.fits("preferences", "editor", ["Preferences"])
    assert not claim.fits("preferences", "editor", ["Projects"])
    assert Claim("city", "lives_in", "Oslo").fits("personal", "residence", [])
