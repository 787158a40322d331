"""Trust is computed again from the messages and marks that remain."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kg import Event, Memory
from kg.erasure.trust_cascade import rebuild_trust_states
from kg.trust import VIOLATION_HALF_LIFE_DAYS
from tests.support import T0, days

DAYS = range(1, 7)


def send(memory: Memory, sent: Iterable[int]) -> Memory:
    """Log and digest a message of Bob on each of these days before T0; Ann marks the first positively."""
    memory.log(
        [
            Event(f"It is day {day}.", id=f"e{day}", speaker="cli:bob", session="cli:1", at=T0 - days(day))
            for day in sent
        ]
    )
    memory.digest()
    memory.trust.mark("cli:bob", True, reason="helped", event="e1")
    return memory


def test_trust_is_as_if_erased_messages_had_not_been_sent(connect: Callable[..., Memory], scope: str) -> None:
    memory = send(connect(owner="cli:ann"), DAYS)
    other = send(connect(f"{scope}-other", owner="cli:ann"), DAYS[:4])
    before = memory.trust.of("cli:bob")
    assert before.score > other.trust.of("cli:bob").score
    for day in DAYS[4:]:
        memory.forget(event=f"e{day}")
    assert memory.trust.of("cli:bob") == other.trust.of("cli:bob")


def test_an_erased_mark_no_longer_counts(connect: Callable[..., Memory]) -> None:
    memory = send(connect(owner="cli:ann"), DAYS)
    marked = memory.trust.of("cli:bob")
    memory.forget(event="e1")
    assert memory.trust.of("cli:bob").score < marked.score
    assert memory.trust.ledger("cli:bob") == []


def test_without_an_erasure_nothing_changes(connect: Callable[..., Memory]) -> None:
    memory = send(connect(owner="cli:ann"), DAYS)
    before, bob = memory.trust.of("cli:bob"), memory.people.get("cli:bob").id
    memory.graph.transact(
        lambda turn: rebuild_trust_states(turn, [bob, "person-erased"], memory.clock.now(), VIOLATION_HALF_LIFE_DAYS)
    )
    assert memory.trust.of("cli:bob") == before
