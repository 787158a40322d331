"""Migrations: numbered files under `cypher/schema/`, a ledger in the graph, and a lock for many starters at once."""

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

# Who is killed within a migration keeps the next one waiting so long. A holder that outlives this does no harm: every command is
# IF NOT EXISTS, so two at once only do the same again.
_LOCK_S = 15
_WAIT_S = 300
_POLL_S = 0.2
_SEARCHED = re.compile(r"CREATE (?:VECTOR|FULLTEXT) INDEX (\w+)")
_STATEMENT = re.compile(r";\s*(?:\n|$)")


@dataclass(frozen=True)
class Migration:
    """One numbered step: its version, its file's name, its commands and the checksum of its text."""

    version: int
    name: str
    commands: tuple[str, ...]
    checksum: str


def migrations() -> list[Migration]:
    """All steps that this version knows, in order."""
    return [_read(path) for path in sorted((statements.home() / "schema").glob("[0-9]*.cypher"))]


def newest() -> int:
    """The version that a connected graph has."""
    return migrations()[-1].version


def _read(path: Path) -> Migration:
    text = path.read_text(encoding="utf-8")
    bare = "\n".join(line for line in text.splitlines() if not line.startswith("//"))
    commands = tuple(part.strip() for part in _STATEMENT.split(bare) if part.strip())
    return Migration(int(path.name.split("_")[0]), path.stem, commands, hashlib.sha256(text.encode()).hexdigest())


def ensure(graph: Graph, embedder: Embedder | None, clock: Clock) -> int:
    """Bring the schema up to date and check that the scope was made with this embedding model, where one is given.

    Safe under any number of starters: one applies, the others wait.

    Returns:
        The schema's version.

    Raises:
        SchemaTooNew: the graph was written by a newer kg.
        InvalidInput: the scope holds vectors of another model.
        ServerError: the lock was not to be had in time.
    """
    steps = migrations()
    newest = steps[-1].version
    version = _version(graph, embedder)
    if version < newest:
        _migrate(graph, steps, clock)
    elif version > newest:
        raise SchemaTooNew(
            f"the graph's schema is version {version}, this kg knows {newest}; upgrade kg (pip install -U kg)"
        )
    return newest


def _version(graph: Graph, embedder: Embedder | None) -> int:
    [row] = graph.run("graph/migration_ledger")
    made_with = (row["embedder"], row["dimension"])
    if embedder and row["embedder"] is not None and made_with != (embedder.name, embedder.dimension):
        raise other_model(graph.scope, embedder, *made_with)
    return int(row["version"] or 0)


def other_model(scope: str, embedder: Embedder, name: str, dimension: int) -> InvalidInput:
    """The error for a model that is not the scope's."""
    return InvalidInput(
        "embedder",
        f"{embedder.name} ({embedder.dimension})",
        f"scope {scope!r} holds vectors of {name} ({dimension}): set KG_EMBEDDER (or KG_MODEL_DIR) to that model, "
        "use another scope, give this one the other model (`kg reembed`), or erase it (`kg forget --all`) and import it anew",
    )


def _migrate(graph: Graph, steps: list[Migration], clock: Clock) -> None:
    holder = uuid.uuid4().hex
    _take_lock(graph, holder, steps[-1].version)
    try:
        done = int(graph.run("graph/migration_ledger")[0]["version"] or 0)
        for step in steps:
            if step.version > done:
                _apply(graph, step, clock)
    finally:
        graph.run("graph/unlock_schema", holder=holder)


def _take_lock(graph: Graph, holder: str, wanted: int) -> None:
    """Wait for the lock; the machine's own clock is meant, since real starters wait for each other."""
    deadline = time.monotonic() + _WAIT_S
    _schema_command(graph, "CREATE CONSTRAINT schema_lock IF NOT EXISTS FOR (n:SchemaLock) REQUIRE n.name IS UNIQUE")
    pause = threading.Event()
    while True:
        now = dt.datetime.now(dt.UTC)
        if graph.run("graph/lock_schema", holder=holder, now=now, until=now + dt.timedelta(seconds=_LOCK_S)):
            return
        if int(graph.run("graph/migration_ledger")[0]["version"] or 0) >= wanted:
            return
        if time.monotonic() > deadline:
            raise ServerError(f"another process has held the lock of migrations for {_WAIT_S} s; is it stuck?")
        pause.wait(_POLL_S)


def rebuild(graph: Graph) -> None:
    """Build the search indexes anew, and wait for them: nothing is found by words or vectors meanwhile, in any scope.

    Raises:
        ServerError: the lock of migrations was not to be had in time.
    """
    holder = uuid.uuid4().hex
    _take_lock(graph, holder, wanted=newest() + 1)
    try:
        for command in (command for step in migrations() for command in step.commands):
            if found := _SEARCHED.search(command):
                _schema_command(graph, f"DROP INDEX {found[1]} IF EXISTS")
                _schema_command(graph, command)
        graph.run("graph/await_indexes", seconds=_WAIT_S)
    finally:
        graph.run("graph/unlock_schema", holder=holder)


def _apply(graph: Graph, step: Migration, clock: Clock) -> None:
    for command in step.commands:
        _schema_command(graph, command)
    graph.run("graph/await_indexes", seconds=_WAIT_S)
    graph.run(
        "graph/record_migration",
        version=step.version,
        name=step.name,
        checksum=step.checksum,
        now=clock.now(),
    )


def _schema_command(graph: Graph, command: str) -> None:
    try:
        graph.connection.run_schema(command, {})
    except KgError as error:
        # Two servers' starters may create the same rule at once: the one that lost finds it there.
        if "EquivalentSchemaRuleAlreadyExists" not in str(error):
            raise
