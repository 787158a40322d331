"""People of an Ene home: their accounts, notes, trust signals and ties, from files of old and new versions."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from kg.people import ImportedPerson, ImportedTie
from tests.transfer.imports import items_of, left_out_of, memories_of, records_of, write_files

CCC: dict[str, Any] = {
    "id": "p_c", "display_name": "CCC", "aliases": ["triple c"], "summary": "Streamer friend",
    "platform_ids": {"discord:555": {"username": "ccc", "display_name": "CCC", "first_seen": "2025-06-01T10:00:00"}},
    "notes": [{"content": "Loves synthwave", "added_at": "2026-01-02T10:00:00"}, "Has a cat", {"content": ""}],
    "trust": {
        "positive_interactions": 12, "negative_interactions": 1, "sentiment_modifier": 0.01,
        "signals": {"message_count": 90, "session_count": 4, "first_interaction": "2025-06-01T10:00:00",
                    "last_interaction": "2026-02-10T14:05:00", "days_active": 9, "unique_hours": [10, 11],
                    "unique_days_of_week": [0],
                    "restricted_tool_attempts": 1},
        "violations": [{"description": "spoofing", "severity": 0.15, "timestamp": "2026-01-01T00:00:00"}, {"severity": 0.3}],
        "manual_override": None,
    },
    "connections": [{"person_id": "p_a", "relationship": "friend", "context": "stream"}, {"person_id": "p_gone"}],
}  # fmt: skip
FILES = {
    "memory/social/people/p_c.json": CCC,
    "memory/social/people/p_a.json": {
        "id": "p_a",
        "display_name": "Az",
        "connections": [{"person_id": "p_c", "relationship": "friend"}],
    },
    "memory/social/people/p_x.json": "{broken",
}


@pytest.mark.parametrize("is_old", [True, False])
def test_files_and_index_make_persons(tmp_path: Path, *, is_old: bool) -> None:
    accounts = {"discord:555": "p_c", "discord:777": "p_a", "discord:999": "p_gone"}
    index = accounts if is_old else {"platform_to_person": accounts, "name_to_person": {"ccc": "p_c"}}
    items = items_of(write_files(tmp_path, {**FILES, "memory/social/index.json": index}))
    people = {person.name: person for person in records_of(items, ImportedPerson)}
    assert list(people["CCC"].accounts) == ["discord:555"]
    assert {"triple c", "ccc"} <= set(people["CCC"].aliases)
    assert list(people["Az"].accounts) == ["discord:777"]
    assert [note.text for note in people["CCC"].notes] == ["Loves synthwave", "Has a cat"]
    prior = people["CCC"].trust
    assert prior is not None
    assert (prior.messages, prior.sessions, prior.active_days, prior.attempts) == (90, 4, 9, 1)
    assert [(each.severity, each.reason) for each in people["CCC"].violations] == [(0.15, "spoofing")]
    tie, other = records_of(items, ImportedTie)
    assert (other.relationship, {other.one, other.other}) == ("knows", {"discord:555", "discord:999"})
    assert ({tie.one, tie.other}, tie.relationship, tie.context) == ({"discord:555", "discord:777"}, "friend", "stream")
    notes = memories_of(items, "longterm")
    assert {(note.text, note.audience) for note in notes} == {
        ("CCC: Loves synthwave", "person:discord:555"), ("CCC: Has a cat", "person:discord:555"),
    }  # fmt: skip
    assert "memory/social/people/p_x.json" in " ".join(left_out_of(items))


def test_a_score_that_was_set_by_hand_is_left_out(tmp_path: Path) -> None:
    trust = {**CCC["trust"], "manual_override": 0.9}
    items = items_of(write_files(tmp_path, {"social/people/p_c.json": {**CCC, "trust": trust}}))
    [person] = records_of(items, ImportedPerson)
    assert person.trust is None
    assert "set by hand" in " ".join(left_out_of(items).values())
    assert person.first_seen == dt.datetime(2025, 6, 1, 10, tzinfo=dt.UTC)
