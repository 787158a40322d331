"""Records of persons, their ties, and the trust in them."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    """A person known to the memory.

    Attributes:
        id: stable id.
        name: name.
        identities: `platform:id` of each account.
        aliases: other names.
        summary: a short description.
        notes: at most 50.
        owner: whether the person owns the agent.
        first_seen: time of the first event.
        last_seen: time of the last event.
    """

    id: str
    name: str
    identities: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    summary: str = ""
    notes: tuple[str, ...] = ()
    owner: bool = False
    first_seen: dt.datetime | None = None
    last_seen: dt.datetime | None = None


@dataclass(frozen=True)
class Tie:
    """The relationship of a person to another.

    Attributes:
        person: the other person.
        relationship: what they are to the person in question, such as "friend".
        source: stated, or facts.
        strength: 0 to 1; 1 if it was stated.
        facts: ids of the facts that support it.
        context: how it was explained when it was stated.
    """

    person: Person
    relationship: str
    source: str
    strength: float = 1.0
    facts: tuple[str, ...] = ()
    context: str | None = None


@dataclass(frozen=True)
class Trust:
    """The trust in a person.

    Attributes:
        score: 0 to 1, three decimals.
        tier: stranger, acquaintance, familiar, trusted or inner_circle.
        reasons: how the score came about, one sentence each.
    """

    score: float
    tier: str
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mark:
    """An entry of the trust ledger of a person.

    Attributes:
        id: stable id.
        kind: positive, negative, violation, attempt (at a restricted tool), suspicious or imported (from another memory).
        severity: initial severity of a violation; 0 for other kinds.
        reason: why.
        at: time of the mark.
        by: who asserted it (`platform:id`); None: the memory or its caller.
        event: id of the event that it refers to.
    """

    id: str
    kind: str
    severity: float
    reason: str
    at: dt.datetime
    by: str | None = None
    event: str | None = None


@dataclass(frozen=True)
class Decision:
    """The decision of a gate.

    Attributes:
        allowed: whether the action is allowed.
        reason: why, or why not.
        until: when a refusal ends, if known.
    """

    allowed: bool
    reason: str
    until: dt.datetime | None = None
