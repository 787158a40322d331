"""Strangers whom trusted people vouch for: they begin with something, and never as familiar."""

from __future__ import annotations

from collections.abc import Callable

from kg import Event, Memory
from kg.protocols import FixedClock
from tests.support import days

Connect = Callable[..., Memory]


def seen(memory: Memory, clock: FixedClock) -> None:
    """Ann and Bob came every day for three months, at three hours; then a stranger and a troll said one word each."""
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


def test_a_stranger_begins_with_what_trusted_people_say_of_them_and_is_never_familiar_by_it(
    connect: Connect, clock: FixedClock
) -> None:
    memory = connect(owner="cli:olga", clock=clock)
    seen(memory, clock)
    assert memory.trust.of("cli:ann").tier in {"familiar", "trusted"}
    before = memory.trust.of("cli:new")
    assert before.tier == "stranger"
    # A troll's word for a friend, and their own for themselves, are worth nothing.
    memory.trust.rate("cli:troll", "cli:new", 1.0)
    assert memory.trust.of("cli:new") == before
    for who in ("ann", "bob"):
        assert memory.trust.rate(f"cli:{who}", "cli:new", 0.9, reason="an old friend")
    vouched = memory.trust.of("cli:new")
    assert before.score < vouched.score < 0.35
    assert vouched.tier == "acquaintance"
    assert "2 trusted people spoke well of them" in vouched.reasons[-1]
    assert memory.trust.infer("cli:olga", "cli:new").probability > 0.5


def test_blame_by_trusted_people_gives_nothing_to_begin_with(connect: Connect, clock: FixedClock) -> None:
    memory = connect(owner="cli:olga", clock=clock)
    seen(memory, clock)
    before = memory.trust.of("cli:troll")
    for who in ("ann", "bob"):
        memory.trust.rate(f"cli:{who}", "cli:troll", -1.0)
    assert memory.trust.of("cli:troll") == before
    assert memory.trust.infer("cli:olga", "cli:troll").probability < 0.5


def test_people_more_than_strangers_keep_what_they_earned(connect: Connect, clock: FixedClock) -> None:
    memory = connect(owner="cli:olga", clock=clock)
    seen(memory, clock)
    before = memory.trust.of("cli:bob")
    memory.trust.rate("cli:ann", "cli:bob", 1.0)
    assert memory.trust.of("cli:bob") == before
    assert memory.trust.of("cli:olga").score == 1.0
