"""Endorsements: strangers rated well by trusted persons start with a score, always below familiar."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.protocols import FixedClock
from tests.support import days

Connect = Callable[..., Memory]


def log_three_months(memory: Memory, clock: FixedClock) -> None:
    """Log three months of daily messages of Ann, Bob and Olga, then one message of a stranger and of a troll."""
    start = clock.now()
    clock.forward(days(90))
    memory.log(
        [
            Event("Hm.", speaker=f"cli:{who}", session="cli:1", at=start.replace(hour=hour) + days(day))
            for day in range(90)
            for who in ("ann", "bob", "olga")
            for hour in (8, 13, 20)
        ]
    )
    memory.log([Event("Hello.", speaker=f"cli:{who}", session="cli:1", at=clock.now()) for who in ("new", "troll")])
    memory.digest()
    clock.forward(days(4))


@pytest.mark.slow
def test_endorsements_raise_a_stranger_to_acquaintance_at_most(connect: Connect, clock: FixedClock) -> None:
    memory = connect(owner="cli:olga", clock=clock)
    log_three_months(memory, clock)
    assert memory.trust.of("cli:ann").tier in {"familiar", "trusted"}
    before = memory.trust.of("cli:new")
    assert before.tier == "stranger"
    # A rating by an untrusted person has no effect.
    memory.trust.rate("cli:troll", "cli:new", 1.0)
    assert memory.trust.of("cli:new") == before
    for who in ("ann", "bob"):
        assert memory.trust.rate(f"cli:{who}", "cli:new", 0.9, reason="an old friend")
    endorsed = memory.trust.of("cli:new")
    assert before.score < endorsed.score < 0.35
    assert endorsed.tier == "acquaintance"
    assert "endorsed by 2 trusted people" in endorsed.reasons[-1]
    assert memory.trust.infer("cli:olga", "cli:new").probability > 0.5


@pytest.mark.slow
def test_negative_ratings_by_trusted_persons_do_not_raise_a_score(connect: Connect, clock: FixedClock) -> None:
    memory = connect(owner="cli:olga", clock=clock)
    log_three_months(memory, clock)
    before = memory.trust.of("cli:troll")
    for who in ("ann", "bob"):
        memory.trust.rate(f"cli:{who}", "cli:troll", -1.0)
    assert memory.trust.of("cli:troll") == before
    assert memory.trust.infer("cli:olga", "cli:troll").probability < 0.5


@pytest.mark.slow
def test_endorsements_do_not_change_trust_above_stranger(connect: Connect, clock: FixedClock) -> None:
    memory = connect(owner="cli:olga", clock=clock)
    log_three_months(memory, clock)
    before = memory.trust.of("cli:bob")
    memory.trust.rate("cli:ann", "cli:bob", 1.0)
    assert memory.trust.of("cli:bob") == before
    assert memory.trust.of("cli:olga").score == 1.0
