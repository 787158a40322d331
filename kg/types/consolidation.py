"""Records of consolidation (sleep): results of steps and runs, progress, and proposals."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class StepResult:
    """The result of one step of a sleep.

    Attributes:
        status: success, failed, or skipped if a step that it depends on failed.
        counts: action → number of times.
        error: why it failed or was skipped.
        degraded: what was not available.
        trips: statements sent to the database.
        seconds: duration.
    """

    status: str
    counts: Mapping[str, int] = field(default_factory=dict)
    error: str | None = None
    degraded: tuple[str, ...] = ()
    trips: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class SleepReport:
    """The result of a sleep.

    Attributes:
        status: success, failed if a step failed, or running.
        steps: name → result, in their order.
        started: when it began.
        ended: when it ended; None while it is running.
        kind: quick or deep.
        id: id of its node.
        resumed: whether it continued an interrupted sleep.
    """

    status: str
    steps: Mapping[str, StepResult]
    started: dt.datetime
    ended: dt.datetime | None = None
    kind: str = "deep"
    id: str = ""
    resumed: bool = False

    @property
    def trips(self) -> int:
        """The number of statements sent by all steps."""
        return sum(step.trips for step in self.steps.values())


@dataclass(frozen=True)
class WrittenMemory:
    """A memory that was written during a sleep.

    Attributes:
        id: its id.
        text: its text.
        at: its date, of a diary entry that of the last event described.
    """

    id: str
    text: str
    at: dt.datetime


@dataclass(frozen=True)
class WrittenMemories:
    """The memories of one kind that were written during a sleep and still hold.

    Attributes:
        kind: diary, episode, longterm, reflection, learning or procedure.
        count: how many.
        newest: those with the latest dates, oldest first.
    """

    kind: str
    count: int
    newest: tuple[WrittenMemory, ...] = ()


@dataclass(frozen=True)
class SleepStatus:
    """The state of the consolidation of a memory.

    Attributes:
        state: idle if it never slept, running, or the status of the newest sleep: success or failed.
        kind: quick or deep, of the running sleep, else of the newest.
        phase: the current step; None if none is running.
        lease_until: end of the lease of the running sleep; after that, it counts as interrupted.
        quick: the newest quick sleep.
        deep: the newest deep sleep.
        next_deep: when the next deep sleep is due; None: now.
    """

    state: str
    kind: str | None = None
    phase: str | None = None
    lease_until: dt.datetime | None = None
    quick: SleepReport | None = None
    deep: SleepReport | None = None
    next_deep: dt.datetime | None = None


@dataclass(frozen=True)
class Proposal:
    """A proposal that a sleep makes for review.

    Attributes:
        priority: low, medium or high.
        text: what to do.
        why: the counts behind it.
    """

    priority: str
    text: str
    why: str
