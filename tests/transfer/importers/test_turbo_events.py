"""Events of a Turbo home: roles from direction, tools, and the words of bots."""

from __future__ import annotations

from pathlib import Path

from tests.transfer.imports import events_of, items_of, left_out_of, write_database

EVENTS = """
CREATE TABLE events (id TEXT PRIMARY KEY, timestamp REAL, channel TEXT, direction TEXT, event_type TEXT, content TEXT,
  session_key TEXT, parent_event_id TEXT, person_id TEXT, tool_name TEXT, content_embedding BLOB, metadata TEXT);
INSERT INTO events VALUES
 ('e1', 1794297600.0, 'telegram', 'inbound', 'message', 'I live in Oslo', 'telegram:77', NULL, NULL, NULL, x'00',
 '{"mood": "good"}'),
 ('e2', 1794297605.0, 'telegram', 'outbound', 'message', 'I live in the cloud', 'telegram:77', NULL, NULL, NULL, NULL, NULL),
 ('e3', 1794297609.0, 'telegram', 'internal', 'tool_call', 'calendar.add(x)', 'telegram:77', NULL, NULL, 'calendar', NULL, NULL),
 ('e4', 1794297610.0, 'telegram', 'internal', 'tool_result', 'Error: quota', 'telegram:77', 'e3', NULL, 'calendar', NULL, NULL),
 ('e5', 1794297611.0, 'room', 'inbound', 'message', 'I am a bot', 'room:general', NULL, 'researcher', NULL, NULL, NULL),
 ('e6', 1794297612.0, 'room', 'inbound', 'message', 'me too', 'room:general', NULL, NULL, NULL, NULL, '{"bot_name": "coder"}'),
 ('e7', 1794297613.0, 'room', 'internal', 'thought', 'hmm', 'room:general', NULL, NULL, NULL, NULL, NULL),
 ('e8', 1794297614.0, 'room', 'internal', 'thought', '', 'room:general', NULL, NULL, NULL, NULL, NULL);
"""


def test_roles_come_from_the_direction(tmp_path: Path) -> None:
    items = items_of(write_database(tmp_path / "memory.db", EVENTS).parent)
    events = {event["id"]: event for event in events_of(items)}
    said = {key: (event["role"], event["kind"], event["speaker"]) for key, event in events.items()}
    assert said == {
        "turbo-e1": ("user", "message", "telegram:77"), "turbo-e2": ("assistant", "message", None),
        "turbo-e3": ("assistant", "tool_call", None), "turbo-e4": ("tool", "tool_result", None),
        "turbo-e5": ("assistant", "message", None), "turbo-e6": ("assistant", "message", None),
        "turbo-e7": ("system", "observation", None),
    }  # fmt: skip
    assert events["turbo-e4"]["parent"] == "turbo-e3"
    assert events["turbo-e1"]["metadata"] == {"mood": "good"}
    assert left_out_of(items)["memory.db, event e8"] == "no text"
