"""The gates decide by what they are shown, and say why."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from pydantic import ValidationError

from kg import Settings
from kg.trust.formula import TIERS
from kg.trust.gates import DENIED, Situation, may_message, may_use
from kg.trust.marks import Given
from kg.types import Trust
from tests.support import T0, minutes, seconds

SETTINGS = Settings()
RESTRICTED = ("exec", "write_file", "edit_file", "read_file", "list_dir", "spawn", "cron")


def one(tier: str = "familiar", **more: object) -> Situation:
    return replace(Situation(Trust(0.5, tier)), **more)  # type: ignore[arg-type]


def heard(count: int, apart: float = 1) -> tuple[dt.datetime, ...]:
    return tuple(T0 - seconds(apart * place) for place in range(count))


OWNER = one("inner_circle", owner=True)


@pytest.mark.parametrize("tier", TIERS)
def test_direct_messages_are_for_familiar_and_above(tier: str) -> None:
    decision = may_message(one(tier), T0, SETTINGS).decision
    assert decision.allowed == (tier not in ("stranger", "acquaintance"))
    assert tier in decision.reason
    assert may_message(one(tier), T0, SETTINGS, direct=False).decision.allowed


def test_who_is_not_known_may_not_write_directly() -> None:
    verdict = may_message(Situation(None), T0, SETTINGS)
    assert not verdict.decision.allowed
    assert "unknown" in verdict.decision.reason
    assert verdict.marks == ()
    assert may_message(Situation(None), T0, SETTINGS, direct=False).decision.allowed


def test_an_owner_passes_whatever_there_is() -> None:
    worst = replace(OWNER, muted_until=T0 + minutes(9), recent=heard(10), suspicious=heard(9))
    verdict = may_message(worst, T0, SETTINGS)
    assert (verdict.decision.allowed, verdict.marks, verdict.mute) == (True, (), None)


def test_a_mute_holds_back_until_its_moment_and_ends_by_itself() -> None:
    muted = one(muted_until=T0 + minutes(5), muted_reason="shouting")
    decision = may_message(muted, T0, SETTINGS).decision
    assert not decision.allowed
    assert decision.until == T0 + minutes(5)
    assert decision.reason == "muted: shouting"
    assert not may_message(muted, T0 + minutes(5) - seconds(1), SETTINGS, direct=False).decision.allowed
    assert may_message(muted, T0 + minutes(5), SETTINGS).decision.allowed


def test_the_eleventh_message_in_the_window_is_one_too_many() -> None:
    assert may_message(one(recent=heard(9)), T0, SETTINGS).decision.allowed
    verdict = may_message(one(recent=heard(10, apart=2)), T0, SETTINGS)
    assert not verdict.decision.allowed
    assert verdict.decision.reason == "more than 10 messages in 30 s"
    assert verdict.decision.until == T0 - seconds(18) + seconds(30), "when the oldest has left the window"
    assert verdict.marks == (
        Given("suspicious", "more than 10 messages in 30 s"),
        Given("violation", "more than 10 messages in 30 s", 0.10),
    )
    assert verdict.mute is None


def test_the_third_time_mutes_who_is_below_familiar() -> None:
    flood = {"recent": heard(10), "suspicious": heard(2)}
    for tier in TIERS:
        verdict = may_message(one(tier, **flood), T0, SETTINGS)
        below = tier in ("stranger", "acquaintance")
        assert (verdict.mute is not None) == below, tier
        assert not verdict.decision.allowed
        assert len(verdict.marks) == 2
        if below:
            assert verdict.mute is not None
            assert verdict.mute.until == verdict.decision.until == T0 + seconds(600)
            assert "3 times in 300 s" in verdict.mute.reason
    assert may_message(one("stranger", recent=heard(10), suspicious=heard(1)), T0, SETTINGS).mute is None
    muted = one("stranger", **flood, muted_until=T0 + minutes(1))
    assert may_message(muted, T0, SETTINGS).marks == (), "who is muted is not marked for it again"


@pytest.mark.parametrize("tool", RESTRICTED)
def test_restricted_tools_are_the_owner_s(tool: str) -> None:
    assert may_use(OWNER, tool, SETTINGS).decision.allowed
    for someone in (*map(one, TIERS), Situation(None)):
        verdict = may_use(someone, tool.upper(), SETTINGS)
        assert (verdict.decision.allowed, verdict.decision.reason) == (False, DENIED)
        assert [mark.kind for mark in verdict.marks] == ["attempt"]
    assert DENIED == "Access denied."


def test_other_tools_are_everybody_s() -> None:
    assert may_use(Situation(None), "weather", SETTINGS).decision.allowed
    assert may_use(one("stranger"), "execute", SETTINGS).decision.allowed


def test_a_setting_opens_a_tool_from_a_tier_on() -> None:
    settings = Settings(restricted_tiers={"read_file": "trusted"})
    allowed = [tier for tier in TIERS if may_use(one(tier), "read_file", settings).decision.allowed]
    assert allowed == ["trusted", "inner_circle"]
    assert not may_use(one("inner_circle"), "write_file", settings).decision.allowed
    assert not may_use(
        Situation(None), "read_file", Settings(restricted_tiers={"read_file": "stranger"})
    ).decision.allowed


def test_the_numbers_are_settings() -> None:
    settings = Settings(rate_messages=2, rate_window_s=60, suspicious_marks=1, auto_mute_s=5, restricted_tools=("dig",))
    verdict = may_message(one("stranger", recent=heard(2)), T0, settings)
    assert verdict.decision.until == T0 + seconds(5)
    assert not may_use(one(), "dig", settings).decision.allowed
    assert may_use(one(), "exec", settings).decision.allowed
    for wrong in ({"restricted_tiers": {"exec": "friend"}}, {"rate_severity": 0.9}, {"violation_half_life_days": 0}):
        with pytest.raises(ValidationError):
            Settings(**wrong)  # type: ignore[arg-type]
