"""Records of sleeps: what each step came to, how far a sleep is, what it proposes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class StepResult:
    """What one step of a sleep came to.

    Attributes:
        status: success, failed, or skipped where a step that it depends on failed.
        counts: what was done → how often.
        error: why it failed or was skipped.
        degraded: what was not available, and was done without.
        trips: statements sent.
        seconds: how long it took.
    """

    status: str
    counts: Mapping[str, int] = field(default_factory=dict)
    error: str | None = None
    degraded: tuple[str, ...] = ()
    trips: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class SleepReport:
    """What a sleep came to.

    Attributes:
        status: success, or failed where a step did; running of one that is under way.
        steps: name → what it came to, in their order.
        started: when it began.
        ended: when it ended; None while it goes on.
        kind: quick or deep.
        id: of its node.
        resumed: whether it went on with a sleep that was cut off.
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
        """Statements sent by all of its steps."""
        return sum(step.trips for step in self.steps.values())


@dataclass(frozen=True)
class SleepStatus:
    """How a memory sleeps.

    Attributes:
        state: idle where it never slept, running, or how the newest sleep ended: success or failed.
        kind: quick or deep, of the one that is under way, else of the newest.
        phase: the step that is being done; None where none is.
        lease_until: until when the one that is under way is held by its sleeper; past that, it counts as cut off.
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
    """Something that a sleep thinks somebody should look at.

    Attributes:
        priority: low, medium or high.
        text: what to do.
        why: what was counted.
    """

    priority: str
    text: str
    why: str
