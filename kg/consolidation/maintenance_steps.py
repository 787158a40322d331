"""The maintenance steps: prune and merge memories, refresh summaries, and keep core memory within its budget."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable

from kg.consolidation.run_context import SleepContext, StepOutcome
from kg.memories import CORE_SECTIONS
from kg.types import Receipt

_MAX_ROUNDS = 1_000
_CYCLE_NODES, _CYCLE_NODES_WITH_MODEL = 20, 5
_RUNS_KEPT = dt.timedelta(days=30)


def prune_memories(context: SleepContext) -> StepOutcome:
    """Archive pruners, stale and surplus memories, each with a receipt; delete old summaries and records of old runs."""
    pruners: dict[str, Callable[[], Receipt | None]] = {
        "longterm": context.longterm.prune,
        "working": context.working.prune,
        "episodes": context.episodes.expire,
        "procedures": context.procedures.prune,
        "learnings": context.learnings.prune,
    }
    counts = {name: _archive_until_done(context, prune) for name, prune in pruners.items()}
    counts["summaries"] = len(context.summaries.prune())
    [row] = context.graph.run("consolidation/remove_old_runs", before=context.clock.now() - _RUNS_KEPT)
    return StepOutcome(counts | {"sleeps": int(row["removed"])})


def compact_notes(context: SleepContext) -> StepOutcome:
    """Merge notes with the same content."""
    return StepOutcome({"united": _archive_until_done(context, context.longterm.compact)})


def refresh_summaries(context: SleepContext) -> StepOutcome:
    """Rewrite stale summaries until none is left."""
    nodes, degraded = 0, dict[str, None]()
    for _ in range(_MAX_ROUNDS):
        done = context.summaries.cycle(_CYCLE_NODES_WITH_MODEL if context.uses_language_model else _CYCLE_NODES)
        nodes += done.nodes
        degraded.update(dict.fromkeys(done.degraded))
        if not done.nodes:
            break
        context.renew_lease()
    return StepOutcome({"nodes": nodes}, tuple(degraded))


def review_core_memory(context: SleepContext) -> StepOutcome:
    """Demote the least important core entries to notes while core memory exceeds its budget, as after a limit was lowered."""
    moved: Counter[str] = Counter(demoted=0)
    while sections := _sections_over_budget(context):
        entries = [entry for section in sections for entry in context.core.list(section)]
        least = min(entries, key=lambda entry: (entry.importance, str(entry.updated_at), entry.id))
        context.core.delete(least.id)
        moved["demoted"] += 1
    return StepOutcome(dict(moved))


def _sections_over_budget(context: SleepContext) -> list[str]:
    """Return the sections over their limit; where only the whole is over its limit, all sections with entries."""
    usage = context.core.usage()
    over = [section for section in CORE_SECTIONS if usage[section][0] > usage[section][1]]
    if not over and sum(used for used, _ in usage.values()) > context.settings.core_tokens:
        return [section for section in CORE_SECTIONS if usage[section][0]]
    return over


def _archive_until_done(context: SleepContext, work: Callable[[], Receipt | None]) -> int:
    """Archive repeatedly until nothing is left to archive; return the number of archived memories."""
    count = 0
    for _ in range(_MAX_ROUNDS):
        receipt = work()
        if receipt is None:
            break
        count += sum(receipt.removed.values())
        context.renew_lease()
    return count
