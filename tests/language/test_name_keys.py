"""Normalised names and values: which are equal, which differ, and idempotence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language.name_keys import entity_id, fact_id, fold_text, is_given_name, name_key, nickname_forms

ODD = st.text(alphabet="aA sS'’.\"()_- theTHEDr.\u0345\u0301\u200b\u00ad\u202eßﬁİŉ\0") | st.text()


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("Dr. Eva", "eva"),
        ("Dr. Eva's", "eva"),
        ("Prof. Dr. Eva Braun’s", "eva braun"),
        ("Mrs Jane Smith", "jane smith"),
        ("Ms. Jones'", "jones"),
        ("James's", "james"),
        ("O'Brien's", "o'brien"),
        ("O’Brien", "o'brien"),
        ("“Acme”", "acme"),
        ("the Beatles", "beatles"),
        ("An Apple", "apple"),
        ("The", "the"),
        ("Mr.", "mr"),
        ("Theo", "theo"),
        ("Drake", "drake"),
        ("C++", "c++"),
        ("C#", "c#"),
        (".NET", ".net"),
        ("(.NET)", ".net"),
        ("well...NET", "well...net"),
        ("GPT-4.", "gpt-4"),
        ("Jean-Luc", "jean-luc"),
        ("Ｅｖａ", "eva"),
        ("ﬁnance", "finance"),
        ("Straße", "strasse"),
        ("José", "josé"),
        ("Jose\u0301", "josé"),
        ("New\u00a0York\n City", "new york city"),
        ("Eva\u200b", "eva"),
        ("\u202eEva\u202c", "eva"),
        ("Eva\0Smith", "eva smith"),
        ("...", "..."),
        ("", ""),
    ],
)
def test_titles_articles_and_punctuation_are_left_out_of_the_key(written: str, key: str) -> None:
    assert name_key(written) == key


@pytest.mark.parametrize(
    ("one", "other"), [("C", "C++"), ("C++", "C#"), (".NET", "Net"), ("GPT-3", "GPT-4"), ("José", "Jose"), ("Al", "AI")]
)
def test_different_names_have_different_keys(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@given(ODD)
def test_name_keys_are_idempotent(text: str) -> None:
    key = name_key(text)
    assert name_key(key) == key
    assert fold_text(fold_text(text)) == fold_text(text)


@given(ODD)
def test_case_white_space_and_edge_punctuation_are_ignored(text: str) -> None:
    assert fold_text(f" {text}\t") == fold_text(text)
    assert fold_text(fold_text(text).upper()) == fold_text(fold_text(text).upper().lower())


@given(st.lists(st.sampled_from(["the", "dr.", "mr", "an", "eva", "'s", "'", "-", "."]), max_size=8).map(" ".join))
def test_titles_and_articles_in_any_number_and_order_are_left_out(text: str) -> None:
    assert name_key(name_key(text)) == name_key(text)


def test_lone_surrogates_and_long_names_have_keys_and_ids() -> None:
    assert entity_id(name_key("\ud800")).startswith("entity-")
    assert len(name_key("the " * 2500 + "end")) == 3
    assert name_key("x" * 10_000) == "x" * 10_000


def test_different_identities_have_different_ids() -> None:
    assert entity_id("paris") == entity_id("paris")
    assert entity_id("paris") != entity_id("paris", "place")
    assert fact_id("a", "b", "c") != fact_id("a b", "c")


def test_nickname_forms_are_found_in_both_directions() -> None:
    assert "elizabeth" in nickname_forms("liz")
    assert "liz" in nickname_forms("elizabeth")
    assert "liz" not in nickname_forms("liz")
    assert is_given_name("anna")
    assert not is_given_name("zzyzx")
