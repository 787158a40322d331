"""Neighbours in a session, and the weights of their values."""

from __future__ import annotations

import numpy as np

from kg.retrieval.neighbours import find_neighbour_rows, neighbour_values, weighted_sum, window_max

PLACES = [("chat", 0), ("chat", 1), ("other", 2), ("chat", 3), None]


def test_neighbour_rows_are_the_four_nearest() -> None:
    assert find_neighbour_rows(PLACES).tolist() == [
        [-1, 1, -1, -1],
        [0, -1, -1, 3],
        [-1, -1, -1, -1],
        [-1, -1, 1, -1],
        [-1, -1, -1, -1],
    ]
    assert find_neighbour_rows([]).shape == (0, 4)


def test_neighbours_weigh_a_half_and_second_neighbours_a_quarter() -> None:
    near = find_neighbour_rows([("chat", seq) for seq in range(5)] + [("other", 2)])
    assert weighted_sum(np.array([0, 0, 8.0, 0, 0, 0]), near).tolist() == [2.0, 4.0, 8.0, 4.0, 2.0, 0.0]


def test_a_missing_neighbour_has_the_value_for_missing() -> None:
    near = find_neighbour_rows(PLACES)
    assert neighbour_values(np.arange(5.0), near[:, 0], -7.0).tolist() == [-7.0, 0.0, -7.0, -7.0, -7.0]


def test_a_window_takes_each_word_where_it_fits_best() -> None:
    near = find_neighbour_rows([("chat", 0), ("chat", 1), ("chat", 2)])
    words = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    assert window_max(words, near, (0, 1), faded=False).tolist() == [[1.0, 1.0], [1.0, 1.0], [0.0, 1.0]]
    assert window_max(words, near, (0, 1, 2, 3), faded=True).tolist() == [[1.0, 0.95], [0.95, 1.0], [0.9, 0.95]]


def test_neighbours_of_a_place_with_two_events_are_the_last_of_them() -> None:
    assert find_neighbour_rows([("a", -7), ("a", -6), ("a", -6), ("b", -8)]).tolist() == [
        [-1, 2, -1, -1],
        [0, -1, -1, -1],
        [0, -1, -1, -1],
        [-1, -1, -1, -1],
    ]
