"""Move a scope to another server while it is read and written, without losing a write.

The move copies the scope in passes (`kg.relocation.reconciliation`) while it is in use, until few differences remain. It then
closes the scope for writes on the old server, waits for running transactions, copies the last differences until a pass finds
none, opens the scope on the new server, and records the new location on the old one. Reads continue throughout.

Both servers record the state of the move on the node of the scope. The next call resumes an interrupted move: it takes the move
over, and steps of the former process are refused. Until the scope is open on the new server, the move can be cancelled.
"""

from __future__ import annotations

import contextlib
import dataclasses
import threading
import time
import uuid
from collections.abc import Callable
from typing import Any

import neo4j

from kg.errors import InvalidInput, KgError, NotFound, Refused, ScopeMoved
from kg.graph import LOCATION_CHECK_INTERVAL_S, Graph, GraphTransaction
from kg.relocation.reconciliation import ComparisonProgress, ReconciliationPass, erase_contents, reconcile
from kg.transfer import read_edges, read_nodes
from kg.types import Progress, ScopeMoveResult, host_and_port

# With so few differences, a further pass on the open scope is not worth its time.
_FEW_DIFFERENCES = 200
# A closed scope has no differences after two passes.
_MAX_CLOSED_PASSES = 5
# The server has ended any transaction that is older.
_TRANSACTION_LIMIT_S = 660.0
# Readers of the old copy check the location every LOCATION_CHECK_INTERVAL_S; their last transaction ends well before this.
_ERASE_AFTER_S = 3 * LOCATION_CHECK_INTERVAL_S
_NO_MOVE: dict[str, Any] = {"move": None, "move_holder": None, "move_to": None, "closed": None}


class ScopeMove:
    """The move of one scope from one server to another."""

    def __init__(self, source: Graph, target: Graph, progress: Progress | None = None) -> None:
        """Check both servers; nothing is changed yet.

        Args:
            source: the scope on its server, on a connection that ignores the write gate.
            target: the same scope on the new server.
            progress: called with the number of compared nodes and edges, twice, as the total is unknown.

        Raises:
            InvalidInput: both are the same database.
        """
        self._source, self._target = source, target
        self._progress = progress
        self._holder = uuid.uuid4().hex
        if _server_key(source) == _server_key(target):
            raise InvalidInput(
                "to", target.connection.uri, f"another server than the one that has scope {source.scope!r}"
            )

    def run(self, *, erase: bool = False) -> ScopeMoveResult:
        """Move the scope, or complete an interrupted move.

        Args:
            erase: erase the old copy once it has no readers.

        Raises:
            NotFound: there is no such scope.
            ScopeMoved: the scope is on a third server.
            InvalidInput: the new server has another scope of this name.
            Refused: a move to another server is in progress, or another process has taken this one over.
        """
        moved = ScopeMoveResult(*self._names())
        move = self._claim()
        if move is not None:
            if not self._prepare_target(move):
                moved = self._copy(move)
            self._record_new_location()
        return dataclasses.replace(moved, erased=self._erase_source()) if erase else moved

    def plan(self) -> ScopeMoveResult:
        """Count what would be moved; write nothing.

        Raises:
            NotFound: there is no such scope.
            ScopeMoved: the scope is on a third server.
        """
        self._source.connection.locate_scope(self._source.scope)
        self._require_content()
        found = read_nodes(self._source, vectors=False), read_edges(self._source)
        nodes, edges = (sum(1 for _ in each) for each in found)
        return ScopeMoveResult(*self._names(), nodes=nodes, edges=edges, dry_run=True)

    def cancel(self) -> ScopeMoveResult:
        """Cancel an unfinished move: reopen the scope on the old server and erase the copy.

        Raises:
            Refused: no move is in progress, or the scope is open on the new server already.
        """

        def here(transaction: GraphTransaction) -> str:
            [state] = transaction.run("relocation/lock_move")
            if state["move"] is None:
                raise Refused(
                    f"no move of scope {self._source.scope!r} is in progress at {self._source.connection.uri}"
                )
            _set_marks(transaction, {"move_holder": self._holder})
            return str(state["move"])

        def there(transaction: GraphTransaction) -> bool:
            [state] = transaction.run("relocation/lock_move")
            if state["arrived"] == move:
                raise Refused(
                    f"scope {self._source.scope!r} is open on the new server already; run the move again to complete it"
                )
            # From here on the former process is refused: each of its steps checks that it still holds the move.
            _set_marks(transaction, {"move_holder": self._holder})
            return bool(state["move"] == move)

        move = self._source.transact(here)
        if self._target.transact(there):
            erase_contents(self._target, self._guarded_write(self._target))
            self._guarded_write(self._target)(lambda transaction: _set_marks(transaction, {**_NO_MOVE, "erased": True}))
        self._guarded_write(self._source)(lambda transaction: _set_marks(transaction, _NO_MOVE))
        return ScopeMoveResult(*self._names())

    def _names(self) -> tuple[str, str, str]:
        return self._source.scope, self._source.connection.uri, self._target.connection.uri

    def _claim(self) -> str | None:
        """Take the move over and return its id; None if it is complete already."""
        uri, scope = self._target.connection.uri, self._source.scope
        self._require_content()

        def work(transaction: GraphTransaction) -> str | None:
            [state] = transaction.run("relocation/lock_move")
            if state["lives_at"] is not None:
                if host_and_port(state["lives_at"]) == host_and_port(uri):
                    return None
                [found] = transaction.run("graph/write_gate")
                raise ScopeMoved(scope, found["lives_at"], found["lives_in"])
            if state["move"] and host_and_port(state["move_to"]) != host_and_port(uri):
                raise Refused(
                    f"an unfinished move of scope {scope!r} goes to {state['move_to']}; complete it, or cancel it with --cancel"
                )
            move = state["move"] or uuid.uuid4().hex
            _set_marks(transaction, {"move": move, "move_holder": self._holder, "move_to": uri})
            return str(move)

        return self._source.transact(work)

    def _require_content(self) -> None:
        [found] = self._source.run("graph/write_gate")
        if found["lives_at"] is None and self._source.run("transfer/import_state")[0]["empty"]:
            raise NotFound(f"scope {self._source.scope!r}: nothing was logged in it at {self._source.connection.uri}")

    def _prepare_target(self, move: str) -> bool:
        """Mark the target as the copy of this move, closed to other writers; return True if it is open already."""
        home = self._source.connection

        def work(transaction: GraphTransaction) -> str:
            [state] = transaction.run("relocation/lock_move")
            if state["arrived"] == move:
                return "open"
            if state["lives_at"] is None:
                self._require_empty(transaction)
            marks = {"move": move, "move_holder": self._holder, "lives_at": home.uri, "lives_in": home.database}
            _set_marks(transaction, {**marks, "lives_since": None, "arrived": None, "erased": None})
            return "new" if state["lives_at"] is None else "begun"

        try:
            found = self._target.transact(work)
            if found == "new":
                # A writer that checked before the mark was set may have written since.
                self._target.connection.wait_for_transactions(timeout_s=_TRANSACTION_LIMIT_S)
                self._require_empty(self._target)
        except InvalidInput:
            with contextlib.suppress(Refused):
                self._guarded_write(self._target)(
                    lambda transaction: _set_marks(transaction, {**_NO_MOVE, "lives_at": None, "lives_in": None})
                )
            self._guarded_write(self._source)(lambda transaction: _set_marks(transaction, _NO_MOVE))
            raise
        if found != "open":
            # An interrupted move may have left the scope closed; it is reopened until the last passes.
            self._guarded_write(self._source)(lambda transaction: _set_marks(transaction, {"closed": None}))
        return found == "open"

    def _require_empty(self, transaction: Graph) -> None:
        if not transaction.run("transfer/import_state")[0]["empty"]:
            scope, uri = self._target.scope, self._target.connection.uri
            raise InvalidInput("to", uri, f"a server without a scope {scope!r} of its own")

    def _copy(self, move: str) -> ScopeMoveResult:
        """Copy everything, the last differences while the scope is closed, and open the target."""
        passes, before, changed = 1, None, self._reconcile().changed
        # Repeat while each pass halves the differences; under steady writes a pass finds what was written during the last one.
        while changed > _FEW_DIFFERENCES and (before is None or changed < before / 2):
            passes, before, changed = passes + 1, changed, self._reconcile().changed
        self._guarded_write(self._source)(lambda transaction: _set_marks(transaction, {"closed": True}))
        begun = time.monotonic()
        try:
            self._source.connection.wait_for_transactions(timeout_s=_TRANSACTION_LIMIT_S)
            # Write again after these transactions, so that a replica that has this write also has theirs.
            self._guarded_write(self._source)(lambda transaction: _set_marks(transaction, {"closed": True}))
            last, more = self._reconcile_closed()
        except BaseException:
            # The target is not open yet, so the source is reopened if it can be reached.
            with contextlib.suppress(KgError):
                self._guarded_write(self._source)(lambda transaction: _set_marks(transaction, {"closed": None}))
            raise
        here = {**_NO_MOVE, "lives_at": None, "lives_in": None, "arrived": move}
        self._guarded_write(self._target)(lambda transaction: _set_marks(transaction, here))
        closed = round(time.monotonic() - begun, 3)
        return ScopeMoveResult(
            *self._names(), nodes=last.nodes, edges=last.edges, passes=passes + more, closed_s=closed
        )

    def _reconcile_closed(self) -> tuple[ReconciliationPass, int]:
        """Reconcile the closed scope until nothing differs; return the last pass and the number of passes."""
        for number in range(1, _MAX_CLOSED_PASSES + 1):
            last = self._reconcile()
            if not last.changed:
                return last, number
        raise KgError(
            f"scope {self._source.scope!r} still differs after {_MAX_CLOSED_PASSES} passes; "
            "stop programs that write to it without kg"
        )

    def _record_new_location(self) -> None:
        """Record the new location on the old server."""
        home = self._target.connection
        marks = {**_NO_MOVE, "arrived": None, "lives_at": home.uri, "lives_in": home.database}
        marks["lives_since"] = list(home.bookmarks)
        self._guarded_write(self._source)(lambda transaction: _set_marks(transaction, marks, left=True))

    def _erase_source(self) -> int:
        """Erase the old copy except the node that records the new location; return the number of erased nodes."""
        [state] = self._source.transact(lambda transaction: transaction.run("relocation/lock_move"))
        _wait(_ERASE_AFTER_S - (state["lives_for_s"] or 0))
        self._source.transact(
            lambda transaction: _set_marks(transaction, {"move_holder": self._holder, "erased": True})
        )
        self._source.connection.wait_for_transactions(timeout_s=_TRANSACTION_LIMIT_S)
        erased = erase_contents(self._source, self._guarded_write(self._source), self._comparison_progress())
        self._guarded_write(self._source)(lambda transaction: _set_marks(transaction, {"move_holder": None}))
        return erased

    def _reconcile(self) -> ReconciliationPass:
        return reconcile(self._source, self._target, self._guarded_write(self._target), self._comparison_progress())

    def _comparison_progress(self) -> ComparisonProgress | None:
        report = self._progress
        return None if report is None else lambda done: report(done, done)

    def _guarded_write(self, graph: Graph) -> Callable[[Callable[[GraphTransaction], Any]], None]:
        """Return a function that runs work in a transaction if this process still holds the move."""

        def write(work: Callable[[GraphTransaction], Any]) -> None:
            def whole(transaction: GraphTransaction) -> None:
                [state] = transaction.run("relocation/lock_move")
                if state["holder"] != self._holder:
                    raise Refused(f"another process has taken over the move of scope {graph.scope!r}")
                work(transaction)

            graph.transact(whole)

        return write


def _set_marks(transaction: GraphTransaction, marks: dict[str, Any], *, left: bool = False) -> list[neo4j.Record]:
    return transaction.run("relocation/mark_move", marks=marks, left=left)


def _server_key(graph: Graph) -> tuple[tuple[str, int], str]:
    return host_and_port(graph.connection.uri), graph.connection.database


def _wait(seconds: float) -> None:
    if seconds > 0:
        threading.Event().wait(seconds)
