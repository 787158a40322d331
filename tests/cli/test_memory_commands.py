"""The commands for core memory, procedures and working memory, as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable

from kg import Memory, Settings
from kg.language.hashing_embedder import HashingEmbedder
from tests.cli.conftest import CommandResult

Kg = Callable[..., CommandResult]


def test_core_memory_is_added_edited_deleted_and_shown(kg: Kg, new_scope: str) -> None:
    options = ("--scope", new_scope)
    added = kg("core", "add", "Prefers short\nanswers.", "preferences", "--importance", 8, *options)
    assert added.out.startswith("preferences: Prefers short answers.  (importance 8)  [")
    [entry] = kg("core", *options, "--json").json["entries"]
    assert (entry["section"], entry["importance"], entry["audience"]) == ("preferences", 8, "shared")
    result = kg(
        "core", "edit", entry["id"], "--section", "scratch", "--text", "Likes tea.", "--importance", 3, *options
    )
    assert result.out == f"scratch: Likes tea.  (importance 3)  [{entry['id']}]\n"
    shown = kg("core", *options).out
    assert "### Scratch" in shown
    assert f"- Likes tea. [id:{entry['id']}]" in shown
    assert kg("core", "usage", *options).out.splitlines()[0].split() == ["section", "tokens", "limit"]
    used = kg("core", "usage", *options, "--json").json["scratch"]
    assert used["used"] > 0
    assert used["limit"] == 800
    assert kg("core", "delete", entry["id"], "--erase", *options, "--json").json["id"] == entry["id"]
    assert kg("core", *options, "--json").json["entries"] == []
    full = kg("core", "add", "word " * 700, "identity", *options)
    assert (full.code, full.out) == (1, "")
    assert "would exceed its limit of 600" in full.err
    assert kg("core", "add", "x", "gossip", *options).code == 1
    assert "must follow 'add'" in kg("core", *options, "add", "x", "scratch").err


def test_procedures_are_proposed_approved_rejected_and_matched(kg: Kg, new_scope: str) -> None:
    options = ("--scope", new_scope)
    assert kg("procedures", *options).out == "no procedures\n"
    made = kg(
        "procedures", "propose", "n8n webhook 401 error", "Renew the token", "--confidence", 0.6, "--learned-from", "log",
        *options, "--json",
    ).json  # fmt: skip
    assert (made["status"], made["learned_from"]) == ("proposed", "log")
    assert kg("procedures", "match", "my n8n webhook gives 401", *options).out == "no procedure matches\n"
    assert "approved, confidence 0.6, used 0 times" in kg("procedures", "approve", made["id"], *options).out
    line = kg("procedures", "match", "my n8n webhook gives 401", *options).out
    assert line.startswith("0.45  n8n webhook 401 error → Renew the token  (approved")
    [result] = kg("procedures", "match", "my n8n webhook gives 401", *options, "--json").json["procedures"]
    assert result["procedure"]["id"] == made["id"]
    assert kg("procedures", "reject", made["id"], *options, "--json").json["status"] == "rejected"
    assert len(kg("procedures", "--status", "rejected", *options, "--json").json["procedures"]) == 1
    assert kg("procedures", "remove", made["id"], *options).out == "removed\n"
    assert kg("procedures", "remove", made["id"], *options).out == "not found\n"
    assert kg("procedures", "approve", made["id"], *options).code == 1


def test_working_memory_is_shown_and_cleared(kg: Kg, new_scope: str, settings: Settings) -> None:
    options = ("--scope", new_scope)
    assert kg("working", *options).out == "no working memory\n"
    with Memory.connect(new_scope, settings=settings, embedder=HashingEmbedder()) as memory:
        memory.working.replace("cli:1", task="write the report", pending=["figures"])
    assert kg("working", *options).out == "cli:1: write the report, 1 pending\n"
    assert [one["session"] for one in kg("working", *options, "--json").json["working"]] == ["cli:1"]
    assert "Task: write the report" in kg("working", "cli-1", *options).out
    assert kg("working", "cli:1", *options, "--json").json["working"]["pending"] == ["figures"]
    assert kg("working", "--clear", *options).code == 2
    assert kg("working", "cli:1", "--clear", *options).out == "cleared\n"
    assert kg("working", "cli:1", "--clear", *options).out == "no working memory\n"
    assert kg("working", "cli:1", *options).out == "no working memory\n"
    assert kg("working", "cli:1", *options, "--json").json == {"working": None}
