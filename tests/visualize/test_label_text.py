"""Texts of pictures: one line in any script, cut between characters, without controls."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import neo4j.time
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.types import is_visible
from kg.visualize.label_text import MAX_LABEL_CHARS, format_quote, label_width, shorten
from kg.visualize.scene import Node, Scene
from kg.visualize.static_figure import render_svg
from tests.support import T0

ZWNJ, ZWJ = "\u200c", "\u200d"


@given(st.text(max_size=100))
def test_a_label_is_one_short_line_without_bidirectional_controls(text: str) -> None:
    label = shorten(text)
    assert len(label) <= MAX_LABEL_CHARS
    assert is_visible(label)
    assert not re.search("[\n\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]", label)
    scene = Scene(
        "social", text, "s", T0, [Node("1", label, "owner", "owner")], [], thing_keys=[("owner", "owner", "owner")]
    )
    ET.fromstring(render_svg(scene))


@pytest.mark.parametrize(
    "name",
    [f"علی{ZWNJ}رضا", f"क्{ZWJ}ष", f"👨{ZWJ}👩{ZWJ}👧 Ruiz", "❤️ Ann", "Zoë", "王小明"],
    ids=["Persian", "Hindi", "family", "heart", "accent", "Chinese"],
)
def test_names_of_any_script_keep_what_shapes_them(name: str) -> None:
    assert shorten(name) == name


def test_a_text_is_not_cut_within_a_character() -> None:
    family = f"👨{ZWJ}👩{ZWJ}👧"
    assert shorten(family * 3, 7) == family + "…"
    assert shorten(family * 3, 6) in {"…", family + "…"}
    assert shorten("e\u0301" * 10, 6) == "e\u0301" * 2 + "…"
    assert shorten("a" * 30) == "a" * 27 + "…"
    assert shorten("one two", 5) == "one…"


def test_joiners_and_marks_have_no_width_and_wide_characters_have_more() -> None:
    assert label_width(f"علی{ZWNJ}رضا") == label_width("علیرضا")
    assert label_width("e\u0301") == label_width("e")
    assert label_width("王") > label_width("a")


def test_a_quotation_has_a_speaker_and_a_date() -> None:
    event = {"text": "I\nlive in \u202eOslo.", "by": None, "at": neo4j.time.DateTime.from_native(T0)}
    assert format_quote(event) == "“\u2068I live in Oslo.\u2069” — \u2068unknown\u2069, 2026-03-02"
