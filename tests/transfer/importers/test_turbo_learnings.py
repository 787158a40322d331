"""Learnings, summaries and expertise of a Turbo home."""

from __future__ import annotations

from pathlib import Path

from tests.transfer.imports import items_of, left_out_of, memories_of, write_database

SCRIPT = """
CREATE TABLE learnings (id TEXT, content TEXT, source TEXT, sentiment TEXT, confidence REAL, tool_name TEXT, recommendation TEXT,
  superseded_by TEXT, created_at REAL, times_accessed INT, bot_id TEXT, is_private INT, metadata TEXT);
INSERT INTO learnings VALUES
 ('l1', 'long emails', 'user_feedback', 'neutral', 0.7, NULL, 'write long', 'l2', 1793397600, 0, NULL, 0, NULL),
 ('l2', 'short emails', 'user_feedback', 'Positive', 0.7, 'mail', 'write short', NULL, 1794297600, 4, 'coder', 0,
 '{"is_private": true}'),
 ('l3', 'own trick', 'x', 'x', 5, NULL, NULL, NULL, 1794297600, 0, 'coder', 1, '{"is_private": false}'),
 ('l4', 'by metadata', 'x', 'x', NULL, NULL, NULL, NULL, 1794297600, 0, 'coder', NULL, '{"is_private": true}'),
 ('l5', '', '', '', 0, NULL, NULL, NULL, NULL, 0, NULL, 0, NULL);
CREATE TABLE facts (id TEXT, subject_id TEXT, subject TEXT, predicate TEXT, object_value TEXT, valid_from REAL, valid_to REAL);
INSERT INTO facts VALUES ('f1', '', 'Ann', 'lives in', 'Bergen', 1785297600, 1793297600), ('f2', '', 'Ann', 'lives in',
  'Oslo', 1793297600, NULL);
CREATE TABLE summary_nodes (key TEXT, summary TEXT, last_updated REAL);
INSERT INTO summary_nodes VALUES ('root', 'Ann lives in Bergen.', 1794297600), ('user', 'Ann moved to Oslo.',
  1794297600), ('x', '', NULL);
CREATE TABLE bot_expertise (bot_id TEXT, domain TEXT, confidence REAL, last_updated REAL);
INSERT INTO bot_expertise VALUES ('researcher', 'markets', 0.8, 1794297600);
CREATE TABLE bot_memory_ledger (a); INSERT INTO bot_memory_ledger VALUES (1);
"""


def test_learnings_keep_supersession_privacy_and_use(tmp_path: Path) -> None:
    items = items_of(write_database(tmp_path / "memory.db", SCRIPT).parent)
    learnings = {memory.text: memory for memory in memories_of(items, "learning")}
    assert learnings["long emails"].is_superseded
    assert learnings["long emails"].replaced_by == learnings["short emails"].key == "l2"
    assert (learnings["short emails"].audience, learnings["short emails"].access_count) == ("shared", 4)
    assert (learnings["short emails"].fields["sentiment"], learnings["short emails"].fields["tool"]) == (
        "positive",
        "mail",
    )
    assert learnings["own trick"].audience == "person:bot:coder", "the column wins over the metadata"
    assert learnings["own trick"].fields["confidence"] == 1
    assert learnings["by metadata"].audience == "person:bot:coder"
    notes = {note.text: note.is_superseded for note in memories_of(items, "longterm")}
    assert notes == {
        "Ann lives in Bergen.": True, "Ann moved to Oslo.": False,
        "The bot researcher knows about markets (confidence 0.80).": False,
    }  # fmt: skip
    left_out = left_out_of(items)
    assert left_out["memory.db, learning l5"] == "no text"
    assert "no memory" in left_out["memory.db, table bot_memory_ledger"]
