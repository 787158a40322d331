"""Which episodes are kept: golden values, and what must hold for all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InvalidInput
from kg.memories.salience import KEEP, Signals, keeps, salience

COUNTS = st.integers(0, 50)
ANY = st.builds(
    Signals,
    new_entities=COUNTS,
    corrections=COUNTS,
    outcomes=COUNTS,
    words=st.integers(0, 5000),
    importance=st.integers(1, 10),
)


@pytest.mark.parametrize(
    ("signals", "value"),
    [
        (Signals(), 0.0),
        (Signals(words=1000), 0.1),
        (Signals(new_entities=3), 0.3),
        (Signals(new_entities=30), 0.3),
        (Signals(corrections=1), 0.25),
        (Signals(corrections=2), 0.5),
        (Signals(outcomes=1), 0.2),
        (Signals(new_entities=3, outcomes=1), 0.5),
        (Signals(new_entities=1, corrections=1, words=60), 0.45),
        (Signals(importance=10), 0.5),
        (Signals(importance=9), 0.4),
        (Signals(new_entities=3, outcomes=1, importance=3), 0.3),
        (Signals(tags=("milestone",)), 0.5),
        (Signals(tags=("milestone",), importance=1), 0.5),
        (Signals(tags=(" ",)), 0.0),
        (Signals(9, 9, 9, ("x",), 10, 900), 1.0),
    ],
)
def test_golden_values(signals: Signals, value: float) -> None:
    assert salience(signals) == value
    assert keeps(signals) is (value >= KEEP)


@given(ANY, ANY)
def test_more_of_everything_is_never_less_salient(one: Signals, other: Signals) -> None:
    least, most = (
        Signals(*(choose(getattr(one, name), getattr(other, name)) for name in ("new_entities", "corrections", "outcomes")),
                importance=choose(one.importance, other.importance), words=choose(one.words, other.words))
        for choose in (min, max)
    )  # fmt: skip
    assert 0 <= salience(least) <= salience(most) <= 1


@given(ANY, st.text(min_size=1).filter(str.strip))
def test_a_tag_always_passes(signals: Signals, tag: str) -> None:
    assert keeps(Signals(tags=(tag,), importance=signals.importance, words=signals.words))


@pytest.mark.parametrize(
    "bad", [Signals(words=-1), Signals(corrections=-1), Signals(importance=0), Signals(importance=11)]
)
def test_what_cannot_be_is_refused(bad: Signals) -> None:
    with pytest.raises(InvalidInput):
        salience(bad)
