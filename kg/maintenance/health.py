"""Health checks of a scope: what is wrong, and what to do about it."""

from __future__ import annotations

import datetime as dt

from kg.consolidation import Sleep
from kg.errors import KgError
from kg.graph import Graph, ensure_schema
from kg.ingestion import count_queue
from kg.protocols import Clock, Embedder
from kg.runtime import Runtime
from kg.summaries import Summaries
from kg.types import Health, SleepStatus

_MAX_PENDING = 1_000
_MAX_STALE_SESSIONS = 10
# One missed night is caught up the next day; after two, no worker runs.
_OVERDUE_AFTER = dt.timedelta(days=2)


def check_health(runtime: Runtime, sleep: Sleep, summaries: Summaries) -> Health:
    """Run all checks of a scope; each is reported, even if an earlier one failed."""
    graph, embedder, clock, tokens = runtime.graph, runtime.embedder, runtime.clock, runtime.tokens
    checks: dict[str, str] = {}
    warnings: list[str] = []
    errors: list[str] = []
    try:
        _check_database(graph, embedder, clock, checks, errors)
        _check_queue(graph, clock, checks, warnings)
        _check_summaries(summaries, checks, warnings)
        _check_sleep(graph, clock, sleep.status(), checks, warnings)
    except KgError as error:
        errors.append(str(error))
    _check_embedder(embedder, checks, errors)
    checks["tokens"] = tokens.name
    if not tokens.exact:
        warnings.append(
            f"tokens are counted by {tokens.name}: contexts stay within the budget but do not fill it (run `kg models fetch`)"
        )
    return Health(not errors, checks, tuple(warnings), tuple(errors))


def _check_database(graph: Graph, embedder: Embedder, clock: Clock, checks: dict[str, str], errors: list[str]) -> None:
    checks["database"] = f"{graph.connection.version()} at {graph.connection.uri}"
    checks["schema"] = f"version {ensure_schema(graph, embedder, clock)}"
    _check_indexes(graph, checks, errors)


def _check_indexes(graph: Graph, checks: dict[str, str], errors: list[str]) -> None:
    rows = graph.run("maintenance/indexes")
    checks["indexes"] = ", ".join(f"{row['name']} {row['state'].lower()}" for row in rows)
    found = {row["name"] for row in rows if row["state"] == "ONLINE"}
    errors.extend(f"index {name} is not online" for name in ("memory_embedding", "memory_text") if name not in found)


def _check_embedder(embedder: Embedder, checks: dict[str, str], errors: list[str]) -> None:
    try:
        dimension = embedder.embed(["health"]).shape[1]
    except Exception as error:  # noqa: BLE001 - a model may raise anything; report it and go on
        errors.append(f"embedder {embedder.name}: {error}")
        return
    checks["embedder"] = f"{embedder.name}, {dimension} dimensions"
    if dimension != embedder.dimension:
        errors.append(f"embedder {embedder.name} gives {dimension} dimensions and declares {embedder.dimension}")


def _check_queue(graph: Graph, clock: Clock, checks: dict[str, str], warnings: list[str]) -> None:
    waiting = count_queue(graph, clock.now())
    checks["queue"] = ", ".join(f"{count} {status}" for status, count in waiting.items())
    if waiting["pending"] > _MAX_PENDING:
        warnings.append(f"{waiting['pending']} events wait for digestion; run `kg worker` or `kg digest`")
    if waiting["failed_permanent"]:
        warnings.append(f"{waiting['failed_permanent']} events could not be digested; each node has its error")
    if waiting["stale"]:
        warnings.append(f"{waiting['stale']} claims lapsed because a worker died; the next digestion takes them")


def _check_summaries(summaries: Summaries, checks: dict[str, str], warnings: list[str]) -> None:
    stale = summaries.stale_sessions(_MAX_STALE_SESSIONS + 1)
    checks["summaries"] = (
        "up to date" if not stale else f"{min(stale, _MAX_STALE_SESSIONS)} sessions or more have new events"
    )
    if stale > _MAX_STALE_SESSIONS:
        warnings.append(f"more than {_MAX_STALE_SESSIONS} sessions have events without a summary; run `kg sleep`")


def _check_sleep(graph: Graph, clock: Clock, status: SleepStatus, checks: dict[str, str], warnings: list[str]) -> None:
    checks["sleep"] = status.state if status.kind is None else f"{status.state} ({status.kind})"
    for report in (status.quick, status.deep):
        if report is not None and report.status == "failed":
            steps = ", ".join(name for name, step in report.steps.items() if step.error) or "all"
            warnings.append(f"the last {report.kind} sleep failed ({steps}); see `kg sleep --status`")
    created = graph.run("graph/migration_ledger")[0]["created"]
    if created is None:
        return
    slept = status.deep.started if status.deep else None
    if clock.now() - (slept or created.to_native()) > _OVERDUE_AFTER:
        last = "never had a deep sleep" if slept is None else f"had its last deep sleep at {slept:%Y-%m-%d %H:%M} UTC"
        warnings.append(f"the memory {last}; run `kg worker`, or `kg sleep`")
