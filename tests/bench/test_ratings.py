"""The benchmark of trust between people: its measures by hand, its order of time, and what it learns."""

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

from kg.bench.ratings import FairnessGoodness, average_precision, load, roc_auc, run, stream
from kg.errors import InvalidInput
from kg.trust.inference import model, read
from kg.trust.rating_features import NAMES
from kg.trust.ratings import Rating
from training import trust_inference as training

SHARED = Path(os.environ.get("KG_SHARED", Path(__file__).parents[3] / "shared")) / "data" / "trust" / "bitcoin-otc.csv"
Write = Callable[..., Path]


def said(_line: str) -> None:
    pass


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(*lines: str) -> Path:
        file = tmp_path / "ratings.csv"
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return file

    return write


def village() -> list[str]:
    """Forty people of whom ten cheat: they are rated badly by most, and rate each other well."""
    chance = random.Random(0)
    lines = []
    for moment in range(1_600):
        a, b = chance.sample(range(40), 2)
        cheat = b >= 30
        good = (not cheat or a >= 30) if chance.random() < 0.9 else cheat
        lines.append(f"{a},{b},{chance.randint(1, 10) * (1 if good else -1)},{moment * 3_600}")
    return lines


def test_measures_by_hand() -> None:
    wanted = np.array([True, False, True, False, False])
    scores = np.array([4.0, 3.0, 2.0, 2.0, 1.0])
    # Of the six pairs the wanted one is above in four, and even in one.
    assert roc_auc(wanted, scores) == pytest.approx((3 + 1.5) / 6)
    # The first is at precision 1; the second comes with two others, at two of four.
    assert average_precision(wanted, scores) == pytest.approx(0.5 * 1 + 0.5 * 2 / 4)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3)), min_size=2, max_size=12))
def test_the_area_is_the_share_of_pairs_in_order(pairs: list[tuple[bool, int]]) -> None:
    wanted, scores = np.array([one for one, _ in pairs]), np.array([float(score) for _, score in pairs])
    if wanted.all() or not wanted.any():
        return
    above = [(x > y) + (x == y) / 2 for x in scores[wanted] for y in scores[~wanted]]
    assert roc_auc(wanted, scores) == pytest.approx(sum(above) / len(above))


def test_ratings_are_read_in_the_order_of_time_and_scaled(write: Write) -> None:
    file = write("FROM,TO,TRUST,TIME", "1,2,-10,30.5", "2,3,5,10", "4,4,1,1", "5,6,0,2", "")
    assert load(file) == [Rating("2", "3", 0.5, 10.0), Rating("1", "2", -1.0, 30.5)]
    assert load(write("1,2,-1,30"))[0].rating == -1


@pytest.mark.parametrize("line", ["1,2,3", "1,2,good,4", "1,2,3,soon"])
def test_another_form_is_refused(write: Write, line: str) -> None:
    with pytest.raises(InvalidInput, match="truster, trustee"):
        run(write("1,2,1,1", line, "1,3,1,1"), said)


def test_a_file_that_is_not_there_or_cannot_be_measured_is_refused(write: Write, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no such file"):
        run(tmp_path / "none.csv", said)
    only_good = write(*(f"1,{place},1,{place}" for place in range(2, 9)))
    with pytest.raises(InvalidInput, match="trust and distrust"):
        run(only_good, said)
    with pytest.raises(InvalidInput, match="trust and distrust"):
        training.run(only_good, tmp_path / "out.json", said)


def test_nothing_is_known_of_the_same_moment_or_later() -> None:
    ratings = [Rating("a", "b", 1.0, 1.0), Rating("c", "b", 1.0, 2.0), Rating("d", "b", -1.0, 2.0)]
    known = {one.truster: [word.truster for word in near.received] for one, near in stream(ratings)}
    assert known == {"a": [], "c": ["a"], "d": ["a"]}
    assert [one.truster for one, _ in stream(ratings, 1)] == ["c", "d"]


def test_fairness_and_goodness_of_three_people() -> None:
    ratings = [
        Rating("a", "b", 1.0, 1.0),
        Rating("c", "b", -1.0, 2.0),
        Rating("a", "d", 1.0, 3.0),
        Rating("x", "b", 1.0, 4.0),
        Rating("x", "new", 1.0, 5.0),
    ]
    to_b, to_new = FairnessGoodness(ratings).predicted(3)
    # a is right of d and less so of b: fairer than c, so that b is rather good than bad; x is not known, and counts as fair.
    fair_a, fair_c, good_b = 1.0, 1.0, 0.0
    for _ in range(30):
        good_b = (fair_a - fair_c) / 2
        good_d = fair_a
        fair_a, fair_c = 1 - (abs(1 - good_b) + abs(1 - good_d)) / 4, 1 - abs(-1 - good_b) / 2
    assert to_b == pytest.approx((fair_a - fair_c) / 2, abs=1e-3)
    assert to_new == 1


def test_the_benchmark_tells_all_three_of_the_later_half(write: Write) -> None:
    told = run(write(*village()), said)
    assert (told["edges"], told["predicted"]) == (1_600, 800)
    methods = {"ours", "fairness_goodness", "reciprocity"}
    assert set(told["roc_auc"]) == set(told["average_precision_distrust"]) == set(told["roc_auc_strangers"]) == methods
    assert told["roc_auc"]["ours"] > 0.75 > told["roc_auc"]["reciprocity"]
    assert 0 < told["positive_share"] < 1
    assert told["strangers"] == 0
    assert told["roc_auc_strangers"]["ours"] is None
    json.dumps(told)


def test_what_is_learnt_fits_the_place_of_what_ships(write: Write, tmp_path: Path) -> None:
    out = tmp_path / "inference.json"
    told = training.run(write(*village()), out, said)
    assert (told["learnt_from"], told["measured_on"]) == (480, 320)
    learnt = read(json.loads(out.read_text(encoding="utf-8")))
    assert learnt.weights == told["weights"]
    assert list(learnt.weights) == list(NAMES)
    assert min(learnt.weights.values()) == 0
    assert told["roc_auc"] > 0.75


def test_a_feature_that_would_be_turned_round_is_left_out() -> None:
    chance = np.random.default_rng(0)
    values = chance.normal(size=(400, len(NAMES)))
    good = values[:, 0] - values[:, 1] + chance.normal(size=400) > 0
    learnt = training.learn(values, good)
    assert learnt.weights[NAMES[0]] > 0.5
    assert learnt.weights[NAMES[1]] == 0


@pytest.mark.skipif(not SHARED.is_file(), reason=f"the ratings of a real network are not here ({SHARED})")
def test_the_next_rating_of_a_real_network_is_foreseen(write: Write) -> None:
    # Its first third, of which the weights have seen the greater part: what ships still works, which is no measure of how well.
    lines = SHARED.read_text(encoding="utf-8").splitlines()[:12_000]
    told = run(write(*lines), said)
    assert told["roc_auc"]["ours"] >= 0.9
    for name in ("fairness_goodness", "reciprocity"):
        assert told["roc_auc"]["ours"] > told["roc_auc"][name] + 0.05
        assert told["average_precision_distrust"]["ours"] > told["average_precision_distrust"][name] + 0.05
    assert model().version == training.VERSION
