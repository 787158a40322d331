"""The trust ledger of a scope: trust in persons, marks, mutes, gates, ratings between persons, and distrust."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg.errors import InvalidInput, NotFound, Refused
from kg.graph import as_datetime
from kg.runtime import Runtime
from kg.trust import gates
from kg.trust.endorsements import Endorsements
from kg.trust.formula import parse_severity
from kg.trust.gates import GateInput, GateVerdict
from kg.trust.inference import InferredTrust
from kg.trust.marks import Mute, NewMark, mark_record, write_marks
from kg.trust.person_lookup import PersonMatch, choose_person_row, find_person, person_match, person_query
from kg.trust.rating_store import TrustInference
from kg.trust.trust_state import TrustState
from kg.types import Decision, Mark, Person, Trust, parse_identity, validate_name

_MIN_MUTE_MINUTES, _MAX_MUTE_MINUTES = 1, 30
_MAX_LIMIT = 10_000


class TrustLedger:
    """Trust in the persons of a scope, and the decisions that follow from it.

    A person is given by account (`platform:id`), by id, or by a name that only one person has.

    Attributes:
        ties: predicates of relations between persons, by which an owner endorses; `kg.knowledge` defines them.
    """

    ties: Sequence[str] = ()

    def __init__(self, runtime: Runtime) -> None:
        self._graph = runtime.graph
        self._clock = runtime.clock
        self._settings = runtime.settings
        self._owners = runtime.owners
        self._inference = TrustInference(runtime.graph, runtime.clock)
        self._endorsements = Endorsements(runtime.graph, self._inference, runtime.settings.violation_half_life_days)

    def of(self, person: str) -> Trust:
        """Return the current trust in a person, with violations and silence taken into account.

        One round trip; for a stranger up to two more, for endorsements.

        Raises:
            InvalidInput: not an account, id or name, or the name is ambiguous.
            NotFound: there is no such person.
        """
        try:
            state = find_person(self._graph, person, self._owners).state
            return self._endorsements.apply(state, self._trust(state), self._clock.now())
        except NotFound:
            if self._is_owner(person):
                return self._trust(TrustState(person, owner=True))
            raise

    def everybody(self, *, limit: int = 100) -> list[tuple[Person, Trust]]:
        """Return the most recently seen persons with accounts and the trust in each, most trusted first. One round trip.

        Args:
            limit: 1 to 10,000.

        Raises:
            InvalidInput: the limit is out of range.
        """
        rows = self._graph.run("people/persons", ["all"], ids=[], limit=_checked_limit("limit", limit))
        matches = [person_match(row, self._owners) for row in rows]
        trusted = [(match.person, self._trust(match.state)) for match in matches]
        return sorted(trusted, key=lambda each: (-each[1].score, each[0].name, each[0].id))

    def ledger(self, person: str, *, limit: int = 100) -> list[Mark]:
        """Return the marks on the trust in a person, newest first. One round trip.

        Args:
            person: account, id or name.
            limit: 1 to 10,000.

        Raises:
            InvalidInput: an argument is invalid.
            NotFound: there is no such person.
        """
        last = _checked_limit("limit", limit)
        try:
            row = self._person_row(person, "marks", last=last)
        except NotFound:
            if self._is_owner(person):
                return []
            raise
        return [mark_record(each) for each in row["marks"]]

    def mark(
        self, person: str, positive: bool, *, reason: str = "", event: str | None = None, by: str | None = None
    ) -> Trust:
        """Add a positive or negative mark to a person; a negative one weighs three times a positive one. Two round trips.

        Args:
            person: account, id or name.
            positive: whether the mark is positive.
            reason: why.
            event: id of the event that it refers to.
            by: who asserts it, as `platform:id`.

        Returns:
            The trust in them now. Marks on an owner are stored and change nothing.

        Raises:
            InvalidInput: an argument is invalid.
            NotFound: there is no such person or event; nothing was written.
            Refused: it is negative, and by another than an owner, of an owner or of a person whom an owner has endorsed.
        """
        if not isinstance(positive, bool):
            raise InvalidInput("positive", positive, "True or False")
        kind = "positive" if positive else "negative"
        return self._write_mark(person, NewMark(kind, check_reason(reason)), event, by)

    def violation(
        self,
        person: str,
        severity: str | float | None = None,
        *,
        reason: str = "",
        event: str | None = None,
        by: str | None = None,
    ) -> Trust:
        """Add a violation to a person; its weight halves every 180 days (a setting). Two round trips.

        Args:
            person: account, id or name.
            severity: mild (.05), moderate (.15), severe (.30), critical (.50), or a number from .05 to .50; None is .15.
            reason: why.
            event: id of the event that it refers to.
            by: who asserts it, as `platform:id`.

        Returns:
            The trust in them now. Marks on an owner are stored and change nothing.

        Raises:
            InvalidInput: an argument is invalid.
            NotFound: there is no such person or event; nothing was written.
            Refused: it is by another than an owner, of an owner or of a person whom an owner has endorsed.
        """
        return self._write_mark(person, NewMark("violation", check_reason(reason), parse_severity(severity)), event, by)

    def may_message(self, person: str, *, direct: bool = True) -> Decision:
        """Decide whether one more message from a person is accepted now. One round trip; two if the rate limit is exceeded.

        Direct messages require the tier familiar. Muted persons, and persons who have reached the rate limit (10 messages in
        30 s, a setting), are refused everywhere. Exceeding the limit adds a suspicious mark and a violation; three times in five
        minutes mute a person below familiar for ten minutes. Owners always pass.

        Args:
            person: account, id or name.
            direct: whether it is a direct message; otherwise it is posted in a room, where strangers may speak.

        Raises:
            InvalidInput: not an account, id or name, or the name is ambiguous.
        """
        now = self._clock.now()
        person_id, state = self._gate_input(person, now)
        return self._apply_verdict(person_id, gates.decide_message(state, now, self._settings, direct=direct), now)

    def may_use(self, person: str, tool: str) -> Decision:
        """Decide whether a person may use a tool now. Muted persons may not. One round trip; two if an attempt is recorded.

        Args:
            person: account, id or name.
            tool: its name, case-insensitive.

        Raises:
            InvalidInput: an argument is invalid.
        """
        name, now = validate_name("tool", tool), self._clock.now()
        person_id, state = self._gate_input(person, now)
        verdict = gates.mute_verdict(state, now) or gates.decide_tool_use(state, name, self._settings)
        return self._apply_verdict(person_id, verdict, now)

    def mute(self, person: str, minutes: float = 5, *, reason: str = "") -> Decision:
        """Mute all accounts of a person for some minutes; the mute ends automatically. Two round trips.

        Args:
            person: account, id or name.
            minutes: 1 to 30.
            reason: why.

        Returns:
            Whether it was done, and when the mute ends. Owners are never muted.

        Raises:
            InvalidInput: an argument is invalid.
            NotFound: there is no such person.
        """
        if (
            isinstance(minutes, bool)
            or not isinstance(minutes, int | float)
            or not _MIN_MUTE_MINUTES <= minutes <= _MAX_MUTE_MINUTES
        ):
            raise InvalidInput("minutes", minutes, f"a number from {_MIN_MUTE_MINUTES} to {_MAX_MUTE_MINUTES}")
        why, now = check_reason(reason), self._clock.now()
        if self._is_owner(person):
            return Decision(False, "an owner is never muted")
        match = find_person(self._graph, person, self._owners)
        if match.state.owner:
            return Decision(False, "an owner is never muted")
        until = now + dt.timedelta(minutes=minutes)
        write_marks(self._graph, match.person.id, [], now, mute=Mute(until, why))
        return Decision(True, f"muted for {minutes:g} minutes", until)

    def unmute(self, person: str) -> Decision:
        """End the mute of a person early. Two round trips.

        Raises:
            InvalidInput: not an account, id or name, or the name is ambiguous.
            NotFound: there is no such person.
        """
        match, now = find_person(self._graph, person, self._owners), self._clock.now()
        until = as_datetime(match.edge.get("muted_until"))
        if until is None or until <= now:
            return Decision(True, "was not muted")
        write_marks(self._graph, match.person.id, [], now, mute=Mute(None))
        return Decision(True, "no longer muted")

    def rate(self, a: str, b: str, rating: float, *, at: dt.datetime | str | None = None, reason: str = "") -> bool:
        """Record how far one person trusts another; it is valid until they give a newer rating.

        Args:
            a: account, id or name of the person who rates.
            b: account, id or name of the person who is rated.
            rating: −1 (distrust) to 1 (trust), but not 0.
            at: time of the rating; by default now.
            reason: why.

        Returns:
            Whether it is the current rating; False if a newer one is known.

        Raises:
            InvalidInput: an argument is invalid; nothing was written.
            NotFound: one of the persons does not exist.
        """
        return self._inference.rate(*self._ids(a, b), rating, at=at, reason=reason)

    def infer(self, a: str, b: str) -> InferredTrust:
        """Infer the probability that one person would trust another, from ratings between persons, with reasons.

        Args:
            a: account, id or name of the person who would trust.
            b: account, id or name of the person who would be trusted.

        Raises:
            InvalidInput: both are the same person, or an argument is not an account, id or name.
            NotFound: one of the persons does not exist.
        """
        return self._inference.infer(*self._ids(a, b))

    def _ids(self, a: str, b: str) -> tuple[str, str]:
        return (
            find_person(self._graph, a, self._owners, "a").person.id,
            find_person(self._graph, b, self._owners, "b").person.id,
        )

    def _trust(self, state: TrustState) -> Trust:
        return state.trust(self._clock.now(), half_life_days=self._settings.violation_half_life_days)

    def _is_owner(self, person: object) -> bool:
        """Whether it is an owner's account; the owner may have no person yet."""
        return isinstance(person, str) and person in self._owners

    def _person_row(self, person: object, fragment: str, **params: Any) -> Mapping[str, Any]:
        query = person_query(person)
        rows = self._graph.run("people/persons", [*query.fragments, fragment], **query.params, **params)
        return choose_person_row(self._graph, query, rows, "person")

    def _gate_input(self, person: object, now: dt.datetime) -> tuple[str | None, GateInput]:
        """Return the input of a gate, and the id of the person if there is one."""
        rate, suspicion = self._settings.rate_window_s, self._settings.suspicious_window_s
        try:
            row = self._person_row(
                person,
                "gate",
                now=now,
                since=now - dt.timedelta(seconds=rate),
                max_recent=self._settings.rate_messages,
                suspected_since=now - dt.timedelta(seconds=suspicion),
            )
        except NotFound:
            return None, GateInput(None, owner=self._is_owner(person))
        match = person_match(row, self._owners)
        return match.person.id, GateInput(
            trust=self._trust(match.state),
            owner=match.state.owner,
            muted_until=as_datetime(match.edge.get("muted_until")),
            muted_reason=match.edge.get("muted_reason", ""),
            recent=_datetimes(row["recent"]),
            suspicious=_datetimes(row["suspicious"]),
            last_violation=max((at for _, at in match.state.violations), default=None),
        )

    def _apply_verdict(self, person: str | None, verdict: GateVerdict, now: dt.datetime) -> Decision:
        """Write the side effects of a verdict and return its decision; an unknown person has no ledger."""
        if person is not None and verdict.marks:
            write_marks(self._graph, person, verdict.marks, now, mute=verdict.mute)
        return verdict.decision

    def _write_mark(self, person: str, mark: NewMark, event: str | None, by: str | None) -> Trust:
        event_id = None if event is None else validate_name("event", event)
        account = None if by is None else str(parse_identity(by, "system", "by"))
        match = find_person(self._graph, person, self._owners)
        if account is not None and mark.kind != "positive":
            self._check_may_accuse(account, match)
        row = write_marks(self._graph, match.person.id, [mark], self._clock.now(), event=event_id, by=account)
        return self._trust(replace(TrustState.from_row(row), owner=match.state.owner))

    def _check_may_accuse(self, account: str, accused: PersonMatch) -> None:
        """Refuse a bad mark that another than an owner gives an owner, or a person whom an owner has endorsed."""
        if account in self._owners or account in accused.person.identities:
            return
        if not (self._owners or self._graph.run("trust/has_owner")[0]["has_owner"]):
            return
        if not accused.person.owner and not self._is_endorsed(accused.person.id):
            return
        try:
            if find_person(self._graph, account, self._owners, "by").person.owner:
                return
        except NotFound:
            pass
        raise Refused(f"{account} may not mark down {accused.person.name}, whom an owner has endorsed; an owner may")

    def _is_endorsed(self, person: str) -> bool:
        rows = self._graph.run("trust/is_endorsed", id=person, ties=self.ties, now=self._clock.now())
        return any(row["endorsed"] for row in rows)


def _datetimes(stored: Sequence[Any]) -> tuple[dt.datetime, ...]:
    return tuple(moment for each in stored if (moment := as_datetime(each)) is not None)


def check_reason(value: object) -> str:
    """Return the reason as clean text.

    Raises:
        InvalidInput: it is not text, or too long.
    """
    return "" if value == "" else validate_name("reason", value)


def _checked_limit(field: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _MAX_LIMIT:
        raise InvalidInput(field, value, f"a whole number from 1 to {_MAX_LIMIT}")
    return value
