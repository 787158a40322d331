"""The persons of a scope: lookup, accounts, notes and cards."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from kg.errors import InvalidInput, NotFound, Refused
from kg.events import ensure_speaker, owner_name_skeletons, parse_time
from kg.graph import Graph, memory_terms
from kg.knowledge import Entities
from kg.language import clean_text, make_quotable, name_skeleton
from kg.people.endorsement import is_endorsed
from kg.people.participants import (
    UNKNOWN_PERSON,
    Participants,
    ParticipantsQuery,
    PersonCard,
    PersonNote,
    read_participants,
)
from kg.people.person_facts import format_cited_line, read_person_facts
from kg.runtime import Runtime
from kg.trust import TRUSTED, PersonMatch, find_person, person_match, tier_rank
from kg.types import Identity, Person, Trust, canonical_session, parse_identity, validate_name, visible_audiences

MAX_NOTES = 50
"""Maximum number of notes about a person; fixed."""
_MAX_NOTE_CHARS = 1_000
_MAX_SHOWN_NOTES = 5
_MAX_LIMIT = 10_000
_AUDIENCES = ("shared", "person")


class People:
    """The persons of a scope."""

    def __init__(self, runtime: Runtime) -> None:
        self._graph = runtime.graph
        self._embedder = runtime.embedder
        self._clock = runtime.clock
        self._settings = runtime.settings
        self._owners = runtime.owners
        self._entities = Entities(runtime)

    def get(self, who: str, *, asker: str | None = None, session: str | None = None) -> Person:
        """Return the person with that account (`platform:id`), id or name, with all their notes, oldest first.

        Args:
            who: account, id or name.
            asker: account of the asker: of several persons with a name, those who are only mentioned count if the asker may read
                of them; None: all count.
            session: the session of the asker, whose memories they may read too; None: none.

        Raises:
            InvalidInput: blank or too long, or the name is ambiguous.
            NotFound: there is no such person.
        """
        visible = None if asker is None else visible_audiences(asker, session, self._owners)
        return self._card(self._find_visible(who, visible)).person

    def list(self, *, limit: int = 100) -> list[Person]:
        """Return the persons with accounts, most trusted first; without notes.

        Args:
            limit: 1 to 10,000.

        Raises:
            InvalidInput: the limit is out of range.
        """
        if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= _MAX_LIMIT:
            raise InvalidInput("limit", limit, f"a whole number from 1 to {_MAX_LIMIT:,}")
        now = self._clock.now()
        rows = self._graph.run("people/persons", ["all"], ids=[], limit=_MAX_LIMIT)
        matches = [person_match(row, self._owners) for row in rows]
        ranked = sorted(matches, key=lambda one: (-one.state.trust(now).score, one.person.name, one.person.id))
        return [one.person for one in ranked[:limit]]

    def trust_of(self, people: Sequence[Person]) -> dict[str, Trust]:
        """Return the current trust in each of these persons, by id, in one round trip."""
        rows = self._graph.run("people/persons", ids=[one.id for one in people]) if people else []
        now = self._clock.now()
        return {row["person"]: person_match(row, self._owners).state.trust(now) for row in rows}

    def present(self, session: str) -> Sequence[Person]:
        """Return the persons who have spoken in a session, by name; without notes.

        Raises:
            InvalidInput: the session name is invalid.
        """
        rows = self._graph.run("people/session_accounts", session=canonical_session(session))
        return load_persons(self._graph, [row["person"] for row in rows], self._owners)

    def ensure(self, identity: str, *, name: str | None = None) -> Person:
        """Return the person with an account, created if there is none yet; idempotent.

        Args:
            identity: `platform:id`.
            name: name of a new person; by default the id on the platform. A known person keeps their name.

        Raises:
            InvalidInput: an argument is invalid.
            Refused: the name is that of an owner, or looks like it, and the account is not linked.
        """
        who = parse_identity(identity, "any", "identity")
        called = None if name is None else validate_name("name", name)
        if called is not None:
            self._refuse_owner_name(who, called)
        ensure_speaker(self._graph, who, called, now=self._clock.now(), embedder=self._embedder, owners=self._owners)
        return self.get(str(who))

    def link_identity(self, person: str, identity: str, *, by: str) -> Person:
        """Link another account to a person; if it already has a person, both are merged.

        Args:
            person: account, id or name.
            identity: the other account, `platform:id`.
            by: who asserts it: an owner, or a trusted person who is endorsed. Only an owner may link accounts of an owner.

        Raises:
            InvalidInput: an argument is invalid.
            NotFound: there is no such person.
            Refused: `by` is not trusted enough, or by presence alone.
        """
        account = parse_identity(identity, "any", "identity")
        target = self._find(person)
        linked = self._find_account(str(account))
        self._may_link(by, [target, *([linked] if linked else [])], str(account))
        [row] = self._graph.run(
            "people/link",
            id=target.person.id,
            platform=account.platform,
            platform_id=account.platform_id,
            name=str(account),
            now=self._clock.now(),
        )
        keep, absorb = target.person.id, row["person"]
        if keep != absorb:
            if linked is not None and linked.person.owner and not target.person.owner:
                keep, absorb = absorb, keep
            self._entities.merge(keep, absorb, reason=f"one person, as {by} says", by=by)
        return self.get(keep)

    def note(
        self,
        person: str,
        text: str,
        *,
        by: str | None = None,
        audience: str = "shared",
        at: dt.datetime | str | None = None,
    ) -> str:
        """Add a note about a person and return its id; the same text again is the same note.

        Args:
            person: account, id or name.
            text: at most 1,000 characters.
            by: account of the author.
            audience: shared; or person: visible only to `by` and owners.
            at: date of the note; now by default.

        Raises:
            InvalidInput: an argument is invalid.
            NotFound: there is no such person.
            Refused: the person has 50 notes already.
        """
        if not isinstance(text, str) or not clean_text(text).strip() or len(text) > _MAX_NOTE_CHARS:
            raise InvalidInput("text", text, f"non-blank text of at most {_MAX_NOTE_CHARS:,} characters")
        writer = None if by is None else parse_identity(by, "any", "by")
        if audience not in _AUDIENCES or (audience == "person" and writer is None):
            raise InvalidInput("audience", audience, "shared, or person if `by` is given")
        now = self._clock.now()
        moment = now if at is None else parse_time("at", at)
        about = self._find(person).person
        cleaned = clean_text(text).strip()
        seen_by = f"person:{writer.person}" if audience == "person" and writer else "shared"
        properties = {
            "name": cleaned if len(cleaned) <= 40 else cleaned[:39] + "…",
            "text": cleaned,
            "audience": seen_by,
            "terms": memory_terms(self._graph.scope, "note", {"audience": seen_by}),
            "by": None if writer is None else str(writer),
        }
        [row] = self._graph.run(
            "people/note",
            person=about.id,
            id=_note_id(about.id, cleaned, seen_by),
            max_notes=MAX_NOTES,
            properties={key: value for key, value in properties.items() if value is not None},
            at=moment,
            now=now,
        )
        if not row["written"]:
            raise Refused(f"{about.name} has {MAX_NOTES} notes, which is the maximum; remove one with `unnote` first")
        return str(row["id"])

    def unnote(self, note: str) -> None:
        """Remove a note.

        Raises:
            InvalidInput: the id is blank or too long.
            NotFound: there is no such note.
        """
        [row] = self._graph.run("people/remove_note", id=validate_name("note", note))
        if not row["removed"]:
            raise NotFound(f"note {note!r} in scope {self._graph.scope!r}")

    def card(self, person: str, *, full: bool = True, asker: str | None = None, session: str | None = None) -> str:
        """Describe a person: tier and score, accounts, names, connections, summary, up to fifteen lines of facts, and five notes.

        A line of facts ends with the ids of these, as "- Ann lives in Oslo. [fact-1]". In a scope with an owner, it says who
        states them, unless that is the person. Where a fact would be unclear alone, or none states what matters, the line is a
        quotation of a message, with speaker and date, and ends with the id of the message as well.

        Facts, notes and ties are limited to the audiences of the asker, to whom a person of whom they may read no message and no
        mention is a stranger; owners and the person themselves also see whole accounts.

        Args:
            person: account, id or name; an unknown person is a stranger.
            full: the whole card; otherwise one line.
            asker: account of the asker; None: the caller's own code, which sees all.
            session: the session of the asker, whose memories they may read too; None: none.

        Raises:
            InvalidInput: an argument is invalid, or the name is ambiguous.
        """
        who = None if asker is None else parse_identity(asker, "any", "asker")
        now = self._clock.now()
        visible = None if who is None else visible_audiences(str(who), session, self._owners)
        try:
            match = self._find_visible(person, visible)
        except NotFound:
            return f"{person.strip()}: {UNKNOWN_PERSON}"
        sees_all = visible is None
        is_self = who is not None and str(who) in match.person.identities
        if not (sees_all or is_self or self._is_visible(match.person.id, visible or ())):
            return f"{person.strip()}: {UNKNOWN_PERSON}"
        # Counts and dates include messages that the asker may not read.
        sees_activity = sees_all or is_self
        if not full:
            compact = PersonCard(match.person, match.state)
            return make_quotable(f"{compact.name}: {compact.compact(now, show_activity=sees_activity)}")
        card = self._card(match, visible)
        described = card.full(now, show_accounts=sees_activity, show_activity=sees_activity)
        lines = [make_quotable(f"{card.name}: {described}")]
        notes = list(reversed(card.notes[:_MAX_SHOWN_NOTES]))
        authors = self._read_authors(notes)
        known = read_person_facts(self._graph, self._owners, card.person.id, now, visible)
        lines += [f"- {format_cited_line(line, known.authors)}" for line in known.lines]
        return "\n".join([*lines, *(f"- {note.at:%Y-%m-%d} {note.attribute(authors, now)}" for note in notes)])

    def _read_authors(self, notes: Sequence[PersonNote]) -> Participants:
        accounts = list(dict.fromkeys(note.by for note in notes if note.by))
        if not accounts:
            return Participants()
        return read_participants(self._graph, self._owners, ParticipantsQuery(compact_accounts=accounts))

    def _is_visible(self, person: str, audiences: Sequence[str]) -> bool:
        return bool(self._graph.run("agent/list_visible_entities", ids=[person], audiences=list(audiences)))

    def _find(self, who: object, field: str = "person") -> PersonMatch:
        return find_person(self._graph, who, self._owners, field)

    def _find_visible(self, who: object, audiences: Sequence[str] | None) -> PersonMatch:
        is_visible = None if audiences is None else (lambda person: self._is_visible(person, audiences))
        return find_person(self._graph, who, self._owners, is_visible=is_visible)

    def _find_account(self, account: str) -> PersonMatch | None:
        try:
            return self._find(account, "identity")
        except NotFound:
            return None

    def _card(self, match: PersonMatch, audiences: Sequence[str] | None = None) -> PersonCard:
        person_id = match.person.id
        participants = read_participants(
            self._graph, self._owners, ParticipantsQuery(ids=[person_id], audiences=audiences, notes=MAX_NOTES)
        )
        return participants.cards[person_id]

    def _refuse_owner_name(self, who: Identity, name: str) -> None:
        if str(who) in self._owners:
            return
        skeleton = name_skeleton(name)
        params = {"skeleton": skeleton, "platform": who.platform, "platform_id": who.platform_id}
        if skeleton in owner_name_skeletons(self._owners) or self._graph.run("people/namesakes", **params):
            raise Refused(f"{name!r} is the name of an owner, or looks like it, and {who} is not an account of theirs")

    def _may_link(self, by: str, sides: Sequence[PersonMatch], account: str) -> None:
        asserter_account = str(parse_identity(by, "any", "by"))
        if asserter_account in self._owners:
            return
        asserter = self._find_account(asserter_account)
        if asserter is not None and asserter.person.owner:
            return
        if account in self._owners or any(one.person.owner for one in sides):
            raise Refused("only an owner may link accounts of an owner")
        if asserter is None or tier_rank(asserter.state.trust(self._clock.now()).tier) < tier_rank(TRUSTED):
            raise Refused(f"{asserter_account} is not trusted enough to link accounts: the tier trusted is required")
        if self._settings.endorsement_required and not is_endorsed(self._graph, asserter.person.id, self._clock.now()):
            raise Refused(
                f"{asserter_account} is trusted by presence alone, which links no accounts; an owner may endorse or link"
            )
        persons = {one.person.id for one in sides}
        if asserter.person.id in persons and len(persons) > 1:
            raise Refused(f"{asserter_account} may not take over the account of another; an owner may link the two")


def load_persons(graph: Graph, ids: Sequence[str], owners: frozenset[str]) -> list[Person]:
    """Return the persons with these ids, by name."""
    rows: Sequence[Mapping[str, Any]] = graph.run("people/persons", ids=list(ids)) if ids else []
    return sorted((person_match(row, owners).person for row in rows), key=lambda one: (one.name, one.id))


def _note_id(person: str, text: str, audience: str) -> str:
    whole = f"{person}\0{text}\0{audience}".encode("utf-8", "surrogatepass")
    return "note-" + hashlib.blake2b(whole, digest_size=8).hexdigest()
