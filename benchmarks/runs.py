"""Running the steps, each in a process of its own, on one server that nothing else uses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.steps import ROOT, Step
from kg.cli.common import load_settings
from kg.server import server_credentials, start_server, stop_server

_BOLT_PORT, _HTTP_PORT = 17_687, 17_474
_ERROR_CHARACTERS = 2_000


@contextmanager
def server_environment() -> Iterator[dict[str, str]]:
    """Yield the environment of the steps: with the server of KG_NEO4J_URI, else with a new local one, removed afterwards."""
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT)}
    if os.environ.get("KG_NEO4J_URI"):
        yield environment
        return
    ports = {"bolt_port": _BOLT_PORT, "http_port": _HTTP_PORT}
    with local_server(
        {name: port for name, port in ports.items() if f"KG_{name.upper()}" not in os.environ}
    ) as address:
        yield environment | address


@contextmanager
def local_server(ports: Mapping[str, int]) -> Iterator[dict[str, str]]:
    """Start a new local server on these ports, yield the variables that name it, and remove it afterwards."""
    with tempfile.TemporaryDirectory(prefix="kg-reproduce-") as folder:
        settings = load_settings().model_copy(update={"data_dir": Path(folder), **ports})
        status = start_server(settings)
        try:
            user, password = server_credentials(settings)
            yield {"KG_NEO4J_URI": str(status.bolt), "KG_NEO4J_USER": user, "KG_NEO4J_PASSWORD": password}
        finally:
            stop_server(settings)


def run_steps(
    steps: Iterable[Step], environment: Mapping[str, str], report: Callable[[str], object]
) -> Iterator[dict[str, Any]]:
    """Run each step, and yield {"name", "title", "command", "seconds", "skipped", "error", "result"}.

    A step that fails does not stop the others: its row has the end of what it printed as `error`.
    """
    for step in steps:
        row: dict[str, Any] = {"name": step.name, "title": step.title, "command": _shown(step.words)}
        if step.skipped:
            report(f"{step.name}: left out, {step.skipped}")
            yield row | {"skipped": step.skipped}
            continue
        report(f"{step.name}: {row['command']}")
        start = time.monotonic()
        run = subprocess.run(  # noqa: S603 - a step of this package
            [sys.executable, "-m", *step.words], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
        )
        row["seconds"] = round(time.monotonic() - start, 1)
        try:
            row["result"] = json.loads(run.stdout)
        except ValueError:
            row["error"] = (run.stderr or run.stdout)[-_ERROR_CHARACTERS:] or f"exit code {run.returncode}"
        if run.returncode and "error" not in row:
            row["error"] = f"exit code {run.returncode}"
        report(f"{step.name}: {'FAILED' if 'error' in row else 'done'} after {row['seconds']} s")
        yield row


def _shown(words: Iterable[str]) -> str:
    """Return a command as a reader would write it, with paths from the checkout and a list of folders as a pattern."""
    shown: list[str] = []
    for word in words:
        name = Path(word)
        if name.is_absolute():
            pattern = f"{name.parent.relative_to(ROOT) if name.is_relative_to(ROOT) else name.parent.name}/…"
            name_ = pattern if name.is_dir() else name.name
            if name_ not in shown:
                shown.append(name_)
        else:
            shown.append(word)
    return " ".join(shown if shown[:1] == ["kg"] else ["python -m", *shown])
