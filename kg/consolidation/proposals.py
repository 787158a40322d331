"""What a sleep proposes to whoever looks after the memory, from what it counted. One set for each date."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import asdict, dataclass

from kg.consolidation.run_context import Night, Outcome
from kg.memories.diary import EPISODE_DAYS
from kg.types import Proposal

_MANY_EPISODES, _MANY_ERRORS, _MANY_WORKING, _MANY_PROCEDURES = 10, 3, 5, 3
_DAY = dt.timedelta(days=1)


@dataclass(frozen=True)
class Counted:
    """What proposals are made of.

    Attributes:
        episodes: those that are kept.
        procedures: those that are kept, approved or not.
        errors: tools that failed within a day.
        working_pruned: working memories that this sleep put out of sight.
        procedures_pruned: procedures that this sleep put out of sight.
    """

    episodes: int = 0
    procedures: int = 0
    errors: int = 0
    working_pruned: int = 0
    procedures_pruned: int = 0


def proposals_of(counted: Counted) -> list[Proposal]:
    """What to propose, the most pressing first; where nothing is, that."""
    found = []
    if counted.errors > _MANY_ERRORS:
        text = "Look at the tools that fail, and at what was learnt from it."
        found.append(Proposal("high", text, f"{counted.errors} errors of tools within a day"))
    if counted.episodes > _MANY_EPISODES and not counted.procedures:
        text = "Write down as procedures what is done again and again."
        found.append(Proposal("medium", text, f"{counted.episodes} episodes and no procedure"))
    if counted.procedures_pruned > _MANY_PROCEDURES:
        text = "Look at how procedures are learnt: too many come to nothing."
        found.append(Proposal("medium", text, f"{counted.procedures_pruned} procedures were let go of"))
    if counted.working_pruned > _MANY_WORKING:
        text = "Clear working memory when a task ends."
        found.append(Proposal("low", text, f"{counted.working_pruned} working memories were stale"))
    return found or [Proposal("low", "Leave everything as it is.", "nothing stood out")]


def propose(night: Night) -> Outcome:
    """Keep what is to be proposed for this date; what was proposed for it before stands."""
    now = night.clock.now()
    # Counted in the graph: what a sleep put out of sight before it was cut off, its report does not tell.
    [pruned] = night.graph.run("consolidation/count_archived", since=night.started)
    counted = Counted(
        episodes=len(night.episodes.recent(days=EPISODE_DAYS)),
        procedures=len(night.procedures.list()),
        errors=len(night.reflections.failures(since=now - _DAY)),
        working_pruned=pruned["working"],
        procedures_pruned=pruned["procedures"],
    )
    items = [json.dumps(asdict(one)) for one in proposals_of(counted)]
    date = now.astimezone(night.zone).date().isoformat()
    [row] = night.graph.run("consolidation/write_proposals", date=date, run=night.run, items=items, now=now)
    return Outcome({"proposals": len(row["items"])})
