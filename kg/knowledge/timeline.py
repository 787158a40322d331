"""What held when: the courses of facts, computed from all that was ever asserted, so that the order of digestion never matters.

Facts that compete for one place (where somebody lives; whether they like a thing) are told together. Each assertion is
taken in the order in which it was *said*: a newer one ends what an older one began, a repetition ends nothing, and the
report of something over closes or adds a stretch of the past without touching the present.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Assertion:
    """That somebody said that a fact holds.

    Attributes:
        fact: which fact.
        at: when it was said.
        order: decides between assertions of the same moment, the larger later.
        starts: since when, as said; None where nothing was said.
        ends: until when (exclusive), as said; None where nothing was said.
    """

    fact: str
    at: dt.datetime
    order: str
    starts: dt.datetime | None = None
    ends: dt.datetime | None = None


@dataclass(frozen=True)
class Spell:
    """A stretch of time in which a fact held: from its start up to, and without, its end; None is open.

    Attributes:
        start: when it began, or when it was first said.
        end: when it ended.
        dated: whether the start was said, and not only inferred from when it was told.
    """

    start: dt.datetime
    end: dt.datetime | None
    dated: bool


@dataclass
class Course:
    """How a fact went.

    Attributes:
        spells: in order.
        superseded_by: the fact that ended its last spell, with the moment; None where none did.
        supersedes: every fact that it ended, with the moment.
    """

    spells: list[Spell] = field(default_factory=list)
    superseded_by: tuple[str, dt.datetime] | None = None
    supersedes: dict[str, dt.datetime] = field(default_factory=dict)

    @property
    def valid_from(self) -> dt.datetime | None:
        """When its last spell began, where that was said."""
        return self.spells[-1].start if self.spells and self.spells[-1].dated else None

    @property
    def valid_to(self) -> dt.datetime | None:
        """When its last spell ended."""
        return self.spells[-1].end if self.spells else None

    def holds(self, at: dt.datetime) -> bool:
        """Whether it held at a moment."""
        return any(spell.start <= at and (spell.end is None or at < spell.end) for spell in self.spells)


def courses(assertions: Iterable[Assertion]) -> dict[str, Course]:
    """The course of each fact of one place, from everything that was asserted of them.

    The outcome is a function of the set of assertions: in which order they are given, and how often, does not matter.
    """
    told: dict[str, Course] = {}
    holding: str | None = None
    for each in sorted(set(assertions), key=lambda one: (one.at, one.order, one.fact)):
        course = told.setdefault(each.fact, Course())
        if each.ends is not None and each.ends <= each.at:
            _over(course, each, open_=holding == each.fact)
            holding = None if holding == each.fact else holding
            continue
        if holding == each.fact:
            _again(course, each)
            continue
        start = each.starts if each.starts is not None else each.at
        if holding is not None:
            # What began before the other did, and is told later, still replaces it only from when it was told.
            started = told[holding].spells[-1].start
            moment = start if start > started else each.at
            _close(told[holding], moment)
            told[holding].superseded_by = (each.fact, moment)
            course.supersedes[holding] = moment
        course.spells.append(Spell(start, each.ends, each.starts is not None))
        course.superseded_by = None
        holding = each.fact
    return told


def _again(course: Course, each: Assertion) -> None:
    """A repetition: it may tell an earlier start or an end, and closes nothing by itself."""
    spell = course.spells[-1]
    earlier = each.starts is not None and (not spell.dated or each.starts < spell.start)
    start = each.starts if earlier and each.starts is not None else spell.start
    course.spells[-1] = Spell(start, each.ends, spell.dated or each.starts is not None)


def _over(course: Course, each: Assertion, *, open_: bool) -> None:
    """The report that something is over: it closes the open spell, or adds one that was not known of."""
    ends = each.ends or each.at
    if open_:
        spell = course.spells[-1]
        start = min(spell.start, each.starts) if each.starts is not None else spell.start
        course.spells[-1] = Spell(min(start, ends), ends, spell.dated or each.starts is not None)
        return
    if course.spells and course.spells[-1].end is not None and each.starts is None:
        # It was over already, and this says so again.
        return
    start = each.starts if each.starts is not None else ends
    course.spells.append(Spell(min(start, ends), ends, each.starts is not None))
    course.spells.sort(key=lambda one: one.start)


def _close(course: Course, moment: dt.datetime) -> None:
    spell = course.spells[-1]
    end = moment if spell.end is None else min(moment, spell.end)
    course.spells[-1] = Spell(spell.start, max(end, spell.start), spell.dated)
