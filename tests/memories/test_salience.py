"""Salience of episodes: golden values and properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InvalidInput
from kg.memories.salience import KEEP_SALIENCE, EpisodeSignals, episode_salience, is_salient

COUNTS = st.integers(0, 50)
ANY = st.builds(
    EpisodeSignals,
    new_entities=COUNTS,
    corrections=COUNTS,
    outcomes=COUNTS,
    words=st.integers(0, 5000),
    importance=st.integers(1, 10),
)


@pytest.mark.parametrize(
    ("signals", "value"),
    [
        (EpisodeSignals(), 0.0),
        (EpisodeSignals(words=1000), 0.1),
        (EpisodeSignals(new_entities=3), 0.3),
        (EpisodeSignals(new_entities=30), 0.3),
        (EpisodeSignals(corrections=1), 0.25),
        (EpisodeSignals(corrections=2), 0.5),
        (EpisodeSignals(outcomes=1), 0.2),
        (EpisodeSignals(new_entities=3, outcomes=1), 0.5),
        (EpisodeSignals(new_entities=1, corrections=1, words=60), 0.45),
        (EpisodeSignals(importance=10), 0.5),
        (EpisodeSignals(importance=9), 0.4),
        (EpisodeSignals(new_entities=3, outcomes=1, importance=3), 0.3),
        (EpisodeSignals(tags=("milestone",)), 0.5),
        (EpisodeSignals(tags=("milestone",), importance=1), 0.5),
        (EpisodeSignals(tags=(" ",)), 0.0),
        (EpisodeSignals(9, 9, 9, ("x",), 10, 900), 1.0),
    ],
)
def test_golden_values(signals: EpisodeSignals, value: float) -> None:
    assert episode_salience(signals) == value
    assert is_salient(signals) is (value >= KEEP_SALIENCE)


@given(ANY, ANY)
def test_salience_is_monotonic(one: EpisodeSignals, other: EpisodeSignals) -> None:
    least, most = (
        EpisodeSignals(
            *(choose(getattr(one, name), getattr(other, name)) for name in ("new_entities", "corrections", "outcomes")),
            importance=choose(one.importance, other.importance),
            words=choose(one.words, other.words),
        )
        for choose in (min, max)
    )
    assert 0 <= episode_salience(least) <= episode_salience(most) <= 1


@given(ANY, st.text(min_size=1).filter(str.strip))
def test_a_tag_always_passes(signals: EpisodeSignals, tag: str) -> None:
    assert is_salient(EpisodeSignals(tags=(tag,), importance=signals.importance, words=signals.words))


@pytest.mark.parametrize(
    "bad",
    [
        EpisodeSignals(words=-1),
        EpisodeSignals(corrections=-1),
        EpisodeSignals(importance=0),
        EpisodeSignals(importance=11),
    ],
)
def test_impossible_signals_are_rejected(bad: EpisodeSignals) -> None:
    with pytest.raises(InvalidInput):
        episode_salience(bad)
