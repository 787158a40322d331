"""Import: files and folders are recognised, read and checked, and written only when nothing is wrong with any of them."""

from __future__ import annotations

import sqlite3
import zoneinfo
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

from kg.errors import InvalidInput, NotFound
from kg.transfer.graph_file import is_export
from kg.transfer.graph_import import Restoration
from kg.transfer.import_plan import Into, OfGraph, OfItems, OfLines, Plan, Room
from kg.transfer.importers import IMPORTERS
from kg.transfer.importers.event_lines import Lines
from kg.transfer.importers.items import Given, Item
from kg.transfer.importers.source_folder import Place
from kg.types import Imported, ImportReport, Progress

# What reading a file of another program raises where it holds something else than it should.
_ODD = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError, sqlite3.Error)
EVENTS, GRAPH = "events", "kg"
FORMS: tuple[str, ...] = (GRAPH, EVENTS, *IMPORTERS)
"""The forms that can be imported: exports of kg, JSON lines of events, and those of other programs."""


def import_files(
    paths: Sequence[Path],
    into: Into,
    restored: Callable[[Path], Restoration],
    *,
    form: str | None = None,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """Import files, folders and zips; the same again changes nothing.

    Everything is read and checked before the first is written.

    Args:
        paths: files and folders; of a folder that is of no form as a whole, each file that is.
        into: what is written to.
        restored: reads an export.
        form: of `FORMS`; None: what each is recognised as, a file that is nothing else as JSON lines of events.
        dry_run: check, and write nothing.
        progress: told what is done and what there is in all.

    Raises:
        NotFound: a file does not exist.
        InvalidInput: the form; a place that is not of it; or a line of JSON lines, with file and number.
    """
    if form is not None and form not in FORMS:
        raise InvalidInput("form", form, f"one of {', '.join(FORMS)}")
    room = cache(lambda: Room(into))
    zone = zoneinfo.ZoneInfo(into.settings.owner_zone)
    plans: list[Plan | Imported] = []
    for path in paths:
        plans += _plans(path, form, into, restored, room, zone)
    told = [plan if isinstance(plan, Imported) else plan.told for plan in plans]
    if not dry_run:
        told = _written(plans, progress)
    return ImportReport(tuple(told), dry_run, sum(each.events for each in told))


def _written(plans: Sequence[Plan | Imported], progress: Progress | None) -> list[Imported]:
    total, done = sum(plan.total for plan in plans if not isinstance(plan, Imported)), 0

    def advance(more: int) -> None:
        nonlocal done
        done += more
        if progress:
            progress(done, total)

    return [plan if isinstance(plan, Imported) else plan.write(advance) for plan in plans]


def _plans(
    path: Path,
    form: str | None,
    into: Into,
    restored: Callable[[Path], Restoration],
    room: Callable[[], Room],
    zone: zoneinfo.ZoneInfo,
) -> Iterator[Plan | Imported]:
    if not path.exists():
        raise NotFound(f"file {path}")
    place = Place(path, into.settings.import_mb)
    try:
        found = form_of(place, form)
        if found is not None:
            yield _read(found, place, into, room, zone)
        elif path.is_dir():
            yield from _folder(path, form, into, restored, room, zone)
        elif form == GRAPH or (form is None and is_export(path)):
            yield OfGraph(restored(path))
        elif place.folder:
            raise InvalidInput("path", str(path), f"a zip of one of {', '.join(IMPORTERS)}")
        else:
            lines = Lines(path, into.check)
            yield OfLines(Imported(str(path), EVENTS, events=lines.count), lines, into)
    finally:
        place.close()


def form_of(place: Place, form: str | None) -> str | None:
    """The importer that reads a place as a whole: the one that was named, which a file need not look like, or that knows it."""
    if form in IMPORTERS and not place.path.is_dir():
        return form
    names = [name for name in IMPORTERS if form in (None, name)]
    return next((name for name in names if IMPORTERS[name].recognise(place)), None)


def _read(name: str, place: Place, into: Into, room: Callable[[], Room], zone: zoneinfo.ZoneInfo) -> OfItems:
    return OfItems(Imported(str(place.path), name), items(name, place, zone), into, room)


def items(name: str, place: Place, zone: zoneinfo.ZoneInfo) -> Iterator[Item]:
    """What an importer reads; a file that is not made as its form says is refused by name."""
    try:
        yield from IMPORTERS[name].read(place, Given(zone))
    except InvalidInput:
        raise
    except _ODD as error:
        told = f"a file of that form, whole and as its program writes it ({type(error).__name__}: {error})"
        raise InvalidInput(place.name, name, told) from error


def _folder(
    folder: Path,
    form: str | None,
    into: Into,
    restored: Callable[[Path], Restoration],
    room: Callable[[], Room],
    zone: zoneinfo.ZoneInfo,
) -> Iterator[Plan | Imported]:
    """What is in a folder, each by what it is; what is nothing that is known is told."""
    for path in sorted(folder.iterdir()):
        # A link to a folder may lead back here.
        if path.name.startswith(".") or (path.is_symlink() and path.is_dir()):
            continue
        if path.is_dir() or _known(path, form, into.settings.import_mb):
            yield from _plans(path, form, into, restored, room, zone)
        elif path.is_file():
            yield Imported(str(path), "", skipped={"file": "of no form that is known"})


def _known(path: Path, form: str | None, most: int) -> bool:
    """Whether a file of a folder is of the form, or of any."""
    if not path.is_file():
        return False
    place = Place(path, most)
    try:
        if any(each.recognise(place) for name, each in IMPORTERS.items() if form in (None, name)):
            return True
        return path.suffix.lower() == ".jsonl" and (form is None or form in (EVENTS, GRAPH))
    finally:
        place.close()
