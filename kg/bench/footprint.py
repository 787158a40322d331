"""What a memory takes of the disk and of the machine's memory, where the server is the local one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil

from kg import server
from kg.server.process import Home
from kg.settings import Settings

_MIB = 1 << 20
# Folders of the store, by what lies in them.
_PARTS = {"vector": "vector", "fulltext": "full_text", "range": "other_indexes", "token-lookup": "other_indexes"}


def footprint(settings: Settings, memories: int) -> dict[str, Any]:
    """The bytes of the store by part, for each of so many memories; and what engine and server hold in memory.

    Returns:
        {"bytes_per_memory": {part → bytes, "all": their sum}, "engine_mib", "server_mib"}; without the store and the server
        where another one is used, of which nothing is known here.
    """
    told: dict[str, Any] = {"engine_mib": psutil.Process().memory_info().rss // _MIB}
    local = server.status(settings)
    if settings.neo4j_uri or local.pid is None:
        return told
    told["server_mib"] = psutil.Process(local.pid).memory_info().rss // _MIB
    parts: dict[str, int] = {}
    for part, size in _files(Home.of(settings).path / "data" / "databases" / "neo4j"):
        parts[part] = parts.get(part, 0) + size
    told["bytes_per_memory"] = {part: round(size / memories) for part, size in sorted(parts.items())}
    told["bytes_per_memory"]["all"] = round(sum(parts.values()) / memories)
    return told


def _files(store: Path) -> Iterator[tuple[str, int]]:
    for path in store.rglob("*"):
        try:
            size = path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:
            # A segment of an index was merged into another one just now.
            continue
        inside = path.relative_to(store).parts
        kind = next(
            (_PARTS[name.rsplit("-", 1)[0]] for name in inside if name.rsplit("-", 1)[0] in _PARTS), "nodes_and_edges"
        )
        yield kind, size
