"""What was moved into a memory or out of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

Progress = Callable[[int, int], None]
"""Called with how many items are done, and how many there are."""


@dataclass(frozen=True)
class Exported:
    """What an export wrote.

    Attributes:
        form: of the file.
        scope: what was exported.
        nodes: how many.
        edges: how many.
    """

    form: str
    scope: str
    nodes: int
    edges: int


@dataclass(frozen=True)
class Imported:
    """What became of one file, or of one folder that is read as a whole.

    Attributes:
        path: as it was found.
        form: what it was read as; "" where it was not recognised.
        events: how many it holds; those that were there before change nothing and count too.
        core: entries of core memory.
        archived: entries that core memory had no room for, and that are long-term notes therefore.
        notes: other long-term notes.
        diary: entries of the diary.
        nodes: nodes of an export.
        edges: edges of an export.
        skipped: what was left out: where it stands → why.
    """

    path: str
    form: str
    events: int = 0
    core: int = 0
    archived: int = 0
    notes: int = 0
    diary: int = 0
    nodes: int = 0
    edges: int = 0
    skipped: Mapping[str, str] | None = None


@dataclass(frozen=True)
class ImportReport:
    """What an import did, or would do, file by file.

    Attributes:
        files: each of them.
        dry_run: nothing was written.
        events: of all files together.
    """

    files: tuple[Imported, ...]
    dry_run: bool = False
    events: int = 0


@dataclass(frozen=True)
class Moved:
    """What the move of a scope to another server did, or would do.

    Attributes:
        scope: its name.
        source: address of the server that it was on.
        target: address of the server that it lives on now.
        nodes: how many it has.
        edges: how many it has.
        passes: how often both were compared, the last time without a difference.
        closed_s: seconds for which it took no writes.
        erased: nodes of the old copy that were erased.
        dry_run: nothing was written.
    """

    scope: str
    source: str
    target: str
    nodes: int = 0
    edges: int = 0
    passes: int = 0
    closed_s: float = 0.0
    erased: int = 0
    dry_run: bool = False
