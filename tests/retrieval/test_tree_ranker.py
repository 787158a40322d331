"""The ranker: trees walked as LightGBM means them, explanations that add up, and a file that says what it is."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import KgError
from kg.retrieval.features import GROUPS, NAMES
from kg.retrieval.tree_ranker import FILE, Ranker, ranker, read, write


@pytest.fixture
def small() -> Ranker:
    """One tree: the first feature up to .5 → left; then, right, the second up to 0."""
    return Ranker(
        version=1,
        feature=np.array([[0, 0, 1, 0, 0, 0, 0]]),
        threshold=np.array([[0.5, 1e300, 0.0, 1e300, 1e300, 1e300, 1e300]]),
        value=np.array([[0.2, -1.0, 1.0, -1.0, -1.0, 0.5, 2.0, *([-1.0] * 4), 0.5, 0.5, 2.0, 2.0]]),
        slope=2.0,
        size=0.0,
        offset=-1.0,
        confidence={},
    )


def rows(*values: tuple[float, float]) -> np.ndarray:
    table = np.zeros((len(values), len(NAMES)))
    table[:, :2] = values
    return table


def test_golden(small: Ranker) -> None:
    given_ = rows((0.5, 9.0), (0.6, 0.0), (0.6, 0.1), (np.nan, 0.0))
    assert small.scores(given_, 4).tolist() == [-3.0, 0.0, 3.0, -3.0]


def test_one_of_many_is_less_likely_to_be_it_than_one_of_few(small: Ranker) -> None:
    among = replace(small, size=-0.5)
    assert among.scores(rows((0.6, 0.0)), 1)[0] == 0.0
    assert among.scores(rows((0.6, 0.0)), 8)[0] == pytest.approx(-0.5 * np.log(8))


def test_an_explanation_tells_which_feature_changed_what(small: Ranker) -> None:
    told = small.explain(rows((0.6, 0.1)), 1)
    assert told["base"][0] == pytest.approx(2 * 0.2 - 1)
    assert told["words"][0] == pytest.approx(2 * (0.8 + 1.0))


@given(st.lists(st.floats(-3, 3) | st.just(float("nan")), min_size=len(NAMES), max_size=len(NAMES)))
def test_explanations_sum_up_to_the_log_odds(values: list[float]) -> None:
    table = np.array([values])
    told = ranker().explain(table, 1)
    assert set(told) == {*GROUPS, "base"}
    assert sum(part[0] for part in told.values()) == pytest.approx(ranker().scores(table, 1)[0], abs=1e-6)


def test_the_file_keeps_the_ranker(small: Ranker) -> None:
    again = read(json.loads(json.dumps(write(small))))
    for name in ("feature", "threshold", "value"):
        assert np.array_equal(getattr(again, name), getattr(small, name))
    assert (again.slope, again.offset, again.version) == (2.0, -1.0, 1)


def test_weights_of_other_features_are_refused() -> None:
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    stored["features"] = stored["features"][1:]
    with pytest.raises(KgError, match="python -m training ranking"):
        read(stored)
