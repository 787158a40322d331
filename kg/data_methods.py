"""Methods of `Memory` that read as data frames, import, export, erase, check and repair its data."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from kg import erasure, maintenance, transfer
from kg.graph import read_frame
from kg.ingestion import count_queue
from kg.types import ComparisonReport, ExportResult, Health, ImportReport, Progress, Receipt

if TYPE_CHECKING:
    from kg.memory import Memory


def frame(
    self: Memory,
    statement: str,
    /,
    *,
    flat: bool = True,
    library: str = "pandas",
    fragments: Collection[str] = (),
    max_rows: int = 10_000,
    timeout_s: float = 30.0,
    **params: Any,
) -> Any:
    """Run a named statement, or Cypher of your own that uses `$scope`, read-only; return a DataFrame of pandas or polars.

    Nodes, relationships and maps become columns, as `person.name`; with `flat=False` they are dicts in cells. See
    `kg.graph.data_frames.read_frame` for the arguments, the limits and the errors.
    """
    return read_frame(
        self.runtime.graph,
        statement,
        params,
        flat=flat,
        library=library,
        fragments=fragments,
        max_rows=max_rows,
        timeout_s=timeout_s,
    )


def import_files(
    self: Memory,
    paths: Iterable[str | Path],
    *,
    form: str | None = None,
    dry_run: bool = False,
    embed_anew: bool = False,
    trusted: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """Import files, folders and archives; an import repeated changes nothing. docs/transfer.md lists the formats.

    Everything is read and checked before anything is written.

    Args:
        paths: files, folders and zips; or the address (bolt://…) of a server with a graph of Graphiti, which is only read, with
            the settings source_user, source_password and source_database.
        form: of `kg.transfer.IMPORT_FORMS`; None: recognised from the content, else JSON lines.
        dry_run: check, and write nothing.
        embed_anew: embed an export again instead of using the vectors in its file.
        trusted: import an export of another installation, or an older kg, with all that it decides: owners' accounts, audiences,
            facts, trust, approvals. Anyone who could change the file could set these.
        progress: called with what is done, and the total.

    Raises:
        NotFound: a file does not exist.
        InvalidInput: names the file, the lines, and what is wrong with the first of them; nothing was written.
        SchemaTooNew: a newer kg has written an export.
    """
    return transfer.import_files(
        self.runtime,
        [path if transfer.is_address(path) else Path(path) for path in paths],
        form=form,
        dry_run=dry_run,
        embed_anew=embed_anew,
        trusted=trusted,
        progress=progress,
    )


def compare(
    self: Memory,
    path: str | Path,
    *,
    form: str | None = None,
    speaker: str | None = None,
    budget: int = 1_500,
    limit: int | None = None,
    progress: Progress | None = None,
) -> ComparisonReport:
    """Ask what the records of another memory answer, after its import: facts, people and entities; nothing is written.

    Args:
        path: the file, folder or archive of the other memory.
        form: of `kg.transfer.IMPORT_FORMS`; None: recognised from the content.
        speaker: who asks; None: the person whom a fact is about, and an owner otherwise.
        budget: tokens of the context that has the answer.
        limit: the number of questions; None: all.
        progress: called with the number of questions asked, and the total.

    Raises:
        NotFound: there is no such file.
        InvalidInput: an argument, or a format without such records.
    """
    owner = min(self.runtime.owners, default=None)

    def ask(question: transfer.OldQuestion) -> tuple[str, str]:
        asker = speaker or question.speaker or owner
        context = self.context(question.text, speaker=asker, session=asker, budget=budget)
        hits = self.search(question.text, limit=1, asker=asker).hits
        return context.text, hits[0].text if hits else ""

    return transfer.compare(self.runtime, Path(path), ask, form=form, limit=limit, progress=progress)


def export(
    self: Memory,
    place: str | Path | IO[bytes],
    *,
    form: str = "jsonl",
    embeddings: bool = True,
    progress: Progress | None = None,
) -> ExportResult:
    """Write every node and edge of the scope to one file, in constant memory; writers are not blocked.

    Args:
        place: a path, readable by its owner only, where the file appears when it is complete; or a file open for writing bytes.
        form: jsonl, which `import_files` reads; graphml or cypher, for other programs.
        embeddings: include vectors and token states; without them, the import embeds again.
        progress: called with the number of nodes and edges, twice, as the total is unknown.

    Raises:
        InvalidInput: the form, or a path where no file, or no key to sign it, can be written.
    """
    data_dir = self.runtime.settings.data_dir

    def sign(checksum: str) -> str:
        return transfer.sign_checksum(data_dir, checksum)

    return transfer.export_scope(
        self.runtime.graph, place, form=form, embeddings=embeddings, progress=progress, sign=sign
    )


def forget(
    self: Memory,
    *,
    event: str | None = None,
    session: str | None = None,
    person: str | None = None,
    entity: str | None = None,
    scope: bool = False,
    dry_run: bool = False,
) -> Receipt:
    """Erase one thing and all records derived from it alone; return what was removed.

    Records with other sources stay, recomputed from these. The next call completes an interrupted one.

    Args:
        event: id of a message.
        session: a conversation, as channel:chat.
        person: account (`platform:id`), id or name: what they said, and what is known about them.
        entity: name or id: what is known about it, and every message that names it.
        scope: True: everything.
        dry_run: return what would be removed, and change nothing.

    Raises:
        InvalidInput: not exactly one thing was named, or it cannot be erased.
        NotFound: there is no such thing.
    """
    target = erasure.choose_target(event=event, session=session, person=person, entity=entity, scope=scope)
    self._preparer.clear_cache()
    if target == "scope":
        return erasure.forget_scope(self.runtime.graph, self.runtime.clock, dry_run=dry_run)
    return erasure.Erasure(self.runtime).forget(
        event=event, session=session, person=person, entity=entity, dry_run=dry_run
    )


def retain(self: Memory, *, dry_run: bool = False) -> Receipt:
    """Forget events beyond the settings `retention_days` and `retention_events`; return what was removed.

    Events of an owner and events that name a person stay; sources of facts or notes stay three times as long.

    Args:
        dry_run: return what would be removed, and change nothing.
    """
    self._preparer.clear_cache()
    return erasure.apply_retention(
        self.runtime.graph, self.runtime.clock, self.settings, erasure.Erasure(self.runtime), dry_run=dry_run
    )


def reset(self: Memory, *, memory: bool = False, identity: bool = False, everything: bool = False) -> Receipt:
    """Reset the memory; return what was removed.

    Args:
        memory: True: remove conversations and what describes them. Facts, notes, people, trust and identity stay.
        identity: True: remove the identity of the agent, which then runs its first-contact dialogue again.
        everything: True: the same as `forget(scope=True)`.

    Raises:
        InvalidInput: not exactly one of them is True.
    """
    self._preparer.clear_cache()
    return erasure.reset_scope(
        self.runtime.graph, self.runtime.clock, memory=memory, identity=identity, everything=everything
    )


def queue(self: Memory) -> dict[str, int]:
    """Count the events that are pending, processing, failed and failed_permanent, and the stale claims."""
    return count_queue(self.runtime.graph, self.runtime.clock.now())


def health(self: Memory) -> Health:
    """Check database, schema, indexes, models, queue and sleep."""
    return maintenance.check_health(self.runtime, self.sleep, self.summaries)


def faults(self: Memory) -> dict[str, int]:
    """Count what `repair` would repair, by kind; empty if there is nothing."""
    return maintenance.find_faults(self.runtime.graph, self.runtime.embedder, self.runtime.clock)


def repair(self: Memory, *, rebuild_indexes: bool = False) -> dict[str, int]:
    """Requeue lapsed claims and failed events, remove orphans, correct counters, make missing vectors; count by kind.

    Args:
        rebuild_indexes: also rebuild the search indexes, which serve all scopes; searches find nothing meanwhile.

    Raises:
        ModelUnavailable: vectors are missing, and the model has no weights.
        ServerError: the migration lock was held too long.
    """
    return maintenance.repair_scope(
        self.runtime.graph, self.runtime.embedder, self.runtime.clock, indexes=rebuild_indexes
    )
