"""Texts that repeat facts that are over."""

from __future__ import annotations

from kg.transfer.importers.outdated_texts import OutdatedTexts


def test_a_text_is_outdated_where_it_names_only_what_is_over() -> None:
    texts = OutdatedTexts()
    texts.add("Ann", "lives_in", "Bergen", is_over=True)
    texts.add("Ann", "lives_in", "Oslo", is_over=False)
    assert texts.has("Ann moved away and lives in Bergen.")
    assert not texts.has("Ann left Bergen for Oslo.")
    assert not texts.has("Bob lives in Bergen.")
    assert not texts.has("Ann has a cat.")
