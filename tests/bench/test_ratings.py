"""Tests of the rating benchmark: measures, and time order."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.bench.ratings import (
    FairnessGoodness,
    average_precision,
    load_ratings,
    measure_rating_prediction,
    roc_auc,
    stream_ratings,
)
from kg.errors import InvalidInput
from kg.trust.inference import default_model
from kg.trust.ratings import Rating

BITCOIN_OTC = (
    Path(os.environ.get("KG_SHARED", Path(__file__).parents[3] / "shared")) / "data" / "trust" / "bitcoin-otc.csv"
)
Write = Callable[..., Path]


def ignore_progress(_line: str) -> None:
    pass


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(*lines: str) -> Path:
        file = tmp_path / "ratings.csv"
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return file

    return write


def generate_ratings() -> list[str]:
    """Generate ratings of forty people of whom ten cheat: most rate them badly, and they rate each other well."""
    rng = random.Random(0)
    lines = []
    for moment in range(1_600):
        a, b = rng.sample(range(40), 2)
        cheat = b >= 30
        good = (not cheat or a >= 30) if rng.random() < 0.9 else cheat
        lines.append(f"{a},{b},{rng.randint(1, 10) * (1 if good else -1)},{moment * 3_600}")
    return lines


def test_roc_auc_and_average_precision_by_hand() -> None:
    labels = np.array([True, False, True, False, False])
    scores = np.array([4.0, 3.0, 2.0, 2.0, 1.0])
    # The positive scores higher in four of the six pairs, and ties in one.
    assert roc_auc(labels, scores) == pytest.approx((3 + 1.5) / 6)
    # The first positive is at precision 1; the second shares its score with another item, at precision 2/4.
    assert average_precision(labels, scores) == pytest.approx(0.5 * 1 + 0.5 * 2 / 4)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3)), min_size=2, max_size=12))
def test_roc_auc_is_the_share_of_ordered_pairs(pairs: list[tuple[bool, int]]) -> None:
    labels, scores = np.array([one for one, _ in pairs]), np.array([float(score) for _, score in pairs])
    if labels.all() or not labels.any():
        return
    above = [(x > y) + (x == y) / 2 for x in scores[labels] for y in scores[~labels]]
    assert roc_auc(labels, scores) == pytest.approx(sum(above) / len(above))


def test_ratings_are_read_in_the_order_of_time_and_scaled(write: Write) -> None:
    file = write("FROM,TO,TRUST,TIME", "1,2,-10,30.5", "2,3,5,10", "4,4,1,1", "5,6,0,2", "")
    assert load_ratings(file) == [Rating("2", "3", 0.5, 10.0), Rating("1", "2", -1.0, 30.5)]
    assert load_ratings(write("1,2,-1,30"))[0].rating == -1


@pytest.mark.parametrize("line", ["1,2,3", "1,2,good,4", "1,2,3,soon"])
def test_a_malformed_line_is_refused(write: Write, line: str) -> None:
    with pytest.raises(InvalidInput, match="truster, trustee"):
        measure_rating_prediction(write("1,2,1,1", line, "1,3,1,1"), ignore_progress)


def test_a_missing_or_one_sided_file_is_refused(write: Write, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="existing file"):
        measure_rating_prediction(tmp_path / "none.csv", ignore_progress)
    only_good = write(*(f"1,{place},1,{place}" for place in range(2, 9)))
    with pytest.raises(InvalidInput, match="trust and distrust"):
        measure_rating_prediction(only_good, ignore_progress)


def test_only_strictly_earlier_ratings_are_used() -> None:
    ratings = [Rating("a", "b", 1.0, 1.0), Rating("c", "b", 1.0, 2.0), Rating("d", "b", -1.0, 2.0)]
    known = {one.truster: [word.truster for word in near.received] for one, near in stream_ratings(ratings)}
    assert known == {"a": [], "c": ["a"], "d": ["a"]}
    assert [one.truster for one, _ in stream_ratings(ratings, 1)] == ["c", "d"]


def test_fairness_and_goodness_of_three_people() -> None:
    ratings = [
        Rating("a", "b", 1.0, 1.0),
        Rating("c", "b", -1.0, 2.0),
        Rating("a", "d", 1.0, 3.0),
        Rating("x", "b", 1.0, 4.0),
        Rating("x", "new", 1.0, 5.0),
    ]
    to_b, to_new = FairnessGoodness(ratings).predict(3)
    # a rates d correctly and b less so, which is fairer than c, so b is rather good; x is unknown and counts as fair.
    fair_a, fair_c, good_b = 1.0, 1.0, 0.0
    for _ in range(30):
        good_b = (fair_a - fair_c) / 2
        good_d = fair_a
        fair_a, fair_c = 1 - (abs(1 - good_b) + abs(1 - good_d)) / 4, 1 - abs(-1 - good_b) / 2
    assert to_b == pytest.approx((fair_a - fair_c) / 2, abs=1e-3)
    assert to_new == 1


def test_the_benchmark_reports_three_methods(write: Write) -> None:
    result = measure_rating_prediction(write(*generate_ratings()), ignore_progress)
    assert (result["edges"], result["predicted"]) == (1_600, 800)
    methods = {"ours", "fairness_goodness", "reciprocity"}
    assert (
        set(result["roc_auc"])
        == set(result["average_precision_distrust"])
        == set(result["roc_auc_strangers"])
        == methods
    )
    assert result["roc_auc"]["ours"] > 0.75 > result["roc_auc"]["reciprocity"]
    assert 0 < result["positive_share"] < 1
    assert result["strangers"] == 0
    assert result["roc_auc_strangers"]["ours"] is None
    json.dumps(result)


@pytest.mark.slow
@pytest.mark.skipif(not BITCOIN_OTC.is_file(), reason=f"the ratings of a real network are missing ({BITCOIN_OTC})")
def test_the_next_rating_of_a_real_network_is_predicted(write: Write) -> None:
    # The shipped weights were trained on simulated ratings only.
    lines = BITCOIN_OTC.read_text(encoding="utf-8").splitlines()[:12_000]
    result = measure_rating_prediction(write(*lines), ignore_progress)
    assert result["roc_auc"]["ours"] >= 0.88
    for name in ("fairness_goodness", "reciprocity"):
        assert result["roc_auc"]["ours"] > result["roc_auc"][name] + 0.05
        assert result["average_precision_distrust"]["ours"] > result["average_precision_distrust"][name] + 0.05
    assert default_model().version == 1
