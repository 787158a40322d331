"""The measured systems: the module that runs each, and the virtual environment of each peer, with pinned versions."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.steps import ROOT

ENVIRONMENTS = ROOT / ".venv-peers"
# What kg's MiniLM needs, so that all systems use the same embedder.
_EMBEDDER = (
    "numpy==2.4.6",
    "onnxruntime==1.31.1",
    "tokenizers==0.23.3",
    "pydantic-settings==2.16.3",
    "platformdirs==4.14.8",
    "filelock==4.2.12",
)
_ERROR_CHARACTERS = 2_000


class InstallationError(Exception):
    """A peer cannot be installed; the message has the end of what pip printed."""


@dataclass(frozen=True)
class Peer:
    """One peer.

    Attributes:
        name: of the peer, and of its environment.
        requirements: its package and version, and what it imports and does not name as a dependency.
        module: its runner.
        server: whether it needs a Neo4j server.
    """

    name: str
    requirements: tuple[str, ...]
    module: str
    server: bool = True

    @property
    def python(self) -> Path:
        """The interpreter of its environment."""
        return ENVIRONMENTS / self.name / "bin" / "python"


PEERS = {
    peer.name: peer
    for peer in (
        Peer("neo4j-agent-memory", ("neo4j-agent-memory==0.8.0",), "benchmarks.peer_runners.neo4j_agent_memory_runner"),
        Peer("graphiti", ("graphiti-core==0.31.2", "httpx==0.28.1"), "benchmarks.peer_runners.graphiti_runner"),
        Peer("mem0", ("mem0ai==2.2.1",), "benchmarks.peer_runners.mem0_runner", server=False),
    )
}


def install(peer: Peer, report: Callable[[str], object]) -> None:
    """Create the environment of a peer unless it has one of this version.

    Raises:
        InstallationError: pip failed.
    """
    stamp = ENVIRONMENTS / peer.name / ".ready"
    wanted = "\n".join((*peer.requirements, *_EMBEDDER))
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return
    report(f"{peer.name}: installing {peer.requirements[0]}")
    for words in (
        (sys.executable, "-m", "venv", "--clear", str(ENVIRONMENTS / peer.name)),
        (str(peer.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted.splitlines()),
    ):
        run = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603 - constants
        if run.returncode:
            raise InstallationError((run.stderr or run.stdout)[-_ERROR_CHARACTERS:].strip())
    stamp.write_text(wanted, encoding="utf-8")
