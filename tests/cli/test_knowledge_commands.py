"""The commands for entities, facts, topics and summaries, as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.conftest import CommandResult

Kg = Callable[..., CommandResult]


@pytest.fixture
def facts_scope(kg: Kg, new_scope: str) -> str:
    """A scope with two facts."""
    options = ("--scope", new_scope)
    assert (
        kg("facts", "add", "Ann", "lives_in", "Ghent", "--valid-from", "2024", "--speaker", "cli:ann", *options).code
        == 0
    )
    assert kg("facts", "add", "Ann", "works_at", "Acme", "--valid-from", "2025-05", *options).code == 0
    return new_scope


def test_facts_are_added_listed_and_shown_over_time(kg: Kg, facts_scope: str) -> None:
    options = ("--scope", facts_scope)
    moved = kg("facts", "add", "Ann", "lives_in", "Oslo", "--valid-from", "2025", *options)
    assert moved.out.startswith("Ann lives in Oslo.  (since 2025-01-01")
    listed = kg("facts", "--subject", "Ann", "--predicate", "lives_in", *options)
    assert [line.split("  ")[0] for line in listed.out.splitlines()] == ["Ann lives in Oslo."]
    result = kg("facts", "--as-of", "2024-06-01", "--object", "Ghent", *options, "--json").json["facts"]
    assert [(fact["subject"], fact["predicate"], fact["object"]) for fact in result] == [("Ann", "lives_in", "Ghent")]
    assert result[0]["asserted_by"] == "cli:ann"
    assert kg("facts", "--status", "superseded", *options, "--json").json["facts"][0]["object"] == "Ghent"
    assert len(kg("facts", "--status", "any", *options, "--json").json["facts"]) == 3
    assert len(kg("facts", "--limit", 1, *options, "--json").json["facts"]) == 1
    assert kg("facts", "--known-at", "2020-01-01", *options).out == "no facts\n"
    intervals = kg("facts", "history", "Ann", "lives_in", *options).out.splitlines()
    assert "since 2024-01-01 until 2025-01-01" in intervals[0]
    assert "superseded" in intervals[0]
    assert intervals[1].startswith("Ann lives in Oslo.")


def test_a_fact_is_corrected_and_retracted(kg: Kg, facts_scope: str) -> None:
    options = ("--scope", facts_scope)
    [lives] = kg("facts", "--predicate", "lives_in", *options, "--json").json["facts"]
    right = kg("facts", "correct", lives["id"], "Bruges", *options, "--json").json
    assert (right["object"], right["status"]) == ("Bruges", "current")
    gone = kg("facts", "retract", right["id"], "--reason", "a slip", *options)
    assert "retracted" in gone.out
    assert kg("facts", "--predicate", "lives_in", *options, "--json").json == {"facts": []}


def test_options_before_an_action_are_refused(kg: Kg, facts_scope: str) -> None:
    done = kg("facts", "--scope", facts_scope, "add", "Ann", "likes", "tea")
    assert done.code == 2
    assert "--scope must follow 'add'" in done.err


def test_entities_are_listed_and_shown_on_a_card(kg: Kg, facts_scope: str) -> None:
    options = ("--scope", facts_scope)
    listed = kg("entities", *options).out.splitlines()
    assert listed[0].split() == ["name", "type", "messages", "last", "seen", "also", "id"]
    assert {line.split()[0] for line in listed[1:]} == {"Ann", "Ghent", "Acme"}
    assert [one["name"] for one in kg("entities", "--type", "org", *options, "--json").json["entities"]] == ["Acme"]
    assert [
        one["name"] for one in kg("entities", "--like", "Ghent", "--limit", 1, *options, "--json").json["entities"]
    ] == ["Ghent"]
    card = kg("entity", "show", "ann", *options).out
    assert card.startswith("Ann (person)")
    assert "Ann lives in Ghent.  (since 2024-01-01; cli:ann)" in card
    assert "Ann —works_at→ Acme  professional, strength" in card
    result = kg("entity", "show", "Ghent", *options, "--json").json
    assert set(result) == {"entity", "facts", "relations"}
    assert [one["source"] for one in result["relations"]] == ["Ann"], "relations are shown in both directions"
    assert kg("entities", "--scope", f"{facts_scope}-empty").out == "no entities\n"


@pytest.mark.slow
def test_entities_are_merged_split_and_renamed(kg: Kg, facts_scope: str) -> None:
    options = ("--scope", facts_scope)
    assert kg("facts", "add", "Zoe Berg", "likes", "tea", *options).code == 0
    receipt = kg("entity", "merge", "Ann", "Zoe Berg", "--reason", "the same", *options, "--json").json
    assert kg("entity", "show", "Zoe Berg", *options, "--json").json["entity"]["name"] == "Ann"
    assert kg("entity", "unmerge", receipt["id"], *options).out == f"undone: {receipt['id']}\n"
    assert kg("entity", "unmerge", receipt["id"], *options).code == 1
    merged = kg("entity", "merge", "Ann", "Zoe Berg", *options)
    assert "merged 'Zoe Berg' into 'Ann'" in merged.out
    [tea] = kg("facts", "--predicate", "likes", *options, "--json").json["facts"]
    split = kg("entity", "split", "Ann", "--events", tea["sources"][0], "--name", "Zoe", *options)
    assert split.out.startswith("Zoe (person)")
    renamed = kg("entity", "rename", "Acme", "Acme Inc", *options)
    assert renamed.out.startswith("Acme Inc (org), also Acme")


def test_topics_are_listed_with_their_messages(kg: Kg, seeded: str) -> None:
    options = ("--scope", seeded)
    listed = kg("topics", *options, "--json").json["topics"]
    assert set(listed[0]) == {"id", "label", "events", "parent"}
    assert kg("topics", *options).out.splitlines()[0].split() == ["topic", "messages", "parent"]
    events = kg("topics", listed[0]["label"], *options, "--json").json["events"]
    assert len(events) == listed[0]["events"]
    assert f"[{events[0]['id']}]" in kg("topics", listed[0]["label"], *options).out
    assert kg("topics", "chess", *options).out == "no messages\n"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["entities", "--type", "animal"], "(got 'animal')"),
        (["entities", "--limit", "0"], "(got 0)"),
        (["entity", "show", "nobody"], "not found: entity 'nobody'"),
        (["entity", "merge", "nobody", "none"], "not found"),
        (["entity", "unmerge", "merge-none"], "not found"),
        (["facts", "--status", "old"], "(got 'old')"),
        (["facts", "--as-of", "soon"], "(got 'soon')"),
        (["facts", "add", "Ann", "9 lives", "Oslo"], "(got '9 lives')"),
        (["facts", "add", "Ann", "likes", "tea", "--confidence", "2"], "(got 2.0)"),
        (["facts", "correct", "fact-none", "x"], "not found"),
        (["facts", "retract", "fact-none", "--reason", "x"], "not found"),
        (["topics", " "], "label"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_invalid_input_is_one_line_with_exit_code_1(
    kg: Kg, new_scope: str, arguments: list[str], expected: str
) -> None:
    done = kg(*arguments, "--scope", new_scope)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Error: ")
    assert expected in done.err


@pytest.mark.slow
def test_summaries_are_created_and_shown(kg: Kg, new_scope: str) -> None:
    options = ("--scope", new_scope)
    assert kg("summary", "--tree", *options).out.startswith("no summaries yet")
    assert "Error: not found" in kg("summary", *options).err
    for number in range(10):
        assert (
            kg("log", f"The ferry number {number} leaves the old harbour at noon.", "--session", "cli:1", *options).code
            == 0
        )
    assert kg("digest", *options).code == 0
    done = kg("summary", "--refresh", "--tree", *options)
    lines = done.out.splitlines()
    assert lines[0].startswith("root  (everything; confidence ")
    assert any(line.startswith("    session:cli:1  (cli:1; ") for line in lines)
    assert "updated: session:cli:1" in done.err or "session:cli:1" in done.err
    one = kg("summary", "session:cli-1", *options, "--json").json
    assert (one["key"], one["parent"], one["stale"]) == ("session:cli:1", "channel:cli", 0)
    assert all(said["sources"] for said in one["sentences"])
    shown = kg("summary", "session:cli:1", *options).out
    assert f"[{one['sources'][0]}" in shown
    assert kg("summary", "--tree", *options, "--json").json["summaries"][0]["key"] == "root"
