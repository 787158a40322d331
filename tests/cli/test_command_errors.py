"""Errors of the command line: one line that says what to do, exit code 1, never a traceback, never a password."""

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
from tests.cli.conftest import Done
from tests.servers import free_port

Kg = Callable[..., Done]
SECRET = "a-password-not-to-be-seen"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["search", "x", "--limit", "0"], "limit: 0 is not allowed"),
        (["search", " "], "query"),
        (["search", "x", "--since", "soon"], "since: 'soon'"),
        (["search", "x", "--kind", "nonsense"], "kinds"),
        (["search", "x", "--scope", "no spaces"], "scope: 'no spaces'"),
        (["context", "x", "--budget", "-1"], "budget: -1"),
        (["context", "x", "--profile", "huge"], "profile: 'huge' is not allowed; one of standard, full, compact"),
        (["history", "cli:1", "--last", "0"], "last: 0"),
        (["log", ""], "events[0].text"),
        (["log", "x", "--role", "king"], "events[0].role"),
        (["import", "no-such-file.jsonl"], "not found: file no-such-file.jsonl"),
        (["forget"], "--all"),
        (["bench", "recall", "no-such-folder"], "not found"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_line_and_exit_code_1(kg: Kg, arguments: list[str], told: str) -> None:
    done = kg(*arguments)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Error: ")
    assert told in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [["no-such-command"], ["search"], ["search", "x", "--limit", "many"], ["log", "x", "--nonsense"]]
)
def test_a_wrong_usage_is_exit_code_2(kg: Kg, arguments: list[str]) -> None:
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
def nothing_runs(kg: Kg, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Kg:
    """A machine on which no server was ever started."""
    monkeypatch.delenv("KG_NEO4J_URI")
    monkeypatch.setenv("KG_DATA_DIR", str(tmp_path))
    return kg


def test_without_a_server_the_way_to_one_is_told(nothing_runs: Kg) -> None:
    done = nothing_runs("search", "x")
    assert (done.code, "`kg up`" in done.err) == (1, True)
    assert nothing_runs("down").out == "nothing was running\n"
    told = nothing_runs("status", "--json").json
    assert told["server"] == {"running": False, "pid": None, "bolt": None, "browser": None}
    assert (told["schema"], told["queue"]) == (None, None)
    assert "kg up" in nothing_runs("status").out


def test_a_server_that_is_away_is_told_by_status_and_doctor(kg: Kg, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KG_NEO4J_URI", f"bolt://127.0.0.1:{free_port()}")
    assert "no answer" in kg("status", "--json").json["error"]
    done = kg("doctor", "--json")
    assert (done.code, done.json["healthy"]) == (1, False)
    assert "no answer" in done.json["errors"][0]


def test_status_and_doctor_of_a_server_that_runs(kg: Kg, read_only: str) -> None:
    told = kg("status", "--scope", read_only, "--json").json
    assert set(told["server"]) == {"running", "pid", "bolt", "browser"}
    assert told["schema"] >= 1
    assert told["queue"] == {"pending": 0, "processing": 0, "failed": 0, "failed_permanent": 0, "stale": 0}
    assert "0 pending" in kg("status", "--scope", read_only).out
    done = kg("doctor", "--scope", read_only, "--json")
    assert (done.code, done.json["healthy"], done.json["errors"]) == (0, True, [])
    assert {"database", "schema", "indexes", "embedder", "tokens", "queue", "disk"} <= set(done.json["checks"])
    assert "ok       database: " in kg("doctor", "--scope", read_only).out


def test_a_scope_of_another_model_is_told_and_can_be_erased(kg: Kg, erased: str, settings: Settings) -> None:
    with Memory.connect(erased, settings=settings, embedder=HashingEmbedder(32)) as memory:
        memory.log([{"text": "With another model."}])
    done = kg("search", "x", "--scope", erased)
    assert (done.code, "hashing-32" in done.err) == (1, True)
    assert kg("forget", "--all", "--yes", "--scope", erased).code == 0
    assert kg("search", "x", "--scope", erased).code == 0


def command(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "kg", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"KG_EMBEDDER": "hashing"} | environment,
        encoding="utf-8",
    )


@pytest.mark.slow
def test_a_terminal_that_lacks_letters_is_no_error(environment: dict[str, str], read_only: str) -> None:
    with command("search", "oak", "--scope", read_only, "--json", PYTHONIOENCODING="ascii", PYTHONUTF8="0") as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "\\u6f22\\u5b57 \\ud83c\\udf89" in out
    with command("history", "cli:1", "--scope", read_only, PYTHONIOENCODING="ascii", PYTHONUTF8="0") as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "Za\\u017c\\xf3\\u0142\\u0107" in out


@pytest.mark.slow
def test_the_worker_digests_and_ends_when_it_is_told_to(
    environment: dict[str, str], erased: str, settings: Settings
) -> None:
    with Memory.connect(erased, settings=settings, embedder=HashingEmbedder()) as memory:
        memory.log([{"text": "This waits to be digested.", "at": "2020-01-01"}])
        with command("worker", "--scope", erased, KG_WORKER_START_DELAY_S="0") as process:
            assert process.stderr is not None
            lines = iter(process.stderr.readline, "")
            assert any("digested 1 events" in line for line in lines)
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=60) == 0
        assert memory.queue()["pending"] == 0
