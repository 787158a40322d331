"""The trust ledger on a real server: marks, mutes and gates."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory, Settings
from kg.errors import InvalidInput, NotFound, Refused
from kg.language.hashing_embedder import HashingEmbedder
from kg.language.token_counting import ByteCounter
from kg.protocols import FixedClock
from kg.runtime import Runtime
from kg.trust.formula import VIOLATION_HALF_LIFE_DAYS
from kg.trust.ledger import TrustLedger
from kg.trust.marks import write_marks
from kg.trust.trust_state import MEMORY_TRUSTER, TrustState, trust_edge_id
from kg.types import Trust
from tests.support import T0, minutes, seconds

Look = Callable[..., list[Any]]
DAY = dt.timedelta(days=1)
OWNER = "cli:olga"


@pytest.fixture
def memory(connect: Callable[..., Memory]) -> Memory:
    """A memory with the owner Olga, with Ann, with Eve, who is new, and with Zoe, who is only mentioned."""
    memory = connect(owner=OWNER)
    for name in ("olga", "ann", "eve"):
        memory.log([Event("Hello.", id=f"hello-{name}", speaker=f"cli:{name}", session="cli:1", at=T0 - minutes(5))])
    memory.facts.add("Zoe Berg", "friend_of", "eve")
    return memory


def set_activity(memory: Memory, look: Look, who: str, said: list[dt.datetime]) -> None:
    """Write the trust state that ingestion writes for messages at these times."""
    [row] = memory.graph.run("people/persons", ["account"], ids=[], platform="cli", platform_id=who)
    write_marks(memory.graph, row["person"], [], T0)
    state = TrustState.from_row(row).with_messages(said)
    look(
        "MATCH (e:TrustEdge {scope: $scope, id: $id})-[:TO]->(p) SET p.first_seen = $first, e += $edge",
        id=trust_edge_id(MEMORY_TRUSTER, row["person"]), first=min(said), edge=state.edge_properties(),
    )  # fmt: skip


def daily(days: int) -> list[dt.datetime]:
    """Return the times of three messages a day at different hours, the last one now."""
    return [T0 - day * DAY - dt.timedelta(hours=hour) for day in range(days) for hour in (0, day % 9 + 1, 11)]


def test_new_persons_are_strangers_and_unknown_ones_are_not_found(memory: Memory) -> None:
    assert memory.trust.of("cli:eve").tier == "stranger"
    assert memory.trust.of("Zoe Berg").tier == "stranger"
    assert memory.trust.ledger("cli:eve") == []
    for call in (memory.trust.of, memory.trust.ledger, memory.trust.mute, memory.trust.unmute, memory.trust.violation):
        with pytest.raises(NotFound, match="cli:nobody"):
            call("cli:nobody")


@pytest.mark.parametrize("act", ["mark", "violation"])
def test_only_owners_mark_down_whom_an_owner_has_endorsed(memory: Memory, act: str) -> None:
    def accuse(who: str, by: str) -> Trust:
        trust = memory.trust
        return trust.mark(who, False, by=by) if act == "mark" else trust.violation(who, by=by)

    accuse("cli:eve", "cli:zed")
    memory.trust.mark("cli:eve", True, reason="kind", by="cli:olga")
    before = memory.trust.of("cli:eve")
    for by in ("cli:zed", "agent:aria"):
        with pytest.raises(Refused, match=f"{by} may not mark down"):
            accuse("cli:eve", by)
    assert memory.trust.of("cli:eve") == before
    with pytest.raises(Refused):
        accuse("cli:olga", "cli:eve")
    assert memory.trust.mark("cli:eve", True, by="cli:zed").score >= before.score
    accuse("cli:eve", "cli:eve")
    accuse("cli:eve", "cli:olga")
    assert [mark.by for mark in memory.trust.ledger("cli:eve")][:2] != ["cli:zed", "cli:zed"]


def test_marks_store_reason_event_and_author(memory: Memory, clock: FixedClock, look: Look) -> None:
    before = memory.trust.of("cli:eve")
    good = memory.trust.mark("cli:eve", True, reason="helped", event="hello-eve", by="cli:olga")
    assert good.score > before.score
    clock.forward(seconds(1))
    bad = memory.trust.mark("cli:eve", False, reason="was rude")
    assert bad.score < good.score
    clock.forward(seconds(1))
    worse = memory.trust.violation("cli:eve", "severe", reason="spam")
    assert worse == memory.trust.of("cli:eve")
    assert worse.score == 0
    newest = memory.trust.ledger("cli:eve")
    assert [(mark.kind, mark.reason, mark.severity) for mark in newest] == [
        ("violation", "spam", 0.30), ("negative", "was rude", 0.0), ("positive", "helped", 0.0),
    ]  # fmt: skip
    assert (newest[2].event, newest[2].by, newest[2].at) == ("hello-eve", "cli:olga", T0)
    assert memory.trust.ledger("cli:eve", limit=1) == newest[:1]
    [row] = look(
        "MATCH (:Person)<-[:TO]-(e:TrustEdge {scope: $scope})-[:MARKED]->(m:Mark)-[:FOR]->(event:Event) "
        "RETURN e.positive AS positive, e.negative AS negative, m.name AS name, event.id AS event"
    )
    assert dict(row) == {"positive": 1, "negative": 1, "name": "positive: helped", "event": "hello-eve"}


def test_a_retried_write_counts_once(memory: Memory, look: Look) -> None:
    for _ in range(3):
        memory.trust.mark("cli:eve", True, reason="helped")
        memory.trust.may_use("cli:eve", "exec")
    [row] = look("MATCH (e:TrustEdge {scope: $scope}) RETURN e.positive AS good, e.restricted_attempts AS attempts")
    assert dict(row) == {"good": 1, "attempts": 1}
    assert len(memory.trust.ledger("cli:eve")) == 2


def test_a_violation_decays(memory: Memory, clock: FixedClock, look: Look) -> None:
    set_activity(memory, look, "ann", daily(180))
    clean = memory.trust.of("cli:ann").score
    assert memory.trust.violation("cli:ann", "critical", reason="spam").score == pytest.approx(clean - 0.5, abs=2e-3)
    clock.forward(30 * DAY)
    assert memory.trust.of("cli:ann").score == pytest.approx(
        clean - 0.5 * 2 ** (-30 / VIOLATION_HALF_LIFE_DAYS), abs=2e-3
    )
    assert "violations" in " ".join(memory.trust.of("cli:ann").reasons)


def test_a_year_of_daily_chat_climbs_and_silence_decays_once(memory: Memory, clock: FixedClock, look: Look) -> None:
    set_activity(memory, look, "ann", daily(20))
    assert memory.trust.of("cli:ann").tier == "familiar"
    set_activity(memory, look, "ann", daily(365))
    best = memory.trust.of("cli:ann")
    assert best.tier == "inner_circle"
    clock.forward(90 * DAY)
    silent = [memory.trust.of("cli:ann") for _ in range(3)]
    assert {one.score for one in silent} == {round(best.score / 2, 3)}
    assert silent[0].tier == "familiar"
    flood = [T0 - seconds(place * 10) for place in range(500)]
    clock.forward(-90 * DAY)
    set_activity(memory, look, "eve", flood)
    assert memory.trust.of("cli:eve").tier == "stranger"
    everybody = memory.trust.everybody()
    assert [person.name for person, _ in everybody][:2] == ["olga", "ann"]
    assert everybody[1][1] == best
    assert len(memory.trust.everybody(limit=1)) == 1


def test_an_owner_s_trust_never_changes(memory: Memory, clock: FixedClock) -> None:
    for place in range(9):
        memory.trust.violation(OWNER, "critical", reason=f"test {place}")
        assert memory.trust.mark(OWNER, False, reason=f"test {place}") == Trust(1.0, "inner_circle", ("owner",))
    assert len(memory.trust.ledger(OWNER)) == 18, "marks of an owner are stored"
    clock.forward(900 * DAY)
    assert memory.trust.of(OWNER) == Trust(1.0, "inner_circle", ("owner",))
    decision = memory.trust.mute(OWNER, 5)
    assert (decision.allowed, decision.until) == (False, None)
    [person] = [person for person, _ in memory.trust.everybody() if person.owner]
    assert not memory.trust.mute(person.id).allowed, "nor by id"
    assert memory.trust.may_message(OWNER).allowed
    assert memory.trust.may_use(OWNER, "exec").allowed


def test_an_owner_without_messages_is_an_owner(connect: Callable[..., Memory]) -> None:
    memory = connect(owner=["cli:new", "cli:other"])
    assert memory.trust.of("cli:new").tier == "inner_circle"
    assert memory.trust.may_message("cli:new").allowed
    assert memory.trust.may_use("cli:new", "exec").allowed
    assert not memory.trust.mute("cli:new").allowed
    assert memory.trust.ledger("cli:new") == []
    with pytest.raises(NotFound):
        memory.trust.mark("cli:new", True)


def test_a_mute_covers_all_accounts_and_ends_automatically(memory: Memory, clock: FixedClock, look: Look) -> None:
    set_activity(memory, look, "ann", daily(60))
    look(
        "MATCH (p:Person {scope: $scope, name: 'ann'}) "
        "CREATE (:Identity {scope: $scope, platform: 'discord', platform_id: '7', name: 'discord:7'})-[:IDENTIFIES]->(p)"
    )
    assert memory.trust.may_message("discord:7").allowed
    decision = memory.trust.mute("discord:7", 2.5, reason="shouting")
    assert (decision.allowed, decision.until) == (True, T0 + minutes(2.5))
    for account in ("cli:ann", "discord:7"):
        held = memory.trust.may_message(account)
        assert (held.allowed, held.until) == (False, T0 + minutes(2.5))
        assert "shouting" in held.reason
    clock.forward(minutes(2.5))
    assert memory.trust.may_message("cli:ann").allowed
    assert memory.trust.unmute("cli:ann").reason == "was not muted"
    memory.trust.mute("cli:ann")
    assert memory.trust.unmute("discord:7").reason == "no longer muted"
    assert memory.trust.may_message("cli:ann").allowed


@pytest.mark.parametrize("minutes_long", [0, 0.5, 31, -1, True, "5", float("nan"), None])
def test_a_mute_takes_from_1_to_30_minutes(memory: Memory, minutes_long: Any) -> None:
    with pytest.raises(InvalidInput, match="minutes"):
        memory.trust.mute("cli:eve", minutes_long)


def test_attempts_are_counted_and_reduce_trust(memory: Memory, clock: FixedClock, look: Look) -> None:
    set_activity(memory, look, "ann", daily(60))
    before = memory.trust.of("cli:ann").score
    for tool in ("exec", "EXEC", "cron"):
        clock.forward(seconds(1))
        decision = memory.trust.may_use("cli:ann", tool)
        assert (decision.allowed, decision.reason) == (False, "Access denied.")
    assert memory.trust.may_use("cli:ann", "weather").allowed
    assert memory.trust.of("cli:ann").score == pytest.approx(before - 0.15, abs=1e-9)
    assert [mark.kind for mark in memory.trust.ledger("cli:ann")] == ["attempt"] * 3
    assert memory.trust.may_use("cli:nobody", "exec").reason == "Access denied."


def say(memory: Memory, who: str, count: int, at: dt.datetime) -> None:
    memory.log(
        [Event(f"{at} {place}", speaker=who, session="cli:2", at=at + seconds(place / 10)) for place in range(count)]
    )


def test_the_rate_limit_counts_all_accounts(memory: Memory, clock: FixedClock, look: Look) -> None:
    set_activity(memory, look, "ann", daily(100))
    look(
        "MATCH (p:Person {scope: $scope, name: 'ann'}) "
        "CREATE (:Identity {scope: $scope, platform: 'cli', platform_id: 'annie', name: 'cli:annie'})-[:IDENTIFIES]->(p)"
    )
    say(memory, "cli:ann", 5, clock.now())
    say(memory, "cli:annie", 4, clock.now())
    clock.forward(seconds(1))
    assert memory.trust.may_message("cli:ann").allowed
    say(memory, "cli:ann", 1, clock.now())
    say(memory, OWNER, 30, clock.now())
    blocked = memory.trust.may_message("cli:annie")
    assert (blocked.allowed, blocked.until) == (False, T0 + seconds(30))
    assert sorted(mark.kind for mark in memory.trust.ledger("cli:ann")) == ["suspicious", "violation"]
    assert memory.trust.may_message(OWNER).allowed
    assert blocked.until is not None
    clock.at = blocked.until
    assert memory.trust.may_message("cli:ann").allowed


def test_repeated_offences_mute_persons_below_familiar(memory: Memory, clock: FixedClock) -> None:
    for place in range(3):
        clock.forward(minutes(1))
        say(memory, "cli:eve", 10, clock.now())
        clock.forward(seconds(2))
        decision = memory.trust.may_message("cli:eve", direct=False)
        assert not decision.allowed
        assert ("muted" in decision.reason) == (place == 2)
    assert decision.until == clock.now() + seconds(600)
    assert [mark.kind for mark in memory.trust.ledger("cli:eve")].count("violation") == 1
    assert len(memory.trust.ledger("cli:eve")) == 4
    clock.forward(seconds(599))
    assert "muted" in memory.trust.may_message("cli:eve", direct=False).reason
    clock.forward(seconds(1))
    assert memory.trust.may_message("cli:eve", direct=False).allowed
    assert [mark.kind for mark in memory.trust.ledger("cli:eve")].count("violation") == 1
    assert len(memory.trust.ledger("cli:eve")) == 4


def test_gates_read_in_one_trip_and_write_in_one_more(memory: Memory, clock: FixedClock, settings: Settings) -> None:
    graph = memory.graph
    ledger = TrustLedger(Runtime(graph, settings, clock, HashingEmbedder(), ByteCounter(), frozenset({OWNER})))

    def trips(call: Callable[..., Any], *arguments: Any) -> int:
        before = graph.trips
        call(*arguments)
        return graph.trips - before

    assert trips(ledger.of, "cli:eve") == 2, "a stranger may have endorsements"
    assert trips(ledger.ledger, "cli:eve") == 1
    assert trips(ledger.may_message, "cli:eve") == 1
    assert trips(ledger.may_use, "cli:eve", "weather") == 1
    assert trips(ledger.may_use, "cli:eve", "exec") == 2
    assert trips(ledger.mute, "cli:eve") == 2
    assert trips(ledger.mark, "cli:eve", True) == 2
    assert trips(ledger.everybody) == 1


def test_invalid_input_is_refused_before_any_write(memory: Memory, look: Look) -> None:
    trust = memory.trust
    for call, field in (
        (lambda: trust.mark("cli:eve", 1), "positive"),  # type: ignore[arg-type]
        (lambda: trust.mark("cli:eve", True, reason="a\nb"), "reason"),
        (lambda: trust.mark("cli:eve", True, event=" "), "event"),
        (lambda: trust.mark("cli:eve", True, by=""), "by"),
        (lambda: trust.violation("cli:eve", "grave"), "severity"),
        (lambda: trust.may_use("cli:eve", ""), "tool"),
        (lambda: trust.may_message(""), "person"),
        (lambda: trust.ledger("cli:eve", limit=0), "limit"),
        (lambda: trust.everybody(limit=True), "limit"),
        (lambda: trust.distrust("cli:eve", "soon"), "since"),
    ):
        with pytest.raises(InvalidInput, match=f"^{field} must "):
            call()
    with pytest.raises(NotFound, match="event 'none'"):
        trust.mark("cli:eve", True, event="none")
    assert look("MATCH (n:TrustEdge|Mark {scope: $scope}) RETURN n") == []


def test_scopes_do_not_see_each_other(memory: Memory, connect: Callable[..., Memory], scope: str) -> None:
    other = connect(f"{scope}-other")
    other.log([Event("Hello.", speaker="cli:eve", session="cli:1", at=T0)])
    memory.trust.violation("cli:eve", "critical")
    memory.trust.mute("cli:eve")
    assert other.trust.ledger("cli:eve") == []
    assert "muted" not in other.trust.may_message("cli:eve").reason


def test_erasing_a_scope_erases_its_trust(memory: Memory, look: Look) -> None:
    memory.trust.violation("cli:eve", "critical")
    memory.forget(scope=True)
    assert look("MATCH (n:TrustEdge|Mark {scope: $scope}) RETURN n") == []
