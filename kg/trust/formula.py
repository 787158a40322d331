"""The trust formula: a score and a tier from the trust signals of a person. Pure functions, with reasons.

The share of positive marks (a Beta mean in which a negative mark weighs three times a positive one) is multiplied by the fourth
root of four shares: how long, on how many days, in how many sessions and at how many different times the person was active.
One busy day therefore earns no trust. Violations, attempts to use restricted tools, and silence reduce the score; the days since
first sight cap the tier, not the score.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from kg.errors import InvalidInput
from kg.types import Trust

STRANGER, ACQUAINTANCE, FAMILIAR, TRUSTED, INNER_CIRCLE = (
    "stranger",
    "acquaintance",
    "familiar",
    "trusted",
    "inner_circle",
)
TIER_MINIMUMS = (
    (STRANGER, 0.0, 0),
    (ACQUAINTANCE, 0.15, 3),
    (FAMILIAR, 0.35, 14),
    (TRUSTED, 0.60, 60),
    (INNER_CIRCLE, 0.80, 180),
)
"""Each tier with the score and the days known that it requires, lowest first."""
TIERS = tuple(name for name, _, _ in TIER_MINIMUMS)
"""The tiers, lowest first."""
CREDIBLE_TIERS = TIERS[TIERS.index(FAMILIAR) :]
"""The tiers whose assertions become current facts without corroboration."""
SEVERITIES = {"mild": 0.05, "moderate": 0.15, "severe": 0.30, "critical": 0.50}
"""The amount by which a new violation of each name reduces the score."""
DEFAULT_SEVERITY = 0.15
_MIN_SEVERITY, _MAX_SEVERITY = 0.05, 0.50
VIOLATION_HALF_LIFE_DAYS = 180.0
"""The number of days after which a violation weighs half."""
_SILENCE_GRACE_DAYS, _SILENCE_HALF_LIFE_DAYS, _MIN_SILENCE_FACTOR = 30.0, 60.0, 0.5
_MAX_SENTIMENT = 0.03


@dataclass(frozen=True)
class TrustSignals:
    """The input of the formula.

    Attributes:
        positive: positive marks: one for each activity session, and each explicit positive mark.
        negative: negative marks.
        days_known: days since first sight.
        active_days: different calendar days with a message, UTC.
        sessions: activity sessions; more than 30 minutes of silence begin a new one.
        hours: different hours of the day with a message.
        weekdays: different days of the week with a message.
        restricted_attempts: refused uses of restricted tools.
        severity: sum of the violations, each reduced by its age.
        sentiment: how friendly the person is, −.03 to .03; values outside are clipped.
        silent_days: days since the last message.
    """

    positive: int
    negative: int
    days_known: float
    active_days: int
    sessions: int
    hours: int
    weekdays: int
    restricted_attempts: int = 0
    severity: float = 0.0
    sentiment: float = 0.0
    silent_days: float = 0.0


def score(signals: TrustSignals, *, owner: bool = False) -> Trust:
    """Return the trust for these signals: a score from 0 to 1 with three decimals, a tier, and the reasons.

    Args:
        signals: counts and days, none of them negative.
        owner: an owner always has score 1.0 and tier inner_circle.

    Raises:
        InvalidInput: a count or a number of days is negative.
    """
    for name, value in vars(signals).items():
        if name != "sentiment" and not value >= 0:
            raise InvalidInput(name, value, "0 or more")
    if owner:
        return Trust(1.0, INNER_CIRCLE, ("owner",))
    beta = (signals.positive + 1) / (signals.positive + 3 * signals.negative + 2)
    modulator = _activity_modulator(signals)
    attempts = min(0.3, 0.05 * signals.restricted_attempts)
    severity = min(0.5, signals.severity)
    sentiment = max(-_MAX_SENTIMENT, min(_MAX_SENTIMENT, signals.sentiment))
    raw = max(0.0, min(1.0, beta * modulator - attempts - severity + sentiment))
    factor = silence_factor(signals.silent_days)
    value = round(raw * factor, 3)
    activity = (
        f"active on {signals.active_days} of them in {signals.sessions} sessions, at {signals.hours} hours of the day"
    )
    reasons = [
        f"good marks: {signals.positive} of {signals.positive + signals.negative} ({beta:.2f})",
        f"known for {signals.days_known:.0f} days, {activity} and {signals.weekdays} days of the week ({modulator:.2f})",
    ]
    reasons += [f"attempts at restricted tools: −{attempts:.2f}"] if attempts else []
    reasons += [f"violations: −{severity:.2f}"] if severity else []
    reasons += [f"sentiment: {sentiment:+.2f}"] if sentiment else []
    reasons += [f"silent for {signals.silent_days:.0f} days: × {factor:.2f}"] if factor < 1 else []
    return Trust(value, tier_of_score(value, signals.days_known), tuple(reasons))


def _activity_modulator(signals: TrustSignals) -> float:
    tenure = max(0.01, min(1.0, signals.days_known / 180))
    consistency = max(0.01, min(1.0, signals.active_days / 60))
    sessions = max(0.01, min(1.0, signals.sessions / 30))
    timing = max(0.1, (min(1.0, signals.hours / 12) + min(1.0, signals.weekdays / 5)) / 2)
    return float((tenure * consistency * sessions * timing) ** 0.25)


def tier_of_score(value: float, days_known: float) -> str:
    """Return the highest tier whose minimum score and minimum days known are both met."""
    return [name for name, least, days in TIER_MINIMUMS if value >= least and days_known >= days][-1]


def tier_rank(name: str) -> int:
    """Return the rank of a tier, 0 (stranger) to 4 (inner_circle).

    Raises:
        InvalidInput: there is no such tier.
    """
    if name not in TIERS:
        raise InvalidInput("tier", name, f"one of {', '.join(TIERS)}")
    return TIERS.index(name)


def silence_factor(silent_days: float) -> float:
    """Return the factor that silence applies to a score: 1 for 30 days, then halved every 60 days, at least 0.5."""
    return max(_MIN_SILENCE_FACTOR, 2 ** -(max(0.0, silent_days - _SILENCE_GRACE_DAYS) / _SILENCE_HALF_LIFE_DAYS))


def parse_severity(value: str | float | None) -> float:
    """Return the severity of a violation as a number: mild .05, moderate .15, severe .30, critical .50; None is .15.

    Raises:
        InvalidInput: neither one of these names nor a number from .05 to .50.
    """
    if value is None:
        return DEFAULT_SEVERITY
    if isinstance(value, str) and value in SEVERITIES:
        return SEVERITIES[value]
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if number and _MIN_SEVERITY <= float(value) <= _MAX_SEVERITY:
        return float(value)
    raise InvalidInput("severity", value, f"{', '.join(SEVERITIES)}, or a number from .05 to .50")


def decayed_severity(violations: Iterable[tuple[float, dt.datetime]], now: dt.datetime, half_life_days: float) -> float:
    """Return the sum of the violations at a moment: each halves with every half-life; later ones are left out."""
    return sum(
        severity * 2 ** -((now - at) / dt.timedelta(days=half_life_days)) for severity, at in violations if at <= now
    )
