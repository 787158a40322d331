"""The handle that runs statements: bound to one scope, which it passes itself, and counting its trips."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

import neo4j

from kg.graph import ad_hoc_cypher, statements
from kg.graph.connection import Connection, Looked

T = TypeVar("T")
# Who waits for a turn that long is told so; nobody works on one batch so long.
_TRANSACTION_S = 300.0


class Graph:
    """One scope of the graph.

    Attributes:
        scope: the scope that every statement is held to.
        trips: statements sent by this handle; `counting()` gives a fresh count.
    """

    def __init__(self, connection: Connection, scope: str) -> None:
        self.connection = connection
        self.scope = scope
        self.trips = 0

    def counting(self) -> Graph:
        """Another handle on the same scope, whose trips are counted from nought."""
        return Graph(self.connection, self.scope)

    def run(self, name: str, /, fragments: Collection[str] = (), **params: Any) -> list[neo4j.Record]:
        """Run the statement of that name in this scope, in one trip.

        Args:
            name: `area/name` of the file.
            fragments: the optional parts to switch on.
            params: just the parameters that the statement needs, without `scope`.

        Raises:
            ConnectionFailed: the database does not answer.
            ScopeMoving: it writes, and the scope takes no writes while it is moved.
            ScopeMoved: it writes, and the scope lives on another server, which is not known.
            KgError: the database refused the statement.
        """
        statement, chosen = self._prepared(name, fragments, params)
        return self.connection.run(statement, params, chosen)

    def look(
        self, name: str, params: Mapping[str, Any], *, timeout_s: float, most: int, fragments: Collection[str] = ()
    ) -> Looked:
        """Run a reading statement for somebody who may have asked for too much: in so many seconds, for so many rows.

        Args:
            name: `area/name` of the file.
            params: just the parameters that the statement needs, without `scope`.
            timeout_s: seconds after which the server ends it.
            most: rows at most.
            fragments: the optional parts to switch on.

        Raises:
            ConnectionFailed: the database does not answer.
            KgError: the database refused the statement, or ended it.
        """
        given = dict(params)
        statement, chosen = self._prepared(name, fragments, given)
        text, values = statement.cypher(chosen), statement.values(given)
        return self.connection.look(statement.name, text, values, timeout_s=timeout_s, most=most)

    def ask(self, cypher: str, params: Mapping[str, Any], *, timeout_s: float, most: int) -> Looked:
        """Run Cypher of the caller's own that only reads, in two trips: the server explains it before it runs.

        Args:
            cypher: the text; it holds itself to the scope by `$scope`.
            params: its parameters, without `scope`.
            timeout_s: seconds after which the server ends it.
            most: rows at most.

        Raises:
            InvalidInput: the text does not use `$scope`.
            Refused: it writes, loads, or calls what may do more than read.
            ConnectionFailed: the database does not answer.
            KgError: the database refused the text, or ended it.
        """
        given = {**params, "scope": self.scope}
        text = ad_hoc_cypher.checked(cypher)
        kind, operators = self.connection.explain("cypher", text, given)
        ad_hoc_cypher.check_plan(kind, operators)
        self.trips += 2
        return self.connection.look("cypher", text, given, timeout_s=timeout_s, most=most)

    def transact(self, work: Callable[[Turn], T]) -> T:
        """Run several statements as one: all of them hold, or none.

        `work` is called with a handle for the transaction, again where a fault was passing: what it changes beside the graph
        must bear that.

        Raises:
            ConnectionFailed: the database does not answer.
            ScopeMoving: the scope takes no writes while it is moved.
            ScopeMoved: the scope lives on another server, which is not known.
            KgError: the database refused a statement; nothing was written.
        """
        return self.connection.transact(lambda tx: work(Turn(self, tx)), scope=self.scope, timeout_s=_TRANSACTION_S)

    def _prepared(
        self, name: str, fragments: Collection[str], params: dict[str, Any]
    ) -> tuple[statements.Statement, frozenset[str]]:
        statement = statements.load(name)
        chosen = frozenset(fragments)
        if statement.guarded:
            params["scope"] = self.scope
        statement.check(params, chosen)
        self.trips += 1
        return statement, chosen


class Turn(Graph):
    """A handle within one transaction: its statements are counted as those of the handle that began it.

    Attributes:
        scope: the scope that every statement is held to.
    """

    def __init__(self, graph: Graph, transaction: neo4j.ManagedTransaction) -> None:
        super().__init__(graph.connection, graph.scope)
        self._graph = graph
        self._transaction = transaction

    def run(self, name: str, /, fragments: Collection[str] = (), **params: Any) -> list[neo4j.Record]:
        """See `Graph.run`; an error ends the transaction."""
        statement, chosen = self._graph._prepared(name, fragments, params)
        return list(self._transaction.run(statement.cypher(chosen), statement.values(params)))
