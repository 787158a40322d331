"""How far somebody is trusted: one number and a tier, from what they did. A pure formula, with its reasons.

The share of good marks (a Beta mean in which a bad one weighs three times a good one) is modulated by how long, how often and
at how different times somebody was there, as the fourth root of four shares: nobody is trusted for one busy day. Violations,
attempts at forbidden tools, and silence take from it; days known cap the tier, not the score.
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
FLOORS = (
    (STRANGER, 0.0, 0),
    (ACQUAINTANCE, 0.15, 3),
    (FAMILIAR, 0.35, 14),
    (TRUSTED, 0.60, 60),
    (INNER_CIRCLE, 0.80, 180),
)
"""Each tier with the score and the days known that it takes, lowest first."""
TIERS = tuple(name for name, _, _ in FLOORS)
"""The tiers, lowest first."""
HEEDED = TIERS[TIERS.index(FAMILIAR) :]
"""The tiers whose word for a fact counts by itself."""
SEVERITIES = {"mild": 0.05, "moderate": 0.15, "severe": 0.30, "critical": 0.50}
"""What a violation of each name takes from a score when it is new."""
DEFAULT_SEVERITY = 0.15
_LEAST_SEVERITY, _MOST_SEVERITY = 0.05, 0.50
FADING_DAYS = 180.0
"""After so many days a violation weighs half."""
_PATIENCE, _HALVES, _LEAST_DECAY = 30.0, 60.0, 0.5
_MOST_SENTIMENT = 0.03


@dataclass(frozen=True)
class TrustSignals:
    """What the formula looks at.

    Attributes:
        positive: good marks: one for each sitting, and each good word that was marked.
        negative: bad marks.
        days_known: since first sight.
        active_days: different calendar days with a message, UTC.
        sessions: sittings; more than 30 minutes of silence begin a new one.
        hours: different hours of the day with a message.
        weekdays: different days of the week with a message.
        restricted_attempts: refused uses of restricted tools.
        severity: sum of violations, each faded by its age.
        sentiment: how friendly, −.03 to .03; what is beyond is cut.
        silent_days: since the last message.
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
    """How far somebody with these signals is trusted: a score from 0 to 1 with three decimals, a tier, and the reasons.

    Args:
        signals: counts and days, none of them negative.
        owner: an owner is always at 1.0, inner_circle.

    Raises:
        InvalidInput: a count or a number of days is negative.
    """
    for name, value in vars(signals).items():
        if name != "sentiment" and not value >= 0:
            raise InvalidInput(name, value, "0 or more")
    if owner:
        return Trust(1.0, INNER_CIRCLE, ("owner",))
    beta = (signals.positive + 1) / (signals.positive + 3 * signals.negative + 2)
    modulator = _modulator(signals)
    attempts = min(0.3, 0.05 * signals.restricted_attempts)
    severity = min(0.5, signals.severity)
    sentiment = max(-_MOST_SENTIMENT, min(_MOST_SENTIMENT, signals.sentiment))
    raw = max(0.0, min(1.0, beta * modulator - attempts - severity + sentiment))
    factor = decay(signals.silent_days)
    value = round(raw * factor, 3)
    there = (
        f"there on {signals.active_days} of them in {signals.sessions} sittings, at {signals.hours} hours of the day"
    )
    reasons = [
        f"good marks: {signals.positive} of {signals.positive + signals.negative} ({beta:.2f})",
        f"known for {signals.days_known:.0f} days, {there} and {signals.weekdays} days of the week ({modulator:.2f})",
    ]
    reasons += [f"attempts at restricted tools: −{attempts:.2f}"] if attempts else []
    reasons += [f"violations: −{severity:.2f}"] if severity else []
    reasons += [f"sentiment: {sentiment:+.2f}"] if sentiment else []
    reasons += [f"silent for {signals.silent_days:.0f} days: × {factor:.2f}"] if factor < 1 else []
    return Trust(value, tier(value, signals.days_known), tuple(reasons))


def _modulator(signals: TrustSignals) -> float:
    tenure = max(0.01, min(1.0, signals.days_known / 180))
    consistency = max(0.01, min(1.0, signals.active_days / 60))
    sessions = max(0.01, min(1.0, signals.sessions / 30))
    timing = max(0.1, (min(1.0, signals.hours / 12) + min(1.0, signals.weekdays / 5)) / 2)
    return float((tenure * consistency * sessions * timing) ** 0.25)


def tier(value: float, days_known: float) -> str:
    """The tier of a score, as far as the days allow."""
    return [name for name, least, days in FLOORS if value >= least and days_known >= days][-1]


def rank(name: str) -> int:
    """A tier's place, 0 (stranger) to 4 (inner_circle).

    Raises:
        InvalidInput: there is no such tier.
    """
    if name not in TIERS:
        raise InvalidInput("tier", name, f"one of {', '.join(TIERS)}")
    return TIERS.index(name)


def decay(silent_days: float) -> float:
    """What silence leaves of a score: all for 30 days, then halved every 60, never less than half."""
    return max(_LEAST_DECAY, 2 ** -(max(0.0, silent_days - _PATIENCE) / _HALVES))


def severity_of(value: str | float | None) -> float:
    """A violation's severity as a number: mild .05, moderate .15, severe .30, critical .50; None is .15; numbers from .05 to .50.

    Raises:
        InvalidInput: neither a name of these nor a number from .05 to .50.
    """
    if value is None:
        return DEFAULT_SEVERITY
    if isinstance(value, str) and value in SEVERITIES:
        return SEVERITIES[value]
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if number and _LEAST_SEVERITY <= float(value) <= _MOST_SEVERITY:
        return float(value)
    raise InvalidInput("severity", value, f"{', '.join(SEVERITIES)}, or a number from .05 to .50")


def faded(violations: Iterable[tuple[float, dt.datetime]], now: dt.datetime, half_life_days: float) -> float:
    """The sum of violations at a moment: each halves with every half-life; what comes later does not count yet."""
    return sum(
        severity * 2 ** -((now - at) / dt.timedelta(days=half_life_days)) for severity, at in violations if at <= now
    )
