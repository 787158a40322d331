"""The context of a consolidation run: the stores that its steps use, and the definition of a step."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kg.ingestion import Digester
from kg.knowledge import Entities, Facts
from kg.memories import (
    CoreMemory,
    Episodes,
    Learnings,
    LongTermMemory,
    MemoryStore,
    Procedures,
    Reflections,
    WorkingMemories,
)
from kg.runtime import Runtime
from kg.summaries import Summaries


class SleepContext:
    """The context of one consolidation run.

    Attributes:
        graph: a handle that counts the round trips of this run.
        clock: the current time.
        settings: leases, times and budgets.
        zone: the owner's time zone.
        run_id: id of the run.
        store: the store of memories.
        started: when the run began.
        renew_lease: renews the lease; long steps call it regularly, so that no other process takes the run over.
        owners: identities of the owners, as configured.
        uses_language_model: whether a language model is used; it may take a minute per answer, so less is done per lease.
    """

    def __init__(self, runtime: Runtime, run_id: str, started: dt.datetime, renew_lease: Callable[[], None]) -> None:
        runtime = runtime.with_own_count()
        self.graph, self.clock, self.settings = runtime.graph, runtime.clock, runtime.settings
        self.uses_language_model, self.owners = runtime.llm is not None, runtime.owners
        self.zone = zoneinfo.ZoneInfo(runtime.settings.owner_zone)
        self.run_id, self.started, self.renew_lease = run_id, started, renew_lease
        self.store = MemoryStore(runtime)
        self.digester = Digester(runtime)
        self.entities = Entities(runtime)
        self.facts = Facts(runtime)
        self.core = CoreMemory(runtime)
        self.working = WorkingMemories(runtime)
        self.longterm = LongTermMemory(runtime)
        self.procedures = Procedures(runtime)
        self.episodes = Episodes(runtime)
        self.learnings = Learnings(runtime)
        self.reflections = Reflections(runtime)
        self.summaries = Summaries(runtime)


@dataclass(frozen=True)
class StepOutcome:
    """The result of a step.

    Attributes:
        counts: counts by name.
        degraded: unavailable components that the step worked without.
    """

    counts: Mapping[str, int] = field(default_factory=dict)
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True)
class SleepStep:
    """A step of a consolidation run. Steps are idempotent: an interrupted step is repeated.

    Attributes:
        name: the step's name in reports.
        work: the step's function.
        needs: names of steps that it depends on; it is skipped where one of them failed.
    """

    name: str
    work: Callable[[SleepContext], StepOutcome]
    needs: tuple[str, ...] = ()
