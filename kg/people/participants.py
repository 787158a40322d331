"""Participants of a conversation: their persons with trust states, ties and notes, read with recent events."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kg.events import event_record
from kg.graph import Graph, as_datetime
from kg.knowledge import UNNAMED
from kg.language import is_statement, mask_account, name_skeleton, quote_text
from kg.people.attributed_text import attribute_description
from kg.people.relationships import RELATIONSHIP_PREDICATES, relationship_name
from kg.trust import CREDIBLE_TIERS, TrustState, person_record
from kg.types import Event, Person, Trust

SpeakerName = tuple[str | None, str | None, str | None]
"""Account, given name and role of a speaker."""
MAX_PARTICIPANTS = 60
"""The most accounts that are read at once: the limit of `cypher/people/participants.part`."""
UNKNOWN_PERSON = "stranger 0 %"
"""The card of an unknown person."""
_MAX_TIES, _MAX_ALIASES, _MAX_ACCOUNTS = 8, 5, 8
_MAX_NAME_CHARS = 60
_NOTED = re.compile(r"\((noted)(?= by\b)", re.IGNORECASE)
# Characters with which a name could imitate a tier or the start of a line.
_SPOOFING = re.compile(r"[()]|:(?=\s|$)")


@dataclass(frozen=True)
class PersonNote:
    """A note about a person.

    Attributes:
        id: id of the note.
        text: its text.
        at: time of the note.
        by: account of its author; None for the caller's own code.
    """

    id: str
    text: str
    at: dt.datetime | None
    by: str | None = None

    def attribute(self, participants: Participants, now: dt.datetime) -> str:
        """Return the text on one line; quoted, with the account and, in a scope with an owner, the tier of its author, if any."""
        text = _NOTED.sub(r"(‘\1’", quote_text(self.text))
        if not self.by:
            return text
        card = participants.card_of(self.by)
        is_rated = card is not None and participants.has_owner and not card.person.owner
        tier = f", {card.trust(now).tier.replace('_', ' ')}" if card is not None and is_rated else ""
        return f"“{text}” (noted by {self.by}{tier})"


def show_name(person: Person) -> str:
    """Return the name of a person, stripped of characters with which it could imitate a tier or the start of a line.

    A name that would state something is not shown, but an account, or the id of a person without any.
    """
    name = " ".join(_SPOOFING.sub("", quote_text(person.name)).split()) or person.id
    # A dash of the name becomes " - ", after which a dot looks like the end of a sentence.
    if is_statement(person.name) or is_statement(name):
        return mask_account(next(iter(person.identities), person.id))
    return name if len(name) <= _MAX_NAME_CHARS else name[: _MAX_NAME_CHARS - 1] + "…"


@dataclass(frozen=True)
class PersonCard:
    """A description of a person.

    Attributes:
        person: the person.
        state: their trust state.
        mentions: number of events that name them.
        has_namesake: whether another person with an account, or in a scope with an owner any other entity, has one of their
            names; False for an owner.
        ties: (name, relationship) of the persons they are connected with, strongest first; empty on a compact card. The
            relationship includes the accounts of who states it, if presence alone gives them credit.
        notes: newest first; empty on a compact card.
    """

    person: Person
    state: TrustState
    mentions: int = 0
    has_namesake: bool = False
    ties: tuple[tuple[str, str], ...] = ()
    notes: tuple[PersonNote, ...] = ()

    @property
    def name(self) -> str:
        """The name to show, see `show_name`."""
        return show_name(self.person)

    @property
    def distinct_name(self) -> str:
        """The name, with an account if another person has the name."""
        return (
            f"{self.name}, {mask_account(self.person.identities[0])}"
            if self.has_namesake and self.person.identities
            else self.name
        )

    def trust(self, now: dt.datetime) -> Trust:
        """Return the current trust in the person."""
        return self.state.trust(now)

    def trust_label(self, now: dt.datetime) -> str:
        """Return tier and score: "owner", "familiar 56 %"."""
        trust = self.trust(now)
        return "owner" if self.person.owner else f"{trust.tier.replace('_', ' ')} {100 * trust.score:.0f} %"

    def compact(self, now: dt.datetime, *, show_trust: bool = True, show_activity: bool = True) -> str:
        """Return one line without the name: tier and score, other names, and the summary and activity.

        Args:
            now: the current time.
            show_trust: whether to include tier and score.
            show_activity: whether to include the summary, the number of mentions and the time of the last message.
        """
        summary = [attribute_description(self.person.summary)] if self.person.summary else []
        return "; ".join(
            [*self._basics(now, show_trust=show_trust), *([*summary, *self._activity(now)] if show_activity else [])]
        )

    def full(
        self, now: dt.datetime, *, show_trust: bool = True, show_accounts: bool = False, show_activity: bool = True
    ) -> str:
        """Return one line without the name: tier and score, accounts, other names, connections, and the summary.

        Args:
            now: the current time.
            show_trust: whether to include tier and score.
            show_accounts: whether to include whole accounts; otherwise only their platforms.
            show_activity: whether to include the number of mentions and the time of the last message.
        """
        accounts = self.person.identities
        shown = accounts if show_accounts else tuple(dict.fromkeys(one.partition(":")[0] for one in accounts))
        parts = self._basics(now, show_trust=show_trust)
        parts += [f"{'accounts' if show_accounts else 'on'} {', '.join(shown[:_MAX_ACCOUNTS])}"] if shown else []
        parts += [f"Connected to: {', '.join(f'{name} ({what})' for name, what in self.ties)}"] if self.ties else []
        parts += [attribute_description(self.person.summary)] if self.person.summary else []
        return "; ".join([*parts, *(self._activity(now) if show_activity else [])])

    def _basics(self, now: dt.datetime, *, show_trust: bool) -> list[str]:
        aliases = [quote_text(one) for one in self.person.aliases if not is_statement(one)][:_MAX_ALIASES]
        return [
            *([self.trust_label(now)] if show_trust else []),
            *([f"also {', '.join(aliases)}"] if aliases else []),
        ]

    def _activity(self, now: dt.datetime) -> list[str]:
        # Their own last message: naming them, or dating a message in the future, does not bring them here. Before a message is
        # digested, a person whom no message names was last seen when they spoke.
        count = self.mentions
        last = self.state.last or (None if count else self.person.last_seen)
        named = [f"named in {count} {'message' if count == 1 else 'messages'}"] if count else []
        return [*named, *([f"last there on {min(last, now):%Y-%m-%d}"] if last else [])]


@dataclass(frozen=True)
class Participants:
    """The participants of a conversation.

    Attributes:
        has_owner: whether the scope has an owner; only then is trust in others shown.
        events: events of the session, oldest first.
        accounts: account → id of its person, for each account that was asked for or spoke in the events, if it has one.
        cards: id → card; full cards first.
        endorsed: ids of the persons whom an owner or a trusted person has endorsed, see `kg.people.name_people`.
    """

    has_owner: bool = False
    events: tuple[Event, ...] = ()
    accounts: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, PersonCard] = field(default_factory=dict)
    endorsed: Collection[str] = ()

    def card_of(self, account: str | None) -> PersonCard | None:
        """Return the card of the person with this account, if known."""
        return self.cards.get(self.accounts.get(account or "", ""))

    def display_name(self, account: str | None, name: str | None, role: str | None, now: dt.datetime) -> str | None:
        """Return the name to show for the speaker of an event: with an owner, the person's name and tier; else the given name.

        An account may choose any display name, so a tier is shown only with the person's own name, and with the account where
        the names of two persons look alike. The agent itself has none.
        """
        card = self.card_of(account)
        if account is None or role not in (None, "user"):
            return name
        shown = mask_account(account)
        name = shown if name and is_statement(name) else name
        if not self.has_owner:
            return f"{name}, {shown}" if name and card is not None and card.has_namesake else name
        if card is None:
            return f"{shown} (stranger)"
        others = (one.name for one in self.cards.values() if one.person.id != card.person.id)
        same = not card.person.owner and (card.has_namesake or name_skeleton(card.name) in map(name_skeleton, others))
        name = f"{card.name}, {shown}" if same else card.name
        return f"{name} ({'owner' if card.person.owner else card.trust(now).tier.replace('_', ' ')})"

    def lasting_name(self, account: str | None, name: str | None, role: str | None, now: dt.datetime) -> str | None:
        """Return the name of a speaker for a text that is kept: as `display_name`, without the tier of those who are trusted.

        Those are owners, and familiar persons who are endorsed. Of others the tier stays with what they said.
        """
        card = self.card_of(account)
        if not self.has_owner or card is None or role not in (None, "user"):
            return self.display_name(account, name, role, now)
        return card.distinct_name if self._is_trusted(card, now) else self.display_name(account, name, role, now)

    def lasting_subject(self, person: str, now: dt.datetime) -> str | None:
        """Return the name of the subject of facts for a text that is kept, as `lasting_name`; None without an account."""
        card = self.cards.get(person)
        if card is None or not card.person.identities:
            return None
        if not self.has_owner or self._is_trusted(card, now):
            return card.distinct_name
        return f"{card.distinct_name} ({card.trust(now).tier.replace('_', ' ')})"

    def _is_trusted(self, card: PersonCard, now: dt.datetime) -> bool:
        # Presence alone makes familiar, and gives no authority.
        return card.person.owner or (card.person.id in self.endorsed and card.trust(now).tier in CREDIBLE_TIERS)

    def ambiguous_subject(self, subject: str | None, account: str | None) -> str | None:
        """Return the name and account of the person whom a fact is about; None if the text or the speaker shows who it is.

        Args:
            subject: id of the entity that the fact is about.
            account: account of the speaker.
        """
        about = self.cards.get(subject or "")
        if about is None or not about.has_namesake or not about.person.identities:
            return None
        return None if self.accounts.get(account or "") == subject else about.distinct_name


@dataclass(frozen=True)
class ParticipantsQuery:
    """Which persons and events to read.

    Attributes:
        accounts: `platform:id` of the persons to read in full.
        ids: ids of further persons to read in full.
        compact_accounts: accounts of persons to read without ties and notes.
        compact_ids: ids of persons to read without ties and notes.
        session: canonical id of the session whose newest events are read too.
        last: maximum number of these events.
        audiences: visible audience tokens; None: all.
        until: exclusive limit of events and notes; persons first seen later have no card.
        notes: maximum number of notes of each person, newest first.
    """

    accounts: Sequence[str] = ()
    ids: Sequence[str] = ()
    compact_accounts: Sequence[str] = ()
    compact_ids: Sequence[str] = ()
    session: str | None = None
    last: int = 0
    audiences: Sequence[str] | None = None
    until: dt.datetime | None = None
    notes: int = 5

    @property
    def fragments(self) -> list[str]:
        """The fragments of the statement."""
        return [name for name, value in (("audience", self.audiences), ("until", self.until)) if value is not None]

    @property
    def params(self) -> dict[str, Any]:
        """The parameters of `cypher/people/participants.part`."""
        optional = {"audiences": self.audiences, "until": self.until}
        return {
            "session": self.session,
            "last": self.last,
            "accounts": list(self.accounts),
            "ids": list(self.ids),
            "compact_accounts": list(self.compact_accounts),
            "compact_ids": list(self.compact_ids),
            "predicates": list(RELATIONSHIP_PREDICATES),
            "ties": _MAX_TIES,
            "credible_tiers": list(CREDIBLE_TIERS),
            "notes": self.notes,
            **{name: value for name, value in optional.items() if value is not None},
        }


def read_participants(graph: Graph, owners: frozenset[str], query: ParticipantsQuery) -> Participants:
    """Read the participants of a conversation and the newest events of its session in one round trip."""
    [row] = graph.run("people/participants", query.fragments, **query.params)
    return parse_participants(row, owners, query.until)


def parse_participants(row: Mapping[str, Any], owners: frozenset[str], until: dt.datetime | None) -> Participants:
    """Return the participants of a row with the columns of `people/participants`.

    Args:
        row: the row.
        owners: accounts of the owners.
        until: persons first seen later have no card.
    """
    has_owner = bool(row["has_owner"] or owners)
    return Participants(
        has_owner=has_owner,
        events=tuple(event_record(event) for event in reversed(row["events"])),
        accounts={one["account"]: one["person"] for one in row["accounts"]},
        cards={
            one["person"]: _person_card(one, owners, has_owner=has_owner)
            for one in row["people"]
            if until is None or (as_datetime(one["first_seen"]) or until) <= until
        },
    )


def _person_card(row: Mapping[str, Any], owners: frozenset[str], *, has_owner: bool) -> PersonCard:
    # Owners may be configured after their person was stored.
    owner = row["owner"] or not owners.isdisjoint(row["identities"])
    stored = tuple(PersonNote(one["id"], one["text"], as_datetime(one["at"]), one["by"]) for one in row["notes"])
    person = person_record(row["properties"], row["identities"])
    return PersonCard(
        person=replace(person, owner=owner, notes=tuple(note.text for note in reversed(stored))),
        state=replace(TrustState.from_row(row), owner=owner),
        mentions=row["properties"]["mention_count"] or 0,
        has_namesake=not owner and (True in row["namesakes"] or (has_owner and bool(row["namesakes"]))),
        ties=tuple((UNNAMED if is_statement(tie["name"]) else tie["name"], _describe_tie(tie)) for tie in row["ties"]),
        notes=stored,
    )


def _describe_tie(tie: Mapping[str, Any]) -> str:
    """Return a relationship, with the accounts and tiers of who states it if neither an owner nor an endorsed person does."""
    relationship = relationship_name(tie, outward=tie["outward"])
    stated = tie["stated_by"]
    if not stated or any(authority != "presence" for authority, _, _ in stated):
        return relationship
    tiers = {account: str(tier).replace("_", " ") for _, account, tier in reversed(stated)}
    return f"{relationship}, says {' and '.join(f'{account}, {tiers[account]}' for account in sorted(tiers))}"
