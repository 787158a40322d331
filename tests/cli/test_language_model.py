"""`kg crystallise`, `kg tokens` and `kg health`."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator

import pytest

from kg import Memory
from kg.types import TokenUsage
from tests.cli.conftest import CommandResult
from tests.llm.conftest import Answer, Chat, completion

Kg = Callable[..., CommandResult]


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[Chat]:
    """A server with the chat-completions protocol, which the settings name."""
    server = Chat()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    monkeypatch.setenv("KG_LLM_MODEL", "tiny")
    monkeypatch.setenv("KG_LLM_URL", server.url)
    yield server
    server.over.set()
    server.shutdown()
    server.server_close()
    thread.join(10)


def test_facts_are_crystallised_and_their_tokens_counted(kg: Kg, seeded: str, model: Chat) -> None:
    options = ("--scope", seeded)
    row = {"domain": "nature", "category": "age", "key": "oak", "value": "400", "message": 1}
    model.answers = [Answer(completion(json.dumps({"facts": [row]})))]
    done = kg("crystallise", *options)
    lines = done.out.splitlines()
    assert lines[0].startswith("Oak is 400 years old.")
    assert lines[0].endswith("from b"), "the message that the model names"
    assert lines[1] == "4 messages, 1 facts saved, by tiny"
    assert kg("crystallise", *options, "--json").json["saved_facts"] == 1
    [today] = kg("tokens", *options, "--json").json["today"]
    assert (today["model"], today["prompt"], today["completion"], today["requests"]) == ("tiny", 22, 14, 2)


def test_without_a_language_model_crystallise_says_so(kg: Kg, new_scope: str) -> None:
    done = kg("crystallise", "--scope", new_scope)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Error: There is no language model. Set KG_LLM_MODEL")


@pytest.mark.parametrize("status", [404, 503])
def test_a_model_that_gives_no_answer_is_reported(kg: Kg, seeded: str, model: Chat, status: int) -> None:
    model.answers = [Answer({"error": {"message": "busy"}}, status=status, headers={"Retry-After": "0"})]
    done = kg("crystallise", "--scope", seeded)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Error: ")


def test_tokens_are_listed_by_date_and_model_with_sums(kg: Kg, memory: Memory) -> None:
    options = ("--scope", memory.scope)
    assert kg("tokens", *options).out == "no token usage\n"
    memory.usage.add_imported(
        [TokenUsage("2026-01-02", "large", 1_000, 200, 3), TokenUsage("2026-01-03", "small", 500, 50, 2)], "old"
    )
    lines = [line.split() for line in kg("tokens", *options).out.splitlines()]
    assert lines == [
        ["date", "model", "prompt", "completion", "requests"],
        ["2026-01-03", "small", "500", "50", "2"],
        ["2026-01-02", "large", "1,000", "200", "3"],
        ["today", "0", "0", "0"],
        ["all", "dates", "1,500", "250", "5"],
    ]
    newest = kg("tokens", "--days", 1, *options, "--json").json
    assert newest["today"] == []
    assert [one["model"] for one in newest["period"]] == ["small"]
    assert "days" in kg("tokens", "--days", 0, *options).err


def test_health_is_printed(kg: Kg, read_only: str) -> None:
    done = kg("health", "--scope", read_only)
    assert done.code == 0
    assert "ok       database: " in done.out
    found = kg("health", "--scope", read_only, "--json").json
    assert (found["healthy"], found["errors"]) == (True, [])
    assert {"database", "indexes", "embedder", "queue", "sleep"} <= set(found["checks"])
