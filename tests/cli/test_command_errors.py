"""Errors of the command line are one line with exit code 1, and contain neither a traceback nor a password."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kg import Memory, Settings
from kg.language.hashing_embedder import HashingEmbedder
from tests.cli.conftest import CommandResult
from tests.servers import free_port

Kg = Callable[..., CommandResult]
SECRET = "a-password-not-to-be-seen"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["search", "x", "--limit", "0"], "limit must be "),
        (["search", " "], "query"),
        (["search", "x", "--since", "soon"], "(got 'soon')"),
        (["search", "x", "--kind", "nonsense"], "kinds"),
        (["search", "x", "--scope", "no spaces"], "(got 'no spaces')"),
        (["context", "x", "--budget", "-1"], "(got -1)"),
        (["context", "x", "--profile", "huge"], "profile must be one of standard, full, compact (got 'huge')"),
        (["history", "cli:1", "--last", "0"], "(got 0)"),
        (["log", ""], "events[0].text"),
        (["log", "x", "--role", "king"], "events[0].role"),
        (["import", "no-such-file.jsonl"], "not found: file no-such-file.jsonl"),
        (["forget"], "--all"),
        (["bench", "recall", "no-such-folder"], "not found"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_invalid_input_is_one_line_with_exit_code_1(kg: Kg, arguments: list[str], expected: str) -> None:
    done = kg(*arguments)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Error: ")
    assert expected in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [["no-such-command"], ["search"], ["search", "x", "--limit", "many"], ["log", "x", "--nonsense"]]
)
def test_wrong_usage_has_exit_code_2(kg: Kg, arguments: list[str]) -> None:
    assert kg(*arguments).code == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("KG_BOLT_PORT", "many"),
        ("KG_HTTP_PORT", "70000"),
        ("KG_NEO4J_TIMEOUT_S", "-1"),
        ("KG_DIGEST_BATCH", "0"),
        ("KG_CHANNEL_AUDIENCE", "telegram"),
        ("KG_CHANNEL_AUDIENCE", '{"telegram": "everybody"}'),
        ("KG_OWNER", "cli:ann"),
        ("KG_EMBEDDER", "nonsense"),
        ("KG_TOKEN_ENCODING", "nonsense"),
        ("KG_NEO4J_URI", "http://localhost"),
        ("KG_NEO4J_URI", f"bolt://neo4j:{SECRET}@localhost"),
        ("KG_LLM_URL", f"https://me:{SECRET}@localhost/v1"),
    ],
)
def test_a_setting_with_a_bad_value_is_named_without_a_password(
    kg: Kg, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv("KG_NEO4J_PASSWORD", SECRET)
    monkeypatch.setenv(name, value)
    done = kg("search", "x")
    assert done.code == 1
    assert done.err.startswith("Error: ")
    field = name.removeprefix("KG_")
    assert field in done.err or field.lower().removeprefix("neo4j_") in done.err
    assert SECRET not in done.err + done.out


def test_a_refused_login_does_not_print_the_password(kg: Kg, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KG_NEO4J_USER", "nobody")
    monkeypatch.setenv("KG_NEO4J_PASSWORD", SECRET)
    done = kg("search", "x")
    assert (done.code, "refuses the login" in done.err) == (1, True)
    assert SECRET not in done.err


@pytest.fixture
def kg_without_server(kg: Kg, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Kg:
    """`kg` on a machine on which no server was ever started."""
    monkeypatch.delenv("KG_NEO4J_URI")
    monkeypatch.setenv("KG_DATA_DIR", str(tmp_path))
    return kg


def test_without_a_server_commands_name_kg_up(kg_without_server: Kg) -> None:
    done = kg_without_server("search", "x")
    assert (done.code, "`kg up`" in done.err) == (1, True)
    assert kg_without_server("down").out == "not running\n"
    result = kg_without_server("status", "--json").json
    assert result["server"] == {"running": False, "pid": None, "bolt": None, "browser": None}
    assert (result["schema"], result["queue"]) == (None, None)
    assert "kg up" in kg_without_server("status").out


def test_status_and_doctor_report_an_unreachable_server(kg: Kg, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KG_NEO4J_URI", f"bolt://127.0.0.1:{free_port()}")
    assert "no answer" in kg("status", "--json").json["error"]
    done = kg("doctor", "--json")
    assert (done.code, done.json["healthy"]) == (1, False)
    assert "no answer" in done.json["errors"][0]


def test_status_and_doctor_of_a_running_server(kg: Kg, read_only: str) -> None:
    result = kg("status", "--scope", read_only, "--json").json
    assert set(result["server"]) == {"running", "pid", "bolt", "browser"}
    assert result["schema"] >= 1
    assert result["queue"] == {"pending": 0, "processing": 0, "failed": 0, "failed_permanent": 0, "stale": 0}
    assert "0 pending" in kg("status", "--scope", read_only).out
    done = kg("doctor", "--scope", read_only, "--json")
    assert (done.code, done.json["healthy"], done.json["errors"]) == (0, True, [])
    assert {"database", "schema", "indexes", "embedder", "tokens", "queue", "disk"} <= set(done.json["checks"])
    assert "ok       database: " in kg("doctor", "--scope", read_only).out


def test_a_scope_with_another_model_is_an_error_and_can_be_erased(kg: Kg, new_scope: str, settings: Settings) -> None:
    with Memory.connect(new_scope, settings=settings, embedder=HashingEmbedder(32)) as memory:
        memory.log([{"text": "With another model."}])
    done = kg("search", "x", "--scope", new_scope)
    assert (done.code, "hashing-32" in done.err) == (1, True)
    assert kg("forget", "--all", "--yes", "--scope", new_scope).code == 0
    assert kg("search", "x", "--scope", new_scope).code == 0


def start_command(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "kg", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"KG_EMBEDDER": "hashing"} | environment,
        encoding="utf-8",
    )


@pytest.mark.slow
def test_characters_that_the_terminal_cannot_encode_are_escaped(environment: dict[str, str], read_only: str) -> None:
    with start_command(
        "search", "oak", "--scope", read_only, "--json", PYTHONIOENCODING="ascii", PYTHONUTF8="0"
    ) as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "\\u6f22\\u5b57 \\ud83c\\udf89" in out
    with start_command("history", "cli:1", "--scope", read_only, PYTHONIOENCODING="ascii", PYTHONUTF8="0") as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "Za\\u017c\\xf3\\u0142\\u0107" in out


@pytest.mark.slow
def test_the_worker_digests_and_stops_on_sigterm(
    environment: dict[str, str], new_scope: str, settings: Settings
) -> None:
    with Memory.connect(new_scope, settings=settings, embedder=HashingEmbedder()) as memory:
        memory.log([{"text": "This waits to be digested.", "at": "2020-01-01"}])
        with start_command("worker", "--scope", new_scope, KG_WORKER_START_DELAY_S="0") as process:
            assert process.stderr is not None
            lines = iter(process.stderr.readline, "")
            assert any("digested 1 events" in line for line in lines)
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=60) == 0
        assert memory.queue()["pending"] == 0
