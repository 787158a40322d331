"""Records of imports, exports and scope moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Progress = Callable[[int, int], None]
"""A callback with the number of items done and the total, which is 0 as long as it is not known."""


@dataclass(frozen=True)
class ExportResult:
    """The result of an export.

    Attributes:
        form: format of the file.
        scope: name of the scope.
        nodes: number of nodes.
        edges: number of edges.
    """

    form: str
    scope: str
    nodes: int
    edges: int


@dataclass(frozen=True)
class FileImportResult:
    """The import of one file, or of one folder that is imported as a whole.

    Attributes:
        path: path as given.
        form: recognised format; "" if it was not recognised.
        events: number of events it contains, including those that were already stored.
        core: number of core memory entries.
        archived: number of core entries stored as long-term notes for lack of room.
        notes: number of other long-term notes.
        diary: number of diary entries.
        nodes: number of nodes of an export.
        edges: number of edges of an export.
        records: number of other records by kind: people, ties, entities, facts, procedures, learnings, reflections, journal,
            episodes, working and usage.
        skipped: skipped parts: location → reason.
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
    records: Mapping[str, int] = field(default_factory=dict)

    def counts(self) -> dict[str, int]:
        """Return the number of records of each kind that the file has, nodes and edges included."""
        names = ("events", "core", "archived", "notes", "diary", "nodes", "edges")
        own = {name: getattr(self, name) for name in names}
        return {name: count for name, count in {**own, **self.records}.items() if count}


@dataclass(frozen=True)
class LeftOutPart:
    """A part of a file that was left out.

    Attributes:
        where: its location.
        why: the reason.
    """

    where: str
    why: str


@dataclass(frozen=True)
class ImportReport:
    """The result of an import, file by file.

    Attributes:
        files: the result for each file.
        dry_run: True if nothing was written.
        events: total over all files.
    """

    files: tuple[FileImportResult, ...]
    dry_run: bool = False
    events: int = 0

    @property
    def form(self) -> str:
        """The format of the files; several are separated by commas."""
        return ", ".join(sorted({file.form for file in self.files if file.form}))

    def counts(self) -> dict[str, int]:
        """Return the number of records of each kind, over all files."""
        total: Counter[str] = Counter()
        for file in self.files:
            total.update(file.counts())
        return dict(total)

    def left_out(self) -> list[LeftOutPart]:
        """Return the parts that were left out, of all files."""
        several = len(self.files) > 1
        return [
            LeftOutPart(f"{file.path}: {where}" if several else where, why)
            for file in self.files
            for where, why in (file.skipped or {}).items()
        ]


@dataclass(frozen=True)
class OldAnswer:
    """A question that a record of another memory answers, and what is answered here.

    Attributes:
        where: location of the record.
        question: the question.
        old: the record in words.
        new: the line of the context that has the answer; where none has, the best hit of a search, or "".
        is_answered: whether the context has the answer.
        is_outdated: whether an older value comes before the answer.
    """

    where: str
    question: str
    old: str
    new: str
    is_answered: bool
    is_outdated: bool


@dataclass(frozen=True)
class ComparisonReport:
    """What is answered here of what another memory could answer.

    Attributes:
        form: its format.
        answers: each question with the old record and the new answer.
    """

    form: str
    answers: tuple[OldAnswer, ...]

    @property
    def answered(self) -> int:
        """The number of questions that were answered."""
        return sum(each.is_answered for each in self.answers)

    @property
    def outdated(self) -> int:
        """The number of questions for which an older value comes first."""
        return sum(each.is_outdated for each in self.answers)

    @property
    def share(self) -> float:
        """The share of the questions that were answered; 1 where there are none."""
        return self.answered / len(self.answers) if self.answers else 1.0


@dataclass(frozen=True)
class ScopeMoveResult:
    """The result of moving a scope to another server.

    Attributes:
        scope: name of the scope.
        source: address of the old server.
        target: address of the new server.
        nodes: number of nodes.
        edges: number of edges.
        passes: number of comparisons of both copies; the last one found no difference.
        closed_s: seconds during which writes were refused.
        erased: number of erased nodes of the old copy.
        dry_run: True if nothing was written.
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
