"""Fixtures that run the command line in this process, and scopes for it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from kg import Memory, Settings
from kg.cli import main
from kg.protocols import SystemClock
from tests.conftest import SERVER_IS_TEMPORARY


@dataclass(frozen=True)
class CommandResult:
    """The output and the exit code of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def kg(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., CommandResult]:
    """Return a function that runs `kg` with arguments on the test server, without a model."""
    monkeypatch.setenv("KG_EMBEDDER", "hashing")

    def kg(*arguments: object, stdin: str | bytes = "") -> CommandResult:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        with pytest.raises(SystemExit) as exit_info:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return CommandResult(int(exit_info.value.code or 0), out, err)

    return kg


@pytest.fixture
def new_scope(scope: str, settings: Settings) -> Iterator[str]:
    """Return the name of a new scope, which is new_scope after the test unless the server is."""
    yield scope
    if not SERVER_IS_TEMPORARY:
        Memory.erase(scope, settings=settings)


def seed(memory: Memory) -> str:
    """Log and digest four events in two sessions; return the scope."""
    memory.log(
        {"text": text, "id": name, "speaker": speaker, "session": session, "at": f"2026-03-02T09:0{minute}:00Z"}
        for minute, (name, text, speaker, session) in enumerate(
            [
                ("a", "Ann moved to Oslo in spring.", "cli:ann", "cli:1"),
                ("b", "The oak is 400 years old. Zażółć 漢字 🎉", "cli:bob", "cli:1"),
                ("c", "Where is the key?", "telegram:cleo", "telegram:2"),
                ("d", "Under the oak.", "telegram:ann", "telegram:2"),
            ]
        )
    )
    memory.digest()
    return memory.scope


@pytest.fixture
def seeded(memory: Memory) -> str:
    """A scope with four digested events in two sessions, for one test."""
    return seed(memory)


@pytest.fixture(scope="session")
def read_only(seed_memory: Callable[..., Memory]) -> str:
    """A scope with the same events, shared by all tests that only read."""
    return seed(seed_memory(clock=SystemClock()))
