"""Schema migrations: numbered files in `cypher/schema/`, a ledger in the graph, and a lock for concurrent processes."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import threading
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

from kg.errors import InvalidInput, KgError, SchemaTooNew, ServerError
from kg.graph import statements
from kg.graph.scoped_graph import Graph
from kg.protocols import Clock, Embedder

# If a process is killed during a migration, the next one waits this long. A holder that takes longer does no harm: every command
# is IF NOT EXISTS, so that two processes repeat the same work.
_LOCK_S = 15
_WAIT_S = 300
_POLL_S = 0.2
_SEARCH_INDEX = re.compile(r"CREATE (?:VECTOR|FULLTEXT) INDEX (\w+)")
_STATEMENT = re.compile(r";\s*(?:\n|$)")


@dataclass(frozen=True)
class Migration:
    """One migration: its version, file name, commands, and the checksum of its text."""

    version: int
    name: str
    commands: tuple[str, ...]
    checksum: str


def load_migrations() -> list[Migration]:
    """Return all migrations of this version of kg, in order."""
    return [_read(path) for path in sorted((statements.statements_folder() / "schema").glob("[0-9]*.cypher"))]


def latest_version() -> int:
    """Return the schema version of this version of kg."""
    return load_migrations()[-1].version


def _read(path: Path) -> Migration:
    text = path.read_text(encoding="utf-8")
    bare = "\n".join(line for line in text.splitlines() if not line.startswith("//"))
    commands = tuple(part.strip() for part in _STATEMENT.split(bare) if part.strip())
    return Migration(int(path.name.split("_")[0]), path.stem, commands, hashlib.sha256(text.encode()).hexdigest())


def ensure_schema(graph: Graph, embedder: Embedder | None, clock: Clock) -> int:
    """Migrate the schema to the latest version, and check the embedding model of the scope if one is given.

    Safe for any number of concurrent processes: one migrates, the others wait.

    Returns:
        The schema version.

    Raises:
        SchemaTooNew: the graph was written by a newer version of kg.
        InvalidInput: the scope has vectors of another model.
        ServerError: the migration lock was not released in time.
    """
    steps = load_migrations()
    latest = steps[-1].version
    version = _version(graph, embedder)
    if version < latest:
        _migrate(graph, steps, clock)
    elif version > latest:
        raise SchemaTooNew(
            f"the graph's schema is version {version}, this kg supports {latest}; upgrade kg (pip install -U kg-agent-memory)"
        )
    return latest


def _version(graph: Graph, embedder: Embedder | None) -> int:
    [row] = graph.run("graph/migration_ledger")
    made_with = (row["embedder"], row["dimension"])
    if embedder and row["embedder"] is not None and made_with != (embedder.name, embedder.dimension):
        raise embedder_mismatch(graph.scope, embedder, *made_with)
    return int(row["version"] or 0)


def embedder_mismatch(scope: str, embedder: Embedder, name: str, dimension: int) -> InvalidInput:
    """Return the error for an embedding model that differs from the scope's."""
    return InvalidInput(
        "embedder",
        f"{embedder.name} ({embedder.dimension})",
        f"{name} ({dimension}), whose vectors the scope {scope!r} has; set KG_EMBEDDER (or KG_MODEL_DIR) to that model, "
        "use another scope, change the model of this scope (`kg reembed`), or erase it (`kg forget --all`) and import it again",
    )


def _migrate(graph: Graph, steps: list[Migration], clock: Clock) -> None:
    holder = uuid.uuid4().hex
    _acquire_lock(graph, holder, steps[-1].version)
    try:
        applied = int(graph.run("graph/migration_ledger")[0]["version"] or 0)
        for step in steps:
            if step.version > applied:
                _apply(graph, step, clock)
    finally:
        graph.run("graph/unlock_schema", holder=holder)


def _acquire_lock(graph: Graph, holder: str, version: int) -> None:
    """Wait for the migration lock, by the machine's clock, or until another process has migrated to the version."""
    deadline = time.monotonic() + _WAIT_S
    _run_command(graph, "CREATE CONSTRAINT schema_lock IF NOT EXISTS FOR (n:SchemaLock) REQUIRE n.name IS UNIQUE")
    pause = threading.Event()
    while True:
        now = dt.datetime.now(dt.UTC)
        if graph.run("graph/lock_schema", holder=holder, now=now, until=now + dt.timedelta(seconds=_LOCK_S)):
            return
        if int(graph.run("graph/migration_ledger")[0]["version"] or 0) >= version:
            return
        if time.monotonic() > deadline:
            raise ServerError(
                f"another process has held the migration lock for {_WAIT_S} s; check whether it hangs, and try again"
            )
        pause.wait(_POLL_S)


def rebuild_indexes(graph: Graph) -> None:
    """Rebuild the search indexes and wait for them; until then, searches in all scopes find nothing.

    Raises:
        ServerError: the migration lock was not released in time.
    """
    holder = uuid.uuid4().hex
    _acquire_lock(graph, holder, version=latest_version() + 1)
    try:
        for command in (command for step in load_migrations() for command in step.commands):
            if match := _SEARCH_INDEX.search(command):
                _run_command(graph, f"DROP INDEX {match[1]} IF EXISTS")
                _run_command(graph, command)
        graph.run("graph/await_indexes", seconds=_WAIT_S)
    finally:
        graph.run("graph/unlock_schema", holder=holder)


def _apply(graph: Graph, step: Migration, clock: Clock) -> None:
    for command in step.commands:
        _run_command(graph, command)
    graph.run("graph/await_indexes", seconds=_WAIT_S)
    graph.run(
        "graph/record_migration",
        version=step.version,
        name=step.name,
        checksum=step.checksum,
        now=clock.now(),
    )


def _run_command(graph: Graph, command: str) -> None:
    try:
        graph.connection.run_schema(command, {})
    except KgError as error:
        # Two processes may create the same index or constraint at once; for the slower one it already exists.
        if "EquivalentSchemaRuleAlreadyExists" not in str(error):
            raise
