"""The trust formula: golden numbers, decay over time, and invariants."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InvalidInput
from kg.trust.formula import (
    SEVERITIES,
    TIERS,
    TrustSignals,
    decayed_severity,
    parse_severity,
    score,
    silence_factor,
    tier_of_score,
    tier_rank,
)
from kg.trust.trust_state import TrustState
from tests.support import T0

DAY = dt.timedelta(days=1)
# Positive and negative marks, days known, active days, sessions, hours of the day, days of the week.
WELL_KNOWN, NEW, HALF = (100, 0, 180, 60, 30, 12, 5), (1, 0, 0, 1, 1, 1, 1), (50, 0, 90, 30, 15, 8, 5)
GOLDEN = [
    ((0, 0, 0, 0, 0, 0, 0), {}, 0.009, "stranger"),
    (NEW, {}, 0.020, "stranger"),
    ((500, 0, 0, 1, 1, 1, 1), {}, 0.030, "stranger"),
    ((0, 0, 180, 60, 30, 12, 5), {}, 0.500, "familiar"),
    (WELL_KNOWN, {}, 0.990, "inner_circle"),
    (HALF, {}, 0.557, "familiar"),
    ((50, 1, 90, 30, 15, 8, 5), {}, 0.527, "familiar"),
    ((53, 0, 90, 30, 15, 8, 5), {}, 0.558, "familiar"),
    (HALF, {"restricted_attempts": 3}, 0.407, "familiar"),
    (HALF, {"sentiment": 0.03}, 0.587, "familiar"),
    (HALF, {"sentiment": 999}, 0.587, "familiar"),
    (HALF, {"severity": 0.30}, 0.257, "acquaintance"),
    ((100, 0, 7, 7, 14, 12, 5), {}, 0.212, "acquaintance"),
    ((200, 0, 30, 30, 30, 12, 7), {}, 0.535, "familiar"),
    ((500, 0, 2, 2, 50, 12, 2), {}, 0.127, "stranger"),
    ((200, 0, 180, 60, 0, 12, 5), {}, 0.315, "acquaintance"),
    ((28, 0, 14, 7, 5, 6, 4), {}, 0.171, "acquaintance"),
    ((100, 0, 20, 18, 15, 10, 5), {}, 0.348, "acquaintance"),
]


@pytest.mark.parametrize(("seen", "more", "value", "name"), GOLDEN)
def test_the_golden_numbers(seen: tuple[int, ...], more: dict[str, float], value: float, name: str) -> None:
    trust = score(TrustSignals(*seen, **more))  # type: ignore[arg-type]
    assert (trust.score, trust.tier) == (value, name)
    assert trust.reasons


@pytest.mark.parametrize(
    ("days", "value"), [(0, 0.8), (30, 0.8), (31, 0.791), (60, 0.566), (90, 0.4), (150, 0.4), (9999, 0.4)]
)
def test_silence_reduces_a_score(days: float, value: float) -> None:
    assert round(0.8 * silence_factor(days), 3) == value


def test_silence_is_a_reason_and_can_lower_the_tier() -> None:
    silent = score(TrustSignals(*WELL_KNOWN, silent_days=90))
    assert (silent.score, silent.tier) == (0.495, "familiar")
    assert silent.reasons[-1] == "silent for 90 days: × 0.50"


def test_days_cap_the_tier_and_not_the_score() -> None:
    assert [tier_of_score(1.0, days) for days in (2, 3, 13, 14, 59, 60, 179, 180)] == [
        *("stranger", "acquaintance", "acquaintance", "familiar", "familiar", "trusted", "trusted", "inner_circle")
    ]
    assert [tier_of_score(value, 999) for value in (0.149, 0.15, 0.349, 0.35, 0.599, 0.6, 0.799, 0.8)] == [
        *("stranger", "acquaintance", "acquaintance", "familiar", "familiar", "trusted", "trusted", "inner_circle")
    ]


def test_an_owner_is_always_at_the_top() -> None:
    worst = TrustSignals(0, 99, 0, 0, 0, 0, 0, restricted_attempts=99, severity=9, silent_days=999)
    assert score(worst, owner=True).score == 1.0
    assert score(worst, owner=True).tier == "inner_circle"
    assert score(worst).score == 0.0


def test_severities_have_names_and_bounds() -> None:
    assert SEVERITIES == {"mild": 0.05, "moderate": 0.15, "severe": 0.30, "critical": 0.50}
    assert [parse_severity(name) for name in SEVERITIES] == list(SEVERITIES.values())
    assert (parse_severity(None), parse_severity(0.05), parse_severity(0.5)) == (0.15, 0.05, 0.5)
    for wrong in ("grave", "", 0.04, 0.51, -1, True, float("nan"), [0.1]):
        with pytest.raises(InvalidInput, match="severity"):
            parse_severity(wrong)  # type: ignore[arg-type]


def test_a_violation_halves_with_every_half_life() -> None:
    violations = [(0.30, T0), (0.10, T0 + 180 * DAY)]
    assert decayed_severity(violations, T0, 180) == pytest.approx(0.30)
    assert decayed_severity(violations, T0 + 180 * DAY, 180) == pytest.approx(0.15 + 0.10)
    assert decayed_severity(violations, T0 + 360 * DAY, 180) == pytest.approx(0.075 + 0.05)
    assert decayed_severity(violations, T0 + 90 * DAY, 90) == pytest.approx(0.15)


def test_tiers_have_an_order() -> None:
    assert [tier_rank(name) for name in TIERS] == [0, 1, 2, 3, 4]
    with pytest.raises(InvalidInput, match="tier"):
        tier_rank("friend")


@pytest.mark.parametrize("name", [name for name in vars(TrustSignals(*NEW)) if name != "sentiment"])
def test_negative_and_nan_signals_are_refused(name: str) -> None:
    for wrong in (-1, float("nan")):
        with pytest.raises(InvalidInput, match=name):
            score(replace(TrustSignals(*NEW), **{name: wrong}))


counts = st.integers(0, 10_000)
parts = st.floats(0, 5, allow_nan=False)
signals = st.builds(
    TrustSignals,
    positive=counts,
    negative=counts,
    days_known=st.floats(0, 20_000),
    active_days=counts,
    sessions=counts,
    hours=st.integers(0, 24),
    weekdays=st.integers(0, 7),
    restricted_attempts=counts,
    severity=parts,
    sentiment=st.floats(-1e6, 1e6),
    silent_days=st.floats(0, 20_000),
)


@given(signals)
def test_a_score_is_from_0_to_1_and_its_tier_is_one_of_five(one: TrustSignals) -> None:
    trust = score(one)
    assert 0 <= trust.score <= 1
    assert round(trust.score, 3) == trust.score
    assert trust.tier in TIERS


@given(signals, st.sampled_from(["negative", "restricted_attempts", "severity"]), st.integers(1, 50))
def test_negative_signals_never_raise_a_score(one: TrustSignals, name: str, more: int) -> None:
    assert score(replace(one, **{name: getattr(one, name) + more})).score <= score(one).score


@given(signals, st.floats(0, 20_000))
def test_silence_never_raises_a_score(one: TrustSignals, more: float) -> None:
    assert score(replace(one, silent_days=one.silent_days + more)).score <= score(one).score


@given(signals, st.sampled_from(["positive", "days_known", "active_days", "sessions"]), st.integers(1, 50))
def test_positive_signals_never_lower_a_score(one: TrustSignals, name: str, more: int) -> None:
    assert score(replace(one, **{name: getattr(one, name) + more})).score >= score(one).score


def chat(days: int, a_day: tuple[int, ...] = (9, 13, 19)) -> TrustState:
    """Return the trust state of a person with messages at these hours of `days` days from T0 on."""
    midnight = T0.replace(hour=0)
    said = [midnight + day * DAY + dt.timedelta(hours=hour) for day in range(days) for hour in a_day]
    return TrustState("person-1").with_messages(said)


def test_a_year_of_daily_chat_climbs_tier_by_tier() -> None:
    reached = {days: chat(days).trust(T0 + days * DAY) for days in (1, 2, 7, 30, 90, 180, 365)}
    assert {days: trust.tier for days, trust in reached.items()} == {
        1: "stranger",
        2: "stranger",
        7: "acquaintance",
        30: "familiar",
        90: "trusted",
        180: "inner_circle",
        365: "inner_circle",
    }
    scores = [trust.score for trust in reached.values()]
    assert scores == sorted(scores)


def test_500_messages_on_the_first_day_leave_a_stranger() -> None:
    busy = TrustState("person-1").with_messages([T0 + dt.timedelta(seconds=10 * place) for place in range(500)])
    assert (busy.messages, busy.sessions, busy.active_days) == (500, 1, 1)
    assert busy.trust(T0 + dt.timedelta(hours=2)).tier == "stranger"


def test_repeated_reads_do_not_compound_silence() -> None:
    one = chat(180)
    moment = T0 + 180 * DAY + 60 * DAY
    first = one.trust(moment)
    assert one.trust(moment) == first
    again = TrustState.from_row(
        {"person": "person-1", "owner": False, "first_seen": T0.replace(hour=9), "edge": one.edge_properties()}
    )
    assert again.trust(moment) == first
    assert first.score < one.trust(T0 + 180 * DAY).score


def test_a_new_message_ends_the_effect_of_silence() -> None:
    silent = T0 + 180 * DAY + 90 * DAY
    before = chat(180).trust(silent)
    after = chat(180).with_messages([silent]).trust(silent)
    assert before.score < 0.51
    assert after.tier == "inner_circle"


def test_trust_before_uses_only_earlier_activity() -> None:
    one = chat(90)
    assert one.trust_before(T0 + 30 * DAY).score == chat(30).trust(T0 + 30 * DAY).score
    assert one.trust_before(T0 - DAY).tier == "stranger"


def test_the_effect_of_a_violation_decays() -> None:
    one = replace(chat(180), violations=((0.30, T0 + 180 * DAY),))
    fresh = one.trust(T0 + 180 * DAY).score
    assert fresh == pytest.approx(chat(180).trust(T0 + 180 * DAY).score - 0.30, abs=2e-3)
    year = [T0 + (181 + day) * DAY for day in range(360)]
    later = one.with_messages(year).trust(T0 + 540 * DAY).score
    assert later == pytest.approx(
        one.with_messages(year).trust(T0 + 540 * DAY, half_life_days=1e8).score + 0.225, abs=2e-3
    )
