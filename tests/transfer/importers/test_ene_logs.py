"""Logs and threads of an Ene home: what they have in addition to the sessions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.transfer.imports import events_of, items_of, left_out_of, write_files

LOG = """# Log
[14:05:10] USER (CCC): look at my overlay
with two lines
[14:05:20] ENE [tools: search, draw]: cute!
[14:06:00] USER (Az (@az_x)): only in the log
[14:07:00] ENE: [no response]
"""
SESSION = [
    {"_type": "metadata"},
    {"role": "user", "content": "look at my overlay\nwith two lines", "timestamp": "2026-02-10T14:05:10"},
    {"role": "assistant", "content": "cute!", "timestamp": "2026-02-10T14:05:20"},
]
PERSON = {"id": "p", "display_name": "CCC", "platform_ids": {"discord:555": {}}}


@pytest.mark.parametrize("name", ["logs/2026-02-10/discord_100.md", "logs/2026-02-10_discord_100.md"])
def test_logs_name_authors_and_have_lost_messages(tmp_path: Path, name: str) -> None:
    files = {"sessions/discord_100.jsonl": SESSION, name: LOG, "social/people/p.json": PERSON, "logs/nodate/x.md": "x"}
    items = items_of(write_files(tmp_path, files))
    events = {event["text"]: event for event in events_of(items)}
    assert events["look at my overlay\nwith two lines"]["speaker"] == "discord:555", "the log says who wrote it"
    lost = events["only in the log"]
    assert (lost["speaker"], lost["session"], lost["role"]) == ("discord:az_x", "discord:100", "user")
    assert len(events) == 3
    assert left_out_of(items)[name] == "2 messages that the sessions have, too"


def test_threads_are_read(tmp_path: Path) -> None:
    message = {"author_id": "discord:555", "author_name": "CCC", "content": "in a thread", "timestamp": 1770993000}
    thread = {
        "channel_key": "discord:100",
        "messages": [message, {**message, "is_ene": True, "content": "answer"}, {"content": ""}],
    }
    files = {
        "threads/active.json": {"threads": {"t1": thread}},
        "threads/pending.json": {"messages": [{"channel_key": "discord:100", "message": {**message, "content": "waiting"}}]},
        "threads/archive/2026-02-10.jsonl": [thread, "{broken", {"channel_key": "discord:100", "messages": [{**message,
        "content": "old"}]}],
        "social/people/p.json": PERSON,
    }  # fmt: skip
    items = items_of(write_files(tmp_path, files))
    said = {event["text"]: (event["speaker"], event["role"]) for event in events_of(items)}
    assert said == {
        "in a thread": ("discord:555", "user"), "answer": (None, "assistant"), "waiting": ("discord:555", "user"),
        "old": ("discord:555", "user"),
    }  # fmt: skip
    assert left_out_of(items)["threads/archive/2026-02-10.jsonl, line 2"].startswith("no JSON")
