"""The target of an import: the stores and limits of a scope, and the appending of events in batches."""

from __future__ import annotations

import datetime as dt
import functools
import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Self

from kg.errors import BudgetExceeded
from kg.events import append_new_events, validate_events
from kg.memories import CoreMemory, CoreUsage, check_core_budget, render_core_line
from kg.runtime import Runtime
from kg.settings import Settings

_BATCH = 500
Advance = Callable[[int], None]
"""Called with the number of items written since the last call."""


@dataclass(frozen=True)
class ImportTarget:
    """The stores and limits of an import.

    Attributes:
        runtime: the scope.
        log: appends a batch of events, and returns the ids of those that it left out since other events have these ids.
        check: validates an event and returns its time, or raises InvalidInput.
        core: core memory.
        count: counts the tokens of a text.
        settings: the limits.
    """

    runtime: Runtime
    log: Callable[[list[dict[str, Any]]], list[str]]
    check: Callable[[dict[str, Any]], dt.datetime]
    core: CoreMemory
    count: Callable[[str], int]
    settings: Settings

    @classmethod
    def from_runtime(cls, runtime: Runtime) -> Self:
        """Return the stores and limits of a scope."""

        def event_time(event: dict[str, Any]) -> dt.datetime:
            scope, now = runtime.graph.scope, runtime.clock.now()
            return validate_events([event], scope=scope, now=now, settings=runtime.settings)[0].at

        return cls(
            runtime,
            functools.partial(append_new_events, runtime),
            event_time,
            CoreMemory(runtime),
            runtime.tokens.count,
            runtime.settings,
        )


class CoreCapacity:
    """The free capacity of core memory, which a dry run uses to predict which entries are archived."""

    def __init__(self, into: ImportTarget) -> None:
        self._into = into
        self._usage = CoreUsage()
        self._entries: set[tuple[str, str, str]] = set()
        for entry in into.core.list():
            self._add(entry.section, entry.text, entry.audience)

    def _add(self, section: str, text: str, audience: str) -> None:
        self._usage.add(section, audience, self._count(text))
        self._entries.add((section, audience, text))

    def _count(self, text: str) -> int:
        return self._into.count(render_core_line(text))

    def reserve(self, section: str, text: str, audience: str = "shared") -> bool:
        """Reserve room for an entry; return whether there was enough."""
        if (section, audience, text) in self._entries:
            return True
        settings, before = self._into.settings, self._usage.sections()
        limits = {str(name): limit for name, limit in settings.core_limits.items()}
        self._add(section, text, audience)
        try:
            check_core_budget(before, self._usage.sections(), limits, settings.core_tokens)
        except BudgetExceeded:
            self._usage.add(section, audience, -self._count(text))
            self._entries.discard((section, audience, text))
            return False
        return True


def append_events(into: ImportTarget, events: Iterable[dict[str, Any]], advance: Advance) -> dict[str, str]:
    """Append events in batches; return those that were left out, by id, with the reason."""
    left_out: dict[str, str] = {}
    remaining = iter(events)
    while batch := list(itertools.islice(remaining, _BATCH)):
        left_out |= dict.fromkeys(into.log(batch), "another event has this id, with other content or another speaker")
        advance(len(batch))
    return left_out
