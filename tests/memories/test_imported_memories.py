"""Memories of another program keep their dates, status and use."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from kg import Memory
from kg.errors import InvalidInput
from kg.memories import ImportedMemory, MemoryImport
from tests.support import T0

OLD = T0 - dt.timedelta(days=20)


def write(memory: Memory, *memories: ImportedMemory) -> list[str]:
    writer = MemoryImport(memory.runtime)
    return writer.write([writer.check(each) for each in memories])


def one(kind: str, text: str = "text", **fields: Any) -> ImportedMemory:
    own = {
        name: fields.pop(name)
        for name in ("key", "replaced_by", "is_superseded", "audience", "access_count")
        if name in fields
    }
    return ImportedMemory(kind=kind, text=text, at=OLD, fields=fields, **own)


def test_each_kind_is_listed_in_its_store(memory: Memory) -> None:
    write(
        memory,
        one("longterm", "a note", importance=8, access_count=3),
        one("procedure", "restart it", trigger="timeout error", status="approved", confidence=0.9),
        one("learning", "be brief", tool="mail", recommendation="short", sentiment="odd"),
        one("reflection", "ask first", tool="exec", arguments="{}", error="denied", session="telegram-42"),
        one("reflection", "Ann works late", importance=6),
        one("diary", "we met", participants=["cli:ann"]),
        one("journal", "a day", written_at=T0),
        one("episode", "a meeting", session="telegram:5", tags=["N8N"]),
        one("working", "notes", session="telegram:5", task="fix it", pending=["call"]),
    )
    assert [(note.text, note.importance, note.created_at) for note in memory.longterm.list()] == [("a note", 8, OLD)]
    assert [(each.response, each.status) for each in memory.procedures.list()] == [("restart it", "approved")]
    assert [(each.content, each.tool, each.sentiment) for each in memory.learnings.list()] == [
        ("be brief", "mail", "neutral")
    ]
    assert {(each.text, each.tool) for each in memory.reflections.list()} >= {("ask first", "exec")}
    assert [entry.text for entry in memory.diary.recent(days=30)] == ["we met"]
    assert [entry.text for entry in memory.journal.list()] == ["a day"]
    [episode] = memory.episodes.recent(days=30)
    assert (episode.text, list(episode.tags), episode.session) == ("a meeting", ["n8n"], "telegram:5")
    assert memory.working.get("telegram:5") is None, "it is stale by now"


def test_superseded_memories_arrive_superseded(memory: Memory) -> None:
    writer = MemoryImport(memory.runtime)
    old = writer.check(one("learning", "long emails", key="l1", replaced_by="l2"))
    new = writer.check(one("learning", "short emails", key="l2"))
    gone = writer.check(one("longterm", "outdated", is_superseded=True))
    for _ in range(2):
        writer.write([old, new, gone])
        writer.supersede([(new.id, old.id)])
    assert [each.content for each in memory.learnings.list()] == ["short emails"]
    assert {each.content for each in memory.learnings.list(active=False)} == {"long emails", "short emails"}
    assert not [hit for hit in memory.search("outdated", limit=5) if "outdated" in hit.text]
    writer.supersede([])


@pytest.mark.parametrize(
    "memory_",
    [
        one("poem"), one("longterm", " "), one("procedure", "x", trigger="a"), one("procedure", "x",
        trigger="long enough", status="x"),
        one("longterm", audience="everyone"), one("learning", "x" * 3_000), one("diary", "x", participants=["\x00"]),
        one("working", "", session="cli:1"),
    ],
)  # fmt: skip
def test_invalid_memories_are_refused(memory: Memory, memory_: ImportedMemory) -> None:
    with pytest.raises(InvalidInput):
        MemoryImport(memory.runtime).check(memory_)
