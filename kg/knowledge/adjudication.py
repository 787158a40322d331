"""Which word counts: of all that was said of one place, what is known, what is only claimed, and who may know of it.

Everybody's view of a place is told by itself: all see what is shared, some see beside it what was said to them or in their
chat. So what was said in private ends, strengthens and dates nothing that others read; and each view is a function of the set
of what was said in it, in whatever order it was read.

Within a view a word of somebody familiar counts at once, and anybody's plain word about themselves. What others say is a claim,
until two acquaintances say the same or somebody familiar does; a claim never ends what is known, be it said ever so often.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg.knowledge.fact_state import SHARED, Evidence, Told
from kg.knowledge.partial_dates import first, last
from kg.knowledge.validity import Assertion, Course, courses

Same = tuple[str, ...]
_WITNESSES = 2


@dataclass(frozen=True)
class _Outcome:
    """What a view makes of one thing that is said in it."""

    status: str
    course: Course
    heeded: frozenset[str]


def weigh(facts: Sequence[Told]) -> None:
    """Tell the status and the course of each of the facts that compete for one place."""
    audiences = {told.audience for told in facts}
    views = {
        audience: _View([told for told in facts if told.audience in {SHARED, audience}])
        for audience in sorted(audiences | {SHARED})
    }
    nodes = {(told.same, told.audience): told for told in facts}
    for told in facts:
        outcome = views[told.audience].outcomes[told.same]
        told.status, told.course = outcome.status, outcome.course
        told.heeded = tuple(event for event in told.evidence if event in outcome.heeded)
        told.superseded_at = outcome.course.superseded_by[1] if outcome.course.superseded_by else None
        told.supersedes, told.contradicts, told.replaced_in = {}, (), ()
    for audience, view in views.items():
        for same, outcome in view.outcomes.items():
            _drawn(audience, same, outcome, view, nodes)


def _drawn(audience: str, same: Same, outcome: _Outcome, view: _View, nodes: Mapping[tuple[Same, str], Told]) -> None:
    """Draw what a view makes of one thing: what that ended, what it is at odds with, whether it is replaced only there."""
    mine = nodes.get((same, audience)) or nodes.get((same, SHARED))
    if mine is None:
        return
    for older, at in outcome.course.supersedes.items():
        # What a shared fact ends for all is drawn by the view of all.
        for place in {audience, SHARED} if mine.audience == audience else {audience}:
            # What is known here may be only claimed before all: that has not ended, since it never began.
            if (other := nodes.get((view.key(older), place))) is not None and other.known:
                mine.supersedes[other.id] = at
    if mine.audience == audience and outcome.status == "contested":
        held = [nodes.get((each, audience)) or nodes.get((each, SHARED)) for each in view.standing(same)]
        mine.contradicts = tuple(sorted(each.id for each in held if each is not None))
    shared = nodes.get((same, SHARED))
    if audience != SHARED and shared is not None and shared.status == "current" and outcome.status == "superseded":
        shared.replaced_in = (*shared.replaced_in, audience)


class _View:
    """A place as somebody sees it."""

    def __init__(self, facts: Iterable[Told]) -> None:
        self._said: dict[Same, list[Evidence]] = {}
        for told in facts:
            self._said.setdefault(told.same, []).extend(told.evidence.values())
        self._keys = {_name(same): same for same in self._said}
        known = {same: {each.event for each in said if each.counts} for same, said in self._said.items()}
        went = self._courses(known)
        confirmed = {
            same: {each.event for each in said if each.confirms}
            for same, said in self._said.items()
            if not known[same]
            and len({each.person for each in said if each.confirms}) >= _WITNESSES
            and not self._held(went, same, max(each.at for each in said))
        }
        if confirmed:
            known |= confirmed
            went = self._courses(known)
        self._known = went
        self.outcomes = {same: self._outcome(same, frozenset(known[same])) for same in self._said}

    def key(self, name: str) -> Same:
        """The identity behind a course's name."""
        return self._keys[name]

    def standing(self, same: Same) -> list[Same]:
        """What is known, and not over, in this place beside one thing."""
        moment = max(each.at for each in self._said[same])
        return self._held(self._known, same, moment)

    def _courses(self, heeded: Mapping[Same, set[str]]) -> dict[str, Course]:
        return courses(
            _assertion(same, each) for same, said in self._said.items() for each in said if each.event in heeded[same]
        )

    def _held(self, told: Mapping[str, Course], same: Same, at: dt.datetime) -> list[Same]:
        return [
            self._keys[name]
            for name, course in sorted(told.items())
            if self._keys[name] != same
            and course.superseded_by is None
            and course.spells
            and (course.valid_to is None or course.valid_to > at)
        ]

    def _outcome(self, same: Same, heeded: frozenset[str]) -> _Outcome:
        said = self._said[same]
        if heeded:
            course = self._known[_name(same)]
            return _Outcome("superseded" if course.superseded_by else "current", course, heeded)
        free = [each for each in said if each.quarantine is None]
        # What is only claimed has a course of its own: how it would have gone.
        course = courses(_assertion(same, each) for each in free or said)[_name(same)]
        if not free:
            return _Outcome("quarantined", course, frozenset())
        return _Outcome("contested" if self.standing(same) else "claimed", course, frozenset())


def _assertion(same: Same, each: Evidence) -> Assertion:
    return Assertion(_name(same), each.at, each.order, first(each.said_from), last(each.said_to, each.at))


def _name(same: Same) -> str:
    return "\0".join(same)
