"""Simulated communities: ratings in order of time, mostly trust, and cheats who are rated worse than others."""

from __future__ import annotations

from collections import defaultdict

from training.simulated_ratings import simulate_ratings


def test_a_community_is_deterministic_and_ordered() -> None:
    ratings = simulate_ratings(100, 200, seed=1)
    assert ratings == simulate_ratings(100, 200, seed=1)
    assert ratings != simulate_ratings(100, 200, seed=2)
    assert [rating.at for rating in ratings] == sorted(rating.at for rating in ratings)
    assert all(rating.truster != rating.trustee and rating.rating != 0 for rating in ratings)


def test_distrust_is_rare_and_falls_on_few() -> None:
    ratings = simulate_ratings(600, 400, seed=3)
    received: dict[str, list[bool]] = defaultdict(list)
    for rating in ratings:
        received[rating.trustee].append(rating.rating < 0)
    share = sum(rating.rating < 0 for rating in ratings) / len(ratings)
    assert 0.03 < share < 0.3
    often = [sum(bad) / len(bad) for bad in received.values() if len(bad) >= 5]
    assert sum(value > 0.4 for value in often) < len(often) / 4
    assert any(value > 0.6 for value in often)
