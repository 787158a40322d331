"""Health: whether all is well with a scope, and what to do where it is not."""

from __future__ import annotations

import datetime as dt

from kg.consolidation import Sleep
from kg.errors import KgError
from kg.graph import Graph, schema
from kg.ingestion import queue
from kg.protocols import Clock, Embedder, TokenCounter
from kg.summaries.summary_store import Summaries
from kg.types import Health, SleepStatus

_MANY_PENDING = 1_000
_MANY_STALE = 10
# A night that was missed is made up for by the next; two say that nobody sleeps.
_OVERDUE = dt.timedelta(days=2)


def examine(
    graph: Graph, embedder: Embedder, tokens: TokenCounter, clock: Clock, sleep: Sleep, summaries: Summaries
) -> Health:
    """Look at everything that a scope needs; each check is told, whatever failed before it."""
    checks: dict[str, str] = {}
    warnings: list[str] = []
    errors: list[str] = []
    try:
        _database(graph, embedder, clock, checks, errors)
        _queue(graph, clock, checks, warnings)
        _sessions(summaries, checks, warnings)
        _sleep(graph, clock, sleep.status(), checks, warnings)
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
    rows = graph.run("maintenance/indexes")
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


def _sessions(summaries: Summaries, checks: dict[str, str], warnings: list[str]) -> None:
    stale = summaries.stale_sessions(_MANY_STALE + 1)
    checks["summaries"] = "up to date" if not stale else f"{min(stale, _MANY_STALE)} sessions or more have news"
    if stale > _MANY_STALE:
        warnings.append(f"more than {_MANY_STALE} sessions have news that no summary tells; run `kg sleep`")


def _sleep(graph: Graph, clock: Clock, status: SleepStatus, checks: dict[str, str], warnings: list[str]) -> None:
    checks["sleep"] = status.state if status.kind is None else f"{status.state} ({status.kind})"
    for report in (status.quick, status.deep):
        if report is not None and report.status == "failed":
            steps = ", ".join(name for name, step in report.steps.items() if step.error) or "all"
            warnings.append(f"the last {report.kind} sleep failed ({steps}); `kg sleep --status` tells why")
    created = graph.run("graph/migration_ledger")[0]["created"]
    if created is None:
        return
    slept = status.deep.started if status.deep else None
    if clock.now() - (slept or created.to_native()) > _OVERDUE:
        last = (
            "never slept deeply" if slept is None else f"slept deeply for the last time at {slept:%Y-%m-%d %H:%M} UTC"
        )
        warnings.append(f"the memory {last}; run `kg worker`, or `kg sleep`")
