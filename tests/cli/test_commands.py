"""The commands that write and read events: their text output and their JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from kg.cli import app
from tests.cli.conftest import CommandResult

Kg = Callable[..., CommandResult]
EVENT = {
    "text", "speaker", "speaker_name", "session", "channel", "at", "kind", "role", "direction", "parent", "tool", "id",
    "metadata", "audience", "seq", "status", "instructs", "salience",
}  # fmt: skip
HIT = {
    "id",
    "kind",
    "text",
    "score",
    "at",
    "session",
    "speaker",
    "speaker_name",
    "role",
    "instructs",
    "sources",
    "subject",
    "why",
}


def list_commands() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []

    def walk(command: object, path: tuple[str, ...]) -> None:
        found.append(path)
        for name, one in getattr(command, "commands", {}).items():
            walk(one, (*path, name))

    walk(typer.main.get_command(app), ())
    return found


@pytest.mark.parametrize("command", list_commands(), ids=lambda path: " ".join(path) or "kg")
def test_every_command_has_help(kg: Kg, command: tuple[str, ...]) -> None:
    done = kg(*command, "--help")
    assert done.code == 0
    assert "Usage: " in done.out
    described = [line.strip() for line in done.out.split("Usage: ")[1].split("╭")[0].splitlines()[1:] if line.strip()]
    assert described[-1].endswith(".")


def test_the_commands_of_the_contract_exist() -> None:
    names = {path[0] for path in list_commands() if path}
    assert {
        "up",
        "down",
        "status",
        "demo",
        "log",
        "search",
        "context",
        "import",
        "export",
        "forget",
        "doctor",
        "worker",
        "bench",
    } <= names
    assert {path[1] for path in list_commands() if path[:1] == ("bench",) and len(path) > 1} >= {
        "recall",
        "latency",
        "ingest",
    }


def test_log_prints_the_id_and_history_prints_the_messages(kg: Kg, new_scope: str) -> None:
    options = ("--scope", new_scope, "--session", "cli-7", "--speaker", "ann", "--at", "2026-03-02T09:00:00Z")
    logged = kg("log", "Hello there.", *options)
    assert logged.code == 0
    [name] = logged.out.split()
    assert kg("log", "Hello there.", *options, "--json").json == {"id": name}, (
        "logging the same event again changes nothing"
    )
    assert kg("log", "-", *options, "--name", "Ann", "--id", "mine", stdin="From a pipe:\n漢字 🎉\n").out == "mine\n"
    history = kg("history", "cli:7", "--scope", new_scope)
    assert history.out.splitlines()[0] == "    0  2026-03-02 09:00  ann: Hello there."
    assert "漢字 🎉" in history.out
    [first, second] = kg("history", "cli:7", "--scope", new_scope, "--json").json["events"]
    assert set(first) == EVENT
    assert (first["id"], first["at"], first["seq"]) == (name, "2026-03-02T09:00:00+00:00", 0)
    assert second["speaker_name"] == "Ann"
    assert len(kg("history", "cli:7", "--last", 1, "--scope", new_scope, "--json").json["events"]) == 1


def test_history_from_a_time_on_and_of_all_sessions(kg: Kg, read_only: str) -> None:
    options = ("--scope", read_only)
    assert [line.split("  ")[0] for line in kg("history", *options).out.splitlines()] == [
        "cli:1", "cli:1", "telegram:2", "telegram:2",
    ]  # fmt: skip
    since = kg("history", "--since", "2026-03-02T09:02:00Z", *options)
    assert since.out.splitlines()[0] == "telegram:2  2026-03-02 09:02  cleo: Where is the key?"
    assert since.err == ""
    assert kg("history", "telegram:2", "--since", "2026-03-03", *options, "--json").json == {"events": []}
    done = kg("history", "--since", "soon", *options)
    assert (done.code, done.out) == (1, "")
    assert "since" in done.err


def test_invalid_utf_8_is_logged_with_replacement_characters(kg: Kg, new_scope: str) -> None:
    assert kg("log", "-", "--session", "cli:7", "--scope", new_scope, stdin=b"na\xefve\n").code == 0
    assert kg("history", "cli:7", "--scope", new_scope, "--json").json["events"][0]["text"] == "na\ufffdve\n"


def test_search_as_text_and_as_json(kg: Kg, read_only: str) -> None:
    done = kg("search", "Oslo", "--scope", read_only, "--limit", 3)
    first, second = done.out.splitlines()[:2]
    assert re.fullmatch(r"\d\.\d{4}  2026-03-02 09:00  fact Ann moved to Oslo( \(.*\))?\.  \[fact-\w+\]", first)
    assert second.endswith("ann: Ann moved to Oslo in spring.  [a]")
    assert "confidence: " in done.out
    result = kg("search", "Oslo", "--scope", read_only, "--json").json
    assert set(result) == {"hits", "confidence", "degraded", "ms"}
    assert all(set(hit) == HIT for hit in result["hits"])
    assert (result["hits"][0]["kind"], result["hits"][0]["sources"]) == ("fact", ["a"])
    first = next(hit for hit in result["hits"] if hit["kind"] == "event")
    assert (first["id"], first["sources"]) == ("a", ["a"])
    assert result["confidence"] in ("none", "low", "medium", "high")
    assert result["ms"] > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--session", "telegram-2"], {"c", "d"}),
        (["--channel", "cli"], {"a", "b"}),
        (["--speaker", "cli:ann"], {"a"}),
        (["--speaker", "ann"], {"a", "d"}),
        (["--since", "2026-03-02T09:02:00Z"], {"c", "d"}),
        (["--until", "2026-03-02T09:01:00Z"], {"a"}),
        (["--as-of", "2026-03-02T09:01:00Z", "--kind", "event"], {"a", "b"}),
        (["--asker", "cli:eve", "--kind", "event", "--min-score", "0"], {"a", "b", "c", "d"}),
        (["--limit", "1", "--min-score", "1000"], set()),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_the_options_of_search_filter_hits(kg: Kg, read_only: str, options: list[str], expected: set[str]) -> None:
    found = kg("search", "oak Oslo key", "--scope", read_only, *options, "--json").json
    assert {hit["id"] for hit in found["hits"]} == expected


def test_search_finds_people_by_kind(kg: Kg, read_only: str) -> None:
    found = kg("search", "bob", "--scope", read_only, "--kind", "person", "--kind", "event", "--json").json
    assert {hit["kind"] for hit in found["hits"]} == {"person", "event"}


@pytest.mark.slow
def test_context_as_text_and_as_json(kg: Kg, read_only: str) -> None:
    command = (
        "context",
        "How old is the oak?",
        "--speaker",
        "cli:ann",
        "--session",
        "telegram:2",
        "--scope",
        read_only,
    )
    done = kg(*command)
    assert done.out.startswith("## State\n")
    assert "Under the oak." in done.out
    assert "of 4000 tokens" in done.err
    result = kg(*command, "--budget", 150, "--profile", "compact", "--json").json
    assert set(result) == {"text", "tokens", "budget", "sections", "citations", "dropped", "trips", "degraded"}
    assert result["tokens"] <= result["budget"] == 150
    assert all(node in {"a", "b", "c", "d"} or node.startswith("fact-") for node in result["citations"].values())
    assert {"name", "tokens", "items"} == set(result["sections"][0])
    assert "b" not in kg(*command, "--as-of", "2026-03-02T09:00:30Z", "--json").json["citations"].values()


def test_a_context_is_explained(kg: Kg, read_only: str) -> None:
    command = ("context", "How old is the oak?", "--speaker", "cli:ann", "--scope", read_only, "--explain")
    text = kg(*command).out
    assert re.search(r"Memories: \d+ tokens of \d+ reserved", text)
    assert re.search(r"\[m\d\] The oak is 400 years old\. — bob says, \d+ \w+\n.*\n +rests on “The oak is 400", text)
    assert re.search(r"\[m\d\] .*The oak is 400 years old\. Zażółć", text), "the fact does not say all of the message"
    assert "relevance" in text
    assert "Left out: " in text
    result = kg(*command, "--json").json
    assert result["context"]["citations"]
    assert any(line["sources"] for section in result["sections"] for line in section["lines"] if line["kind"] == "fact")


def test_import_and_digest(kg: Kg, new_scope: str, tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    lines = [{"id": f"e{n}", "text": f"Line number {n} of it, Zażółć.", "ts": "2026-03-01"} for n in range(3)]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    checked = kg("import", path, "--dry-run", "--scope", new_scope, "--json").json
    assert (checked["events"], checked["dry_run"]) == (3, True)
    assert [(file["path"], file["form"], file["events"]) for file in checked["files"]] == [(str(path), "events", 3)]
    assert kg("import", path, "--scope", new_scope).out == f"imported 3 events from 1 file(s) into scope {new_scope}\n"
    result = kg("import", path, "--digest", "--scope", new_scope, "--json").json
    assert result["digest"]["events"] == 3
    assert kg("digest", "--scope", new_scope).out == (
        "0 events, 0 passages, 0 entities, 0 facts, 0 topics, 0 skipped, 0 failed, 1 trips\n"
    )
    assert set(kg("digest", "--retry", "--scope", new_scope, "--json").json) == {
        "events", "passages", "entities", "facts", "topics", "skipped", "failed", "again", "removed_facts",
        "trips", "degraded",
    }  # fmt: skip


@pytest.mark.slow
def test_digest_again_prints_what_changed(kg: Kg, seeded: str) -> None:
    # The first time the extractor knows the names of the persons, which it learnt from these events.
    assert kg("digest", "--again", "--scope", seeded, "--json").json["again"] == 4
    done = kg("digest", "--again", "--since", "2020-01-01", "--scope", seeded)
    assert done.out.splitlines()[-1] == "4 events read again, 0 facts added, 0 facts removed"
    refused = kg("digest", "--again", "--since", "yesterday", "--scope", seeded)
    assert refused.code != 0
    assert "since must be an ISO 8601 time" in refused.err


def test_forget_asks_for_confirmation_unless_yes_is_given(kg: Kg, seeded: str) -> None:
    assert kg("forget", "--scope", seeded).code == 1
    refused = kg("forget", "--all", "--scope", seeded, stdin="n\n")
    assert (refused.code, "nothing was erased" in refused.err) == (1, True)
    assert len(kg("history", "cli:1", "--scope", seeded, "--json").json["events"]) == 2
    receipt = kg("forget", "--all", "--yes", "--scope", seeded, "--json").json
    assert set(receipt) == {"id", "at", "what", "removed", "kept"}
    assert receipt["removed"]["event"] == 4
    again = kg("forget", "--all", "--scope", seeded, stdin="y\n")
    assert (again.code, again.out.endswith("removed nothing\n")) == (0, True)
