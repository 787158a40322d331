"""A larger Turbo home: a graph with events, in the columns of its older or newer version."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from pathlib import Path

from tests.transfer.homes.world import Person, Question, World

_OLD = """
CREATE TABLE events (id TEXT PRIMARY KEY, timestamp REAL, channel TEXT, direction TEXT, event_type TEXT, content TEXT,
  session_key TEXT, parent_event_id TEXT, person_id TEXT, tool_name TEXT, metadata TEXT);
CREATE TABLE entities (id TEXT PRIMARY KEY, name TEXT, entity_type TEXT, aliases TEXT, description TEXT, event_count INTEGER,
  first_seen REAL, last_seen REAL);
CREATE TABLE edges (id TEXT PRIMARY KEY, source_entity_id TEXT, target_entity_id TEXT, relation TEXT, relation_type TEXT,
  strength REAL, source_event_ids TEXT, first_seen REAL, last_seen REAL);
CREATE TABLE facts (id TEXT PRIMARY KEY, subject_entity_id TEXT, predicate TEXT, object_text TEXT, object_entity_id TEXT,
  fact_type TEXT, confidence REAL, strength REAL, source_event_ids TEXT, valid_from REAL, valid_to REAL);
CREATE TABLE learnings (id TEXT PRIMARY KEY, content TEXT, source TEXT, sentiment TEXT, confidence REAL, tool_name TEXT,
  recommendation TEXT, superseded_by TEXT, created_at REAL, updated_at REAL);
CREATE TABLE summary_nodes (id TEXT PRIMARY KEY, node_type TEXT, key TEXT, parent_id TEXT, summary TEXT, last_updated REAL);
"""
_NEW = _OLD.replace(
    "subject_entity_id TEXT, predicate TEXT, object_text TEXT", "subject_id TEXT, predicate TEXT, object_value TEXT"
)
_NEW = _NEW.replace(
    "created_at REAL, updated_at REAL)",
    "created_at REAL, updated_at REAL, bot_id TEXT, is_private INTEGER, metadata TEXT)",
)
_NEW += "CREATE TABLE bot_expertise (bot_id TEXT, domain TEXT, confidence REAL, last_updated REAL);\n"
_USER = "telegram:4455"


class TurboHome:
    """Writes a home and collects its questions."""

    def __init__(self, folder: Path, seed: int, *, is_new: bool) -> None:
        self.folder, self.is_new = folder, is_new
        self.world = World(seed)
        self.questions: list[Question] = []
        (folder / "memory").mkdir(parents=True)
        self._database = sqlite3.connect(folder / "memory" / "memory.db")
        self._database.executescript(_NEW if is_new else _OLD)
        self._sessions: list[dict[str, object]] = []
        self._number = 0

    def write(self, people: int) -> list[Question]:
        """Write the home."""
        crowd = self.world.people(people)
        user = crowd[0]
        self._entity("en-user", user.name, "person", ["the boss"], "the user")
        for number, person in enumerate(crowd):
            key = "en-user" if number == 0 else f"en-{number}"
            if number:
                self._entity(
                    key,
                    person.name,
                    "person",
                    [f"{person.name.split()[0]} the {person.job}"],
                    f"{person.job} who likes {person.hobby}",
                )
            self._tell(key, person, is_user=number == 0)
            for said, answered in self.world.chatter(2):
                self._say("inbound", said)
                self._say("outbound", answered)
        self._write_learnings()
        self._write_room()
        self._write_sessions()
        self._database.commit()
        self._database.close()
        return self.questions

    def _next(self, prefix: str) -> str:
        self._number += 1
        return f"{prefix}-{self._number:06d}"

    def _insert(self, table: str, **values: object) -> None:
        columns = {row[1] for row in self._database.execute(f"PRAGMA table_info({table})")}
        kept = {name: value for name, value in values.items() if name in columns}
        marks = ", ".join("?" for _ in kept)
        self._database.execute(f"INSERT INTO {table} ({', '.join(kept)}) VALUES ({marks})", tuple(kept.values()))

    def _entity(self, key: str, name: str, kind: str, aliases: list[str], description: str) -> None:
        at = self.world.later(0.1).timestamp()
        self._insert("entities", id=key, name=name, entity_type=kind, aliases=json.dumps(aliases), description=description,
                     event_count=1, first_seen=at, last_seen=at)  # fmt: skip

    def _say(
        self, direction: str, text: str, *, session: str = _USER, person: str | None = "en-user"
    ) -> tuple[str, dt.datetime]:
        """Write an event; most are also a line of a session, some seconds later."""
        at, key = self.world.later(), self._next("ev")
        chance = self.world.random.random()
        if chance > 0.1:
            self._insert("events", id=key, timestamp=at.timestamp(), channel="telegram", direction=direction,
            event_type="message",
                         content=text, session_key=session, person_id=person if direction == "inbound" else None)  # fmt: skip
        if chance < 0.8:
            role = "user" if direction == "inbound" else "assistant"
            shifted = at + dt.timedelta(seconds=self.world.random.choice([0, 3, 11]))
            self._sessions.append(
                {"role": role, "content": text, "timestamp": shifted.replace(tzinfo=None).isoformat()}
            )
        return key, at

    def _fact(
        self,
        subject: str,
        predicate: str,
        value: str,
        kind: str,
        since: dt.datetime,
        until: dt.datetime | None,
        event: str,
    ) -> None:
        shared = {"id": self._next("fa"), "predicate": predicate, "fact_type": kind, "confidence": 0.8, "strength": 0.7,
                  "source_event_ids": json.dumps([event]), "valid_from": since.timestamp(),
                  "valid_to": until and until.timestamp()}  # fmt: skip
        self._insert(
            "facts", subject_entity_id=subject, subject_id=subject, object_text=value, object_value=value, **shared
        )

    def _tell(self, key: str, person: Person, *, is_user: bool) -> None:
        subject = "I" if is_user else person.name
        starts = []
        for city in person.city:
            event, at = self._say("inbound", f"{subject} live{'' if is_user else 's'} in {city} now.")
            starts.append((city, event, at))
        for position, (city, event, at) in enumerate(starts):
            follows = starts[position + 1][2] if position + 1 < len(starts) else None
            # An end alone says nothing: it is also set when the fact is mentioned again.
            end = follows or (at + dt.timedelta(hours=1) if self.world.random.random() < 0.3 else None)
            self._fact(key, "lives in", city, "attribute", at, end, event)
        asker = {"speaker": _USER, "session": _USER}
        self.questions.append(
            Question(
                "Where do I live?" if is_user else f"Where does {person.name} live?",
                person.city[-1],
                tuple(person.city[:-1]),
                **asker,
            )
        )
        works = []
        for company in person.company:
            event, at = self._say("inbound", f"{subject} work{'' if is_user else 's'} at {company}.")
            works.append((company, event, at))
        for position, (company, event, at) in enumerate(works):
            follows = works[position + 1][2] if position + 1 < len(works) else None
            target = f"org-{company}"
            if not self._database.execute("SELECT 1 FROM entities WHERE id = ?", (target,)).fetchone():
                self._entity(target, company, "organization", [], "a company")
            self._fact(key, "works at", company, "relation", at, follows, event)
            self._insert("edges", id=self._next("ed"), source_entity_id=key, target_entity_id=target, relation="works at",
                         relation_type="professional", strength=0.7, source_event_ids=json.dumps([event]),
                         first_seen=at.timestamp(), last_seen=at.timestamp())  # fmt: skip
        self.questions.append(
            Question(
                "Where do I work?" if is_user else f"Where does {person.name} work?",
                person.company[-1],
                tuple(person.company[:-1]),
                **asker,
            )
        )
        event, at = self._say(
            "inbound", f"by the way, {'my' if is_user else person.name + chr(39) + 's'} favourite dish is {person.dish}"
        )
        self._fact(key, "favorite dish", person.dish, "preference", at, None, event)
        self.questions.append(
            Question(f"What is {'my' if is_user else person.name + chr(39) + 's'} favorite dish?", person.dish, **asker)
        )
        if not is_user:
            self.questions.append(Question(f"Who is {person.name}?", person.job, **asker))

    def _write_learnings(self) -> None:
        for number, (old, new) in enumerate([("long", "short"), ("formal", "casual"), ("weekly", "daily")]):
            at = self.world.later().timestamp()
            fields = {"source": "user_feedback", "sentiment": "neutral", "confidence": 0.8, "updated_at": at}
            self._insert("learnings", id=f"l{number}a", content=f"prefers {old} reports", superseded_by=f"l{number}b",
                         created_at=at, recommendation=f"write {old} reports", **fields)  # fmt: skip
            self._insert("learnings", id=f"l{number}b", content=f"prefers {new} reports", created_at=at + 60,
                         recommendation=f"write {new} reports", bot_id="researcher", is_private=0,
                         metadata='{"is_private": true}', **fields)  # fmt: skip

    def _write_room(self) -> None:
        """Write a room, in which bots talk to each other with the role of a user."""
        if not self.is_new:
            return
        at = self.world.later()
        lines: list[dict[str, object]] = [
            {"role": "user", "content": "I live on the motherboard.", "bot_name": "researcher", "timestamp": at.isoformat()},
            {"role": "assistant", "content": "Nice place.", "bot_name": "coder", "timestamp": at.isoformat()},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "I work at the mainframe."}],
             "timestamp": at.isoformat()},
            *self._sessions[:10],
        ]  # fmt: skip
        rooms = self.folder / "room_sessions"
        rooms.mkdir()
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (rooms / "general.jsonl").write_text(text, encoding="utf-8")
        (rooms / "room_general.jsonl").write_text(
            '{"_type": "metadata", "key": "room:general"}\n' + text, encoding="utf-8"
        )
        self._insert(
            "bot_expertise", bot_id="researcher", domain="market research", confidence=0.8, last_updated=at.timestamp()
        )

    def _write_sessions(self) -> None:
        sessions = self.folder / "sessions"
        sessions.mkdir()
        head = {"_type": "metadata", "created_at": "2026-01-05T09:00:00", "metadata": {}}
        (sessions / "telegram_4455.jsonl").write_text(
            "".join(json.dumps(line) + "\n" for line in [head, *self._sessions])
            + '{"role": "user", "content": "cut of',
            encoding="utf-8",
        )
