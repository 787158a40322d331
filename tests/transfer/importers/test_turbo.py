"""Import of a Turbo home: sessions, rooms and the database, which repeat each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.transfer.importers.items import CoreItem
from kg.transfer.importers.turbo import is_person
from tests.transfer.imports import events_of, items_of, left_out_of, memories_of, write_database, write_files

EVENTS = """
CREATE TABLE events (id TEXT, timestamp REAL, direction TEXT, event_type TEXT, content TEXT, session_key TEXT, tool_name TEXT);
INSERT INTO events VALUES ('e1', 1794297600.0, 'inbound', 'message', 'I live in Oslo', 'telegram:4455', NULL),
 ('e2', 1794297601.0, 'internal', 'tool_call', 'weather(Oslo)', 'telegram:4455', 'weather'),
 ('e3', 1794297700.0, 'inbound', 'message', 'only in the table', 'telegram:4455', NULL);
"""
LINES = [
    {"role": "user", "content": "I live in Oslo", "timestamp": 1794297611},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "weather", "input": {"city": "Oslo"}}],
    "timestamp": 1794297612},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "I am sunny"}], "timestamp": 1794297613},
    {"role": "user", "content": "only in the session", "timestamp": 1794297800},
]  # fmt: skip
ROOM = [
    *LINES,
    {"role": "user", "content": "I live on the motherboard", "bot_name": "researcher", "timestamp": 1794297900},
    {"role": "user", "content": "only in the room", "timestamp": 1794297950},
]


def test_each_message_arrives_once_with_its_author(tmp_path: Path) -> None:
    write_database(tmp_path / "memory" / "memory.db", EVENTS)
    write_files(
        tmp_path,
        {
            "sessions/telegram_4455.jsonl": [{"_type": "metadata", "key": "telegram:4455"}, *LINES],
            "room_sessions/general.jsonl": ROOM,
            "room_sessions/room_general.jsonl": [{"_type": "metadata", "key": "room:general"}, *ROOM],
            "room_sessions/old.json": {
                "room_id": "old",
                "messages": [{"role": "user", "content": "in an old room", "timestamp": 1794297960}, 7],
            },
            "workspace/bots/coder/SOUL.md": "- I am terse",
            "workspace/SOUL.md": "- I am kind",
            "workspace/memory/2026-11-11.md": "- Met Henk",
        },
    )
    items = items_of(tmp_path)
    events = events_of(items)
    texts = [event["text"] for event in events]
    assert len(texts) == len(set(texts))
    said = {event["text"]: (event["role"], event["session"], event.get("speaker")) for event in events}
    assert said == {
        "I live in Oslo": ("user", "telegram:4455", "telegram:4455"),
        "weather(Oslo)": ("assistant", "telegram:4455", None),
        "only in the table": ("user", "telegram:4455", "telegram:4455"),
        "I am sunny": ("tool", "telegram:4455", None),
        "only in the session": ("user", "telegram:4455", "telegram:4455"),
        "I live on the motherboard": ("assistant", "room:general", None),
        "only in the room": ("user", "room:general", "telegram:4455"),
        "in an old room": ("user", "room:old", "telegram:4455"),
        "Met Henk": ("system", "notes:2026-11-11", None),
    }
    assert [item.text for item in items if isinstance(item, CoreItem)] == ["I am kind"]
    assert [note.text for note in memories_of(items, "longterm")] == ["Of the bot coder: I am terse"]
    left_out = left_out_of(items)
    assert left_out["room_sessions/room_general.jsonl"].startswith("6 second copies")
    assert left_out["room_sessions/old.json, line 2"] == "no JSON object"


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ({"content": "x"}, True),
        ({"bot_name": "coder"}, False),
        ({"metadata": {"bot_id": "coder"}}, False),
        ({"sender": "@Researcher"}, False),
        ({"sender_type": "bot"}, False),
        ({"sender": "ann"}, True),
    ],
)
def test_bots_are_no_persons(row: dict[str, object], found: bool) -> None:
    assert is_person(row, frozenset(["researcher"])) is found
