"""Who is there: the persons of a conversation with how they stand, and what is written on their cards."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kg.events import as_event
from kg.graph import Graph
from kg.graph.driver_values import as_datetime
from kg.people.relationships import PREDICATES, relationship
from kg.trust.person_record import person_record
from kg.trust.trust_state import Standing
from kg.types import Event, Person, Trust

UNKNOWN = "stranger 0 %"
"""What the card of somebody unknown says."""
NOTHING_BESIDE: Mapping[str, Any] = {
    "shelves": [],
    "summaries": [],
    "found": [],
    "working": None,
    "fresh": dt.datetime(1, 1, 1, tzinfo=dt.UTC),
    "whole": 0,
    "verbatim": 1,
    "reach": 0,
    "renew": 1,
}
"""What `people/participants` is told where nothing is wanted of what is kept."""
_TIES, _ALIASES, _ACCOUNTS = 8, 5, 8
_LONGEST_NAME = 60
# Signs with which a name could pretend to be somebody with a tier, and what they said.
_PRETENCE = re.compile(r"[()]|:(?=\s|$)")


@dataclass(frozen=True)
class Note:
    """What was noted of a person.

    Attributes:
        id: its own.
        text: as it was noted.
        at: when.
    """

    id: str
    text: str
    at: dt.datetime | None


@dataclass(frozen=True)
class Card:
    """What is told of a person.

    Attributes:
        person: who.
        standing: how they stand.
        mentions: in how many events they are named.
        ties: (name, relationship) of those they are connected with, strongest first; none on a compact card.
        notes: newest first; none on a compact card.
    """

    person: Person
    standing: Standing
    mentions: int = 0
    ties: tuple[tuple[str, str], ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def name(self) -> str:
        """What they are called, as it may stand before what they said: it pretends to no tier, and to no line of its own."""
        name = " ".join(_PRETENCE.sub("", self.person.name).split()) or self.person.id
        return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"

    def trust(self, now: dt.datetime) -> Trust:
        """How far they are trusted now."""
        return self.standing.trust(now)

    def head(self, now: dt.datetime) -> str:
        """Tier and score: "owner", "familiar 56 %"."""
        trust = self.trust(now)
        return "owner" if self.person.owner else f"{trust.tier.replace('_', ' ')} {100 * trust.score:.0f} %"

    def compact(self, now: dt.datetime, *, rated: bool = True, seen: bool = True) -> str:
        """One line without the name: tier and score, other names, and when they were last there.

        Args:
            now: the moment.
            rated: whether tier and score are told.
            seen: whether it is told how often they are named, and when they were last there.
        """
        return "; ".join([*self._known(now, rated=rated), *(self._seen() if seen else [])])

    def full(self, now: dt.datetime, *, rated: bool = True, accounts: bool = False, seen: bool = True) -> str:
        """One line without the name: tier and score, accounts, other names, connections, and what is known in short.

        Args:
            now: the moment.
            rated: whether tier and score are told.
            accounts: whether accounts are told whole; else only on which platforms they are.
            seen: whether it is told how often they are named, and when they were last there.
        """
        own = self.person.identities
        shown = own if accounts else tuple(dict.fromkeys(one.partition(":")[0] for one in own))
        parts = self._known(now, rated=rated)
        parts += [f"{'accounts' if accounts else 'on'} {', '.join(shown[:_ACCOUNTS])}"] if shown else []
        parts += [f"Connected to: {', '.join(f'{name} ({what})' for name, what in self.ties)}"] if self.ties else []
        parts += [self.person.summary] if self.person.summary else []
        return "; ".join([*parts, *(self._seen() if seen else [])])

    def _known(self, now: dt.datetime, *, rated: bool) -> list[str]:
        also = self.person.aliases[:_ALIASES]
        return [*([self.head(now)] if rated else []), *([f"also {', '.join(also)}"] if also else [])]

    def _seen(self) -> list[str]:
        count = self.mentions
        named = [f"named in {count} {'message' if count == 1 else 'messages'}"] if count else []
        return [*named, *([f"last there on {self.person.last_seen:%Y-%m-%d}"] if self.person.last_seen else [])]


@dataclass(frozen=True)
class Company:
    """Who is there.

    Attributes:
        owned: whether the scope has an owner: only then is it told how far others are trusted.
        events: of the session, oldest first.
        accounts: account → id of its person, for every account that was asked for and has one.
        cards: id → card, the fullest first asked for first.
        beside: what else was read in that trip, as `people/participants` returns it.
    """

    owned: bool = False
    events: tuple[Event, ...] = ()
    accounts: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, Card] = field(default_factory=dict)
    beside: Mapping[str, Any] = field(default_factory=dict)

    def of(self, account: str | None) -> Card | None:
        """The card of whom an account belongs to, where that is known."""
        return self.cards.get(self.accounts.get(account or "", ""))

    def called(self, account: str | None, name: str | None, role: str | None, now: dt.datetime) -> str | None:
        """What to call who said something: their name and tier where the scope has an owner, else as they called themselves.

        An account shows any name that it likes: it is the person's own that stands beside a tier. The agent itself has none.
        """
        if not self.owned or account is None or role not in (None, "user"):
            return name
        card = self.of(account)
        if card is None:
            return f"{account} (stranger)"
        return f"{card.name} ({'owner' if card.person.owner else card.trust(now).tier.replace('_', ' ')})"


def company(
    graph: Graph,
    owners: frozenset[str],
    *,
    accounts: Sequence[str] = (),
    ids: Sequence[str] = (),
    heard: Sequence[str] = (),
    named: Sequence[str] = (),
    session: str | None = None,
    last: int = 0,
    audiences: Sequence[str] | None = None,
    until: dt.datetime | None = None,
    notes: int = 5,
    beside: Mapping[str, Any] = NOTHING_BESIDE,
) -> Company:
    """Who is there, in one trip.

    Args:
        graph: the scope.
        owners: accounts of the owners.
        accounts: `platform:id` of those who are told in full.
        ids: of persons that are told in full.
        heard: accounts of which only the standing is told.
        named: ids of persons of whom only the standing is told.
        session: canonical id, whose newest events are read too.
        last: how many of them.
        audiences: tokens of who may see; None: all.
        until: exclusive, for events and notes; who was first there later has no card.
        notes: how many of each at most, newest first.
        beside: what else is read in the same trip: the parameters of `people/participants` for what is kept.
    """
    fragments = {"audience": audiences, "until": until}
    used = {name: value for name, value in fragments.items() if value is not None}
    params: dict[str, Any] = {"audiences" if name == "audience" else name: value for name, value in used.items()}
    [row] = graph.run(
        "people/participants",
        list(used),
        session=session,
        last=last,
        accounts=list(accounts),
        ids=list(ids),
        heard=list(heard),
        named=list(named),
        predicates=list(PREDICATES),
        ties=_TIES,
        notes=notes,
        **beside,
        **params,
    )
    return Company(
        owned=bool(row["owned"] or owners),
        events=tuple(as_event(event) for event in reversed(row["events"])),
        accounts={one["account"]: one["person"] for one in row["speaking"]},
        cards={
            one["person"]: _card(one, owners)
            for one in row["people"]
            if until is None or (as_datetime(one["first_seen"]) or until) <= until
        },
        beside={name: row[name] for name in ("kept", "told", "task", "chat", "older")},
    )


def _card(row: Mapping[str, Any], owners: frozenset[str]) -> Card:
    # Who is an owner may be told later than who they are.
    owner = row["owner"] or not owners.isdisjoint(row["identities"])
    stored = tuple(Note(one["id"], one["text"], as_datetime(one["at"])) for one in row["notes"])
    person = person_record(row["properties"], row["identities"])
    return Card(
        person=replace(person, owner=owner, notes=tuple(note.text for note in reversed(stored))),
        standing=replace(Standing.read(row), owner=owner),
        mentions=row["properties"]["mention_count"] or 0,
        ties=tuple((tie["name"], relationship(tie, outward=tie["outward"])) for tie in row["ties"]),
        notes=stored,
    )
