"""The commands about what is known: entities, facts and topics, as text and as JSON, read and changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.conftest import Done

Kg = Callable[..., Done]


@pytest.fixture
def known(kg: Kg, erased: str) -> str:
    """A scope in which two facts were stated by hand."""
    place = ("--scope", erased)
    assert (
        kg("facts", "add", "Ann", "lives_in", "Ghent", "--valid-from", "2024", "--speaker", "cli:ann", *place).code == 0
    )
    assert kg("facts", "add", "Ann", "works_at", "Acme", "--valid-from", "2025-05", *place).code == 0
    return erased


def test_facts_are_stated_listed_and_followed(kg: Kg, known: str) -> None:
    place = ("--scope", known)
    moved = kg("facts", "add", "Ann", "lives_in", "Oslo", "--valid-from", "2025", *place)
    assert moved.out.startswith("Ann lives in Oslo.  (since 2025-01-01")
    listed = kg("facts", "--subject", "Ann", "--predicate", "lives_in", *place)
    assert [line.split("  ")[0] for line in listed.out.splitlines()] == ["Ann lives in Oslo."]
    told = kg("facts", "--as-of", "2024-06-01", "--object", "Ghent", *place, "--json").json["facts"]
    assert [(fact["subject"], fact["predicate"], fact["object"]) for fact in told] == [("Ann", "lives_in", "Ghent")]
    assert told[0]["asserted_by"] == "cli:ann"
    assert kg("facts", "--status", "superseded", *place, "--json").json["facts"][0]["object"] == "Ghent"
    assert len(kg("facts", "--status", "any", *place, "--json").json["facts"]) == 3
    assert len(kg("facts", "--limit", 1, *place, "--json").json["facts"]) == 1
    assert kg("facts", "--known-at", "2020-01-01", *place).out == "nothing is known\n"
    stretches = kg("facts", "history", "Ann", "lives_in", *place).out.splitlines()
    assert "since 2024-01-01 until 2025-01-01" in stretches[0]
    assert "superseded" in stretches[0]
    assert stretches[1].startswith("Ann lives in Oslo.")


def test_a_fact_is_corrected_and_taken_back(kg: Kg, known: str) -> None:
    place = ("--scope", known)
    [lives] = kg("facts", "--predicate", "lives_in", *place, "--json").json["facts"]
    right = kg("facts", "correct", lives["id"], "Bruges", *place, "--json").json
    assert (right["object"], right["status"]) == ("Bruges", "current")
    gone = kg("facts", "retract", right["id"], "--reason", "a slip", *place)
    assert "retracted" in gone.out
    assert kg("facts", "--predicate", "lives_in", *place, "--json").json == {"facts": []}


def test_options_in_front_of_an_action_are_refused(kg: Kg, known: str) -> None:
    done = kg("facts", "--scope", known, "add", "Ann", "likes", "tea")
    assert done.code == 2
    assert "--scope goes behind 'add'" in done.err


def test_entities_are_listed_and_shown_on_a_card(kg: Kg, known: str) -> None:
    place = ("--scope", known)
    listed = kg("entities", *place).out.splitlines()
    assert listed[0].split() == ["name", "type", "messages", "last", "seen", "also", "id"]
    assert {line.split()[0] for line in listed[1:]} == {"Ann", "Ghent", "Acme"}
    assert [one["name"] for one in kg("entities", "--type", "org", *place, "--json").json["entities"]] == ["Acme"]
    assert [
        one["name"] for one in kg("entities", "--like", "Ghent", "--limit", 1, *place, "--json").json["entities"]
    ] == ["Ghent"]
    card = kg("entity", "show", "ann", *place).out
    assert card.startswith("Ann (person)")
    assert "Ann lives in Ghent.  (since 2024-01-01; cli:ann)" in card
    assert "Ann —works_at→ Acme  professional, strength" in card
    told = kg("entity", "show", "Ghent", *place, "--json").json
    assert set(told) == {"entity", "facts", "relations"}
    assert [one["source"] for one in told["relations"]] == ["Ann"], "relations stand in both directions"
    assert kg("entities", "--scope", f"{known}-empty").out == "nobody and nothing is known\n"


def test_entities_are_merged_taken_apart_and_renamed(kg: Kg, known: str) -> None:
    place = ("--scope", known)
    assert kg("facts", "add", "Zoe Berg", "likes", "tea", *place).code == 0
    receipt = kg("entity", "merge", "Ann", "Zoe Berg", "--reason", "the same", *place, "--json").json
    assert kg("entity", "show", "Zoe Berg", *place, "--json").json["entity"]["name"] == "Ann"
    assert kg("entity", "unmerge", receipt["id"], *place).out == f"undone: {receipt['id']}\n"
    assert kg("entity", "unmerge", receipt["id"], *place).code == 1
    merged = kg("entity", "merge", "Ann", "Zoe Berg", *place)
    assert "merged 'Zoe Berg' into 'Ann'" in merged.out
    [tea] = kg("facts", "--predicate", "likes", *place, "--json").json["facts"]
    split = kg("entity", "split", "Ann", "--events", tea["sources"][0], "--name", "Zoe", *place)
    assert split.out.startswith("Zoe (person)")
    renamed = kg("entity", "rename", "Acme", "Acme Inc", *place)
    assert renamed.out.startswith("Acme Inc (org), also Acme")


def test_topics_are_listed_and_lead_to_what_was_said(kg: Kg, seeded: str) -> None:
    place = ("--scope", seeded)
    listed = kg("topics", *place, "--json").json["topics"]
    assert set(listed[0]) == {"id", "label", "events", "parent"}
    assert kg("topics", *place).out.splitlines()[0].split() == ["topic", "messages", "within"]
    events = kg("topics", listed[0]["label"], *place, "--json").json["events"]
    assert len(events) == listed[0]["events"]
    assert f"[{events[0]['id']}]" in kg("topics", listed[0]["label"], *place).out
    assert kg("topics", "chess", *place).out == "nothing was said on it\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["entities", "--type", "animal"], "type: 'animal'"),
        (["entities", "--limit", "0"], "limit: 0"),
        (["entity", "show", "nobody"], "not found: entity 'nobody'"),
        (["entity", "merge", "nobody", "none"], "not found"),
        (["entity", "unmerge", "merge-none"], "not found"),
        (["facts", "--status", "old"], "status: 'old'"),
        (["facts", "--as-of", "soon"], "as_of: 'soon'"),
        (["facts", "add", "Ann", "Lives In", "Oslo"], "predicate: 'Lives In'"),
        (["facts", "add", "Ann", "likes", "tea", "--confidence", "2"], "confidence: 2.0"),
        (["facts", "correct", "fact-none", "x"], "not found"),
        (["facts", "retract", "fact-none", "--reason", "x"], "not found"),
        (["topics", " "], "label"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_line_and_exit_code_1(kg: Kg, erased: str, arguments: list[str], told: str) -> None:
    done = kg(*arguments, "--scope", erased)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Error: ")
    assert told in done.err


def test_what_was_said_is_summed_up(kg: Kg, erased: str) -> None:
    place = ("--scope", erased)
    assert kg("summary", "--tree", *place).out.startswith("nothing is summed up yet")
    assert "Error: not found" in kg("summary", *place).err
    for number in range(10):
        assert (
            kg("log", f"The ferry number {number} leaves the old harbour at noon.", "--session", "cli:1", *place).code
            == 0
        )
    assert kg("digest", *place).code == 0
    done = kg("summary", "--refresh", "--tree", *place)
    lines = done.out.splitlines()
    assert lines[0].startswith("root  (everything; confidence ")
    assert any(line.startswith("    session:cli:1  (cli:1; ") for line in lines)
    assert "written: session:cli:1" in done.err or "session:cli:1" in done.err
    one = kg("summary", "session:cli-1", *place, "--json").json
    assert (one["key"], one["parent"], one["stale"]) == ("session:cli:1", "channel:cli", 0)
    assert all(said["sources"] for said in one["sentences"])
    shown = kg("summary", "session:cli:1", *place).out
    assert f"[{one['sources'][0]}" in shown
    assert kg("summary", "--tree", *place, "--json").json["summaries"][0]["key"] == "root"
