"""Import of a Slack workspace: users, threads and links, from a folder or an archive."""

from __future__ import annotations

import datetime as dt
import zipfile
from pathlib import Path

import pytest

from kg import Memory
from tests.transfer.imports import import_twice, write_json

NOON = dt.datetime(2026, 1, 3, 12, tzinfo=dt.UTC)


@pytest.mark.parametrize("zipped", [False, True], ids=["folder", "zip"])
def test_slack(memory: Memory, tmp_path: Path, zipped: bool) -> None:
    stamp = f"{NOON.timestamp():.6f}"
    files: dict[str, object] = {
        "users.json": [
            {"id": "U1", "name": "ann", "profile": {"display_name": "Ann"}},
            {"id": "U2", "real_name": "Bob"},
        ],
        "channels.json": [{"id": "C1", "name": "garden"}],
        "garden/2026-01-03.json": [
            {
                "type": "message",
                "user": "U1",
                "text": "<@U2> see <https://a.b|this> in <#C1|garden> &lt;3",
                "ts": stamp,
                "thread_ts": stamp,
            },
            {
                "type": "message",
                "user": "U2",
                "text": "Yes\n&gt;&gt;&gt; one\ntwo",
                "ts": f"{NOON.timestamp() + 1:.6f}",
                "thread_ts": stamp,
                "files": [{"name": "a.pdf"}],
            },
            {"type": "message", "subtype": "channel_join", "user": "U2", "text": "joined", "ts": stamp},
        ],
    }
    folder = tmp_path / "export"
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_json(path, content)
    path = folder
    if zipped:
        path = tmp_path / "export.zip"
        with zipfile.ZipFile(path, "w") as made:
            for name in files:
                made.write(folder / name, name)
    file = import_twice(memory, path)
    assert (file.form, file.events, len(file.skipped or {})) == ("slack", 2, 1)
    first, second = memory.history("slack:garden")
    assert (first.speaker, first.speaker_name, first.at) == ("slack:U1", "Ann", NOON)
    assert first.text == "@Bob see this (https://a.b) in #garden <3"
    assert (second.text, second.parent) == ("Yes\n> one\n> two\n[a.pdf]", first.id)
