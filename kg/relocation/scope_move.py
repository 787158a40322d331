"""Moving a scope to another server while it is read and written, without losing a write.

The copy is levelled (`kg.relocation.reconciliation`) while the scope is in use, again and again, until little differs. Then
the scope
is closed for writes where it is; whoever writes just then is waited for; what still differs is copied, until a pass finds
nothing; the new place is opened, and the old one told where the scope lives. Reads go on all the time.

What a move has done stands at both places, on the node of the scope, so that one that was cut off at any point is ended by
the next: it takes over, and whatever the former mover still does is refused. Until the new place is open, a move can be taken
back.
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
from kg.graph import Graph
from kg.graph.connection import LOOK_S
from kg.graph.scoped_graph import Turn
from kg.relocation.reconciliation import Pass, Told, level, strike
from kg.transfer import graph_pages
from kg.types import Moved, Progress
from kg.types.addresses import host_and_port

# So few differences are worth no further pass while the scope is open.
_FEW = 200
# A closed scope differs no more after two.
_PASSES = 5
# Who works on one thing for longer has been ended by the server.
_OTHERS_S = 660.0
# Readers of the old copy look every LOOK_S whether it is still theirs; what they began then ends well before this.
_ERASE_AFTER_S = 3 * LOOK_S
_OVER: dict[str, Any] = {"move": None, "move_holder": None, "move_to": None, "closed": None}


class Move:
    """The move of one scope from one server to another."""

    def __init__(self, source: Graph, target: Graph, progress: Progress | None = None) -> None:
        """Look at both places; nothing is changed yet.

        Args:
            source: the scope where it is, by a connection that is not bound to its door.
            target: the same where it is to be.
            progress: called with how many nodes and edges were compared; what there is in all is not known, and told as the same.

        Raises:
            InvalidInput: both are one place.
        """
        self._source, self._target = source, target
        self._progress = progress
        self._holder = uuid.uuid4().hex
        if _place(source) == _place(target):
            raise InvalidInput(
                "to", target.connection.uri, f"another server than the one that has scope {source.scope!r}"
            )

    def run(self, *, erase: bool = False) -> Moved:
        """Move the scope, or end a move that was cut off.

        Args:
            erase: erase the old copy afterwards, once nobody reads it any more.

        Raises:
            NotFound: there is no such scope.
            ScopeMoved: it lives elsewhere.
            InvalidInput: there is another scope of that name at the new place.
            Refused: a move to a third place is under way, or another process has taken this one over.
        """
        moved = Moved(*self._names())
        move = self._take()
        if move is not None:
            if not self._prepared(move):
                moved = self._copied(move)
            self._left_behind()
        return dataclasses.replace(moved, erased=self._erased()) if erase else moved

    def plan(self) -> Moved:
        """What would be moved; nothing is written.

        Raises:
            NotFound: there is no such scope.
            ScopeMoved: it lives elsewhere.
        """
        self._source.connection.settle(self._source.scope)
        self._there()
        found = graph_pages.nodes(self._source, vectors=False), graph_pages.edges(self._source)
        nodes, edges = (sum(1 for _ in each) for each in found)
        return Moved(*self._names(), nodes=nodes, edges=edges, dry_run=True)

    def cancel(self) -> Moved:
        """Take back a move that has not come to its end: the scope is open where it was, and what was copied is erased.

        Raises:
            Refused: no move is under way, or the scope is open at the new place already.
        """

        def here(turn: Turn) -> str:
            [state] = turn.run("relocation/lock_move")
            if state["move"] is None:
                raise Refused(f"no move of scope {self._source.scope!r} is under way at {self._source.connection.uri}")
            _mark(turn, {"move_holder": self._holder})
            return str(state["move"])

        def there(turn: Turn) -> bool:
            [state] = turn.run("relocation/lock_move")
            if state["arrived"] == move:
                raise Refused(f"scope {self._source.scope!r} is open at the new place: run the move again to end it")
            # Whoever moved it is refused from here on: each of its steps asks whether it still holds the move.
            _mark(turn, {"move_holder": self._holder})
            return bool(state["move"] == move)

        move = self._source.transact(here)
        if self._target.transact(there):
            strike(self._target, self._held(self._target))
            self._held(self._target)(lambda turn: _mark(turn, {**_OVER, "erased": True}))
        self._held(self._source)(lambda turn: _mark(turn, _OVER))
        return Moved(*self._names())

    def _names(self) -> tuple[str, str, str]:
        return self._source.scope, self._source.connection.uri, self._target.connection.uri

    def _take(self) -> str | None:
        """The id of the move, which is this process's from now on; None where it has come to its end before."""
        uri, scope = self._target.connection.uri, self._source.scope
        self._there()

        def work(turn: Turn) -> str | None:
            [state] = turn.run("relocation/lock_move")
            if state["lives_at"] is not None:
                if host_and_port(state["lives_at"]) == host_and_port(uri):
                    return None
                [found] = turn.run("graph/write_gate")
                raise ScopeMoved(scope, found["lives_at"], found["lives_in"])
            if state["move"] and host_and_port(state["move_to"]) != host_and_port(uri):
                raise Refused(
                    f"a move of scope {scope!r} to {state['move_to']} was begun: end it, or take it back with --cancel"
                )
            move = state["move"] or uuid.uuid4().hex
            _mark(turn, {"move": move, "move_holder": self._holder, "move_to": uri})
            return str(move)

        return self._source.transact(work)

    def _there(self) -> None:
        [found] = self._source.run("graph/write_gate")
        if found["lives_at"] is None and self._source.run("transfer/import_state")[0]["empty"]:
            raise NotFound(f"scope {self._source.scope!r}: nothing was logged in it at {self._source.connection.uri}")

    def _prepared(self, move: str) -> bool:
        """Have the new place ready to be written to, and closed to all others; True where it is open already."""
        home = self._source.connection

        def work(turn: Turn) -> str:
            [state] = turn.run("relocation/lock_move")
            if state["arrived"] == move:
                return "open"
            if state["lives_at"] is None:
                self._free(turn)
            marks = {"move": move, "move_holder": self._holder, "lives_at": home.uri, "lives_in": home.database}
            _mark(turn, {**marks, "lives_since": None, "arrived": None, "erased": None})
            return "new" if state["lives_at"] is None else "begun"

        try:
            found = self._target.transact(work)
            if found == "new":
                # Who looked before the place was marked may have written since.
                self._target.connection.wait_for_others(timeout_s=_OTHERS_S)
                self._free(self._target)
        except InvalidInput:
            with contextlib.suppress(Refused):
                self._held(self._target)(lambda turn: _mark(turn, {**_OVER, "lives_at": None, "lives_in": None}))
            self._held(self._source)(lambda turn: _mark(turn, _OVER))
            raise
        if found != "open":
            # The former mover may have been killed when it was closed already: it need not be so yet.
            self._held(self._source)(lambda turn: _mark(turn, {"closed": None}))
        return found == "open"

    def _free(self, turn: Graph) -> None:
        if not turn.run("transfer/import_state")[0]["empty"]:
            scope, uri = self._target.scope, self._target.connection.uri
            raise InvalidInput("to", uri, f"a server without a scope {scope!r} of its own")

    def _copied(self, move: str) -> Moved:
        """Copy all, the last of it while the scope is closed, and open the new place."""
        passes, before, changed = 1, None, self._levelled().changed
        # While each finds much less than the one before; under steady writes a pass finds what was written during the last.
        while changed > _FEW and (before is None or changed < before / 2):
            passes, before, changed = passes + 1, changed, self._levelled().changed
        self._held(self._source)(lambda turn: _mark(turn, {"closed": True}))
        begun = time.monotonic()
        try:
            self._source.connection.wait_for_others(timeout_s=_OTHERS_S)
            # Written again after them: whoever waits for this, as a replica does that is read from, has what they wrote.
            self._held(self._source)(lambda turn: _mark(turn, {"closed": True}))
            last, more = self._equal()
        except BaseException:
            # It is not open at the new place yet: it may go on where it was, if that can still be told.
            with contextlib.suppress(KgError):
                self._held(self._source)(lambda turn: _mark(turn, {"closed": None}))
            raise
        here = {**_OVER, "lives_at": None, "lives_in": None, "arrived": move}
        self._held(self._target)(lambda turn: _mark(turn, here))
        closed = round(time.monotonic() - begun, 3)
        return Moved(*self._names(), nodes=last.nodes, edges=last.edges, passes=passes + more, closed_s=closed)

    def _equal(self) -> tuple[Pass, int]:
        """Level what is closed until nothing differs; the last pass, and how many there were."""
        for number in range(1, _PASSES + 1):
            last = self._levelled()
            if not last.changed:
                return last, number
        raise KgError(
            f"scope {self._source.scope!r} still differs after {_PASSES} passes: does anybody write to it past kg?"
        )

    def _left_behind(self) -> None:
        """Tell at the old place where the scope lives."""
        home = self._target.connection
        marks = {**_OVER, "arrived": None, "lives_at": home.uri, "lives_in": home.database}
        marks["lives_since"] = list(home.bookmarks)
        self._held(self._source)(lambda turn: _mark(turn, marks, left=True))

    def _erased(self) -> int:
        """Erase the old copy, all but the node that tells where the scope lives."""
        [state] = self._source.transact(lambda turn: turn.run("relocation/lock_move"))
        _rest(_ERASE_AFTER_S - (state["lives_for_s"] or 0))
        self._source.transact(lambda turn: _mark(turn, {"move_holder": self._holder, "erased": True}))
        self._source.connection.wait_for_others(timeout_s=_OTHERS_S)
        struck = strike(self._source, self._held(self._source), self._told())
        self._held(self._source)(lambda turn: _mark(turn, {"move_holder": None}))
        return struck

    def _levelled(self) -> Pass:
        return level(self._source, self._target, self._held(self._target), self._told())

    def _told(self) -> Told | None:
        tell = self._progress
        return None if tell is None else lambda done: tell(done, done)

    def _held(self, graph: Graph) -> Callable[[Callable[[Turn], Any]], None]:
        """What does work in a transaction, if this process still holds the move."""

        def write(work: Callable[[Turn], Any]) -> None:
            def whole(turn: Turn) -> None:
                [state] = turn.run("relocation/lock_move")
                if state["holder"] != self._holder:
                    raise Refused(f"another process has taken over the move of scope {graph.scope!r}")
                work(turn)

            graph.transact(whole)

        return write


def _mark(turn: Turn, marks: dict[str, Any], *, left: bool = False) -> list[neo4j.Record]:
    return turn.run("relocation/mark_move", marks=marks, left=left)


def _place(graph: Graph) -> tuple[tuple[str, int], str]:
    return host_and_port(graph.connection.uri), graph.connection.database


def _rest(seconds: float) -> None:
    if seconds > 0:
        threading.Event().wait(seconds)
