"""Gates: decisions about messages and tools, with reasons."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from pydantic import ValidationError

from kg import Settings
from kg.trust.formula import TIERS
from kg.trust.gates import ACCESS_DENIED, GateInput, decide_message, decide_tool_use
from kg.trust.marks import NewMark
from kg.types import Trust
from tests.support import T0, minutes, seconds

SETTINGS = Settings()
RESTRICTED = ("exec", "write_file", "edit_file", "read_file", "list_dir", "spawn", "cron")


def state(tier: str = "familiar", **more: object) -> GateInput:
    return replace(GateInput(Trust(0.5, tier)), **more)  # type: ignore[arg-type]


def message_times(count: int, apart: float = 1) -> tuple[dt.datetime, ...]:
    return tuple(T0 - seconds(apart * place) for place in range(count))


OWNER = state("inner_circle", owner=True)


@pytest.mark.parametrize("tier", TIERS)
def test_direct_messages_are_for_familiar_and_above(tier: str) -> None:
    decision = decide_message(state(tier), T0, SETTINGS).decision
    assert decision.allowed == (tier not in ("stranger", "acquaintance"))
    assert tier in decision.reason
    assert decide_message(state(tier), T0, SETTINGS, direct=False).decision.allowed


def test_unknown_persons_may_not_write_directly() -> None:
    verdict = decide_message(GateInput(None), T0, SETTINGS)
    assert not verdict.decision.allowed
    assert "unknown" in verdict.decision.reason
    assert verdict.marks == ()
    assert decide_message(GateInput(None), T0, SETTINGS, direct=False).decision.allowed


def test_owners_always_pass() -> None:
    worst = replace(OWNER, muted_until=T0 + minutes(9), recent=message_times(10), suspicious=message_times(9))
    verdict = decide_message(worst, T0, SETTINGS)
    assert (verdict.decision.allowed, verdict.marks, verdict.mute) == (True, (), None)


def test_a_mute_ends_automatically() -> None:
    muted = state(muted_until=T0 + minutes(5), muted_reason="shouting")
    decision = decide_message(muted, T0, SETTINGS).decision
    assert not decision.allowed
    assert decision.until == T0 + minutes(5)
    assert decision.reason == "muted: shouting"
    assert not decide_message(muted, T0 + minutes(5) - seconds(1), SETTINGS, direct=False).decision.allowed
    assert decide_message(muted, T0 + minutes(5), SETTINGS).decision.allowed


def test_the_eleventh_message_in_the_window_is_refused() -> None:
    assert decide_message(state(recent=message_times(9)), T0, SETTINGS).decision.allowed
    verdict = decide_message(state(recent=message_times(10, apart=2)), T0, SETTINGS)
    assert not verdict.decision.allowed
    assert verdict.decision.reason == "more than 10 messages in 30 s"
    assert verdict.decision.until == T0 - seconds(18) + seconds(30), "when the oldest has left the window"
    assert verdict.marks == (
        NewMark("suspicious", "more than 10 messages in 30 s"),
        NewMark("violation", "more than 10 messages in 30 s", 0.10),
    )
    assert verdict.mute is None


def test_a_burst_is_one_violation_in_ten_minutes() -> None:
    def kinds(ago: float) -> list[str]:
        busy = state(recent=message_times(10), last_violation=T0 - minutes(ago))
        return [mark.kind for mark in decide_message(busy, T0, SETTINGS).marks]

    assert [kinds(ago) for ago in (0, 9.9)] == [["suspicious"]] * 2
    assert kinds(10) == ["suspicious", "violation"]


def test_the_third_offence_mutes_persons_below_familiar() -> None:
    flood = {"recent": message_times(10), "suspicious": message_times(2)}
    for tier in TIERS:
        verdict = decide_message(state(tier, **flood), T0, SETTINGS)
        below = tier in ("stranger", "acquaintance")
        assert (verdict.mute is not None) == below, tier
        assert not verdict.decision.allowed
        assert len(verdict.marks) == 2
        if below:
            assert verdict.mute is not None
            assert verdict.mute.until == verdict.decision.until == T0 + seconds(600)
            assert "3 times in 300 s" in verdict.mute.reason
    assert (
        decide_message(state("stranger", recent=message_times(10), suspicious=message_times(1)), T0, SETTINGS).mute
        is None
    )
    muted = state("stranger", **flood, muted_until=T0 + minutes(1))
    assert decide_message(muted, T0, SETTINGS).marks == (), "a muted person is not marked again"


@pytest.mark.parametrize("tool", RESTRICTED)
def test_restricted_tools_are_reserved_for_owners(tool: str) -> None:
    assert decide_tool_use(OWNER, tool, SETTINGS).decision.allowed
    for someone in (*map(state, TIERS), GateInput(None)):
        verdict = decide_tool_use(someone, tool.upper(), SETTINGS)
        assert (verdict.decision.allowed, verdict.decision.reason) == (False, ACCESS_DENIED)
        assert [mark.kind for mark in verdict.marks] == ["attempt"]
    assert ACCESS_DENIED == "Access denied."


def test_unrestricted_tools_are_open_to_all() -> None:
    assert decide_tool_use(GateInput(None), "weather", SETTINGS).decision.allowed
    assert decide_tool_use(state("stranger"), "execute", SETTINGS).decision.allowed


def test_a_setting_opens_a_tool_from_a_tier_on() -> None:
    settings = Settings(restricted_tiers={"read_file": "trusted"})
    allowed = [tier for tier in TIERS if decide_tool_use(state(tier), "read_file", settings).decision.allowed]
    assert allowed == ["trusted", "inner_circle"]
    assert not decide_tool_use(state("inner_circle"), "write_file", settings).decision.allowed
    assert not decide_tool_use(
        GateInput(None), "read_file", Settings(restricted_tiers={"read_file": "stranger"})
    ).decision.allowed


def test_limits_are_settings() -> None:
    settings = Settings(rate_messages=2, rate_window_s=60, suspicious_marks=1, auto_mute_s=5, restricted_tools=("dig",))
    verdict = decide_message(state("stranger", recent=message_times(2)), T0, settings)
    assert verdict.decision.until == T0 + seconds(5)
    assert not decide_tool_use(state(), "dig", settings).decision.allowed
    assert decide_tool_use(state(), "exec", settings).decision.allowed
    for wrong in ({"restricted_tiers": {"exec": "friend"}}, {"rate_severity": 0.9}, {"violation_half_life_days": 0}):
        with pytest.raises(ValidationError):
            Settings(**wrong)  # type: ignore[arg-type]
