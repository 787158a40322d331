"""The machine and the versions that a report names."""

from __future__ import annotations

import datetime as dt
import importlib.metadata
import os
import platform
import subprocess
from pathlib import Path

import psutil

from benchmarks.steps import FAULT_SEED, ROOT
from kg import __version__
from kg.graph import latest_version
from kg.server import find_java, jars
from kg.settings import Settings

_PACKAGES = ("neo4j", "neo4j-rust-ext", "numpy", "onnxruntime", "spacy", "tokenizers")
SEEDS = {
    "faults": FAULT_SEED,
    "bootstrap": 0,
    "synthetic chats": "numbered by round",
    "PYTHONHASHSEED": 0,
}
"""Seeds of the measurements; all are constants of the code."""


def describe_machine() -> dict[str, str | int | float]:
    """Return processor, cores, memory, system, and the load when the run began."""
    return {
        "processor": _find_processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        "memory GB": round(psutil.virtual_memory().total / 2**30, 1),
        "system": platform.platform(),
        "load at the start": round(os.getloadavg()[0], 2),
        "began": dt.datetime.now(dt.UTC).isoformat(timespec="minutes"),
    }


def describe_versions(settings: Settings) -> dict[str, str | int]:
    """Return the versions of kg, its commit, schema and models, of Python, Java, Neo4j and the packages that count."""
    java = find_java(settings)
    return {
        "kg": __version__,
        "commit": _find_commit(),
        "schema": latest_version(),
        "embedder": settings.embedder,
        "extractor": settings.extractor,
        "Python": platform.python_version(),
        "Neo4j": jars.read_lock().version,
        "Java": str(java.version),
        **{name: importlib.metadata.version(name) for name in _PACKAGES},
    }


def _find_processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _find_commit() -> str:
    """Return the commit of the checkout, with `+` if files differ from it; empty outside of one."""
    if not (ROOT / ".git").exists():
        return ""
    commit, changes = (
        subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603 - constants
        for words in (
            ("git", "rev-parse", "--short=10", "HEAD"),
            ("git", "status", "--porcelain", "--untracked-files=no"),
        )
    )
    return commit + ("+" if changes else "")
