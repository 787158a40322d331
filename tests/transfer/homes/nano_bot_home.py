"""A larger Nano_Bot home: keyed facts that are overwritten in place, with the old values in sessions and memory files."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from pathlib import Path

from tests.transfer.homes.world import CARS, CITIES, COMPANIES, DISHES, HOBBIES, JOBS, PETS, Question, World

_OLD = """
CREATE TABLE facts (id INTEGER PRIMARY KEY, category TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, UNIQUE(category, key));
"""
# A migrated database has its new columns last.
_MIGRATED = _OLD + "ALTER TABLE facts ADD COLUMN domain TEXT;\nALTER TABLE facts ADD COLUMN sub_category TEXT;\n"
_REST = """
CREATE TABLE journal (id INTEGER PRIMARY KEY, date TEXT, content TEXT, created_at TEXT);
CREATE TABLE conversations (id INTEGER PRIMARY KEY, chat_id TEXT, role TEXT, message TEXT, timestamp TEXT);
CREATE TABLE token_usage (id INTEGER PRIMARY KEY, date TEXT, model TEXT, prompt_tokens INTEGER, completion_tokens INTEGER,
  total_tokens INTEGER, requests INTEGER);
CREATE TABLE reflections (id INTEGER PRIMARY KEY, tool_name TEXT, tool_args TEXT, error_text TEXT, insight TEXT,
  session_key TEXT, created_at TEXT);
CREATE TABLE schema_version (version INTEGER);
"""
_CHAT = "telegram:42"
# Category, key, question, values; and the sentence of the user and the line of a memory file, where old values may stand.
_KEYS = (
    ("personal", "city", "Where do I live?", CITIES, "I live in {}.", "Lives in {}"),
    ("work", "employer", "Who is my employer?", COMPANIES, "I work at {}.", "Employer: {}"),
    ("work", "position", "What is my job?", JOBS, "I work as a {}.", "Works as {}"),
    ("health", "allergy", "What am I allergic to?", ("penicillin", "peanuts", "pollen", "latex"), "", ""),
    ("health", "blood_type", "What is my blood type?", ("A+", "0-", "B+", "AB-"), "", ""),
    ("health", "dentist", "Who is my dentist?", ("Dr. Mistry", "Dr. Haas", "Dr. Lund"), "", ""),
    ("pets", "dog", "What is my dog called?", PETS, "", ""),
    ("family", "sister", "What is my sister's name?", ("Ottilie", "Marthe", "Sunniva"), "", ""),
    ("family", "daughter_birthday", "When is my daughter's birthday?", ("12 May", "3 August", "30 January"), "", ""),
    ("car", "model", "What car do I drive?", CARS, "", ""),
    ("preferences", "favorite_food", "What is my favourite food?", DISHES, "", ""),
    ("preferences", "editor", "Which editor do I prefer?", ("Helix", "Emacs", "Kakoune"), "", "Editor: {}"),
    ("hobbies", "sport", "Which sport do I do?", HOBBIES, "", ""),
    ("finance", "bank", "Which bank do I use?", ("Umbra Bank", "Triodos", "Sparbanken"), "", ""),
    ("travel", "next_trip", "Where does my next trip go?", ("Iceland", "Madeira", "Kyoto", "Svalbard"), "", ""),
    ("home", "wifi_name", "What is the name of my wifi?", ("attic-net", "owlnest", "north-five"), "", ""),
    ("education", "university", "Which university did I go to?", ("Uppsala", "Coimbra", "Padua"), "", ""),
    ("technology", "laptop", "What laptop do I have?", ("Framework 13", "ThinkPad X1", "Dell XPS"), "", ""),
)  # fmt: skip
_PROJECTS = ("alpha", "birch", "cinder", "dune", "ember", "fjord", "grove", "harbor", "iris", "jade", "krill", "lagoon")
_RUSSIAN = {"health": "здоровье", "work": "работа", "preferences": "предпочтения", "pets": "питомцы", "family": "семья",
            "city": "город", "employer": "работодатель", "allergy": "аллергия", "personal": "личное"}  # fmt: skip


def write_nano_bot_home(folder: Path, seed: int, *, is_migrated: bool) -> list[Question]:
    """Write a home and return its questions."""
    world, questions = World(seed), list[Question]()
    (folder / "workspace" / "memory").mkdir(parents=True)
    (folder / "sessions").mkdir()
    database = sqlite3.connect(folder / "memory.db")
    database.executescript((_MIGRATED if is_migrated else _OLD) + _REST)
    lines: list[dict[str, object]] = [{"_type": "metadata", "created_at": "2026-01-05T09:00:00", "metadata": {
        "pending_confirmation": {"messages": [{"role": "user", "content": "I live in a copy."}]}}}]  # fmt: skip
    notes = ["# Long-term Memory", "", "## User Information", "- Name: Ines"]

    def insert(
        category: str,
        key: str,
        value: str,
        created: dt.datetime,
        updated: dt.datetime,
        domain: str | None,
        part: str | None,
    ) -> None:
        columns = [
            "category",
            "key",
            "value",
            "created_at",
            "updated_at",
            *(["domain", "sub_category"] if is_migrated else []),
        ]
        values = [category, key, value, _iso(created), _iso(updated), *([domain, part] if is_migrated else [])]
        database.execute(f"INSERT INTO facts ({', '.join(columns)}) VALUES ({', '.join('?' for _ in columns)})", values)

    for category, key, question, values, sentence, line in _KEYS:
        old, new = world.random.sample(list(values), 2)
        has_changed = world.random.random() < 0.5
        created, updated = world.later(), world.later()
        if has_changed and sentence:
            lines += _turn(sentence.format(old), created)
        if has_changed and line:
            notes.append(f"- {line.format(old)}")
        insert(category, key, new, created, updated, "general", None)
        outdated = (old,) if has_changed and (sentence or line) else ()
        if category in _RUSSIAN and world.random.random() < 0.5:
            # The same fact under a Russian category, older.
            older = next(each for each in values if each not in (old, new))
            insert(_RUSSIAN[category], _RUSSIAN.get(key, key), older, created, created, None, None)
            outdated = (*outdated, older)
        questions.append(Question(question, new, outdated, _CHAT, _CHAT))
    for project in _PROJECTS:
        day = f"2026-{world.random.randint(1, 12):02d}-{world.random.randint(1, 28):02d}"
        client = world.pick(COMPANIES)
        insert(f"project_{project}", "deadline", day, world.later(), world.later(), "work", project)
        insert(f"project_{project}", "client", client, world.later(), world.later(), "work", project)
        questions.append(Question(f"When is the deadline of the {project} project?", day, (), _CHAT, _CHAT))
        questions.append(Question(f"Who is the client of the {project} project?", client, (), _CHAT, _CHAT))
    for number in range(20):
        day = dt.date(2026, 2, 1) + dt.timedelta(days=number)
        person, what = world.pick(("Olga", "Petr", "Anja", "Timo")), f"the {world.pick(HOBBIES)} evening"
        database.execute("INSERT INTO journal (date, content, created_at) VALUES (?, ?, ?)",
                         (day.isoformat(), f"Prepared {what} number {number} with {person}.", f"{day}T21:00:00"))  # fmt: skip
        questions.append(Question(f"With whom did I prepare {what} number {number}?", person, (), _CHAT, _CHAT))
    notes += ["- Drinks oat milk only", "", "## Important Notes", "- Backup runs every Sunday"]
    questions.append(Question("When does the backup run?", "Sunday", (), _CHAT, _CHAT))
    for said, answered in world.chatter(60):
        at = world.later()
        lines += _turn(said, at, answered)
    for number, line in enumerate(lines[1:]):
        if number % 2 == 0 or line["role"] == "user":
            database.execute("INSERT INTO conversations (chat_id, role, message, timestamp) VALUES (?, ?, ?, ?)",
                             ("telegram_42", line["role"], line["content"], line["timestamp"]))  # fmt: skip
    database.execute("INSERT INTO conversations (chat_id, role, message, timestamp) VALUES (?, ?, ?, ?)",
                     ("telegram_42", "user", "My plumber is called Otto Brink.", "2026-05-01T10:00:00"))  # fmt: skip
    questions.append(Question("What is my plumber called?", "Otto", (), _CHAT, _CHAT))
    database.execute(
        "INSERT INTO token_usage (date, model, prompt_tokens, completion_tokens, requests) VALUES ('2026-02-01', 'm', 1, 2, 3)"
    )
    database.execute("INSERT INTO reflections (tool_name, error_text, insight, session_key, created_at) VALUES "
                     "('exec', 'Error: not permitted', 'Ask before running exec', "
                     "'telegram:42', '2026-02-02T10:00:00')")  # fmt: skip
    database.commit()
    database.close()
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (folder / "sessions" / "telegram_42.jsonl").write_text(text, encoding="utf-8")
    (folder / "workspace" / "memory" / "MEMORY.md").write_text("\n".join(notes) + "\n", encoding="utf-8")
    return questions


def _turn(said: str, at: dt.datetime, answered: str = "Noted.") -> list[dict[str, object]]:
    later = at + dt.timedelta(seconds=4)
    return [
        {"role": "user", "content": said, "timestamp": _iso(at)},
        {"role": "assistant", "content": answered, "timestamp": _iso(later)},
    ]


def _iso(at: dt.datetime) -> str:
    return at.replace(tzinfo=None).isoformat()
