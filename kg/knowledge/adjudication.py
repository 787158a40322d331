"""Adjudication: decide which facts of a slot are accepted, claimed or contested, and for which audience.

Each audience's view of a slot is computed separately from the evidence that it may read: shared evidence, plus its own.
So private evidence never ends, strengthens or dates a shared fact; and each view is a function of the set of its
evidence, independent of the order of digestion.

Within a view, evidence from a familiar person is trusted at once, as is a person's plain description of themselves,
unless it would replace what was said with more authority (see `kg.knowledge.authority`). Evidence from others is a
claim, until two independent acquaintances agree or a familiar person confirms it. A claim never ends an accepted
fact, however often it is repeated.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg.knowledge.authority import (
    ENDORSED_LEVEL,
    NO_LEVEL,
    OWN_LEVEL,
    OWNER_LEVEL,
    PRESENCE_LEVEL,
    evidence_level,
    has_independent_sources,
    level_against,
    may_replace,
    requires_endorsement,
)
from kg.knowledge.fact_state import SHARED, FactEvidence, FactState
from kg.knowledge.fact_timelines import Assertion, ValidityTimeline, compute_timelines
from kg.knowledge.partial_dates import parse_date_end, parse_date_start
from kg.knowledge.sensitive_matters import is_affair_of_another
from kg.knowledge.shared_rooms import SharedRooms, no_shared_rooms

# "Ann has the dentist on Friday" names the only one.
_HAS_ONE = re.compile(r"\{s\} (?:has|have)(?: got)? (?!the |their )")
# "Lena is the tech lead now" says who no longer is; of several managers, each may be "our manager".
_ONE_OF_SEVERAL = ("holder of ", "days of ", "day of ", "hour of ", "place of ", "means of ", "person of ")
_IS_NEW = re.compile(r"\b(?:now|new|instead|any ?more)\b", re.IGNORECASE)
FactIdentity = tuple[str, ...]


@dataclass(frozen=True)
class _Outcome:
    """The result for one statement in a view."""

    status: str
    timeline: ValidityTimeline
    trusted_events: frozenset[str]


def adjudicate_slot(facts: Sequence[FactState], rooms: SharedRooms = no_shared_rooms) -> None:
    """Set the status and the timeline of each of the facts that compete for one slot.

    "Ann has a flight on 12 May" leaves room for another flight; "Ann's flight is moved to 14 May" does not. So does "Tom is Ann's
    manager", unlike "Tom is Ann's new manager".
    """
    several = sorted((fact for fact in facts if _is_one_of_several(fact)), key=lambda fact: fact.id)
    if len(several) <= 1:
        _adjudicate(facts, rooms)
        return
    others = [fact for fact in facts if not _is_one_of_several(fact)]
    ended: dict[str, dict[str, dt.datetime]] = defaultdict(dict)
    for fact in several:
        _adjudicate([fact, *others], rooms)
        # They replace nothing themselves.
        fact.supersedes = {}
        for other in others:
            ended[other.id] |= {id_: at for id_, at in other.supersedes.items() if id_ == fact.id}
    _adjudicate(others, rooms)
    for other in others:
        other.supersedes |= ended[other.id]


def _is_one_of_several(fact: FactState) -> bool:
    """Whether a fact is of one of what a person may have several of: "Ann has a flight on 12 May", "Tom is Ann's manager"."""
    aspect, sentence = fact.predicate.aspect, fact.predicate.sentence
    if aspect.startswith(_ONE_OF_SEVERAL):
        return _IS_NEW.search(sentence) is None
    return bool(aspect) and _HAS_ONE.match(sentence) is not None


def _adjudicate(facts: Sequence[FactState], rooms: SharedRooms) -> None:
    audiences = {fact.audience for fact in facts}
    views = {
        audience: _AudienceView([fact for fact in facts if fact.audience in {SHARED, audience}], rooms)
        for audience in sorted(audiences | {SHARED})
    }
    nodes = {(fact.identity, fact.audience): fact for fact in facts}
    for fact in facts:
        outcome = views[fact.audience].outcomes[fact.identity]
        fact.status, fact.timeline = outcome.status, outcome.timeline
        fact.trusted_events = tuple(event for event in fact.evidence if event in outcome.trusted_events)
        fact.superseded_at = outcome.timeline.superseded_by[1] if outcome.timeline.superseded_by else None
        fact.supersedes, fact.contradicts, fact.replaced_in = {}, (), ()
    for audience, view in views.items():
        for identity, outcome in view.outcomes.items():
            _link_outcome(audience, identity, outcome, view, nodes)


def _link_outcome(
    audience: str,
    identity: FactIdentity,
    outcome: _Outcome,
    view: _AudienceView,
    nodes: Mapping[tuple[FactIdentity, str], FactState],
) -> None:
    """Set which facts an outcome supersedes and contradicts, and whether a shared fact is replaced only in this view."""
    fact = nodes.get((identity, audience)) or nodes.get((identity, SHARED))
    if fact is None:
        return
    for older, at in outcome.timeline.supersedes.items():
        # What a shared fact ends for all readers is set by the shared view.
        for other_audience in {audience, SHARED} if fact.audience == audience else {audience}:
            # A fact that is accepted here may be only a claim in the shared view, where it never held.
            if (other := nodes.get((view.identity_of(older), other_audience))) is not None and other.is_accepted:
                fact.supersedes[other.id] = at
    if fact.audience == audience and outcome.status == "contested":
        rivals = [nodes.get((rival, audience)) or nodes.get((rival, SHARED)) for rival in view.find_rivals(identity)]
        fact.contradicts = tuple(sorted(rival.id for rival in rivals if rival is not None))
    shared = nodes.get((identity, SHARED))
    if audience != SHARED and shared is not None and shared.status == "current" and outcome.status == "superseded":
        shared.replaced_in = (*shared.replaced_in, audience)


class _AudienceView:
    """The evidence of a slot that one audience may read, and the outcomes for it."""

    def __init__(self, facts: Iterable[FactState], rooms: SharedRooms) -> None:
        self._evidence: dict[FactIdentity, list[FactEvidence]] = {}
        self._facts: dict[FactIdentity, FactState] = {}
        for fact in facts:
            self._facts.setdefault(fact.identity, fact)
            self._evidence.setdefault(fact.identity, []).extend(fact.evidence.values())
        self._identities = {_identity_name(identity): identity for identity in self._evidence}
        # Facts of several subjects share a slot only where they are filed under one key.
        self._of_each_subject = {fact.subject: fact for fact in self._facts.values()}
        trusted = self._accept_by_authority()
        timelines = self._compute_timelines(trusted)
        corroborated = {
            identity: {evidence.event for evidence in corroborating}
            for identity, evidence_list in self._evidence.items()
            if not trusted[identity]
            and has_independent_sources(corroborating := self._list_corroborating(identity), rooms)
            and not self._holding_rivals(timelines, identity, max(evidence.at for evidence in evidence_list))
        }
        if corroborated:
            trusted |= corroborated
            timelines = self._compute_timelines(trusted)
        self._timelines = timelines
        self.outcomes = {identity: self._decide(identity, frozenset(trusted[identity])) for identity in self._evidence}

    def _accept_by_authority(self) -> dict[FactIdentity, set[str]]:
        """Return the events that make each fact accepted: level by level, without those that contradict a higher one."""
        accepted: dict[FactIdentity, set[str]] = {identity: set() for identity in self._evidence}
        by_level = self._group_by_level()
        for level in (OWNER_LEVEL, OWN_LEVEL, ENDORSED_LEVEL, PRESENCE_LEVEL):
            if not by_level[level]:
                continue
            timelines = self._compute_timelines(accepted)
            more = [
                (identity, evidence.event)
                for identity, evidence in by_level[level]
                if not self._contradicts_authority(identity, evidence, accepted, timelines)
            ]
            for identity, event in more:
                accepted[identity].add(event)
        for identity, evidence in self._list_own_of_strangers(by_level[NO_LEVEL]):
            if not self._contradicts_authority(identity, evidence, accepted, self._compute_timelines(accepted)):
                accepted[identity].add(evidence.event)
        return accepted

    def _group_by_level(self) -> dict[int, list[tuple[FactIdentity, FactEvidence]]]:
        """Return all evidence by its level: the lowest that it has against a fact of the slot."""
        found: dict[int, list[tuple[FactIdentity, FactEvidence]]] = defaultdict(list)
        for identity, evidence_list in self._evidence.items():
            fact = self._facts[identity]
            for evidence in evidence_list:
                level = min(level_against(evidence, fact, rival) for rival in self._of_each_subject.values())
                found[level].append((identity, evidence))
        return found

    def _list_own_of_strangers(
        self, without_level: Iterable[tuple[FactIdentity, FactEvidence]]
    ) -> list[tuple[FactIdentity, FactEvidence]]:
        """Return what strangers say of themselves in a slot that holds facts of others too, in the order of the statements."""
        found = [
            (identity, evidence)
            for identity, evidence in without_level
            if evidence_level(evidence, self._facts[identity]) == OWN_LEVEL
        ]
        return sorted(found, key=lambda one: (one[1].at, one[1].order, one[0]))

    def _contradicts_authority(
        self,
        identity: FactIdentity,
        evidence: FactEvidence,
        accepted: Mapping[FactIdentity, set[str]],
        timelines: Mapping[str, ValidityTimeline],
    ) -> bool:
        """Return whether evidence is against a fact that held, and that was said before with an authority which it lacks."""
        fact = self._facts[identity]
        return any(
            not may_replace(evidence, fact, earlier, self._facts[rival])
            for rival in self._holding_rivals(timelines, identity, evidence.at)
            for earlier in self._evidence[rival]
            if earlier.event in accepted[rival] and earlier.at <= evidence.at
        )

    def _list_corroborating(self, identity: FactIdentity) -> list[FactEvidence]:
        fact = self._facts[identity]
        return [
            evidence
            for evidence in self._evidence[identity]
            if evidence.is_corroborating
            and not requires_endorsement(evidence, fact)
            and not is_affair_of_another(evidence, fact)
        ]

    def identity_of(self, name: str) -> FactIdentity:
        """Return the fact identity behind a name of a timeline."""
        return self._identities[name]

    def find_rivals(self, identity: FactIdentity) -> list[FactIdentity]:
        """Return the other accepted facts of the slot that hold after the newest evidence of a fact."""
        moment = max(evidence.at for evidence in self._evidence[identity])
        return self._holding_rivals(self._timelines, identity, moment)

    def _compute_timelines(self, trusted: Mapping[FactIdentity, set[str]]) -> dict[str, ValidityTimeline]:
        return compute_timelines(
            _to_assertion(identity, evidence)
            for identity, evidence_list in self._evidence.items()
            for evidence in evidence_list
            if evidence.event in trusted[identity]
        )

    def _holding_rivals(
        self, timelines: Mapping[str, ValidityTimeline], identity: FactIdentity, at: dt.datetime
    ) -> list[FactIdentity]:
        return [
            self._identities[name]
            for name, timeline in sorted(timelines.items())
            if self._identities[name] != identity
            and timeline.superseded_by is None
            and timeline.intervals
            and (timeline.valid_to is None or timeline.valid_to > at)
        ]

    def _decide(self, identity: FactIdentity, trusted: frozenset[str]) -> _Outcome:
        evidence_list = self._evidence[identity]
        if trusted:
            timeline = self._timelines[_identity_name(identity)]
            return _Outcome("superseded" if timeline.superseded_by else "current", timeline, trusted)
        effective = [evidence for evidence in evidence_list if evidence.quarantine is None]
        # A claim has a timeline of its own: what would hold if it were accepted.
        timeline = compute_timelines(_to_assertion(identity, evidence) for evidence in effective or evidence_list)[
            _identity_name(identity)
        ]
        if not effective:
            return _Outcome("quarantined", timeline, frozenset())
        return _Outcome("contested" if self.find_rivals(identity) else "claimed", timeline, frozenset())


def _to_assertion(identity: FactIdentity, evidence: FactEvidence) -> Assertion:
    return Assertion(
        _identity_name(identity),
        evidence.at,
        evidence.order,
        parse_date_start(evidence.said_from),
        parse_date_end(evidence.said_to, evidence.at),
    )


def _identity_name(identity: FactIdentity) -> str:
    return "\0".join(identity)
