"""The commands about what is kept close: core, procedures, working; as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable

from kg import Memory, Settings
from kg.language.hashing_embedder import HashingEmbedder
from tests.cli.conftest import Done

Kg = Callable[..., Done]


def test_core_memory_is_written_changed_and_shown(kg: Kg, erased: str) -> None:
    place = ("--scope", erased)
    added = kg("core", "add", "Prefers short\nanswers.", "preferences", "--importance", 8, *place)
    assert added.out.startswith("preferences: Prefers short answers.  (importance 8)  [")
    [entry] = kg("core", *place, "--json").json["entries"]
    assert (entry["section"], entry["importance"], entry["audience"]) == ("preferences", 8, "shared")
    told = kg("core", "edit", entry["id"], "--section", "scratch", "--text", "Likes tea.", "--importance", 3, *place)
    assert told.out == f"scratch: Likes tea.  (importance 3)  [{entry['id']}]\n"
    shown = kg("core", *place).out
    assert "### Scratch" in shown
    assert f"- Likes tea. [id:{entry['id']}]" in shown
    assert kg("core", "usage", *place).out.splitlines()[0].split() == ["section", "tokens", "limit"]
    used = kg("core", "usage", *place, "--json").json["scratch"]
    assert used["used"] > 0
    assert used["limit"] == 800
    assert kg("core", "delete", entry["id"], "--erase", *place, "--json").json["id"] == entry["id"]
    assert kg("core", *place, "--json").json["entries"] == []
    full = kg("core", "add", "word " * 700, "identity", *place)
    assert (full.code, full.out) == (1, "")
    assert "would exceed its limit of 600" in full.err
    assert kg("core", "add", "x", "gossip", *place).code == 1
    assert "goes behind 'add'" in kg("core", *place, "add", "x", "scratch").err


def test_procedures_are_proposed_settled_and_matched(kg: Kg, erased: str) -> None:
    place = ("--scope", erased)
    assert kg("procedures", *place).out == "no procedures\n"
    made = kg(
        "procedures", "propose", "n8n webhook 401 error", "Renew the token", "--confidence", 0.6, "--learned-from", "log",
        *place, "--json",
    ).json  # fmt: skip
    assert (made["status"], made["learned_from"]) == ("proposed", "log")
    assert kg("procedures", "match", "my n8n webhook gives 401", *place).out == "no procedure fits\n"
    assert "approved, confidence 0.6, used 0 times" in kg("procedures", "approve", made["id"], *place).out
    line = kg("procedures", "match", "my n8n webhook gives 401", *place).out
    assert line.startswith("0.45  n8n webhook 401 error → Renew the token  (approved")
    [told] = kg("procedures", "match", "my n8n webhook gives 401", *place, "--json").json["procedures"]
    assert told["procedure"]["id"] == made["id"]
    assert kg("procedures", "reject", made["id"], *place, "--json").json["status"] == "rejected"
    assert len(kg("procedures", "--status", "rejected", *place, "--json").json["procedures"]) == 1
    assert kg("procedures", "remove", made["id"], *place).out == "removed\n"
    assert kg("procedures", "remove", made["id"], *place).out == "there was none\n"
    assert kg("procedures", "approve", made["id"], *place).code == 1


def test_working_memory_is_shown_and_cleared(kg: Kg, erased: str, settings: Settings) -> None:
    place = ("--scope", erased)
    assert kg("working", *place).out == "nothing is under way\n"
    with Memory.connect(erased, settings=settings, embedder=HashingEmbedder()) as memory:
        memory.working.replace("cli:1", task="write the report", pending=["figures"])
    assert kg("working", *place).out == "cli:1: write the report, 1 pending\n"
    assert [one["session"] for one in kg("working", *place, "--json").json["working"]] == ["cli:1"]
    assert "Task: write the report" in kg("working", "cli-1", *place).out
    assert kg("working", "cli:1", *place, "--json").json["working"]["pending"] == ["figures"]
    assert kg("working", "--clear", *place).code == 2
    assert kg("working", "cli:1", "--clear", *place).out == "cleared\n"
    assert kg("working", "cli:1", "--clear", *place).out == "nothing was under way\n"
    assert kg("working", "cli:1", *place).out == "nothing is under way\n"
    assert kg("working", "cli:1", *place, "--json").json == {"working": None}
