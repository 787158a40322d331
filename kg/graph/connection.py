"""A pooled connection to the database, which runs statements and translates driver errors into errors of kg."""

from __future__ import annotations

import contextlib
import re
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

import neo4j
from neo4j import exceptions as driver_errors

from kg.errors import ConnectionFailed, KgError, ScopeMoved, ScopeMoving, ServerError
from kg.graph import statements, write_gate
from kg.graph.deferred_writes import DeferredWrites
from kg.graph.statements import NamedStatement
from kg.graph.write_gate import Server
from kg.settings import Settings
from kg.tracing import create_tracer
from kg.types import host_and_port, validate_address

# The first release in which SEARCH with filters inside the vector index is generally available.
MINIMUM_VERSION = (2026, 2)
# Seconds between two checks of a reader whether the scope is still on this server.
LOCATION_CHECK_INTERVAL_S = 5.0
_POLL_S = 0.05
# Redirects that one call follows before it fails.
_MAX_REDIRECTS = 8
T = TypeVar("T")
ServerResolver = Callable[[ScopeMoved], Server | None]
"""Returns the server, with its login, that a scope was moved to; None if the settings do not name it."""


class QueryResult(NamedTuple):
    """The rows of a read with a row limit.

    Attributes:
        columns: the column names.
        rows: the rows, up to the limit.
        has_more: whether there were more rows than the limit.
    """

    columns: tuple[str, ...]
    rows: list[neo4j.Record]
    has_more: bool


class Connection:
    """A thread-safe connection pool to one database, shared by all operations of one Memory.

    Reads and writes are managed transactions: the driver retries them after transient errors and routes them in a cluster. One
    bookmark manager makes each read see all earlier writes. If the scope is moved to another server, the connection follows it:
    a write waits until the move is complete and then runs on the new server.
    """

    def __init__(
        self,
        uri: str,
        user: str,
        password: str,
        settings: Settings,
        *,
        follow: ServerResolver | None = None,
        bookmarks: Collection[str] = (),
        check_gate: bool = True,
    ) -> None:
        """Create the pool without contacting the server.

        Args:
            uri: the address of the server.
            user: the user name.
            password: the password.
            settings: the database, the pool size and the timeouts.
            follow: resolves the server that the scope was moved to; None: moves are not followed.
            bookmarks: bookmarks of other connections whose writes must be visible to reads.
            check_gate: whether writes check the write gate of the scope; False only for the move itself.
        """
        self._settings = settings
        self.tracer = create_tracer(enabled=settings.tracing)
        self._follow = follow
        self._check_gate = check_gate
        self._switch_lock = threading.Lock()
        self._retired_drivers: list[neo4j.Driver] = []
        self._last_check = time.monotonic()
        self._deferred = DeferredWrites(settings.neo4j_pool)
        self._open(Server(uri, user, password, settings.neo4j_database), bookmarks)

    def _open(self, server: Server, bookmarks: Collection[str]) -> None:
        validate_address(server.uri)
        with translate_driver_errors(server.uri):
            driver = neo4j.GraphDatabase.driver(
                server.uri,
                auth=(server.user, server.password),
                max_connection_pool_size=self._settings.neo4j_pool,
                connection_timeout=self._settings.neo4j_timeout_s,
                # Covers a server that accepts the connection and never answers.
                connection_acquisition_timeout=self._settings.neo4j_timeout_s,
                max_transaction_retry_time=self._settings.neo4j_timeout_s,
                telemetry_disabled=True,
                notifications_min_severity=neo4j.NotificationMinimumSeverity.OFF,
                user_agent="kg",
            )
        self.uri, self.database, self.driver = server.uri, server.database, driver
        self._bookmark_manager = neo4j.GraphDatabase.bookmark_manager(
            initial_bookmarks=neo4j.Bookmarks.from_raw_values(bookmarks)
        )

    @property
    def bookmarks(self) -> tuple[str, ...]:
        """Bookmarks that make a read on another connection see everything written and read here."""
        self._deferred.wait()
        return tuple(sorted(self._bookmark_manager.get_bookmarks()))

    def version(self) -> str:
        """Return the server's version. Called first, because an old server rejects the schema with an obscure error.

        Raises:
            ConnectionFailed: the server does not answer, or refuses the login.
            ServerError: the server is too old to filter inside the vector index.
        """
        with translate_driver_errors(self.uri):
            agent = self.driver.get_server_info().agent
        return check_version(str(agent))

    def run(
        self, statement: NamedStatement, params: Mapping[str, Any], fragments: frozenset[str]
    ) -> list[neo4j.Record]:
        """Run a statement in one managed transaction and return its rows."""
        if statement.access == "read":
            return self.receive(statement, params, fragments, list)
        text, values = statement.cypher(fragments), statement.values(params)
        if statement.guarded:
            return self.transact(lambda tx: list(tx.run(text, values)), scope=params["scope"], what=statement.name)
        return self._execute(statement.name, text, values, neo4j.RoutingControl.WRITE, list)

    def receive(
        self,
        statement: NamedStatement,
        params: Mapping[str, Any],
        fragments: frozenset[str],
        work: Callable[[Iterator[neo4j.Record]], T],
    ) -> T:
        """Run a statement that reads and pass its rows to `work` as they arrive; `work` may be called more than once."""
        if statement.guarded:
            self._check_location(params["scope"])
        text, values = statement.cypher(fragments), statement.values(params)
        return self._execute(statement.name, text, values, neo4j.RoutingControl.READ, work)

    def run_later(self, statement: NamedStatement, params: Mapping[str, Any]) -> None:
        """Run a write without waiting for it. The next call of this thread waits for it, and so does `close`."""
        self._deferred.submit(statement.name, lambda: self.run(statement, params, frozenset()))

    def wait_for_deferred_writes(self) -> None:
        """Wait for the write that this thread handed to `run_later`."""
        self._deferred.wait()

    def transact(
        self,
        work: Callable[[neo4j.ManagedTransaction], T],
        *,
        scope: str,
        timeout_s: float | None = None,
        what: str = "transaction",
    ) -> T:
        """Run several statements in one managed transaction; `work` may be called more than once.

        Args:
            work: receives the transaction.
            scope: the scope that it writes to.
            timeout_s: seconds after which the server ends the transaction.
            what: a name for error messages.

        Raises:
            ScopeMoving: the scope took no writes for as long as the settings allow to wait.
            ScopeMoved: the scope is on a server that the settings do not name.
        """

        @neo4j.unit_of_work(timeout=timeout_s)
        def guarded_work(tx: neo4j.ManagedTransaction) -> T:
            if self._check_gate:
                write_gate.check_writable(tx, scope)
            return work(tx)

        deadline = time.monotonic() + self._settings.move_wait_s
        pause, redirects = threading.Event(), 0
        while True:
            try:
                with translate_driver_errors(self.uri, what), self._session() as session:
                    return session.execute_write(guarded_work)
            except ScopeMoving:
                if time.monotonic() > deadline:
                    raise
                pause.wait(_POLL_S)
            except ScopeMoved as moved:
                redirects += 1
                if redirects > _MAX_REDIRECTS:
                    raise
                self._switch_server(moved)

    def read_rows(
        self, what: str, cypher: str, params: Mapping[str, Any], *, timeout_s: float, max_rows: int
    ) -> QueryResult:
        """Run Cypher in a read transaction with a time limit and a row limit, both enforced by the server.

        Args:
            what: a name for error messages.
            cypher: the Cypher text.
            params: its parameters.
            timeout_s: seconds after which the server ends the transaction.
            max_rows: the maximum number of rows to return.
        """
        self._check_location(params["scope"])

        @neo4j.unit_of_work(timeout=timeout_s)
        def work(tx: neo4j.ManagedTransaction) -> QueryResult:
            result = tx.run(cypher, dict(params))
            rows = list(result.fetch(max_rows + 1))
            return QueryResult(tuple(result.keys()), rows[:max_rows], len(rows) > max_rows)

        return self._execute_read(what, work)

    def explain(self, what: str, cypher: str, params: Mapping[str, Any]) -> tuple[str, frozenset[tuple[str, str]]]:
        """Return the query type (`r` if it only reads) and the plan operators, with their details, of a Cypher text."""

        def work(tx: neo4j.ManagedTransaction) -> neo4j.ResultSummary:
            return tx.run("EXPLAIN " + cypher, dict(params)).consume()

        summary = self._execute_read(what, work)
        return summary.query_type or "", frozenset(_operators(summary.plan or {}))

    def _execute_read(self, what: str, work: Callable[[neo4j.ManagedTransaction], T]) -> T:
        with translate_driver_errors(self.uri, what), self._session() as session:
            return session.execute_read(work)

    def run_schema(self, cypher: str, params: Mapping[str, Any]) -> None:
        """Run one command of a migration; one that commits in batches runs outside of a transaction."""
        if " IN TRANSACTIONS" not in cypher:
            self._execute("schema", cypher, params, neo4j.RoutingControl.WRITE, list)
            return
        with translate_driver_errors(self.uri, "schema"), self._session() as session:
            session.run(cypher, dict(params)).consume()

    def locate_scope(self, scope: str) -> None:
        """Switch to the server that has the scope.

        Raises:
            ScopeMoved: the scope is on another server, which the settings do not name.
        """
        for _ in range(_MAX_REDIRECTS):
            self._last_check = time.monotonic()
            gate = self._execute_read("graph/write_gate", lambda tx: write_gate.read_gate(tx, scope))
            if gate["lives_at"] is None:
                return
            self._switch_server(write_gate.scope_moved_error(scope, gate))
        raise write_gate.scope_moved_error(scope, gate)

    def wait_for_transactions(self, *, timeout_s: float) -> None:
        """Wait until all transactions that are running now, of any scope, have ended.

        Raises:
            KgError: one of them runs longer than the timeout.
        """
        deadline, pause = time.monotonic() + timeout_s, threading.Event()
        remaining = self._running_transactions()
        while remaining:
            if time.monotonic() > deadline:
                raise KgError(f"transactions on {self.uri} have not ended after {timeout_s:g} s: {sorted(remaining)}")
            pause.wait(_POLL_S)
            remaining &= self._running_transactions()

    def _running_transactions(self) -> set[str]:
        [row] = self.run(
            statements.load_statement("graph/running_transactions"), {"database": self.database}, frozenset()
        )
        return set(row["ids"])

    def _execute(
        self,
        what: str,
        cypher: str,
        params: Mapping[str, Any],
        routing: neo4j.RoutingControl,
        work: Callable[[Iterator[neo4j.Record]], T],
    ) -> T:
        self._deferred.wait()
        with translate_driver_errors(self.uri, what):
            return self.driver.execute_query(
                cypher,
                parameters_=dict(params),
                routing_=routing,
                database_=self.database,
                bookmark_manager_=self._bookmark_manager,
                result_transformer_=lambda result: work(iter(result)),
            )

    def _session(self) -> neo4j.Session:
        self._deferred.wait()
        return self.driver.session(database=self.database, bookmark_manager=self._bookmark_manager)

    def _check_location(self, scope: str) -> None:
        """Check from time to time, before a read, whether the scope is still here; a pure reader would not notice a move.

        If the new server is unknown, the old copy is read until it is erased.
        """
        if not self._check_gate or time.monotonic() - self._last_check < LOCATION_CHECK_INTERVAL_S:
            return
        try:
            self.locate_scope(scope)
        except ScopeMoved:
            if self._execute_read("graph/write_gate", lambda tx: write_gate.read_gate(tx, scope))["erased"]:
                raise

    def _switch_server(self, moved: ScopeMoved) -> None:
        """Open a pool to the new server; the old one stays open for reads that are still running."""
        with self._switch_lock:
            if (host_and_port(self.uri), self.database) == (host_and_port(moved.address), moved.database):
                return
            server = self._follow(moved) if self._follow else None
            if server is None:
                raise moved
            self._retired_drivers.append(self.driver)
            self._open(server, moved.bookmarks)

    def close(self) -> None:
        """Complete the deferred writes, and close all connections."""
        self._deferred.close()
        for driver in (*self._retired_drivers, self.driver):
            driver.close()


def _operators(plan: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if plan:
        yield str(plan["operatorType"]).split("@")[0], str(plan.get("args", {}).get("Details", ""))
    for child in plan.get("children", ()):
        yield from _operators(child)


def check_version(agent: str) -> str:
    """Return the version in a server's agent string ("Neo4j/2026.08.1"); raise ServerError if it is too old."""
    match = re.search(r"(\d+)\.(\d+)[\w.+-]*", agent)
    if not match or (int(match[1]), int(match[2])) < MINIMUM_VERSION:
        minimum = f"{MINIMUM_VERSION[0]}.{MINIMUM_VERSION[1]:02}"
        raise ServerError(
            f"the server is {agent}; kg filters inside the vector index, which needs Neo4j {minimum} or newer"
        )
    return match[0]


@contextlib.contextmanager
def translate_driver_errors(uri: str, what: str = "connect") -> Iterator[None]:
    """Translate errors of the driver into errors of kg that say what to do."""
    try:
        yield
    except driver_errors.AuthError as error:
        raise ConnectionFailed(
            f"{uri} refuses the login; check KG_NEO4J_USER and KG_NEO4J_PASSWORD ({error.code})"
        ) from error
    except (driver_errors.ServiceUnavailable, driver_errors.SessionExpired, OSError) as error:
        raise ConnectionFailed(
            f"no answer from {uri}; is the server running (`kg status`, `kg up`)? ({error})"
        ) from error
    except driver_errors.ConfigurationError as error:
        raise ConnectionFailed(f"{uri}: {error}") from error
    except (driver_errors.Neo4jError, driver_errors.DriverError) as error:
        raise KgError(f"{what}: {error}") from error
