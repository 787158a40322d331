"""Disk and memory usage of a local server, per memory and per process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil

from kg import server
from kg.server import ServerHome
from kg.settings import Settings

_MIB = 1 << 20
# Index folders of the Neo4j store, by the name of the part in the result.
_INDEX_PARTS = {"vector": "vector", "fulltext": "full_text", "range": "other_indexes", "token-lookup": "other_indexes"}


def measure_footprint(settings: Settings, memories: int) -> dict[str, Any]:
    """Measure the bytes of the store per memory, by part, and the resident memory of this process and of the server.

    Returns:
        {"bytes_per_memory": {part → bytes, "all": their sum}, "engine_mib", "server_mib"}. With a remote server only
        "engine_mib" is known.
    """
    result: dict[str, Any] = {"engine_mib": psutil.Process().memory_info().rss // _MIB}
    status = server.server_status(settings)
    if settings.neo4j_uri or status.pid is None:
        return result
    result["server_mib"] = psutil.Process(status.pid).memory_info().rss // _MIB
    bytes_by_part: dict[str, int] = {}
    for part, size in _list_file_sizes(ServerHome.from_settings(settings).path / "data" / "databases" / "neo4j"):
        bytes_by_part[part] = bytes_by_part.get(part, 0) + size
    result["bytes_per_memory"] = {part: round(size / memories) for part, size in sorted(bytes_by_part.items())}
    result["bytes_per_memory"]["all"] = round(sum(bytes_by_part.values()) / memories)
    return result


def _list_file_sizes(store: Path) -> Iterator[tuple[str, int]]:
    for path in store.rglob("*"):
        try:
            size = path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:
            # The index merged this segment into another one in the meantime.
            continue
        components = path.relative_to(store).parts
        part = next(
            (_INDEX_PARTS[name.rsplit("-", 1)[0]] for name in components if name.rsplit("-", 1)[0] in _INDEX_PARTS),
            "nodes_and_edges",
        )
        yield part, size
