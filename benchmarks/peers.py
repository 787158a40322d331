"""Kg and its peers side by side: `python -m benchmarks.peers`, from a checkout.

All systems get the same generated chat (`kg.bench.synthetic_chat`), the same questions and the same embedder (MiniLM on
this machine's processor), one after the other. Each that uses Neo4j gets a new local server with kg's settings, so that
nothing of another system is on it; the servers are removed afterwards. Each peer is installed from the package index into
an environment under `.venv-peers/`, at a pinned version. No language model takes part: the modules of
`benchmarks.peer_runners` describe what is measured of each instead, and what is left out.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from benchmarks.machine import describe_machine
from benchmarks.peer_environments import PEERS, InstallationError, install
from benchmarks.peer_report import compute_ratios, write_comparison
from benchmarks.peer_runners.known_vectors import save_vectors
from benchmarks.peer_runners.measuring import QUESTIONS, read_texts
from benchmarks.runs import local_server
from benchmarks.steps import ROOT
from kg.bench.common import time_call

_OWN_MODULE = "benchmarks.peer_runners.kg_runner"
_ERROR_CHARACTERS = 2_000
app = typer.Typer(add_completion=False)


@app.command()
def compare(
    size: Annotated[int, typer.Option(min=100, help="Messages in the memory when single calls are measured.")] = 10_000,
    peers: Annotated[str, typer.Option(help="Names of peers, separated by commas.")] = ",".join(PEERS),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure kg and its peers in one run. Exit code 1 if a system that is installed fails."""
    names = [name for name in peers.split(",") if name]
    if unknown := [name for name in names if name not in PEERS]:
        raise typer.BadParameter(f"unknown peers {unknown}; there are {', '.join(PEERS)}", param_hint="--peers")
    result = measure_all(size, names, lambda line: typer.echo(line, err=True))
    typer.echo(json.dumps(result, indent=1, ensure_ascii=False) if as_json else write_comparison(result))
    raise typer.Exit(any("error" in row for row in result["systems"].values()))


def measure_all(size: int, names: list[str], report: Callable[[str], object]) -> dict[str, Any]:
    """Measure kg and the named peers, and return what was measured.

    Returns:
        {"size", "questions", "cores", "load": {"start", "end"}, "embed_texts_per_s", "systems": {name: row}}: a row has
        "version", "left_out", "figures" (see `benchmarks.peer_runners.measuring.measure`), "load" (mean of the last five
        minutes) and, for a peer, "ratios"; or "not_installed", the reason; and "error" if it failed.
    """
    machine = describe_machine()
    systems: dict[str, dict[str, Any]] = {}
    # All are installed first, so that no installation runs while another system is measured.
    for name in names:
        try:
            install(PEERS[name], report)
        except InstallationError as error:
            systems[name] = {"not_installed": str(error)}
            report(f"{name}: cannot be installed: {error}")
    with tempfile.TemporaryDirectory(prefix="kg-peers-") as folder:
        vectors = Path(folder) / "vectors.npz"
        report(f"embedding {size} messages")
        milliseconds, _ = time_call(lambda: save_vectors(vectors, read_texts(size)))
        own = _measure_system("kg", Path(sys.executable), _OWN_MODULE, size, vectors, report, server=True)
        for name in names:
            if name not in systems:
                peer = PEERS[name]
                row = _measure_system(name, peer.python, peer.module, size, vectors, report, server=peer.server)
                systems[name] = row | {"ratios": compute_ratios(row["figures"], own["figures"])}
    return {
        "size": size,
        "questions": QUESTIONS,
        "cores": machine["cores"],
        "load": {"start": machine["load at the start"], "end": round(os.getloadavg()[0], 2)},
        "embed_texts_per_s": round(size / milliseconds * 1000, 1),
        "systems": {"kg": own} | {name: systems[name] for name in names},
    }


def _measure_system(
    name: str, python: Path, module: str, size: int, vectors: Path, report: Callable[[str], object], *, server: bool
) -> dict[str, Any]:
    """Run the module of one system, on a new server if it needs one, and return its row."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    report(f"{name}: measuring")
    with ExitStack() as stack:
        environment["KG_PEER_FOLDER"] = stack.enter_context(tempfile.TemporaryDirectory(prefix="kg-peer-"))
        if server:
            environment |= stack.enter_context(local_server(find_free_ports()))
        run = subprocess.run(  # noqa: S603 - a module of this package
            [str(python), "-m", module, "--size", str(size), "--vectors", str(vectors)],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    # The mean of the last minutes: other programs that slow one system and not the next distort the ratios.
    row = read_row(run.stdout) | {"load": round(os.getloadavg()[1], 2)}
    if run.returncode:
        row["error"] = run.stderr[-_ERROR_CHARACTERS:].strip() or f"exit code {run.returncode}"
    report(f"{name}: {'FAILED' if 'error' in row else 'done'}: {_shorten(row['figures'])}")
    return row


def find_free_ports() -> dict[str, int]:
    """Return two ports of this machine that nothing uses, for Bolt and HTTP."""
    with socket.socket() as bolt, socket.socket() as http:
        for port in (bolt, http):
            port.bind(("127.0.0.1", 0))
        return {"bolt_port": bolt.getsockname()[1], "http_port": http.getsockname()[1]}


def read_row(output: str) -> dict[str, Any]:
    """Return the row of a system from the lines that its process printed; lines of its libraries are not read."""
    row: dict[str, Any] = {"version": "", "left_out": [], "figures": {}}
    for line in output.splitlines():
        if line.startswith('{"figure"'):
            figure = json.loads(line)
            target = row if figure["figure"] in row else row["figures"]
            target[figure["figure"]] = figure["value"]
    return row


def _shorten(figures: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in figures.items())


if __name__ == "__main__":
    app()
