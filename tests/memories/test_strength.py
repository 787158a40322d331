"""Score and strength of a memory: golden values and properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.memories.strength import MAX_PRUNED, memory_score, memory_strength, recency_score, select_weakest

HOURS = st.floats(0, 1e6)
ACCESSES = st.integers(0, 1000)


@pytest.mark.parametrize(
    ("hours", "accesses", "golden"),
    [
        (16, 0, 0.2019),
        (17, 0, 0.1827),
        (24, 1, 0.6188),
        (80, 1, 0.2019),
        (81, 1, 0.1979),
        (160, 2, 0.2019),
        (720, 0, 0.1),
    ],
)
def test_strength_is_golden(hours: float, accesses: int, golden: float) -> None:
    assert memory_strength(hours, accesses) == pytest.approx(golden, abs=5e-5)


def test_score_is_golden() -> None:
    assert memory_score(0.8, 15, 6) == pytest.approx(0.675)
    assert memory_score(-0.4, 45, 10) == pytest.approx(0.25), "a negative cosine and an old age count as 0"
    assert memory_score(1, 0, 10) == pytest.approx(1)
    assert memory_score(1.0000001, -1, 10) == pytest.approx(1), "neither rounding nor a clock set back makes it more"


def test_recency_decreases_linearly_to_zero_in_thirty_days() -> None:
    assert [recency_score(days) for days in (0, 15, 30, 31)] == [1, 0.5, 0, 0]


@given(HOURS, HOURS, ACCESSES)
def test_strength_never_increases_with_time(hours: float, more: float, accesses: int) -> None:
    assert 0.1 <= memory_strength(hours + more, accesses) <= memory_strength(hours, accesses) <= 1


@given(HOURS, ACCESSES, ACCESSES)
def test_strength_never_decreases_with_use(hours: float, accesses: int, more: int) -> None:
    assert memory_strength(hours, accesses + more) >= memory_strength(hours, accesses)


def test_the_rate_of_forgetting_is_a_parameter() -> None:
    assert memory_strength(17, 0, per_hour=0.01) == pytest.approx(0.8437, abs=5e-5)


def test_weak_and_unimportant_memories_are_selected_weakest_first() -> None:
    found = [
        ("important", 700.0, 0, 4.0),
        ("strong", 16.0, 0, 1.0),
        ("weak", 17.0, 0, 3.0),
        ("weaker", 20.0, 0, 3.9),
        ("of use", 81.0, 1, 1.0),
    ]
    assert select_weakest(found) == ["weaker", "weak", "of use"]
    many = [(str(place), 17.0 + place / 10, 0, 1.0) for place in range(50)]
    assert select_weakest(many) == [str(place) for place in range(49, 49 - MAX_PRUNED, -1)], "twenty at once"
    assert MAX_PRUNED == 20


@given(st.lists(st.tuples(st.integers(), HOURS, ACCESSES, st.floats(1, 10)), max_size=60))
def test_important_memories_are_never_selected(found: list[tuple[int, float, int, float]]) -> None:
    numbered = [(place, *rest[1:]) for place, rest in enumerate(found)]
    for place in select_weakest(numbered):
        _, hours, accesses, importance = numbered[place]
        assert importance < 4
        assert memory_strength(hours, accesses) < 0.2
