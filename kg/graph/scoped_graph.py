"""A handle that runs named statements in one scope and counts the round trips to the database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, TypeVar

import neo4j

from kg.graph import ad_hoc_cypher, statements
from kg.graph.connection import Connection, QueryResult

T = TypeVar("T")
# Far longer than any batch takes: a transaction that runs or waits for this long is stuck.
_TRANSACTION_S = 300.0


class Graph:
    """One scope of the graph database.

    Attributes:
        scope: the scope that is passed to every statement.
        trips: the number of statements sent by this handle; see `with_own_count()`.
    """

    def __init__(self, connection: Connection, scope: str) -> None:
        self.connection = connection
        self.scope = scope
        self.trips = 0

    def with_own_count(self) -> Graph:
        """Return another handle on the same scope whose trips are counted from zero."""
        return Graph(self.connection, self.scope)

    def run(self, name: str, /, fragments: Collection[str] = (), **params: Any) -> list[neo4j.Record]:
        """Run a named statement in this scope, in one trip.

        Args:
            name: the name of the statement, `area/name`.
            fragments: the fragments to enable.
            params: exactly the parameters that the statement needs, without `scope`.

        Raises:
            ConnectionFailed: the database does not answer.
            ScopeMoving: the statement writes, and a move has closed the scope.
            ScopeMoved: the statement writes, and the scope is on a server that the settings do not name.
            KgError: the database refused the statement.
        """
        statement, enabled = self._prepare(name, fragments, params)
        with self.connection.tracer.span(f"kg.statement {name}", **_span_attributes(name, self.scope)):
            return self.connection.run(statement, params, enabled)

    def receive(
        self, name: str, work: Callable[[Iterator[neo4j.Record]], T], /, fragments: Collection[str] = (), **params: Any
    ) -> T:
        """Run a named statement that reads, in one trip, and return what `work` makes of its rows.

        `work` gets each row when it arrives, and so can process one while the server computes the next. It holds a connection
        until it returns, must not call the graph, and is called again after a transient error.

        Args:
            name: the name of the statement, `area/name`.
            work: receives the rows.
            fragments: the fragments to enable.
            params: exactly the parameters that the statement needs, without `scope`.

        Raises:
            ConnectionFailed: the database does not answer.
            KgError: the database refused the statement.
        """
        statement, enabled = self._prepare_read(name, fragments, params)
        with self.connection.tracer.span(f"kg.statement {name}", **_span_attributes(name, self.scope)):
            return self.connection.receive(statement, params, enabled, work)

    def run_later(self, name: str, /, **params: Any) -> None:
        """Run a named write in this scope without waiting for it; the next call of this thread waits for it.

        An error is logged. The trip counts at once.

        Args:
            name: the name of the statement, `area/name`.
            params: exactly the parameters that the statement needs, without `scope`.
        """
        statement, _ = self._prepare(name, (), params)
        self.connection.run_later(statement, params)

    def read_rows(
        self, name: str, params: Mapping[str, Any], *, timeout_s: float, max_rows: int, fragments: Collection[str] = ()
    ) -> QueryResult:
        """Run a read statement with a time limit and a row limit.

        Args:
            name: the name of the statement, `area/name`.
            params: exactly the parameters that the statement needs, without `scope`.
            timeout_s: seconds after which the server ends it.
            max_rows: the maximum number of rows to return.
            fragments: the fragments to enable.

        Raises:
            ConnectionFailed: the database does not answer.
            KgError: the database refused the statement, or ended it.
        """
        own_params = dict(params)
        statement, enabled = self._prepare(name, fragments, own_params)
        text, values = statement.cypher(enabled), statement.values(own_params)
        return self.connection.read_rows(statement.name, text, values, timeout_s=timeout_s, max_rows=max_rows)

    def read_cypher(self, cypher: str, params: Mapping[str, Any], *, timeout_s: float, max_rows: int) -> QueryResult:
        """Run ad hoc Cypher that only reads, in two trips: its plan is checked before it runs.

        Args:
            cypher: the text, which must restrict itself to the scope by `$scope`.
            params: its parameters, without `scope`.
            timeout_s: seconds after which the server ends it.
            max_rows: the maximum number of rows to return.

        Raises:
            InvalidInput: the text does not use `$scope`.
            Refused: the text writes, loads files, or calls a procedure that may do more than read.
            ConnectionFailed: the database does not answer.
            KgError: the database refused the text, or ended it.
        """
        own_params = {**params, "scope": self.scope}
        text = ad_hoc_cypher.validate_cypher(cypher)
        kind, operators = self.connection.explain("cypher", text, own_params)
        ad_hoc_cypher.check_read_only_plan(kind, operators)
        self.trips += 2
        return self.connection.read_rows("cypher", text, own_params, timeout_s=timeout_s, max_rows=max_rows)

    def transact(self, work: Callable[[GraphTransaction], T]) -> T:
        """Run several statements in one transaction.

        `work` receives a handle on the transaction. It is called again after a transient error, so that its side effects outside
        the graph must be repeatable.

        Raises:
            ConnectionFailed: the database does not answer.
            ScopeMoving: a move has closed the scope.
            ScopeMoved: the scope is on a server that the settings do not name.
            KgError: the database refused a statement; nothing was written.
        """
        with self.connection.tracer.span("kg.transaction", **{"kg.scope": self.scope}):
            return self.connection.transact(
                lambda tx: work(GraphTransaction(self, tx)), scope=self.scope, timeout_s=_TRANSACTION_S
            )

    def _prepare_read(
        self, name: str, fragments: Collection[str], params: dict[str, Any]
    ) -> tuple[statements.NamedStatement, frozenset[str]]:
        if statements.load_statement(name).access != "read":
            raise TypeError(f"{name} writes; use `run`")
        return self._prepare(name, fragments, params)

    def _prepare(
        self, name: str, fragments: Collection[str], params: dict[str, Any]
    ) -> tuple[statements.NamedStatement, frozenset[str]]:
        statement = statements.load_statement(name)
        enabled = frozenset(fragments)
        if statement.guarded:
            params["scope"] = self.scope
        statement.check(params, enabled)
        self.trips += 1
        return statement, enabled


class GraphTransaction(Graph):
    """A handle that runs statements in one transaction; its trips count towards the handle that opened it.

    Attributes:
        scope: the scope that is passed to every statement.
    """

    def __init__(self, graph: Graph, transaction: neo4j.ManagedTransaction) -> None:
        super().__init__(graph.connection, graph.scope)
        self._graph = graph
        self._transaction = transaction

    def run(self, name: str, /, fragments: Collection[str] = (), **params: Any) -> list[neo4j.Record]:
        """See `Graph.run`; an error ends the transaction."""
        statement, enabled = self._graph._prepare(name, fragments, params)
        with self.connection.tracer.span(f"kg.statement {name}", **_span_attributes(name, self.scope)):
            return list(self._transaction.run(statement.cypher(enabled), statement.values(params)))

    def receive(
        self, name: str, work: Callable[[Iterator[neo4j.Record]], T], /, fragments: Collection[str] = (), **params: Any
    ) -> T:
        """See `Graph.receive`; an error ends the transaction."""
        statement, enabled = self._graph._prepare_read(name, fragments, params)
        with self.connection.tracer.span(f"kg.statement {name}", **_span_attributes(name, self.scope)):
            return work(iter(self._transaction.run(statement.cypher(enabled), statement.values(params))))


def _span_attributes(name: str, scope: str) -> dict[str, str | int]:
    """Return the attributes of a span of a statement, by the semantic conventions for databases."""
    return {"db.system.name": "neo4j", "db.operation.name": name, "kg.scope": scope}
