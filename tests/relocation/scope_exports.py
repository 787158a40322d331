"""What the tests of moving share: a scope as its export tells it, apart from its name."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from kg import Memory


def rows(path: Path) -> list[dict[str, object]]:
    """The lines of an export."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def canonical(memory: Memory, path: Path) -> Counter[str]:
    """Every node and edge of a scope, exported to a file, in a form that does not depend on the scope's name or on any order."""
    memory.export(path)
    told = [row for row in rows(path) if row["type"] in ("node", "edge")]
    lines = (json.dumps(row, sort_keys=True).replace(memory.scope, "SCOPE") for row in told)
    return Counter(lines)
