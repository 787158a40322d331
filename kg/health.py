"""Health: whether all is well with a scope, and what to do where it is not."""

from __future__ import annotations

from kg.digest import queue
from kg.errors import KgError
from kg.graph import Graph, schema
from kg.records import Health
from kg.seams import Clock, Embedder, TokenCounter

_MANY_PENDING = 1_000


def examine(graph: Graph, embedder: Embedder, tokens: TokenCounter, clock: Clock) -> Health:
    """Look at database, schema, indexes, model, token counter and queue; each check is told, even where another failed."""
    checks: dict[str, str] = {}
    warnings: list[str] = []
    errors: list[str] = []
    try:
        _database(graph, embedder, clock, checks, errors)
        _queue(graph, clock, checks, warnings)
    except KgError as error:
        errors.append(str(error))
    _model(embedder, checks, errors)
    checks["tokens"] = tokens.name
    if not tokens.exact:
        warnings.append(
            f"tokens are counted by {tokens.name}: budgets are kept, but not quite filled (`kg models fetch`)"
        )
    return Health(not errors, checks, tuple(warnings), tuple(errors))


def _database(graph: Graph, embedder: Embedder, clock: Clock, checks: dict[str, str], errors: list[str]) -> None:
    checks["database"] = f"{graph.connection.version()} at {graph.connection.uri}"
    checks["schema"] = f"version {schema.ensure(graph, embedder, clock)}"
    _indexes(graph, checks, errors)


def _indexes(graph: Graph, checks: dict[str, str], errors: list[str]) -> None:
    rows = graph.run("health/indexes")
    checks["indexes"] = ", ".join(f"{row['name']} {row['state'].lower()}" for row in rows)
    found = {row["name"] for row in rows if row["state"] == "ONLINE"}
    errors.extend(f"index {name} is not online" for name in ("memory_embedding", "memory_text") if name not in found)


def _model(embedder: Embedder, checks: dict[str, str], errors: list[str]) -> None:
    try:
        dimension = embedder.embed(["health"]).shape[1]
    except Exception as error:  # noqa: BLE001 - whatever a model may raise: told, and the other checks go on
        errors.append(f"embedder {embedder.name}: {error}")
        return
    checks["embedder"] = f"{embedder.name}, {dimension} dimensions"
    if dimension != embedder.dimension:
        errors.append(f"embedder {embedder.name} gives {dimension} dimensions and declares {embedder.dimension}")


def _queue(graph: Graph, clock: Clock, checks: dict[str, str], warnings: list[str]) -> None:
    waiting = queue(graph, clock.now())
    checks["queue"] = ", ".join(f"{count} {status}" for status, count in waiting.items())
    if waiting["pending"] > _MANY_PENDING:
        warnings.append(f"{waiting['pending']} events wait for digestion; run `kg worker` or `kg digest`")
    if waiting["failed_permanent"]:
        warnings.append(f"{waiting['failed_permanent']} events could not be digested; their error is on the node")
    if waiting["stale"]:
        warnings.append(f"{waiting['stale']} claims lapsed: a worker died; the next digestion takes them up")
