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

    From the moment of the newest assertion on, at most one fact of the place holds. Where no starts and ends are told, this
    is so at every moment. Two may hold at one time only in the past, and only where a start or a stretch was told that
    reaches back over what had been told of another: both words are kept, since nobody knows which one was wrong. The spells
    of one fact never overlap.
    """
    told: dict[str, Course] = {}
    holding: str | None = None
    for each in sorted(set(assertions), key=_said):
        course = told.setdefault(each.fact, Course())
        if each.ends is not None and each.ends <= each.at:
            if _over(course, each, each.ends) and holding == each.fact:
                holding = None
        elif holding == each.fact and _brought_forward(course, each):
            course.spells.pop()
            _begins(told, each, holding)
        elif holding == each.fact or _holds_still(course, each.at):
            _again(course, each, planned_end=holding != each.fact)
        else:
            _begins(told, each, holding)
            holding = each.fact
    return told


_EARLIEST = dt.datetime.min.replace(tzinfo=dt.UTC)


def _said(each: Assertion) -> tuple[object, ...]:
    """What is sorted by: two words of one event for one fact differ in what they tell of its time."""
    return each.at, each.order, each.fact, each.starts or _EARLIEST, each.ends or _EARLIEST


def _brought_forward(course: Course, each: Assertion) -> bool:
    """Whether what was to begin later begins earlier than was said."""
    start = course.spells[-1].start
    return start > each.at and (each.starts or each.at) < start


def _holds_still(course: Course, at: dt.datetime) -> bool:
    """Whether a fact is not over yet, though another one is known that will end it."""
    return bool(course.spells) and Course(course.spells[-1:]).holds(at)


def _begins(told: dict[str, Course], each: Assertion, holding: str | None) -> None:
    """A fact that did not hold begins, and ends what did, or would have."""
    start = each.starts if each.starts is not None else each.at
    course = told[each.fact]
    for name, other in told.items():
        if other is course or not other.spells:
            continue
        started, end = other.spells[-1].start, other.spells[-1].end
        # What began before the other did, and is told later, still replaces it only from when it was told.
        moment = start if start > started else each.at
        # What will be ended by a plan is ended by what comes before it.
        if name == holding or (end is not None and end > max(moment, each.at)):
            _close(other, moment)
            if other.superseded_by is not None:
                told[other.superseded_by[0]].supersedes.pop(name, None)
            other.superseded_by = (each.fact, moment)
            course.supersedes[name] = moment
    course.superseded_by = None
    start = start if each.ends is None else min(start, each.ends)
    _add(course, Spell(start, each.ends, each.starts is not None))


def _again(course: Course, each: Assertion, *, planned_end: bool) -> None:
    """A repetition: it may tell an earlier start or an end, and closes nothing by itself."""
    spell = course.spells.pop()
    earlier = each.starts is not None and (not spell.dated or each.starts < spell.start)
    start = each.starts if earlier and each.starts is not None else spell.start
    # What was said to end goes on to do so; what is said to hold after its end went on.
    end = spell.end if spell.end is not None and spell.end > each.at else None
    if each.ends is not None:
        end = min(each.ends, end) if planned_end and end is not None else each.ends
    start = start if end is None else min(start, end)
    _add(course, Spell(start, end, spell.dated or each.starts is not None))


def _over(course: Course, each: Assertion, ends: dt.datetime) -> bool:
    """The report that something is over: it closes the spell that runs, or adds one that was not known of.

    Returns:
        whether it closed one.
    """
    spell = course.spells[-1] if course.spells else None
    runs = spell is not None and spell.start <= each.at and (spell.end is None or spell.end > each.at)
    before = spell is not None and each.starts is not None and ends <= spell.start
    if spell is not None and runs and not before:
        start = min(spell.start, each.starts) if each.starts is not None else spell.start
        course.spells.pop()
        _add(course, Spell(min(start, ends), ends, spell.dated or each.starts is not None))
        return True
    if spell is not None and spell.end is not None and spell.start <= each.at and each.starts is None:
        # It was over already, and this says so again.
        return False
    start = each.starts if each.starts is not None else ends
    _add(course, Spell(min(start, ends), ends, each.starts is not None))
    return False


def _add(course: Course, spell: Spell) -> None:
    """One more spell, made one with those that it meets."""
    united: list[Spell] = []
    for one in sorted([*course.spells, spell], key=lambda one: (one.start, not one.dated, one.end or _LATEST)):
        if not united or (united[-1].end or _LATEST) < one.start:
            united.append(one)
            continue
        before = united[-1]
        end = None if before.end is None or one.end is None else max(before.end, one.end)
        united[-1] = Spell(before.start, end, before.dated)
    course.spells = united


_LATEST = dt.datetime.max.replace(tzinfo=dt.UTC)


def _close(course: Course, moment: dt.datetime) -> None:
    spell = course.spells[-1]
    end = moment if spell.end is None else min(moment, spell.end)
    course.spells[-1] = Spell(spell.start, max(end, spell.start), spell.dated)
