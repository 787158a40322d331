"""Exports of scopes in a form that is independent of the scope name, for comparisons."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from kg import Memory


def read_export_lines(path: Path) -> list[dict[str, object]]:
    """Return the lines of an export."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def export_canonically(memory: Memory, path: Path) -> Counter[str]:
    """Export a scope to a file and return its nodes and edges, independent of order and scope name."""
    memory.export(path)
    exported = [row for row in read_export_lines(path) if row["type"] in ("node", "edge")]
    lines = (json.dumps(row, sort_keys=True).replace(memory.scope, "SCOPE") for row in exported)
    return Counter(lines)
