"""What is kept stays small and true: what has faded goes out of sight, what says the same is one, what has news is summed up."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable

from kg.consolidation.run_context import Night, Outcome
from kg.memories.core import SECTIONS
from kg.types import Receipt

_ROUNDS = 1_000
_NODES, _NODES_SLOWLY = 20, 5
_RUNS_KEPT = dt.timedelta(days=30)


def prune(night: Night) -> Outcome:
    """Put out of sight what has faded and matters little, what is stale, and what is beyond its number; each with a receipt."""
    faded: dict[str, Callable[[], Receipt | None]] = {
        "longterm": night.longterm.prune,
        "working": night.working.prune,
        "episodes": night.episodes.expire,
        "procedures": night.procedures.prune,
        "learnings": night.learnings.prune,
    }
    counts = {name: _until_none(night, prune_) for name, prune_ in faded.items()}
    counts["summaries"] = len(night.summaries.prune())
    [row] = night.graph.run("consolidation/remove_old_runs", before=night.clock.now() - _RUNS_KEPT)
    return Outcome(counts | {"sleeps": int(row["gone"])})


def compact(night: Night) -> Outcome:
    """Unite notes that say the same."""
    return Outcome({"united": _until_none(night, night.longterm.compact)})


def summaries(night: Night) -> Outcome:
    """Write what has news anew, until nothing has."""
    nodes, degraded = 0, dict[str, None]()
    for _ in range(_ROUNDS):
        done = night.summaries.cycle(_NODES_SLOWLY if night.slow else _NODES)
        nodes += done.nodes
        degraded.update(dict.fromkeys(done.degraded))
        if not done.nodes:
            break
        night.beat()
    return Outcome({"nodes": nodes}, tuple(degraded))


def review_core(night: Night) -> Outcome:
    """Where core memory is fuller than it may be, as after a limit was lowered, make notes of what matters least."""
    moved: Counter[str] = Counter(demoted=0)
    while over := _over(night):
        entries = [entry for section in over for entry in night.core.list(section)]
        least = min(entries, key=lambda entry: (entry.importance, str(entry.updated_at), entry.id))
        night.core.delete(least.id)
        moved["demoted"] += 1
    return Outcome(dict(moved))


def _over(night: Night) -> list[str]:
    """The sections that are fuller than they may be; all that hold something, where only the whole is."""
    usage = night.core.usage()
    over = [section for section in SECTIONS if usage[section][0] > usage[section][1]]
    if not over and sum(used for used, _ in usage.values()) > night.settings.core_tokens:
        return [section for section in SECTIONS if usage[section][0]]
    return over


def _until_none(night: Night, work: Callable[[], Receipt | None]) -> int:
    """How many were put out of sight, until there is nothing more to."""
    count = 0
    for _ in range(_ROUNDS):
        receipt = work()
        if receipt is None:
            break
        count += sum(receipt.removed.values())
        night.beat()
    return count
