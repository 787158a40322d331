"""The graph of a Turbo home: which facts are over, and what they rest on."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.knowledge import ImportedEntity, ImportedFact
from tests.transfer.imports import items_of, left_out_of, records_of, write_database

ENTITIES = """
CREATE TABLE entities (id TEXT, name TEXT, entity_type TEXT, aliases TEXT, description TEXT, event_count INT,
  first_seen REAL, last_seen REAL);
INSERT INTO entities VALUES ('en-1', 'Solveig', 'person', '["Sol"]', '', 3, 1794297600, 1794297600),
 ('en-2', 'Norsk Hydro', 'organization', '[]', 'aluminium', 1, 1794297600, 1794297600);
CREATE TABLE topics (id TEXT, name TEXT, description TEXT, event_ids TEXT); INSERT INTO topics VALUES ('t', 'work',
  'about work', '["e1"]');
CREATE TABLE events (id TEXT, timestamp REAL, direction TEXT, event_type TEXT, content TEXT, session_key TEXT, person_id TEXT);
INSERT INTO events VALUES ('e1', 1794297600.0, 'inbound', 'message', 'hi', 'telegram:77', 'en-1'),
 ('e2', 1794297600.0, 'outbound', 'message', 'I live in the cloud', 'telegram:77', NULL);
CREATE TABLE edges (id TEXT, source_entity_id TEXT, target_entity_id TEXT, relation TEXT, relation_type TEXT, first_seen REAL);
INSERT INTO edges VALUES ('d1', 'en-1', 'en-2', 'works at', 'professional', 1794297600), ('d2', 'en-2', 'en-1', 'pays',
  '', 1794297600),
 ('d3', 'en-1', 'gone', 'knows', '', 1794297600);
"""
FACTS = """
INSERT INTO facts ({columns}, predicate, fact_type, confidence, source_event_ids, valid_from, valid_to) VALUES
 ('f1', 'en-1', 'Norsk Hydro', 'works at', 'relation', 0.8, '["e1"]', 1794297600, NULL),
 ('f2', 'en-1', 'Bergen', 'lives in', 'attribute', 0.8, '[]', 1785297600, 1793297600),
 ('f3', 'en-1', 'Oslo', 'lives in', 'attribute', 0.8, '[]', 1793297600, 1793297700),
 ('f4', 'en-1', 'in the cloud', 'resides', 'attribute', 0.8, '["e2"]', 1794297600, NULL),
 ('f5', 'en-1', 'vim', 'edits with', 'preference', 0.8, '[]', 1785297600, 1793297600),
 ('f6', 'en-1', 'emacs', 'edits with', 'preference', 0.8, '[]', 1793297600, NULL),
 ('f7', 'en-1', 'jazz', 'listens to', 'preference', 0.8, '[]', 1785297600, 1793297600),
 ('f8', 'gone', 'x', 'is', 'attribute', 0.8, '[]', NULL, NULL);
"""
REST = "fact_type, confidence, strength, source_event_ids, valid_from, valid_to);"
OLD = f"CREATE TABLE facts (id, subject_entity_id, predicate, object_text, object_entity_id, {REST}"
NEW = f"CREATE TABLE facts (id, subject_id, predicate, object_value, {REST}"


@pytest.mark.parametrize(
    ("table", "columns"), [(OLD, "id, subject_entity_id, object_text"), (NEW, "id, subject_id, object_value")]
)
def test_an_end_means_over_only_where_another_value_follows(tmp_path: Path, table: str, columns: str) -> None:
    items = items_of(write_database(tmp_path / "memory.db", ENTITIES + table + FACTS.format(columns=columns)).parent)
    facts = {fact.object: fact for fact in records_of(items, ImportedFact)}
    assert {name: fact.predicate for name, fact in facts.items()} == {
        "Norsk Hydro": "works_at", "Bergen": "lives_in", "Oslo": "lives_in", "vim": "edits_with", "emacs": "edits_with",
        "jazz": "listens_to", "Solveig": "pays",
    }  # fmt: skip
    assert not [fact for fact in facts.values() if fact.valid_to], "what follows ends a fact"
    assert facts["vim"].aspect == facts["emacs"].aspect == "edits with"
    assert facts["jazz"].aspect == ""
    assert facts["jazz"].details["valid_to"], "the time of the last mention is kept with the evidence"
    work = facts["Norsk Hydro"]
    assert (list(work.sources), work.speaker, work.subject_account) == (["turbo-e1"], "telegram:77", "telegram:77")
    entities = {entity.name: entity for entity in records_of(items, ImportedEntity)}
    assert (entities["Solveig"].account, entities["Norsk Hydro"].type, entities["work"].type) == (
        "telegram:77",
        "org",
        "concept",
    )
    left_out = left_out_of(items)
    assert left_out["memory.db, fact f4"] == "the agent's own words are all that it rests on"
    assert left_out["memory.db, fact f8"] == "its subject is no entity"
    assert left_out["memory.db, edge d3"] == "one of its ends is no entity"
    assert left_out["memory.db, edges"] == "1 edges that facts state, too"
