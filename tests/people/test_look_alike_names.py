"""Skeletons of names: names that look alike have the same skeleton in any script or form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language.name_keys import name_skeleton

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


@given(st.data())
def test_a_name_written_with_look_alikes_has_the_skeleton_of_the_name(data: st.DataObject) -> None:
    name = data.draw(st.text("".join(SIGNS), min_size=1, max_size=12))
    forged = "".join(data.draw(st.sampled_from(SIGNS[letter])) for letter in name)
    spaced = data.draw(st.sampled_from(["", " ", "\u200b", ".", "_"])).join(forged)
    assert name_skeleton(spaced) == name_skeleton(name)
