"""Import plans, one per file: a plan reads and checks its file, and writes it once all files are checked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from kg.transfer.graph_import import GraphImport
from kg.transfer.import_target import Advance, ImportTarget, append_events
from kg.transfer.importers.event_lines import EventFile
from kg.types import FileImportResult


class ImportPlan(Protocol):
    """The plan to import one file or folder."""

    @property
    def summary(self) -> FileImportResult:
        """What will be written, as far as known in advance."""
        ...

    @property
    def total(self) -> int:
        """The number of items to write."""
        ...

    def write(self, advance: Advance) -> FileImportResult:
        """Write the items and return what was written."""
        ...

    def close(self) -> None:
        """Delete temporary files."""
        ...


@dataclass(frozen=True)
class EventLinesPlan:
    """The plan for JSON lines of events, which are read again during the write."""

    summary: FileImportResult
    lines: EventFile
    into: ImportTarget

    @property
    def total(self) -> int:
        """The number of events."""
        return self.lines.count

    def write(self, advance: Advance) -> FileImportResult:
        """Append the events in batches, oldest first."""
        lost = append_events(self.into, self.lines, advance)
        skipped = {**(self.summary.skipped or {}), **{f"event {name}": why for name, why in lost.items()}}
        return replace(self.summary, events=self.summary.events - len(lost), skipped=skipped or None)

    def close(self) -> None:
        """Do nothing: there is no temporary file."""


@dataclass(frozen=True)
class GraphPlan:
    """The plan for an export of kg."""

    graph_import: GraphImport

    @property
    def summary(self) -> FileImportResult:
        """The numbers of nodes and edges in the file."""
        return self.graph_import.summary

    @property
    def total(self) -> int:
        """The number of nodes and edges that are not written yet."""
        return self.graph_import.remaining

    def write(self, advance: Advance) -> FileImportResult:
        """Write the remaining nodes and edges."""
        self.graph_import.write(advance)
        return self.summary

    def close(self) -> None:
        """Do nothing: there is no temporary file."""
