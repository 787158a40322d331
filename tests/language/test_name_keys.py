"""Normalised names and values: which are equal, which differ, and idempotence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language.name_keys import entity_id, fact_id, fold_text, is_given_name, name_key, name_skeleton, nickname_forms

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


# Skeletons: names that look alike have the same one, in any script or form.

ALIKE = {
    "Olga": [
        "olga",
        "OLGA",
        "Оlga",
        "Оӏgа",
        "0lga",
        "OIga",
        "O1ga",
        "Ólga",
        "O\u200blga",
        "Ｏｌｇａ",
        "O l g a",
        "olga!",
        "ⓞⓛⓖⓐ",
    ],
    "Maria": ["Rnaria", "ΜΑRΙΑ", "Маriа", "mar1a", "ᴍᴀʀɪᴀ", "Mária", "m.a.r.i.a"],
    "Øyvind": ["Oyvind", "0yv1nd", "ØYVIND"],
    "Straße": ["STRASSE", "5trasse"],
    "Savvas": ["Sawas"],
}


@pytest.mark.parametrize(("name", "other"), [(name, other) for name, others in ALIKE.items() for other in others])
def test_names_that_look_alike_have_the_same_skeleton(name: str, other: str) -> None:
    assert name_skeleton(name) == name_skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Olga", "Helga"),
        ("Olga", "Olgas"),
        ("Ann", "Anna"),
        ("Bob", "Rob"),
        ("か", "が"),
        ("中村", "中林"),
        ("🌸", "🌼"),
        ("!", "?"),
    ],
)
def test_names_that_look_different_have_different_skeletons(one: str, other: str) -> None:
    assert name_skeleton(one) != name_skeleton(other)


@given(st.text(max_size=40))
def test_skeletons_are_idempotent(name: str) -> None:
    assert name_skeleton(name_skeleton(name)) == name_skeleton(name)


@given(st.text(min_size=1, max_size=20).filter(str.strip))
def test_case_and_surrounding_spaces_are_ignored(name: str) -> None:
    assert name_skeleton(f"  {name}\t") == name_skeleton(name)


# Letters, each with characters that look like it.
SIGNS = {
    "o": "oO0оОοΟ",
    "l": "lI1іＬ",
    "a": "aAаАαá",
    "e": "eEеЕé",
    "s": "sSѕЅ5",
    "c": "cCсС",
    "x": "xXхХ",
    "p": "pPрР",
}


@given(st.data())
def test_a_name_written_with_look_alikes_has_the_skeleton_of_the_name(data: st.DataObject) -> None:
    name = data.draw(st.text("".join(SIGNS), min_size=1, max_size=12))
    forged = "".join(data.draw(st.sampled_from(SIGNS[letter])) for letter in name)
    spaced = data.draw(st.sampled_from(["", " ", "\u200b", ".", "_"])).join(forged)
    assert name_skeleton(spaced) == name_skeleton(name)
