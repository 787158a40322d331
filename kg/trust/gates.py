"""The gates: who may send a message, who may use a tool. Pure decisions, each with its reason; no model is asked."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from kg.settings import Settings
from kg.trust.formula import FAMILIAR, rank
from kg.trust.marks import Given, Mute
from kg.types import Decision, Trust

DENIED = "Access denied."
"""What anybody is told who may not use a restricted tool."""


@dataclass(frozen=True)
class Situation:
    """What a gate looks at.

    Attributes:
        trust: how far they are trusted now; None: nobody of that account is known.
        owner: whether they are an owner.
        muted_until: until when they are, or were, muted.
        muted_reason: why.
        recent: moments of their newest messages within the window of the rate, newest first, no more than may be in it.
        suspicious: moments of the suspicious marks within their window.
    """

    trust: Trust | None
    owner: bool = False
    muted_until: dt.datetime | None = None
    muted_reason: str = ""
    recent: tuple[dt.datetime, ...] = ()
    suspicious: tuple[dt.datetime, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """A decision, and what it leaves behind.

    Attributes:
        decision: what the gate says.
        marks: to be written.
        mute: until when they are to be muted; None: that stays as it is.
    """

    decision: Decision
    marks: tuple[Given, ...] = ()
    mute: Mute | None = None


def may_message(one: Situation, now: dt.datetime, settings: Settings, *, direct: bool = True) -> Verdict:
    """Whether one more message may come in.

    An owner passes. Who is muted does not, nor who has sent as many as may be within the window: that is suspicious, and a
    violation, and too much of it mutes whoever is below familiar. Direct messages are for those who are familiar.

    Args:
        one: who, as they stand now.
        now: the moment.
        settings: the numbers.
        direct: whether it is a direct message; else it is said in a room, where strangers may speak.
    """
    if one.owner:
        return _passes("owner")
    if (muted := held_back(one, now)) is not None:
        return muted
    if len(one.recent) >= settings.rate_messages:
        return _too_many(one, now, settings)
    return _direct(one) if direct else _passes("said in a room")


def held_back(one: Situation, now: dt.datetime) -> Verdict | None:
    """The verdict on whoever is muted now, and not an owner; None: they are not."""
    if one.owner or one.muted_until is None or one.muted_until <= now:
        return None
    because = f": {one.muted_reason}" if one.muted_reason else ""
    return _stays(f"muted{because}", one.muted_until)


def _direct(one: Situation) -> Verdict:
    """Whether who is not held back may write to the agent alone."""
    if one.trust is None:
        return _stays("unknown person: direct messages are for familiar and above")
    if rank(one.trust.tier) < rank(FAMILIAR):
        return _stays(f"{one.trust.tier}: direct messages are for familiar and above")
    return _passes(one.trust.tier)


def _too_many(one: Situation, now: dt.datetime, settings: Settings) -> Verdict:
    """The message that is one too many."""
    reason = f"more than {settings.rate_messages} messages in {settings.rate_window_s:g} s"
    marks = (Given("suspicious", reason), Given("violation", reason, settings.rate_severity))
    muted = len(one.suspicious) + 1 >= settings.suspicious_marks and not _is_familiar(one)
    if muted:
        until = now + dt.timedelta(seconds=settings.auto_mute_s)
        again = f"{reason}, {settings.suspicious_marks} times in {settings.suspicious_window_s:g} s"
        return Verdict(
            Decision(False, f"{again}: muted for {settings.auto_mute_s:g} s", until), marks, Mute(until, again)
        )
    # It opens again when the oldest of those that fill the window has left it.
    until = one.recent[settings.rate_messages - 1] + dt.timedelta(seconds=settings.rate_window_s)
    return Verdict(Decision(False, reason, until), marks)


def _is_familiar(one: Situation) -> bool:
    return one.trust is not None and rank(one.trust.tier) >= rank(FAMILIAR)


def may_use(one: Situation, tool: str, settings: Settings) -> Verdict:
    """Whether somebody may use a tool.

    A restricted tool is the owner's, unless a setting opens it from a tier on; for anybody else that was an attempt, which is
    counted. A tool that is not restricted is everybody's.
    """
    name = tool.casefold()
    if name not in {each.casefold() for each in settings.restricted_tools}:
        return _passes("not restricted")
    if one.owner:
        return _passes("owner")
    open_from = {each.casefold(): tier for each, tier in settings.restricted_tiers.items()}.get(name)
    if open_from is not None and one.trust is not None and rank(one.trust.tier) >= rank(open_from):
        return _passes(f"{one.trust.tier}: open from {open_from} on")
    return Verdict(Decision(False, DENIED), (Given("attempt", f"restricted tool {tool}"),))


def _passes(reason: str) -> Verdict:
    return Verdict(Decision(True, reason))


def _stays(reason: str, until: dt.datetime | None = None) -> Verdict:
    return Verdict(Decision(False, reason, until))
