"""Reading JSON from answers that are wrapped, truncated or malformed; nothing is ever raised."""

from __future__ import annotations

import json
import string
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.llm.json_repair import MAX_LENGTH, read_json

SCALARS = st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(allow_nan=False) | st.text(max_size=20)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
DOCUMENTS = st.dictionaries(st.text(max_size=8), VALUES, min_size=1, max_size=4) | st.lists(
    st.dictionaries(st.text(max_size=8), VALUES, min_size=1, max_size=3), min_size=1, max_size=4
)
# Prose has any mark but the brackets that JSON begins with, and those that fences are made of.
PROSE = st.text(st.characters(codec="utf-8", exclude_characters="{[`"), max_size=60)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ("[1, 2]", [1, 2]),
        ('"plain"', "plain"),
        ('Sure: {"a": [1, "}"]} there', {"a": [1, "}"]}),
        ('```json\n{"a": 1}\n```', {"a": 1}),
        ('Two:\n```\nnot json\n```\n```json\n{"a": 1}\n```\nbye', {"a": 1}),
        ('{not} this but {"a": 1}', {"a": 1}),
        ('see [b) and {"a": 1}', {"a": 1}),
        ('<think>maybe {"no": 1}</think>\n{"a": 1}', {"a": 1}),
        ('{"a": "line\nbreak"}', {"a": "line\nbreak"}),
        ('```json\n{"a": [1, 2', {"a": [1, 2]}),
        ('{"rows": [{"a": 1}, {"b": "x y', {"rows": [{"a": 1}, {"b": "x y"}]}),
        ('{"rows": [{"a": 1,}, {"b": 2}]} I hope that helps', {"rows": [{"a": 1}, {"b": 2}]}),
        ("{'a': 'b'} bye", {"a": "b"}),
        ('{"a": [1, 2}', {"a": [1, 2]}),
        ("\ud800" + '{"a": 1}', {"a": 1}),
    ],
)
def test_each_fallback(text: str, value: Any) -> None:
    assert read_json(text) == value


@pytest.mark.parametrize("text", ["", "  ", "no json at all", "null", "[", "{", "{}}"[:1], "```json\n```", "9" * 5000])
def test_text_without_json_gives_none(text: str) -> None:
    assert read_json(text) is None


@pytest.mark.slow
@given(DOCUMENTS, PROSE, PROSE)
def test_json_in_prose_is_found(value: Any, before: str, behind: str) -> None:
    if not before.lstrip().startswith("<think>"):
        assert read_json(f"{before} {json.dumps(value)} {behind}") == value


@pytest.mark.slow
@given(DOCUMENTS, PROSE, st.sampled_from([None, 1, 4]))
def test_json_in_a_fence_is_found(value: Any, before: str, indent: int | None) -> None:
    encoded = json.dumps(value, indent=indent)
    assert read_json(f"{before}\n```json\n{encoded}\n```\nDone.") == value


@given(st.text())
def test_any_text_does_not_raise(text: str) -> None:
    read_json(text)


@given(st.text(alphabet='{}[]":,\\`\n1a ' + string.whitespace, max_size=200))
def test_malformed_json_does_not_raise(text: str) -> None:
    read_json(text)


@pytest.mark.slow
@given(DOCUMENTS, st.data())
def test_truncated_json_does_not_raise(value: Any, data: st.DataObject) -> None:
    encoded = json.dumps(value)
    read_json(encoded[: data.draw(st.integers(0, len(encoded)))])


@pytest.mark.parametrize(
    "piece",
    [
        "{",
        "[",
        '{"',
        '["',
        '{"a":',
        "{ ",
        '{"a"} ',
        "[1, ",
        "```\n",
        "<think>",
        "\\",
        "{'a': ",
        "[]",
        "“",
        '{"\\',
        "{“a”: ",
    ],
)
def test_long_texts_are_read_quickly(piece: str) -> None:
    start = time.process_time()
    read_json(piece * (MAX_LENGTH // len(piece)))
    read_json("[" + piece * 5_000)
    assert time.process_time() - start < 10
