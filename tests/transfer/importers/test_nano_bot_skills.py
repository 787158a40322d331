"""Skills of a Nano_Bot home."""

from __future__ import annotations

from pathlib import Path

from tests.transfer.imports import items_of, left_out_of, memories_of, write_database

SKILLS = """
CREATE TABLE facts (category, key, value, updated_at);
CREATE TABLE skills (id INTEGER PRIMARY KEY, name, skill_type, description, content, usage_count, success_count, version,
  created_at);
CREATE TABLE skill_versions (id INTEGER PRIMARY KEY, skill_name, version, content);
CREATE TABLE skill_tags (skill_name, tag);
INSERT INTO skills VALUES (1, 'deploy_site', 'procedure', 'Deploy the site', 'old way', 10, 9, 1, '2026-01-01'), (2, '',
  '', '', '', 0, 0, 1, NULL);
INSERT INTO skill_versions VALUES (1, 'deploy_site', 1, 'old way'), (2, 'deploy_site', 2, 'new way');
INSERT INTO skill_tags VALUES ('deploy_site', 'hosting');
"""


def test_the_newest_version_of_a_skill_is_a_procedure(tmp_path: Path) -> None:
    items = items_of(write_database(tmp_path / "skills.db", SKILLS).parent)
    [skill] = memories_of(items, "procedure")
    assert (skill.text, skill.access_count, skill.fields["confidence"]) == ("new way", 10, 0.9)
    assert skill.fields["trigger"] == "deploy site Deploy the site hosting"
    left_out = left_out_of(items)
    assert left_out["skills.db, skills"] == "1 older versions of skills"
    assert left_out["skills.db, skill 2"] == "no name or no content"


def test_of_a_row_a_version_the_newest_counts(tmp_path: Path) -> None:
    rows = """
    CREATE TABLE facts (category, key, value, updated_at);
    CREATE TABLE skills (id INTEGER PRIMARY KEY, name, content, version, enabled);
    INSERT INTO skills VALUES (1, 'deploy', 'new way', 2, 1), (2, 'deploy', 'old way', 1, 1), (3, 'spy', 'Look.', 1, 0);
    """
    found = memories_of(items_of(write_database(tmp_path / "skills.db", rows).parent), "procedure")
    assert [(skill.text, skill.fields["status"]) for skill in found] == [("new way", "approved"), ("Look.", "rejected")]
