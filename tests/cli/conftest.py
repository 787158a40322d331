"""The command line in this process: what a command printed, and how it ended."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from kg import Memory, Settings
from kg.cli import main
from kg.language.hashing import HashingEmbedder


@dataclass(frozen=True)
class Done:
    """A command that has ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def kg(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Done]:
    """Run `kg` with these arguments, on the test's server, without a model."""
    monkeypatch.setenv("KG_EMBEDDER", "hashing")

    def kg(*arguments: object, stdin: str | bytes = "") -> Done:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Done(int(ended.value.code or 0), out, err)

    return kg


@pytest.fixture
def erased(scope: str, settings: Settings) -> Iterator[str]:
    """A fresh scope's name; it is erased afterwards."""
    yield scope
    Memory.erase(scope, settings=settings)


@pytest.fixture
def seeded(erased: str, settings: Settings) -> str:
    """A scope with four digested events in two sessions."""
    with Memory.connect(erased, settings=settings, embedder=HashingEmbedder()) as memory:
        memory.log(
            {"text": text, "id": name, "speaker": speaker, "session": session, "at": f"2026-03-02T09:0{place}:00Z"}
            for place, (name, text, speaker, session) in enumerate(
                [
                    ("a", "Ann moved to Oslo in spring.", "cli:ann", "cli:1"),
                    ("b", "The oak is 400 years old. Zażółć 漢字 🎉", "cli:bob", "cli:1"),
                    ("c", "Where is the key?", "telegram:cleo", "telegram:2"),
                    ("d", "Under the oak.", "telegram:ann", "telegram:2"),
                ]
            )
        )
        memory.digest()
    return erased
