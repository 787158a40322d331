"""The people of a scope: who speaks, and who they are."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from kg.errors import InvalidInput, NotFound, Refused
from kg.events import introduce
from kg.events.speakers import owners_names
from kg.graph import Graph
from kg.graph.full_text import memory_terms
from kg.language.cleaning import clean
from kg.language.name_keys import skeleton
from kg.people.participants import UNKNOWN, Card, company
from kg.protocols import Clock, Embedder
from kg.settings import Settings
from kg.trust.formula import TRUSTED, rank
from kg.trust.person_lookup import Found, find_person, found
from kg.types import Person, Trust, identifiers

NOTES = 50
"""Notes that a person has at most; fixed."""
_LONGEST_NOTE = 1_000
_SHOWN_NOTES = 5
_MOST = 10_000
_AUDIENCES = ("shared", "person")


class Merge(Protocol):
    """What makes two persons one."""

    def __call__(self, keep: str, absorb: str, *, reason: str, by: str | None) -> object:
        """Let the first stand for the second, each by id; say why, and who said so."""
        ...


class People:
    """The people of a scope."""

    def __init__(
        self,
        graph: Graph,
        embedder: Embedder,
        clock: Clock,
        settings: Settings,
        owners: frozenset[str],
        merge: Merge,
    ) -> None:
        self._graph = graph
        self._embedder = embedder
        self._clock = clock
        self._settings = settings
        self._owners = owners
        self._merge = merge

    def get(self, who: str) -> Person:
        """The person of that account (`platform:id`), id or name, with all their notes, oldest first.

        Raises:
            InvalidInput: blank or too long, or several are called so.
            NotFound: nobody is.
        """
        return self._card(self._find(who)).person

    def list(self, *, limit: int = 100) -> list[Person]:
        """Everybody who has an account, those most trusted first; without notes.

        Args:
            limit: 1 to 10,000.

        Raises:
            InvalidInput: the limit is none.
        """
        if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= _MOST:
            raise InvalidInput("limit", limit, f"a whole number from 1 to {_MOST:,}")
        now = self._clock.now()
        everybody = [
            found(row, self._owners) for row in self._graph.run("people/persons", ["all"], ids=[], limit=_MOST)
        ]
        ranked = sorted(everybody, key=lambda one: (-one.standing.trust(now).score, one.person.name, one.person.id))
        return [one.person for one in ranked[:limit]]

    def trust_of(self, people: Sequence[Person]) -> dict[str, Trust]:
        """How far each of some persons is trusted now, by id, in one trip."""
        rows = self._graph.run("people/persons", ids=[one.id for one in people]) if people else []
        now = self._clock.now()
        return {row["person"]: found(row, self._owners).standing.trust(now) for row in rows}

    def present(self, session: str) -> Sequence[Person]:
        """Who has spoken in a session, by name; without notes.

        Raises:
            InvalidInput: the session's name is none.
        """
        rows = self._graph.run("people/session_accounts", session=identifiers.session_name(session))
        return persons(self._graph, [row["person"] for row in rows], self._owners)

    def ensure(self, identity: str, *, name: str | None = None) -> Person:
        """The person behind an account, made where there is none yet; the same again changes nothing.

        Args:
            identity: `platform:id`.
            name: what they are called, where they are new; else the id on the platform. Who is known keeps their name.

        Raises:
            InvalidInput: names the field.
            Refused: the name is an owner's, or looks like it, and the account is not theirs.
        """
        who = identifiers.identity(identity, "any", "identity")
        called = None if name is None else identifiers.plain("name", name)
        if called is not None:
            self._refuse_the_name_of_an_owner(who, called)
        introduce(self._graph, who, called, now=self._clock.now(), embedder=self._embedder, owners=self._owners)
        return self.get(str(who))

    def link_identity(self, person: str, identity: str, *, by: str) -> Person:
        """Join another account to a person; where it has a person of its own, both become one.

        Args:
            person: account, id or name.
            identity: the other account, `platform:id`.
            by: who says that both are one: an owner, or somebody trusted. Of an owner only an owner says so.

        Raises:
            InvalidInput: names the field.
            NotFound: nobody is called so.
            Refused: `by` is not trusted so far.
        """
        account = identifiers.identity(identity, "any", "identity")
        target = self._find(person)
        theirs = self._known(str(account))
        self._may_link(by, [target, *([theirs] if theirs else [])], str(account))
        [row] = self._graph.run(
            "people/link",
            id=target.person.id,
            platform=account.platform,
            platform_id=account.platform_id,
            name=str(account),
            now=self._clock.now(),
        )
        keep, absorb = target.person.id, row["owner"]
        if keep != absorb:
            if theirs is not None and theirs.person.owner and not target.person.owner:
                keep, absorb = absorb, keep
            self._merge(keep, absorb, reason=f"one person, as {by} says", by=by)
        return self.get(keep)

    def note(self, person: str, text: str, *, by: str | None = None, audience: str = "shared") -> str:
        """Write down something about a person; returns the note's id. The same text again is the same note.

        Args:
            person: account, id or name.
            text: at most 1,000 characters.
            by: the account of who writes it.
            audience: shared; or person, which only `by` and owners see.

        Raises:
            InvalidInput: names the field.
            NotFound: nobody is called so.
            Refused: they have 50 notes.
        """
        if not isinstance(text, str) or not clean(text).strip() or len(text) > _LONGEST_NOTE:
            raise InvalidInput("text", text, f"text that is not blank, at most {_LONGEST_NOTE:,} characters")
        writer = None if by is None else identifiers.identity(by, "any", "by")
        if audience not in _AUDIENCES or (audience == "person" and writer is None):
            raise InvalidInput("audience", audience, "shared, or person where `by` says who writes")
        about = self._find(person).person
        told = clean(text).strip()
        seen_by = f"person:{writer.person}" if audience == "person" and writer else "shared"
        properties = {
            "name": told if len(told) <= 40 else told[:39] + "…",
            "text": told,
            "audience": seen_by,
            "terms": memory_terms(self._graph.scope, "note", {"audience": seen_by}),
            "by": None if writer is None else str(writer),
        }
        [row] = self._graph.run(
            "people/note",
            person=about.id,
            id=_note_id(about.id, told, seen_by),
            most=NOTES,
            properties={key: value for key, value in properties.items() if value is not None},
            now=self._clock.now(),
        )
        if not row["written"]:
            raise Refused(f"{about.name} has {NOTES} notes, which is the most; take one away with unnote first")
        return str(row["id"])

    def unnote(self, note: str) -> None:
        """Take a note away.

        Raises:
            InvalidInput: the id is blank or too long.
            NotFound: there is no such note.
        """
        [row] = self._graph.run("people/remove_note", id=identifiers.plain("note", note))
        if not row["gone"]:
            raise NotFound(f"note {note!r} in scope {self._graph.scope!r}")

    def card(self, person: str, *, full: bool = True, asker: str | None = None) -> str:
        """What is told of a person: tier and score, accounts, names, connections, what is known in short, the last five notes.

        Who asks sees the notes and ties that are for all or for them; an owner, and the person themselves, also whole accounts.

        Args:
            person: account, id or name; who is not known is a stranger.
            full: all of it, else one line.
            asker: the account on whose behalf; None: the caller's own code, which sees all.

        Raises:
            InvalidInput: names the field, or several are called so.
        """
        who = None if asker is None else identifiers.identity(asker, "any", "asker")
        now = self._clock.now()
        try:
            theirs = self._find(person)
        except NotFound:
            return f"{person.strip()}: {UNKNOWN}"
        if not full:
            return f"{theirs.person.name}: {Card(theirs.person, theirs.standing).compact(now)}"
        trusted = who is None or str(who) in self._owners
        visible = None if trusted or who is None else ("shared", f"person:{who.person}")
        card = self._card(theirs, visible)
        whole = trusted or str(who) in card.person.identities
        lines = [f"{card.person.name}: {card.full(now, accounts=whole)}"]
        return "\n".join(
            [*lines, *(f"- {note.at:%Y-%m-%d} {note.text}" for note in reversed(card.notes[:_SHOWN_NOTES]))]
        )

    def _find(self, who: object, field: str = "person") -> Found:
        return find_person(self._graph, who, self._owners, field)

    def _known(self, account: str) -> Found | None:
        try:
            return self._find(account, "identity")
        except NotFound:
            return None

    def _card(self, theirs: Found, audiences: Sequence[str] | None = None) -> Card:
        name = theirs.person.id
        return company(self._graph, self._owners, ids=[name], audiences=audiences, notes=NOTES).cards[name]

    def _refuse_the_name_of_an_owner(self, who: identifiers.Identity, name: str) -> None:
        if str(who) in self._owners:
            return
        looks = skeleton(name)
        asked = {"skeleton": looks, "platform": who.platform, "platform_id": who.platform_id}
        if looks in owners_names(self._owners) or self._graph.run("people/namesakes", **asked):
            raise Refused(f"{name!r} is an owner's name, or looks like it, and {who} is not their account")

    def _may_link(self, by: str, sides: Sequence[Found], account: str) -> None:
        speaks = str(identifiers.identity(by, "any", "by"))
        if speaks in self._owners:
            return
        word = self._known(speaks)
        if word is not None and word.person.owner:
            return
        if account in self._owners or any(one.person.owner for one in sides):
            raise Refused("only an owner says which accounts are an owner's")
        if word is None or rank(word.standing.trust(self._clock.now()).tier) < rank(TRUSTED):
            raise Refused(
                f"{speaks} is not trusted so far: an owner, or somebody trusted, says which accounts are one person's"
            )


def persons(graph: Graph, ids: Sequence[str], owners: frozenset[str]) -> list[Person]:
    """The persons of these ids, by name."""
    rows: Sequence[Mapping[str, Any]] = graph.run("people/persons", ids=list(ids)) if ids else []
    return sorted((found(row, owners).person for row in rows), key=lambda one: (one.name, one.id))


def _note_id(person: str, text: str, audience: str) -> str:
    whole = f"{person}\0{text}\0{audience}".encode("utf-8", "surrogatepass")
    return "note-" + hashlib.blake2b(whole, digest_size=8).hexdigest()
