"""Arguments of the memory stores: what is accepted, cleaned or clamped, and what is refused by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InvalidInput
from kg.memories import input_checks as checks
from kg.types.identifiers import Identity


# A control character may begin an escape sequence, which is removed with the letter after it.
@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=60), st.sampled_from("abc"))
def test_a_text_is_stripped_and_cleaning_it_again_changes_nothing(text: str, letter: str) -> None:
    cleaned = checks.check_text("note", f" {text}{letter}\n", 70)
    assert cleaned == cleaned.strip() != ""
    assert checks.check_text("note", cleaned, 10_000) == cleaned


@pytest.mark.parametrize("text", ["", " \n", "\u200b", "\x00", None, b"bytes", 7, "x" * 21])
def test_other_texts_are_refused(text: object) -> None:
    with pytest.raises(InvalidInput, match="note must be"):
        checks.check_text("note", text, 20)


@given(st.integers())
def test_an_importance_is_clamped(value: int) -> None:
    clamped = checks.check_importance(value)
    assert clamped == sorted((1, value, 10))[1]


@given(st.floats(0, 1) | st.integers(0, 1))
def test_a_share_is_a_number_from_0_to_1(value: float) -> None:
    share = checks.check_share("confidence", value)
    assert (share, type(share)) == (value, float)


REFUSED: list[tuple[Callable[..., object], list[object]]] = [
    (checks.check_importance, [True, 5.0, "5", None]),
    (
        lambda value: checks.check_share("limit", value),
        [True, -0.01, 1.01, 10**400, float("nan"), float("inf"), "0.5", None],
    ),
    (lambda value: checks.check_limit("limit", value), [0, 10_001, True, 5.0, "5", None]),
    (lambda value: checks.check_whole_number("limit", value, 2, 4), [1, 5, True, 3.0, None]),
    (checks.check_audience, ["", "session:", "person:", "everyone", "team:1", "SHARED", None]),
    (lambda value: checks.check_texts("limit", value, 9), ["one text", None, {"a"}, ["a", ""], ["x" * 10]]),
    (
        lambda value: checks.check_names("limit", value),
        ["one name", b"bytes", 7, [""], ["a\nb"], map(str, range(1_001))],
    ),
    (lambda value: checks.check_identities("limit", value), ["cli:ann", [" "], [None]]),
]


@pytest.mark.parametrize(("check", "value"), [(check, value) for check, values in REFUSED for value in values])
def test_a_wrong_value_is_refused_by_the_name_of_its_field(check: Callable[..., Any], value: object) -> None:
    with pytest.raises(InvalidInput) as caught:
        check(value)
    assert caught.value.field in {"limit", "importance", "audience"}


def test_accepted_values_keep_their_order_without_duplicates() -> None:
    assert checks.check_names("names", iter(["b", "a", "b"])) == ("b", "a")
    assert checks.check_texts("steps", [" b ", "a", "b"], 9) == ("b", "a", "b")
    assert checks.check_identities("people", ["cli:ann", "ann", "cli:ann"]) == (
        Identity("cli", "ann"),
        Identity("any", "ann"),
    )
    audiences = ["shared", "session:cli:1", "person:p"]
    assert [checks.check_audience(one) for one in audiences] == audiences
    assert [checks.check_limit("limit", value) for value in (1, 10_000)] == [1, 10_000]
