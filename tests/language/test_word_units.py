"""Units of a text: how word pieces join, the means of their states, and features of their spelling."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kg.language.word_units import FEATURE_COUNT, WordUnits, pool_states, spelling_features, split_units


def characters(text: str) -> WordUnits:
    """Return the units of a text whose word pieces are its characters."""
    return split_units(text, [(at, at + 1) for at, sign in enumerate(text) if not sign.isspace()])


def test_units_are_runs_of_letters_and_digits_or_single_characters() -> None:
    text = "O'Brien's ab12, ok"
    offsets = [(0, 1), (1, 2), (2, 5), (5, 7), (7, 8), (8, 9), (10, 12), (12, 14), (14, 15), (16, 18)]

    found = split_units(text, offsets)

    assert [text[start:end] for start, end in found.spans] == ["O", "'", "Brien", "'", "s", "ab12", ",", "ok"]
    assert found.starts == (0, 1, 2, 4, 5, 6, 8, 9)
    assert spelling_features(text, found).shape == (8, FEATURE_COUNT)


def test_the_states_of_a_unit_are_the_mean_of_its_pieces() -> None:
    units = split_units("ab12, ok", [(0, 2), (2, 4), (4, 5), (6, 8)])
    states = np.array([[1, 2], [3, 4], [5, 6], [7, 8]], np.float32)
    np.testing.assert_array_equal(pool_states(units, states), [[2, 3], [5, 6], [7, 8]])
    assert pool_states(WordUnits((), ()), np.zeros((0, 2), np.float32)).shape == (0, 2)


def test_features_tell_the_spelling_of_a_unit() -> None:
    text = "Eva met McDuff. NASA paid 40 to @bob's"
    units = characters(text)
    words = [text[start:end] for start, end in units.spans]
    rows = dict(zip(words, spelling_features(text, units), strict=True))
    upper, title, mixed, digits = 1, 3, 4, 5
    assert [rows["NASA"][each] for each in (upper, title, mixed, digits)] == [1, 0, 0, 0]
    assert [rows["Eva"][each] for each in (upper, title, mixed, digits)] == [0, 1, 0, 0]
    assert [rows["McDuff"][each] for each in (upper, title, mixed, digits)] == [0, 0, 1, 0]
    assert [rows["40"][each] for each in (upper, title, mixed, digits)] == [0, 0, 0, 1]
    opens, after_at, possessive = 8, 10, 16
    assert [word for word in words if rows[word][opens]] == ["Eva", "NASA"]
    assert [word for word in words if rows[word][after_at]] == ["bob"]
    assert [word for word in words if rows[word][possessive]] == ["s"]


@given(st.text("aB1é漢 .'@\n", max_size=30))
def test_any_text_has_finite_features_and_units_in_order(text: str) -> None:
    units = characters(text)
    assert "".join(text[start:end] for start, end in units.spans) == "".join(text.split())
    assert len(units.spans) == len(units.starts)
    features = spelling_features(text, units)
    assert features.shape == (len(units.spans), FEATURE_COUNT)
    assert ((features >= 0) & (features <= 1)).all()
