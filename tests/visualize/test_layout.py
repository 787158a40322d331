"""Layouts: the same every time, without overlaps, connected nodes close to each other."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.visualize.layout import (
    ASPECT_RATIO,
    MAX_LABELLED,
    Points,
    label_boxes,
    label_width,
    network_layout,
    ring_layout,
)
from tests.visualize.scenes import covers

# Half a point, by which nodes may touch.
TOLERANCE = 0.5


def assert_apart(places: Points, sizes: Points) -> None:
    boxes = np.hstack([places - sizes / 2 + TOLERANCE, places + sizes / 2 - TOLERANCE])
    assert not [pair for pair in combinations(boxes.tolist(), 2) if covers(*pair)]


@st.composite
def networks(draw: st.DrawFn) -> tuple[int, list[tuple[int, int, float]], Points]:
    """Generate a number of nodes, edges with weights, and sizes."""
    count = draw(st.integers(1, 25))
    ends = st.integers(0, count - 1)
    edges = draw(st.lists(st.tuples(ends, ends, st.floats(0, 1)), max_size=40))
    labels = draw(st.lists(st.text("abc", max_size=20), min_size=count, max_size=count))
    return count, edges, label_boxes([20.0] * count, labels)


@pytest.mark.slow
@settings(max_examples=25)
@given(networks())
def test_nodes_of_a_network_do_not_overlap(network: tuple[int, list[tuple[int, int, float]], Points]) -> None:
    places = network_layout(*network)
    assert places.shape == (network[0], 2)
    assert np.isfinite(places).all()
    assert_apart(places, network[2])
    assert np.array_equal(places, network_layout(*network))


def test_groups_are_separate_and_nodes_without_edges_below() -> None:
    groups = (range(5), range(5, 10))
    edges = [(one, other, 1.0) for group in groups for one, other in combinations(group, 2)]
    places = network_layout(14, edges, label_boxes([20.0] * 14, ["name"] * 14))
    first, second = (places[list(group)] for group in groups)
    reach = max(np.linalg.norm(group - group.mean(axis=0), axis=1).max() for group in (first, second))
    assert np.linalg.norm(first.mean(axis=0) - second.mean(axis=0)) > reach
    assert places[10:, 1].min() > places[:10, 1].max()
    assert network_layout(0, [], label_boxes([], [])).shape == (0, 2)


@given(st.lists(st.integers(0, 4), max_size=60))
def test_each_ring_is_within_its_edge_and_outside_of_the_one_before(ring_of: list[int]) -> None:
    sizes = label_boxes([20.0] * len(ring_of), ["name"] * len(ring_of))
    places, edges = ring_layout(ring_of, sizes)
    assert len(edges) == max(ring_of, default=-1) + 1
    assert edges == sorted(edges)
    for (across, down), ring in zip(places, ring_of, strict=True):
        radius = np.hypot(across / ASPECT_RATIO, down)
        assert radius < edges[ring]
        assert ring == 0 or radius > edges[ring - 1]


def test_one_node_alone_on_the_innermost_ring_is_the_centre() -> None:
    sizes = label_boxes([20.0] * 4, ["name"] * 4)
    assert ring_layout([1, 0, 1, 1], sizes)[0][1].tolist() == [0.0, 0.0]
    assert np.abs(ring_layout([0, 0, 1, 1], sizes)[0]).max(axis=1).min() > 0


def test_rings_begin_at_the_minimum_radius() -> None:
    places, edges = ring_layout([0], label_boxes([20.0], ["x"]), first=100.0)
    assert np.hypot(places[0, 0] / ASPECT_RATIO, places[0, 1]) >= 100.0
    assert edges[0] > 100.0


@pytest.mark.parametrize(("count", "has_labels"), [(MAX_LABELLED, True), (MAX_LABELLED + 1, False)])
def test_labels_take_space_unless_there_are_too_many(count: int, has_labels: bool) -> None:
    label = "a long name of a person"
    boxes = label_boxes([20.0] * count, [label] * count)
    assert boxes.shape == (count, 2)
    assert (boxes[0, 0] >= label_width(label)) == has_labels
    assert boxes[0, 1] >= 20.0
