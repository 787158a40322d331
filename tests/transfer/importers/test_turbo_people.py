"""People of a Turbo home: entities of its graph, joined with the accounts that wrote."""

from __future__ import annotations

from pathlib import Path

from kg.transfer.importers.source_folder import ImportSource
from kg.transfer.importers.sqlite_file import DatabaseFile
from kg.transfer.importers.turbo_people import TurboPeople, add_people
from tests.transfer.imports import write_database

SCRIPT = """
CREATE TABLE entities (id TEXT, name TEXT, entity_type TEXT, aliases TEXT, description TEXT);
INSERT INTO entities VALUES ('en-1', 'Solveig', 'person', '["Sol", "me"]', 'the user'), ('en-2', 'user', 'person', '[]', '');
CREATE TABLE events (id TEXT, session_key TEXT, direction TEXT, person_id TEXT);
INSERT INTO events VALUES ('e1', 'telegram:77', 'inbound', 'en-1'), ('e2', 'room:general', 'inbound', 'en-1');
CREATE TABLE learnings (bot_id TEXT); INSERT INTO learnings VALUES ('Scout');
"""


def read(tmp_path: Path, script: str) -> TurboPeople:
    people = TurboPeople(frozenset())
    with DatabaseFile(ImportSource(write_database(tmp_path / "m.db", script), 10)) as database:
        list(add_people(database, people))
    people.join()
    return people


def test_a_person_has_the_account_of_the_direct_chat_in_which_they_write(tmp_path: Path) -> None:
    people = read(tmp_path, SCRIPT)
    assert people.accounts == {"en-1": "telegram:77"}
    assert (people.user.account, people.user.name) == ("telegram:77", "Solveig")
    assert people.speaker("en-1", "room:general") == "telegram:77"
    assert people.speaker(None, "room:general") == "telegram:77", "one person talks with bots in a room"
    assert people.speaker("4455", "telegram:9") == "telegram:4455"
    assert people.speaker_of_line({"sender": "user"}, "telegram:9") == "telegram:9"
    assert "scout" in people.bots
    [item] = people.items()
    assert "the user" not in str(item)


def test_the_user_is_the_entity_that_is_named_so(tmp_path: Path) -> None:
    people = read(
        tmp_path,
        SCRIPT.replace("'inbound', 'en-1'", "'inbound', NULL")
        .replace("'Solveig'", "'Sol'")
        .replace("'the user'", "''"),
    )
    assert people.accounts == {"en-2": "telegram:77"}
    assert people.user.name == "the user"
