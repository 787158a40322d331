"""The proposals step: recommendations to the operator, derived from counts. One set for each date."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import asdict, dataclass

from kg.consolidation.run_context import SleepContext, StepOutcome
from kg.memories import EPISODE_DAYS
from kg.types import Proposal

_MANY_EPISODES, _MANY_ERRORS, _MANY_WORKING, _MANY_PROCEDURES = 10, 3, 5, 3
_DAY = dt.timedelta(days=1)


@dataclass(frozen=True)
class ProposalCounts:
    """Counts that proposals are derived from.

    Attributes:
        episodes: stored episodes.
        procedures: stored procedures, approved or not.
        errors: tool failures within a day.
        working_pruned: working memories that this run archived.
        procedures_pruned: procedures that this run archived.
    """

    episodes: int = 0
    procedures: int = 0
    errors: int = 0
    working_pruned: int = 0
    procedures_pruned: int = 0


def derive_proposals(counted: ProposalCounts) -> list[Proposal]:
    """Return the proposals by descending priority; where nothing is to be done, one that says so."""
    found = []
    if counted.errors > _MANY_ERRORS:
        text = "Review the failing tools and the lessons learnt from them."
        found.append(Proposal("high", text, f"{counted.errors} tool errors within a day"))
    if counted.episodes > _MANY_EPISODES and not counted.procedures:
        text = "Add procedures for recurring tasks."
        found.append(Proposal("medium", text, f"{counted.episodes} episodes and no procedure"))
    if counted.procedures_pruned > _MANY_PROCEDURES:
        text = "Review how procedures are learnt: too many are pruned."
        found.append(Proposal("medium", text, f"{counted.procedures_pruned} procedures were pruned"))
    if counted.working_pruned > _MANY_WORKING:
        text = "Clear working memory when a task ends."
        found.append(Proposal("low", text, f"{counted.working_pruned} working memories were stale"))
    return found or [Proposal("low", "No action is needed.", "no count exceeded its threshold")]


def write_proposals(context: SleepContext) -> StepOutcome:
    """Store the proposals for today; an existing set for the date is left unchanged."""
    now = context.clock.now()
    # Counted in the graph: the report of a resumed run lacks what was archived before the interruption.
    [pruned] = context.graph.run("consolidation/count_archived", since=context.started)
    counted = ProposalCounts(
        episodes=len(context.episodes.recent(days=EPISODE_DAYS)),
        procedures=len(context.procedures.list()),
        errors=len(context.reflections.failures(since=now - _DAY)),
        working_pruned=pruned["working"],
        procedures_pruned=pruned["procedures"],
    )
    items = [json.dumps(asdict(one)) for one in derive_proposals(counted)]
    date = now.astimezone(context.zone).date().isoformat()
    [row] = context.graph.run("consolidation/write_proposals", date=date, run=context.run_id, items=items, now=now)
    return StepOutcome({"proposals": len(row["items"])})
