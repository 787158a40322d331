"""Skeletons of names: what is hard to tell apart has one, whatever script, form or sign it is written with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language.name_keys import skeleton

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
# Letters, and for each of them some that are read as it.
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
def test_what_looks_alike_has_one_skeleton(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)


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
def test_what_does_not_look_alike_has_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=40))
def test_the_skeleton_of_a_skeleton_is_that_skeleton(name: str) -> None:
    assert skeleton(skeleton(name)) == skeleton(name)


@given(st.text(min_size=1, max_size=20).filter(str.strip))
def test_case_and_spaces_at_the_ends_make_no_difference(name: str) -> None:
    assert skeleton(f"  {name}\t") == skeleton(name)


@given(st.data())
def test_a_name_written_with_look_alikes_has_the_skeleton_of_the_name(data: st.DataObject) -> None:
    name = data.draw(st.text("".join(SIGNS), min_size=1, max_size=12))
    forged = "".join(data.draw(st.sampled_from(SIGNS[letter])) for letter in name)
    spaced = data.draw(st.sampled_from(["", " ", "\u200b", ".", "_"])).join(forged)
    assert skeleton(spaced) == skeleton(name)
