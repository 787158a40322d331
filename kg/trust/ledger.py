"""How far the people of a scope are trusted, why, and what they may do."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from kg import events as logs
from kg.errors import InvalidInput, NotFound, Refused
from kg.graph import Graph
from kg.graph.driver_values import as_datetime
from kg.protocols import Clock
from kg.settings import Settings
from kg.trust import gates
from kg.trust.endorsements import Vouching
from kg.trust.formula import severity_of
from kg.trust.gates import Situation, Verdict
from kg.trust.inference import Inferred
from kg.trust.inferred_trust import Inference
from kg.trust.marks import Given, Mute, mark_record, write_marks
from kg.trust.person_lookup import Found, chosen, find_person, found, wanted
from kg.trust.trust_state import Standing
from kg.types import Decision, Mark, Person, Receipt, Trust, identifiers

_LEAST_MUTE, _MOST_MUTE = 1, 30
_LONGEST_LIST = 10_000


class Quarantine(Protocol):
    """Whoever can set aside what somebody asserted, and bring it back."""

    def distrust(self, person: str, since: dt.datetime | None, reason: str) -> Receipt:
        """Set aside what the person of that id asserted since a moment (None: ever)."""
        ...

    def restore(self, receipt: str) -> Receipt:
        """Bring back what the distrust of that receipt set aside."""
        ...


class Ledger:
    """How far the people of a scope are trusted, and what they may do.

    A person is given by account (`platform:id`), by id, or by a name that one person has.
    """

    def __init__(
        self,
        graph: Graph,
        clock: Clock,
        settings: Settings,
        owners: frozenset[str],
        *,
        quarantine: Quarantine | None = None,
    ) -> None:
        self._graph = graph
        self._clock = clock
        self._settings = settings
        self._owners = owners
        self._quarantine = quarantine
        self._inference = Inference(graph, clock)
        self._vouching = Vouching(graph, self._inference, settings.violation_half_life_days)

    def of(self, person: str) -> Trust:
        """How far somebody is trusted now: violations have faded, silence has taken its part.

        One trip; for a stranger a second one asks who vouches for them, and a third what that is worth.

        Raises:
            InvalidInput: no account, id or name, or several are called so.
            NotFound: nobody is known by it.
        """
        try:
            standing = find_person(self._graph, person, self._owners).standing
            return self._vouching.of(standing, self._trust(standing), self._clock.now())
        except NotFound:
            if self._is_owner(person):
                return self._trust(Standing(person, owner=True))
            raise

    def everybody(self, *, limit: int = 100) -> list[tuple[Person, Trust]]:
        """Those with accounts, as many as were last seen, and how far they are trusted; the most trusted first. One trip.

        Args:
            limit: 1 to 10,000.

        Raises:
            InvalidInput: the limit.
        """
        rows = self._graph.run("people/persons", ["all"], ids=[], limit=_count("limit", limit))
        all_found = [found(row, self._owners) for row in rows]
        trusted = [(one.person, self._trust(one.standing)) for one in all_found]
        return sorted(trusted, key=lambda each: (-each[1].score, each[0].name, each[0].id))

    def ledger(self, person: str, *, limit: int = 100) -> list[Mark]:
        """What somebody's trust was marked with, newest first. One trip.

        Args:
            person: account, id or name.
            limit: 1 to 10,000.

        Raises:
            InvalidInput: names the field.
            NotFound: nobody is known by it.
        """
        last = _count("limit", limit)
        try:
            row = self._row(person, "marks", last=last)
        except NotFound:
            if self._is_owner(person):
                return []
            raise
        return [mark_record(each) for each in row["marks"]]

    def mark(
        self, person: str, positive: bool, *, reason: str = "", event: str | None = None, by: str | None = None
    ) -> Trust:
        """Mark somebody's trust for something good or bad that happened; a bad mark weighs three times a good one. Two trips.

        Args:
            person: account, id or name.
            positive: whether it was good.
            reason: why.
            event: id of the event in which it happened.
            by: who says so, as `platform:id`.

        Returns:
            How far they are trusted now. Marks of an owner are kept, and change nothing.

        Raises:
            InvalidInput: names the field.
            NotFound: nobody is known by it, or there is no such event; nothing was written.
        """
        if not isinstance(positive, bool):
            raise InvalidInput("positive", positive, "True or False")
        kind = "positive" if positive else "negative"
        return self._marked(person, Given(kind, _reason(reason)), event, by)

    def violation(
        self,
        person: str,
        severity: str | float | None = None,
        *,
        reason: str = "",
        event: str | None = None,
        by: str | None = None,
    ) -> Trust:
        """Mark that somebody broke the rules; it fades, by half in 180 days (a setting). Two trips.

        Args:
            person: account, id or name.
            severity: mild (.05), moderate (.15), severe (.30), critical (.50), or a number from .05 to .50; None is .15.
            reason: why.
            event: id of the event in which it happened.
            by: who says so, as `platform:id`.

        Returns:
            How far they are trusted now. Marks of an owner are kept, and change nothing.

        Raises:
            InvalidInput: names the field.
            NotFound: nobody is known by it, or there is no such event; nothing was written.
        """
        return self._marked(person, Given("violation", _reason(reason), severity_of(severity)), event, by)

    def may_message(self, person: str, *, direct: bool = True) -> Decision:
        """Whether one more message of theirs may come in now. One trip; two where they are blocked for sending too many.

        Direct messages are for familiar and above. Who is muted, or has sent as many as may be (10 in 30 s, a setting), is held
        back wherever they write; the latter is a suspicious mark and a violation, and three of them in five minutes mute whoever
        is below familiar for ten. An owner passes always.

        Args:
            person: account, id or name.
            direct: whether it is a direct message; else it is said in a room, where strangers may speak.

        Raises:
            InvalidInput: no account, id or name, or several are called so.
        """
        now = self._clock.now()
        person_id, situation = self._situation(person, now)
        return self._left(person_id, gates.may_message(situation, now, self._settings, direct=direct), now)

    def may_use(self, person: str, tool: str) -> Decision:
        """Whether somebody may use a tool now: nobody may who is muted. One trip; two where an attempt is to be marked.

        Args:
            person: account, id or name.
            tool: its name; capitals do not count.

        Raises:
            InvalidInput: names the field.
        """
        name, now = identifiers.plain("tool", tool), self._clock.now()
        person_id, situation = self._situation(person, now)
        verdict = gates.held_back(situation, now) or gates.may_use(situation, name, self._settings)
        return self._left(person_id, verdict, now)

    def mute(self, person: str, minutes: float = 5, *, reason: str = "") -> Decision:
        """Hold somebody's messages back for some minutes, those of all their accounts; it ends by itself. Two trips.

        Args:
            person: account, id or name.
            minutes: 1 to 30.
            reason: why.

        Returns:
            Whether that was done, and until when: an owner is never muted.

        Raises:
            InvalidInput: names the field.
            NotFound: nobody is known by it.
        """
        if (
            isinstance(minutes, bool)
            or not isinstance(minutes, int | float)
            or not _LEAST_MUTE <= minutes <= _MOST_MUTE
        ):
            raise InvalidInput("minutes", minutes, f"a number from {_LEAST_MUTE} to {_MOST_MUTE}")
        because, now = _reason(reason), self._clock.now()
        if self._is_owner(person):
            return Decision(False, "an owner is never muted")
        one = find_person(self._graph, person, self._owners)
        if one.standing.owner:
            return Decision(False, "an owner is never muted")
        until = now + dt.timedelta(minutes=minutes)
        write_marks(self._graph, one.person.id, [], now, mute=Mute(until, because))
        return Decision(True, f"muted for {minutes:g} minutes", until)

    def unmute(self, person: str) -> Decision:
        """Let somebody speak again before their time. Two trips.

        Raises:
            InvalidInput: no account, id or name, or several are called so.
            NotFound: nobody is known by it.
        """
        one, now = find_person(self._graph, person, self._owners), self._clock.now()
        until = as_datetime(one.edge.get("muted_until"))
        if until is None or until <= now:
            return Decision(True, "was not muted")
        write_marks(self._graph, one.person.id, [], now, mute=Mute(None))
        return Decision(True, "no longer muted")

    def rate(self, a: str, b: str, rating: float, *, at: dt.datetime | str | None = None, reason: str = "") -> bool:
        """Take down how far one person says that another is to be trusted; it stands until they say something newer.

        Args:
            a: account, id or name of who says so.
            b: account, id or name of whom it is said.
            rating: −1 (distrust) to 1 (trust), but not 0.
            at: when it was said; now, where it is left out.
            reason: why.

        Returns:
            Whether it stands now; false where something newer is known.

        Raises:
            InvalidInput: names the field; nothing was written.
            NotFound: one of the two is not known.
        """
        return self._inference.rate(*self._two(a, b), rating, at=at, reason=reason)

    def infer(self, a: str, b: str) -> Inferred:
        """How likely it is that one person would trust another, from what people say of each other, with reasons.

        Args:
            a: account, id or name of who would trust.
            b: account, id or name of whom they would.

        Raises:
            InvalidInput: both are one, or no account, id or name.
            NotFound: one of the two is not known.
        """
        return self._inference.infer(*self._two(a, b))

    def _two(self, a: str, b: str) -> tuple[str, str]:
        return (
            find_person(self._graph, a, self._owners, "a").person.id,
            find_person(self._graph, b, self._owners, "b").person.id,
        )

    def distrust(self, person: str, since: dt.datetime | str | None = None, *, reason: str = "") -> Receipt:
        """Set aside what somebody asserted: it leaves all reads, until it is restored.

        Args:
            person: account, id or name.
            since: only what they asserted from then on.
            reason: why, for the record.

        Returns:
            A receipt that `restore` takes.

        Raises:
            InvalidInput: names the field.
            NotFound: nobody is known by it.
            Refused: they are an owner; or nothing here can set facts aside.
        """
        because = _reason(reason)
        moment = None if since is None else logs.moment("since", since)
        aside = self._aside()
        found = find_person(self._graph, person, self._owners)
        if found.standing.owner:
            raise Refused("An owner's word always counts.")
        return aside.distrust(found.person.id, moment, because)

    def restore(self, receipt: Receipt | str) -> Receipt:
        """Bring back what `distrust` set aside.

        Raises:
            NotFound: there is no such receipt, or it was restored before.
            Refused: nothing here can bring facts back.
        """
        return self._aside().restore(
            receipt.id if isinstance(receipt, Receipt) else identifiers.plain("receipt", receipt)
        )

    def _aside(self) -> Quarantine:
        if self._quarantine is None:
            raise Refused("This ledger was made without anything that sets facts aside.")
        return self._quarantine

    def _trust(self, standing: Standing) -> Trust:
        return standing.trust(self._clock.now(), half_life_days=self._settings.violation_half_life_days)

    def _is_owner(self, person: object) -> bool:
        """Whether that is an owner's account, be they known or not."""
        return isinstance(person, str) and person.strip() in self._owners

    def _row(self, person: object, fragment: str, **params: Any) -> Mapping[str, Any]:
        ask = wanted(person)
        rows = self._graph.run("people/persons", [*ask.fragments, fragment], **ask.params, **params)
        return chosen(self._graph, ask, rows, "person")

    def _situation(self, person: object, now: dt.datetime) -> tuple[str | None, Situation]:
        """What a gate looks at, and the id of the person, where there is one."""
        rate, suspicion = self._settings.rate_window_s, self._settings.suspicious_window_s
        try:
            row = self._row(
                person,
                "gate",
                now=now,
                since=now - dt.timedelta(seconds=rate),
                most=self._settings.rate_messages,
                suspected_since=now - dt.timedelta(seconds=suspicion),
            )
        except NotFound:
            return None, Situation(None, owner=self._is_owner(person))
        one: Found = found(row, self._owners)
        return one.person.id, Situation(
            trust=self._trust(one.standing),
            owner=one.standing.owner,
            muted_until=as_datetime(one.edge.get("muted_until")),
            muted_reason=one.edge.get("muted_reason", ""),
            recent=_moments(row["recent"]),
            suspicious=_moments(row["suspicious"]),
        )

    def _left(self, person: str | None, verdict: Verdict, now: dt.datetime) -> Decision:
        """The decision, with what it leaves behind written; who is not known has no ledger."""
        if person is not None and verdict.marks:
            write_marks(self._graph, person, verdict.marks, now, mute=verdict.mute)
        return verdict.decision

    def _marked(self, person: str, given: Given, event: str | None, by: str | None) -> Trust:
        name = None if event is None else identifiers.plain("event", event)
        who = None if by is None else str(identifiers.identity(by, "system", "by"))
        one = find_person(self._graph, person, self._owners)
        row = write_marks(self._graph, one.person.id, [given], self._clock.now(), event=name, by=who)
        return self._trust(replace(Standing.read(row), owner=one.standing.owner))


def _moments(stored: Sequence[Any]) -> tuple[dt.datetime, ...]:
    return tuple(moment for each in stored if (moment := as_datetime(each)) is not None)


def _reason(value: object) -> str:
    return "" if value == "" else identifiers.plain("reason", value)


def _count(field: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _LONGEST_LIST:
        raise InvalidInput(field, value, f"a whole number from 1 to {_LONGEST_LIST}")
    return value
