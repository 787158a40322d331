"""Gates: whether a person may send a message or use a tool. Pure decisions with reasons; no language model is called."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from kg.settings import Settings
from kg.trust.formula import FAMILIAR, tier_rank
from kg.trust.marks import Mute, NewMark
from kg.types import Decision, Trust

ACCESS_DENIED = "Access denied."
"""The reason that a person gets who may not use a restricted tool."""

_BURST = dt.timedelta(minutes=10)


@dataclass(frozen=True)
class GateInput:
    """The state of a person on which a gate decides.

    Attributes:
        trust: current trust in the person; None if no person has the account.
        owner: whether the person is an owner.
        muted_until: end of the current or last mute.
        muted_reason: reason of that mute.
        recent: times of the newest messages within the rate window, newest first, at most as many as the limit allows.
        suspicious: times of the suspicious marks within their window.
        last_violation: time of the newest violation.
    """

    trust: Trust | None
    owner: bool = False
    muted_until: dt.datetime | None = None
    muted_reason: str = ""
    recent: tuple[dt.datetime, ...] = ()
    suspicious: tuple[dt.datetime, ...] = ()
    last_violation: dt.datetime | None = None


@dataclass(frozen=True)
class GateVerdict:
    """A decision and its side effects.

    Attributes:
        decision: the decision of the gate.
        marks: marks to write.
        mute: mute to set; None leaves the current one unchanged.
    """

    decision: Decision
    marks: tuple[NewMark, ...] = ()
    mute: Mute | None = None


def decide_message(state: GateInput, now: dt.datetime, settings: Settings, *, direct: bool = True) -> GateVerdict:
    """Decide whether one more message is accepted.

    Owners always pass. Muted persons do not, nor persons who have reached the rate limit: that adds a suspicious mark and, once
    in ten minutes, a violation; repeated offences mute persons below familiar. Direct messages require the tier familiar.

    Args:
        state: the current state of the person.
        now: the current time.
        settings: limits and windows.
        direct: whether it is a direct message; otherwise it is posted in a room, where strangers may speak.
    """
    if state.owner:
        return _allow("owner")
    if (muted := mute_verdict(state, now)) is not None:
        return muted
    if len(state.recent) >= settings.rate_messages:
        return _rate_limit_verdict(state, now, settings)
    return _direct_message_verdict(state) if direct else _allow("said in a room")


def mute_verdict(state: GateInput, now: dt.datetime) -> GateVerdict | None:
    """Return the refusal for a person who is muted now and not an owner; None for others."""
    if state.owner or state.muted_until is None or state.muted_until <= now:
        return None
    because = f": {state.muted_reason}" if state.muted_reason else ""
    return _deny(f"muted{because}", state.muted_until)


def _direct_message_verdict(state: GateInput) -> GateVerdict:
    if state.trust is None:
        return _deny("unknown person: direct messages are for familiar and above")
    if not _is_familiar(state):
        return _deny(f"{state.trust.tier}: direct messages are for familiar and above")
    return _allow(state.trust.tier)


def _rate_limit_verdict(state: GateInput, now: dt.datetime, settings: Settings) -> GateVerdict:
    reason = f"more than {settings.rate_messages} messages in {settings.rate_window_s:g} s"
    marks: tuple[NewMark, ...] = (NewMark("suspicious", reason),)
    # A burst is one violation, and not one for each of its messages.
    if state.last_violation is None or now - state.last_violation >= _BURST:
        marks += (NewMark("violation", reason, settings.rate_severity),)
    muted = len(state.suspicious) + 1 >= settings.suspicious_marks and not _is_familiar(state)
    if muted:
        until = now + dt.timedelta(seconds=settings.auto_mute_s)
        repeated = f"{reason}, {settings.suspicious_marks} times in {settings.suspicious_window_s:g} s"
        return GateVerdict(
            Decision(False, f"{repeated}: muted for {settings.auto_mute_s:g} s", until), marks, Mute(until, repeated)
        )
    # The limit lifts when the oldest of the messages that fill the window leaves it.
    until = state.recent[settings.rate_messages - 1] + dt.timedelta(seconds=settings.rate_window_s)
    return GateVerdict(Decision(False, reason, until), marks)


def _is_familiar(state: GateInput) -> bool:
    return state.trust is not None and tier_rank(state.trust.tier) >= tier_rank(FAMILIAR)


def decide_tool_use(state: GateInput, tool: str, settings: Settings) -> GateVerdict:
    """Decide whether a person may use a tool.

    Restricted tools are reserved for owners, unless a setting opens them from a tier on; for others the call is counted as an
    attempt. Unrestricted tools are open to all.
    """
    name = tool.casefold()
    if name not in {each.casefold() for each in settings.restricted_tools}:
        return _allow("not restricted")
    if state.owner:
        return _allow("owner")
    open_from = {each.casefold(): tier for each, tier in settings.restricted_tiers.items()}.get(name)
    if open_from is not None and state.trust is not None and tier_rank(state.trust.tier) >= tier_rank(open_from):
        return _allow(f"{state.trust.tier}: open from {open_from} on")
    return GateVerdict(Decision(False, ACCESS_DENIED), (NewMark("attempt", f"restricted tool {tool}"),))


def _allow(reason: str) -> GateVerdict:
    return GateVerdict(Decision(True, reason))


def _deny(reason: str, until: dt.datetime | None = None) -> GateVerdict:
    return GateVerdict(Decision(False, reason, until))
