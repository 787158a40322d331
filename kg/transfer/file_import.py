"""Import of files and folders: recognise, read and check all of them, then write."""

from __future__ import annotations

import contextlib
import zoneinfo
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kg.errors import InvalidInput, NotFound
from kg.runtime import Runtime
from kg.transfer import live_graphiti
from kg.transfer.export_signature import check_signature
from kg.transfer.graph_file import is_export
from kg.transfer.graph_import import GraphImport
from kg.transfer.import_plan import EventLinesPlan, GraphPlan, ImportPlan
from kg.transfer.import_target import CoreCapacity, ImportTarget
from kg.transfer.importers import IMPORTERS
from kg.transfer.importers.event_lines import EventFile
from kg.transfer.importers.home_files import MALFORMED
from kg.transfer.importers.items import ImportContext, ImportItem
from kg.transfer.importers.source_folder import ImportSource
from kg.transfer.items_plan import ItemsPlan
from kg.types import FileImportResult, ImportReport, Progress

_REPORTED_ITEMS = 1_000
EVENTS_FORM, EXPORT_FORM = "events", "kg"
IMPORT_FORMS: tuple[str, ...] = (EXPORT_FORM, EVENTS_FORM, *IMPORTERS)
"""The formats that can be imported: exports of kg, JSON lines of events, and formats of other programs."""


def import_files(
    runtime: Runtime,
    paths: Sequence[Path | str],
    *,
    form: str | None = None,
    dry_run: bool = False,
    embed_anew: bool = False,
    trusted: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """Import files, folders and archives; repeating an import changes nothing.

    All files are read and checked before anything is written.

    Args:
        runtime: the scope to import into.
        paths: files and folders; of a folder that has no known format as a whole, its files; and addresses of a Neo4j server
            with a graph of Graphiti.
        form: one of `IMPORT_FORMS`; None: recognise each file, with JSON lines of events as the default.
        dry_run: check without writing.
        embed_anew: embed the memories of an export again instead of using the vectors in its file.
        trusted: import an export that this installation has not written, or that was changed, with all that it decides.
        progress: called with the number of items read, and 0; then with the number of items written, and the total.

    Raises:
        NotFound: a file does not exist.
        InvalidInput: the form is unknown, a file does not have it, a line of JSON lines is invalid, or an export is not signed
            by this installation.
    """
    if form is not None and form not in IMPORT_FORMS:
        raise InvalidInput("form", form, f"one of {', '.join(IMPORT_FORMS)}")
    into = ImportTarget.from_runtime(runtime)

    def open_export(path: Path) -> GraphImport:
        found = GraphImport(runtime.graph, path, runtime.embedder, owners=runtime.owners, embed_anew=embed_anew)
        if not trusted:
            check_signature(runtime.settings.data_dir, path.name, found.footer.sha256, found.footer.signature)
        return found

    planner = _Planner(form, into, open_export, cache(lambda: CoreCapacity(into)), progress)
    plans: list[ImportPlan | FileImportResult] = []
    with contextlib.ExitStack() as stack:
        for plan in (plan for path in paths for plan in _plan(planner, path)):
            plans.append(plan)
            if not isinstance(plan, FileImportResult):
                stack.callback(plan.close)
        summaries = [plan if isinstance(plan, FileImportResult) else plan.summary for plan in plans]
        if not dry_run:
            summaries = _write_plans(plans, progress)
    return ImportReport(tuple(summaries), dry_run, sum(each.events for each in summaries))


def _plan(planner: _Planner, path: Path | str) -> Iterator[ImportPlan | FileImportResult]:
    if isinstance(path, str):
        yield planner.plan_server(path)
    else:
        yield from planner.plan(path)


def _write_plans(plans: Sequence[ImportPlan | FileImportResult], progress: Progress | None) -> list[FileImportResult]:
    total, done = sum(plan.total for plan in plans if not isinstance(plan, FileImportResult)), 0

    def advance(more: int) -> None:
        nonlocal done
        done += more
        if progress:
            progress(done, total)

    return [plan if isinstance(plan, FileImportResult) else plan.write(advance) for plan in plans]


@dataclass(frozen=True)
class _Planner:
    """Plans the import of files.

    Attributes:
        form: the format of the files; None: recognise it.
        into: the target.
        open_export: opens an export of kg.
        capacity: returns the free capacity of core memory.
        progress: called with the number of items read, and 0.
    """

    form: str | None
    into: ImportTarget
    open_export: Callable[[Path], GraphImport]
    capacity: Callable[[], CoreCapacity]
    progress: Progress | None

    def plan(self, path: Path, *, allow_damaged: bool = False) -> Iterator[ImportPlan | FileImportResult]:
        """Plan the import of a file, a folder or an archive; its files are read and checked.

        Args:
            path: the file, folder or archive.
            allow_damaged: leave out lines of a file of events that are no JSON, instead of refusing the file.
        """
        if not path.exists():
            raise NotFound(f"file {path}")
        source = ImportSource(path, self.into.settings.import_mb)
        try:
            name = recognise_form(source, self.form)
            if name is not None:
                yield self._plan_items(name, source)
            elif path.is_dir():
                yield from self._plan_folder(path)
            elif self.form == EXPORT_FORM or (self.form is None and is_export(path)):
                yield GraphPlan(self.open_export(path))
            elif source.is_folder:
                raise InvalidInput("path", str(path), f"an archive in one of the formats {', '.join(IMPORTERS)}")
            else:
                lines = EventFile(path, self.into.check, allow_damaged=allow_damaged)
                summary = FileImportResult(str(path), EVENTS_FORM, events=lines.count, skipped=lines.left_out.reasons())
                yield EventLinesPlan(summary, lines, self.into)
        finally:
            source.close()

    def _is_exported(self, path: Path) -> bool:
        return path.is_file() and is_export(path)

    def _plan_or_leave_out(self, path: Path) -> Iterator[ImportPlan | FileImportResult]:
        """Plan the import of a file of a folder; one that cannot be read is left out, and the others are imported."""
        try:
            yield from self.plan(path, allow_damaged=True)
        except InvalidInput as error:
            yield FileImportResult(str(path), "", skipped={"file": str(error)})

    def plan_server(self, address: str) -> ImportPlan:
        """Plan the import of the graph of a running Graphiti."""
        if self.form not in (None, live_graphiti.FORM):
            raise InvalidInput("form", self.form, f"{live_graphiti.FORM} for the address of a server")
        items = live_graphiti.read_live_graph(address, self.into.settings, import_context(self.into.runtime))
        summary = FileImportResult(address, live_graphiti.FORM)
        return ItemsPlan(summary, _count(items, self.progress), self.into, self.capacity)

    def _plan_items(self, name: str, source: ImportSource) -> ItemsPlan:
        items = read_items(name, source, import_context(self.into.runtime))
        summary = FileImportResult(str(source.path), name)
        return ItemsPlan(summary, _count(items, self.progress), self.into, self.capacity)

    def _plan_folder(self, folder: Path) -> Iterator[ImportPlan | FileImportResult]:
        """Plan the import of each file in a folder; files of no known format are reported as skipped."""
        for path in sorted(folder.iterdir()):
            if path.name.startswith("."):
                continue
            if path.is_symlink():
                # It may lead out of the folder, or form a loop.
                yield FileImportResult(str(path), "", skipped={"file": "symbolic link"})
            elif path.is_dir() or (self._is_exported(path) and self.form in (None, EXPORT_FORM)):
                yield from self.plan(path)
            elif _is_known_format(path, self.form, self.into.settings.import_mb):
                yield from self._plan_or_leave_out(path)
            elif path.is_file():
                yield FileImportResult(str(path), "", skipped={"file": "unknown format"})


def recognise_form(source: ImportSource, form: str | None) -> str | None:
    """Return the importer for a source as a whole: the named one for files, or else one that recognises it; or None."""
    if form in IMPORTERS and not source.path.is_dir():
        return form
    names = [name for name in IMPORTERS if form in (None, name)]
    return next((name for name in names if IMPORTERS[name].recognise(source)), None)


def _count(items: Iterator[ImportItem], progress: Progress | None) -> Iterator[ImportItem]:
    """Report how many items were read."""
    for number, item in enumerate(items, start=1):
        if progress and number % _REPORTED_ITEMS == 0:
            progress(number, 0)
        yield item


def import_context(runtime: Runtime) -> ImportContext:
    """Return the context of an import into a scope."""
    zone = zoneinfo.ZoneInfo(runtime.settings.owner_zone)
    return ImportContext(zone, owners=runtime.owners, now=runtime.clock.now())


def read_items(name: str, source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read the items of a source; raise InvalidInput with the file's name if its content is malformed."""
    try:
        yield from IMPORTERS[name].read(source, context)
    except InvalidInput:
        raise
    except MALFORMED as error:
        allowed = f"a complete file of that format, as its program writes it ({type(error).__name__}: {error})"
        raise InvalidInput(source.name, name, allowed) from error


def _is_known_format(path: Path, form: str | None, max_megabytes: int) -> bool:
    """Return whether a file in a folder has the format, or any format."""
    if not path.is_file():
        return False
    source = ImportSource(path, max_megabytes)
    try:
        if any(each.recognise(source) for name, each in IMPORTERS.items() if form in (None, name)):
            return True
        return path.suffix.lower() == ".jsonl" and (form is None or form in (EVENTS_FORM, EXPORT_FORM))
    finally:
        source.close()
