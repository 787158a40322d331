"""Neighbours in a session: who stands beside whom, and what they lend each other."""

from __future__ import annotations

import numpy as np

from kg.retrieval.neighbours import beside, neighbour, weighted_sum, window_max

PLACES = [("chat", 0), ("chat", 1), ("other", 2), ("chat", 3), None]


def test_beside_names_the_four_nearest_places() -> None:
    assert beside(PLACES).tolist() == [
        [-1, 1, -1, -1],
        [0, -1, -1, 3],
        [-1, -1, -1, -1],
        [-1, -1, 1, -1],
        [-1, -1, -1, -1],
    ]
    assert beside([]).shape == (0, 4)


def test_a_neighbour_gives_a_half_and_the_next_but_one_a_quarter() -> None:
    near = beside([("chat", seq) for seq in range(5)] + [("other", 2)])
    assert weighted_sum(np.array([0, 0, 8.0, 0, 0, 0]), near).tolist() == [2.0, 4.0, 8.0, 4.0, 2.0, 0.0]


def test_a_missing_neighbour_has_the_value_for_missing() -> None:
    near = beside(PLACES)
    assert neighbour(np.arange(5.0), near[:, 0], -7.0).tolist() == [-7.0, 0.0, -7.0, -7.0, -7.0]


def test_a_window_takes_each_word_where_it_fits_best() -> None:
    near = beside([("chat", 0), ("chat", 1), ("chat", 2)])
    words = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    assert window_max(words, near, (0, 1), faded=False).tolist() == [[1.0, 1.0], [1.0, 1.0], [0.0, 1.0]]
    assert window_max(words, near, (0, 1, 2, 3), faded=True).tolist() == [[1.0, 0.95], [0.95, 1.0], [0.9, 0.95]]
