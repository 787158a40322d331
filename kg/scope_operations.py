"""Operations on a whole scope that is not open: erase it, re-embed it, move it to another server."""

from __future__ import annotations

import contextlib

from kg import erasure, maintenance, relocation
from kg.graph import Graph, open_for_move, open_scope, require_server, scope_server
from kg.language import create_embedder
from kg.protocols import Clock, Embedder, SystemClock
from kg.settings import Settings
from kg.types import Progress, Receipt, ReembeddingResult, ScopeMoveResult, validate_scope


def erase_scope(
    scope: str,
    *,
    uri: str | None = None,
    settings: Settings | None = None,
    clock: Clock | None = None,
    progress: Progress | None = None,
) -> Receipt:
    """Erase a scope without opening it; no embedding model is needed.

    Args:
        scope: its name.
        uri: the server, as for `Memory.connect`.
        settings: by default from the environment.
        clock: by default the system clock.
        progress: called with the number of erased nodes, and of all.

    Raises:
        InvalidInput: the scope's name.
        ConnectionFailed: no server answers, or it refuses the login.
    """
    chosen, time = settings or Settings(), clock or SystemClock()
    graph = open_scope(validate_scope(scope), uri, chosen, None, time)
    try:
        return erasure.forget_scope(graph, time, progress=progress)
    finally:
        graph.connection.close()


def reembed_scope(
    scope: str,
    *,
    embedder: Embedder | None = None,
    uri: str | None = None,
    settings: Settings | None = None,
    clock: Clock | None = None,
    progress: Progress | None = None,
) -> ReembeddingResult:
    """Give a scope the vectors of another embedding model while it is in use.

    Readers use the old vectors until all new ones are stored. From then on, a memory opened with the old model searches by words
    and graph only and reports this as degraded, and it refuses to digest. Repeat an interrupted call to continue it.

    Args:
        scope: its name.
        embedder: the new model; by default that of the settings.
        uri: the server, as for `Memory.connect`.
        settings: by default from the environment.
        clock: by default the system clock.
        progress: called with the number of new vectors, and of memories.

    Raises:
        InvalidInput: the scope's name.
        NotFound: nothing was logged in this scope.
        ModelUnavailable: the model has no weights; nothing was changed.
        ConnectionFailed: no server answers, or it refuses the login.
    """
    chosen, time = settings or Settings(), clock or SystemClock()
    graph = open_scope(validate_scope(scope), uri, chosen, None, time)
    try:
        return maintenance.reembed_scope(graph, embedder or create_embedder(chosen), time, progress)
    finally:
        graph.connection.close()


def move_scope(
    scope: str,
    *,
    to: str | None = None,
    source: str | None = None,
    erase: bool = False,
    dry_run: bool = False,
    cancel: bool = False,
    settings: Settings | None = None,
    clock: Clock | None = None,
    progress: Progress | None = None,
) -> ScopeMoveResult:
    """Move a scope to another server while it is read and written: no read fails, no write is lost.

    In the last seconds writes wait (`KG_MOVE_WAIT_S`) and are then made on the new server. A process that has the scope open
    follows if its settings name the new server. Repeat an interrupted call to complete it.

    Args:
        scope: its name.
        to: address of the new server, which the settings must name; None: the one that they name for this scope.
        source: address of the server that has it; None: the one that the settings name for this scope.
        erase: erase the old copy once it has no readers; also of a scope that was moved before.
        dry_run: count what would be moved, and write nothing.
        cancel: cancel an unfinished move.
        settings: by default from the environment.
        clock: by default the system clock.
        progress: called with the number of compared nodes and edges, twice, as the total is unknown.

    Raises:
        InvalidInput: the scope's name, a server that the settings do not name, or one that has a scope of this name.
        NotFound: nothing was logged in this scope.
        ScopeMoved: the scope is on a third server.
        Refused: another move of the scope is in progress.
        ConnectionFailed: a server does not answer, or refuses the login.
    """
    name, chosen, time = validate_scope(scope), settings or Settings(), clock or SystemClock()
    old, new = (
        scope_server(name, None, chosen) if uri is None else require_server(uri, chosen) for uri in (source, to)
    )
    with (
        contextlib.closing(open_for_move(name, old, chosen, time)) as here,
        contextlib.closing(open_for_move(name, new, chosen, time)) as there,
    ):
        move = relocation.ScopeMove(Graph(here, name), Graph(there, name), progress)
        if dry_run:
            return move.plan()
        return move.cancel() if cancel else move.run(erase=erase)
