"""The people of a Turbo home: entities of its graph, joined with the accounts that wrote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kg.language import fold_text
from kg.people import ImportedPerson
from kg.transfer.importers.chat_sessions import direct_account, session_name, session_of_file
from kg.transfer.importers.home_user import HomeUser, find_user
from kg.transfer.importers.items import ImportItem, RecordItem, qualify_speaker
from kg.transfer.importers.keyed_facts import USER
from kg.transfer.importers.sqlite_file import DatabaseFile
from kg.transfer.importers.values import entity_type, read_names, read_text

# Names of the entity that is the user.
_USER_NAMES = frozenset(["user", "the user", "i", "me", "myself", "human", "owner"])
_BOTS = frozenset(
    ["leader", "nanobot", "researcher", "coder", "social", "creative", "auditor", "orchestrator", "assistant", "bot"]
)  # fmt: skip


@dataclass
class TurboPeople:
    """The people of a home.

    Attributes:
        owners: the accounts of the owners.
        entities: id → row of each entity.
        accounts: entity id → account.
        bots: names of the program's bots, folded.
        user: the user, after `join`.
    """

    owners: frozenset[str]
    entities: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    accounts: dict[str, str] = field(default_factory=dict)
    bots: frozenset[str] = _BOTS
    user: HomeUser = field(default_factory=HomeUser)
    _sessions: set[str] = field(default_factory=set)

    def add_sessions(self, names: Iterable[str]) -> None:
        """Add the names of sessions."""
        self._sessions.update(names)

    def add_bots(self, names: Iterable[str]) -> None:
        """Add names of bots."""
        self.bots |= {fold_text(name) for name in names if name}

    def join(self) -> None:
        """Find the user and their entity, once all sessions and entities are added."""
        account = find_user(self._sessions, self.owners).account
        if account is not None and account not in self.accounts.values():
            self._join_user(account)
        names = [self.name(key) for key, owner in self.accounts.items() if owner == account]
        self.user = HomeUser(account, next((name for name in names if name != USER), USER))

    def _join_user(self, account: str) -> None:
        """The user's account is that of the entity that is named or described so, where no event says it."""
        for key, row in self.entities.items():
            words = {fold_text(read_text(row.get(each))).rstrip(".") for each in ("name", "description")}
            kind = entity_type(row.get("entity_type") or row.get("type"))
            if key not in self.accounts and words & _USER_NAMES and kind in ("person", "other"):
                self.accounts[key] = account
                return

    def name(self, key: str) -> str:
        """Return the name of an entity; "the user" for the entity that is named so."""
        name = read_text(self.entities[key].get("name")).strip()
        return USER if fold_text(name) in _USER_NAMES else name

    def description(self, key: str) -> str:
        """Return what an entity is; "" for the words that only say that it is the user."""
        text = read_text(self.entities[key].get("description")).strip()
        return "" if fold_text(text).rstrip(".") in _USER_NAMES else text

    def speaker(self, person: object, session: str) -> str | None:
        """Return the account of who wrote an event, given the entity or the account that it names."""
        name = read_text(person).strip()
        if name in self.accounts:
            return self.accounts[name]
        if name and name not in self.entities:
            return qualify_speaker(name, session, "turbo")
        return direct_account(session_name(session)) or self._room_speaker(session)

    def speaker_of_line(self, row: Mapping[str, Any], session: str) -> str | None:
        """Return the account of who wrote a line of a session."""
        named = next((row[each] for each in ("person_id", "sender_id", "user_id", "sender") if row.get(each)), None)
        return self.speaker(None if fold_text(read_text(named)) in _USER_NAMES else named, session)

    def _room_speaker(self, session: str) -> str | None:
        """In a room with bots, the one person is the user."""
        return self.user.account if session.startswith("room:") else None

    def items(self) -> Iterator[ImportItem]:
        """Yield the persons who have an account."""
        for key, account in self.accounts.items():
            row, name = self.entities[key], self.name(key)
            names = [each for each in read_names(row.get("aliases")) if fold_text(each) not in _USER_NAMES]
            person = ImportedPerson(
                accounts=[account],
                name=None if name == USER else name,
                aliases=names,
                summary=self.description(key),
                origin="turbo",
            )
            yield RecordItem(f"entity {key}", person)


def add_people(database: DatabaseFile, people: TurboPeople) -> Iterator[ImportItem]:
    """Add the entities, and whose account each person is: that of the direct chats in which they wrote."""
    for row in database.rows("entities") if "entities" in database.tables else ():
        people.entities[read_text(row.get("id"))] = {key: value for key, value in row.items() if "embedding" not in key}
    written: dict[str, Counter[str]] = {}
    for row in database.rows("events") if database.has_columns("events", "session_key") else ():
        session = session_name(session_of_file(read_text(row["session_key"]))) if row["session_key"] else ""
        if session:
            people.add_sessions([session])
        person, account = read_text(row.get("person_id")), direct_account(session) if session else None
        if row.get("direction") == "inbound" and person in people.entities and account:
            written.setdefault(person, Counter())[account] += 1
    for person, counts in written.items():
        people.accounts[person] = counts.most_common(1)[0][0]
    for table, column in (("bot_expertise", "bot_id"), ("learnings", "bot_id"), ("bot_memory_ledger", "bot_id")):
        if database.has_columns(table, column):
            people.add_bots(read_text(row[column]) for row in database.rows(table))
    yield from ()
