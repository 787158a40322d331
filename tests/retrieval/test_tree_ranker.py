"""The ranker: tree evaluation as in LightGBM, additive explanations, and its file."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import KgError
from kg.retrieval.features import FEATURE_GROUPS, FEATURE_NAMES
from kg.retrieval.tree_ranker import RANKER_FILE, Ranker, load_ranker, parse_ranker, serialize_ranker


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
    table = np.zeros((len(values), len(FEATURE_NAMES)))
    table[:, :2] = values
    return table


def test_golden(small: Ranker) -> None:
    given_ = rows((0.5, 9.0), (0.6, 0.0), (0.6, 0.1), (np.nan, 0.0))
    assert small.scores(given_, 4).tolist() == [-3.0, 0.0, 3.0, -3.0]


def test_an_event_among_many_is_less_likely_than_one_among_few(small: Ranker) -> None:
    among = replace(small, size=-0.5)
    assert among.scores(rows((0.6, 0.0)), 1)[0] == 0.0
    assert among.scores(rows((0.6, 0.0)), 8)[0] == pytest.approx(-0.5 * np.log(8))


def test_an_explanation_attributes_changes_to_features(small: Ranker) -> None:
    result = small.explain(rows((0.6, 0.1)), 1)
    assert result["base"][0] == pytest.approx(2 * 0.2 - 1)
    assert result["words"][0] == pytest.approx(2 * (0.8 + 1.0))


@pytest.mark.slow
@given(st.lists(st.floats(-3, 3) | st.just(float("nan")), min_size=len(FEATURE_NAMES), max_size=len(FEATURE_NAMES)))
def test_explanations_sum_up_to_the_log_odds(values: list[float]) -> None:
    table = np.array([values])
    result = load_ranker().explain(table, 1)
    assert set(result) == {*FEATURE_GROUPS, "base"}
    assert sum(part[0] for part in result.values()) == pytest.approx(load_ranker().scores(table, 1)[0], abs=1e-6)


def test_the_ranker_survives_a_round_trip_through_its_file(small: Ranker) -> None:
    again = parse_ranker(json.loads(json.dumps(serialize_ranker(small))))
    for name in ("feature", "threshold", "value"):
        assert np.array_equal(getattr(again, name), getattr(small, name))
    assert (again.slope, again.offset, again.version) == (2.0, -1.0, 1)


def test_a_file_with_other_features_is_rejected() -> None:
    stored = json.loads(RANKER_FILE.read_text(encoding="utf-8"))
    stored["features"] = stored["features"][1:]
    with pytest.raises(KgError, match="python -m training ranking"):
        parse_ranker(stored)
