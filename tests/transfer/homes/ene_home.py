"""A larger Ene home: people with trust, sessions with several speakers, diaries, core memory, and a Chroma store."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.transfer.homes.world import Question, World

_TABLES = """
CREATE TABLE collections (id TEXT PRIMARY KEY, name TEXT, dimension INTEGER, database_id TEXT);
CREATE TABLE segments (id TEXT PRIMARY KEY, type TEXT, scope TEXT, collection TEXT);
CREATE TABLE embeddings (id INTEGER PRIMARY KEY, segment_id TEXT, embedding_id TEXT, seq_id BLOB, created_at TIMESTAMP);
CREATE TABLE embedding_metadata (id INTEGER, key TEXT, string_value TEXT, int_value INTEGER, float_value REAL,
  bool_value INTEGER);
CREATE TABLE max_seq_id (segment_id TEXT PRIMARY KEY, seq_id BLOB);
CREATE TABLE embeddings_queue (seq_id INTEGER PRIMARY KEY, operation INTEGER, topic TEXT, id TEXT, vector BLOB,
  encoding TEXT, metadata TEXT);
"""
Documents = Sequence[tuple[str, str, Mapping[str, Any]]]


def write_chroma(path: Path, collections: Mapping[str, Documents]) -> None:
    """Write a Chroma database with documents, each with id, text and metadata."""
    database = sqlite3.connect(path)
    database.executescript(_TABLES)
    number = 0
    for name, documents in collections.items():
        database.execute("INSERT INTO collections VALUES (?, ?, 2, 'd')", (f"c-{name}", name))
        database.execute("INSERT INTO segments VALUES (?, 'm', 'METADATA', ?)", (f"s-{name}", f"c-{name}"))
        for key, text, meta in documents:
            number += 1
            database.execute("INSERT INTO embeddings VALUES (?, ?, ?, ?, NULL)", (number, f"s-{name}", key, number))
            for field, value in {"chroma:document": text, **meta}.items():
                kinds = (isinstance(value, str), isinstance(value, int), isinstance(value, float))
                values = [value if kind else None for kind in kinds]
                database.execute(
                    "INSERT INTO embedding_metadata VALUES (?, ?, ?, ?, ?, NULL)", (number, field, *values)
                )
    database.commit()
    database.close()


def write_ene_home(folder: Path, seed: int, *, is_old: bool) -> list[Question]:
    """Write a home and return its questions; an old one has a flat index of accounts, and logs named by day and channel."""
    world, questions = World(seed), list[Question]()
    memory = folder / "workspace" / "memory"
    for name in ("social/people", "diary", "logs"):
        (memory / name).mkdir(parents=True)
    (folder / "sessions").mkdir()
    asker = {"speaker": "discord:1", "session": "discord:100"}
    crowd = world.people(45)
    index: dict[str, str] = {"discord:1": "p_dad"}
    lines: list[dict[str, object]] = [{"_type": "metadata", "created_at": "2026-01-05T09:00:00", "metadata": {}},
                                      {"role": "system",
                                      "content": "[Previous session summary: They talked about the flood barrier.]"}]  # fmt: skip
    memories: list[tuple[str, str, Mapping[str, Any]]] = []
    entities: list[tuple[str, str, Mapping[str, Any]]] = []
    log: dict[str, list[str]] = {}
    for number, person in enumerate(crowd):
        first = person.name.split()[0]
        account, key = f"discord:{1000 + number}", f"p_{number:06x}"
        index[account] = key
        at = world.later(10)
        said = f"I live in {person.city[-1]} and I do {person.hobby} on Fridays"
        written = (f"{first}: {said}", f"{first} (@{first.lower()}_x): {said}", f"[background]\n{first}: {said}")[
            number % 3
        ]
        lines.append({"role": "user", "content": written, "timestamp": _iso(at)})
        lines.append(
            {
                "role": "assistant",
                "content": world.pick(("cute!", "heh", "noted~")),
                "timestamp": _iso(at + dt.timedelta(seconds=9)),
            }
        )
        log.setdefault(f"{at:%Y-%m-%d}", []).append(
            f"[{at:%H:%M:%S}] USER ({first}): {said}\n[{at:%H:%M:%S}] ENE: cute!\n"
        )
        nick = f"{first}ster"
        profile = {
            "id": key, "display_name": first, "aliases": [nick], "summary": f"A {person.job} from the {person.hobby} channel",
            "platform_ids": {account: {"username": f"{first.lower()}_x", "display_name": first, "first_seen": _iso(at),
            "last_seen": _iso(at)}},
            "notes": [{"content": f"Collects {person.dish} recipes", "added_at": _iso(at)}],
            "trust": {"score": 0.4, "tier": "familiar", "positive_interactions": 5, "negative_interactions": 0, "signals": {
                "message_count": 30, "session_count": 5, "first_interaction": _iso(at), "last_interaction": _iso(at),
                "days_active": 4,
                "unique_hours": [10], "unique_days_of_week": [1]}, "sentiment_modifier": 0.0, "violations": [], "history": []},
            "connections": [{"person_id": f"p_{(number + 1) % len(crowd):06x}", "relationship": "friend",
            "context": "the channel"}],
        }  # fmt: skip
        (memory / "social" / "people" / f"{key}.json").write_text(json.dumps(profile), encoding="utf-8")
        questions += [
            Question(f"Where does {first} live?", person.city[-1], **asker),
            Question(f"What does {first} collect?", person.dish, **asker),
            Question(f"Who is {nick}?", person.job, **asker),
        ]
        if len(person.company) > 1:
            memories.append((f"m{number}a", f"{first} works at {person.company[0]}.",
                             {"type": "fact", "importance": 6, "created_at": _iso(at), "superseded_by": "new_fact"}))  # fmt: skip
        memories.append((f"m{number}b", f"{first} works at {person.company[-1]}.",
                         {"type": "fact", "importance": 6, "created_at": _iso(world.later(1)), "superseded_by": "",
                         "related_entities": first}))  # fmt: skip
        questions.append(Question(f"Where does {first} work?", person.company[-1], tuple(person.company[:-1]), **asker))
        thing = f"the {person.job} guild"
        entities.append(
            (
                f"e{number}",
                f"{thing}: meets in {person.city[0]}",
                {"name": thing, "entity_type": "group", "aliases": "", "importance": 4},
            )
        )
    content = index if is_old else {"platform_to_person": index, "name_to_person": {}}
    (memory / "social" / "index.json").write_text(json.dumps(content), encoding="utf-8")
    for day, messages in log.items():
        target = memory / "logs" / f"{day}_discord_100.md"
        if not is_old:
            (memory / "logs" / day).mkdir(exist_ok=True)
            target = memory / "logs" / day / "discord_100.md"
        target.write_text("".join(messages), encoding="utf-8")
    for number in range(20):
        day = dt.date(2026, 2, 1) + dt.timedelta(days=number)
        person = crowd[number]
        first = person.name.split()[0]
        header = f"[22:40] [22:31] participants={first}" if number % 2 else f"[22:31] participants=@{first.lower()}_x"
        (memory / "diary" / f"{day}.md").write_text(
            f"# Diary — {day}\n\n{header}\n{first} and Ene built a {person.hobby} tower of {number + 30} bricks.\n",
            encoding="utf-8",
        )
        questions.append(
            Question(f"How many bricks did the {person.hobby} tower of {first} have?", str(number + 30), **asker)
        )
    host = f"{crowd[0].name.split()[0]} hosts the Tuesday stream."
    identity = {"content": "I am Ene, a cheeky companion.", "importance": 9}
    core = {"version": 2, "sections": {"identity": {"entries": [identity]}, "people": {"entries": [{"content": host}]}}}
    (memory / "core.json").write_text(json.dumps(core), encoding="utf-8")
    questions.append(Question("Who hosts the Tuesday stream?", crowd[0].name.split()[0], **asker))
    questions.append(Question("What did they talk about in the previous session?", "flood barrier", **asker))
    (folder / "workspace" / "chroma_db").mkdir()
    write_chroma(folder / "workspace" / "chroma_db" / "chroma.sqlite3", {"memories": memories, "entities": entities})
    text = "".join(json.dumps(line) + "\n" for line in lines) + '{"role": "user", "content": "cut'
    (folder / "sessions" / "discord_100.jsonl").write_text(text, encoding="utf-8")
    return questions


def _iso(at: dt.datetime) -> str:
    return at.replace(tzinfo=None).isoformat()
