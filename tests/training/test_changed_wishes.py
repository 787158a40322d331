"""The pairs that the change of wishes is learnt from, and the fit."""

from __future__ import annotations

import numpy as np
import pytest

from kg.bench import read_json_lines
from training.changed_wishes import PAIRS, _fit, _read_pairs
from training.corpus.reading import CONVERSATIONS


def test_pairs_are_distinct_and_balanced() -> None:
    rows = read_json_lines(PAIRS)
    assert len({(row["first"], row["later"]) for row in rows}) == len(rows)
    gone = [row["gone"] for row in rows]
    assert 0.4 < sum(gone) / len(gone) < 0.65


def test_each_pair_comes_with_other_wishes_and_messages_in_its_group() -> None:
    pairs = _read_pairs([CONVERSATIONS / "assistant-terse-trader"])
    first = [each for each in pairs if each.group == 0]
    assert [each.is_written for each in first].count(True) == 1
    assert len(first) >= 16
    assert not any(each.is_changed for each in pairs if not each.is_written)


def test_the_fit_finds_what_distinguishes_changes() -> None:
    pytest.importorskip("sklearn")
    rng = np.random.default_rng(0)
    values = rng.normal(size=(80, 3))
    constant, weights = _fit(values, values[:, 1] > 0, np.ones(80))
    assert np.argmax(np.abs(weights)) == 1
    assert (constant + np.array([0, 2.0, 0]) @ weights) > 0
