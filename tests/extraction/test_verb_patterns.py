"""Patterns of verbs: what is known and what is studied."""

from __future__ import annotations

from tests.extraction.messages import triples


def test_only_persons_are_known() -> None:
    assert ("Sam", "knows", "Nina") in triples("I know Nina from school.")
    assert not triples("I know Kotlin well.")
    assert not triples("I'm good at Kotlin.")


def test_one_studies_a_field_and_in_a_place() -> None:
    assert triples("I study law.") == {("Sam", "studied", "law")}
    assert triples("I majored in law.") == {("Sam", "studied", "law")}
    assert not triples("i study in aachen")
