"""The pooled connection to the database: one place that opens drivers, runs statements and names what went wrong."""

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
from kg.graph.statements import Statement
from kg.graph.write_gate import Server
from kg.settings import Settings
from kg.types.addresses import checked_address, host_and_port

# SEARCH with in-index filters left preview with this release.
MINIMUM_VERSION = (2026, 2)
# How often somebody who only reads looks whether the scope still lives here, and how often a writer whether it is open again.
LOOK_S = 5.0
_POLL_S = 0.05
# A scope that is told to live elsewhere so often in one call lives nowhere.
_HOPS = 8
T = TypeVar("T")
Follow = Callable[[ScopeMoved], Server | None]
"""Names the login for the place where a scope lives; None where it is not known."""


class Looked(NamedTuple):
    """What a text that only reads found.

    Attributes:
        columns: their names.
        rows: as many as were asked for at most.
        more: whether there were more.
    """

    columns: tuple[str, ...]
    rows: list[neo4j.Record]
    more: bool


class Connection:
    """A pool of connections to one database, shared by everything that one Memory does; safe for threads.

    Reads and writes are managed transactions: the driver retries them when the fault is passing, routes them in a
    cluster, and one bookmark manager for all of them lets each read see the writes before it. Where the scope moves to another
    server, it goes with it: a write waits until the scope is open again, and is made where it lives then.
    """

    def __init__(
        self,
        uri: str,
        user: str,
        password: str,
        settings: Settings,
        *,
        follow: Follow | None = None,
        bookmarks: Collection[str] = (),
        bound: bool = True,
    ) -> None:
        """Open a pool; nothing is asked yet.

        Args:
            uri: address of the server.
            user: user name.
            password: its password.
            settings: database, size of the pool, timeouts.
            follow: names the login for another place of the scope; None: it is not followed.
            bookmarks: what other connections wrote that reads shall see.
            bound: whether a scope that is closed, or lives elsewhere, is; only who moves it is not.
        """
        self._settings = settings
        self._follow = follow
        self._bound = bound
        self._turn = threading.Lock()
        self._left: list[neo4j.Driver] = []
        self._looked = time.monotonic()
        self._open(Server(uri, user, password, settings.neo4j_database), bookmarks)

    def _open(self, server: Server, bookmarks: Collection[str]) -> None:
        checked_address(server.uri)
        with translated(server.uri):
            driver = neo4j.GraphDatabase.driver(
                server.uri,
                auth=(server.user, server.password),
                max_connection_pool_size=self._settings.neo4j_pool,
                connection_timeout=self._settings.neo4j_timeout_s,
                # Who takes the call and says nothing is given up too.
                connection_acquisition_timeout=self._settings.neo4j_timeout_s,
                max_transaction_retry_time=self._settings.neo4j_timeout_s,
                telemetry_disabled=True,
                notifications_min_severity=neo4j.NotificationMinimumSeverity.OFF,
                user_agent="kg",
            )
        self.uri, self.database, self.driver = server.uri, server.database, driver
        self._marks = neo4j.GraphDatabase.bookmark_manager(initial_bookmarks=neo4j.Bookmarks.from_raw_values(bookmarks))

    @property
    def bookmarks(self) -> tuple[str, ...]:
        """What a read elsewhere has to wait for to see all that was written and read here."""
        return tuple(sorted(self._marks.get_bookmarks()))

    def version(self) -> str:
        """The server's version: asked for first, since an old one would refuse the schema in its own words.

        Raises:
            ConnectionFailed: no answer, or the login is refused.
            ServerError: the server is too old to filter inside its vector index.
        """
        with translated(self.uri):
            agent = self.driver.get_server_info().agent
        return checked_version(str(agent))

    def run(self, statement: Statement, params: Mapping[str, Any], fragments: frozenset[str]) -> list[neo4j.Record]:
        """Run one statement in one managed transaction and return its rows."""
        text, values = statement.cypher(fragments), statement.values(params)
        if statement.access != "read" and statement.guarded:
            return self.transact(lambda tx: list(tx.run(text, values)), scope=params["scope"], what=statement.name)
        if statement.guarded:
            self._keep_up(params["scope"])
        routing = neo4j.RoutingControl.READ if statement.access == "read" else neo4j.RoutingControl.WRITE
        return self._execute(statement.name, text, values, routing)

    def transact(
        self,
        work: Callable[[neo4j.ManagedTransaction], T],
        *,
        scope: str,
        timeout_s: float | None = None,
        what: str = "transaction",
    ) -> T:
        """Run several statements in one managed transaction: all of them hold, or none; `work` may be called again.

        Args:
            work: is given the transaction.
            scope: what it writes to.
            timeout_s: seconds after which the server ends it.
            what: its name, for errors.

        Raises:
            ScopeMoving: the scope took no writes for as long as the settings let it wait.
            ScopeMoved: it lives on a server that the settings do not name.
        """

        @neo4j.unit_of_work(timeout=timeout_s)
        def whole(tx: neo4j.ManagedTransaction) -> T:
            if self._bound:
                write_gate.enter(tx, scope)
            return work(tx)

        deadline = time.monotonic() + self._settings.move_wait_s
        pause, hops = threading.Event(), 0
        while True:
            try:
                with translated(self.uri, what), self._session() as session:
                    return session.execute_write(whole)
            except ScopeMoving:
                if time.monotonic() > deadline:
                    raise
                pause.wait(_POLL_S)
            except ScopeMoved as moved:
                hops += 1
                if hops > _HOPS:
                    raise
                self._go_along(moved)

    def look(self, what: str, cypher: str, params: Mapping[str, Any], *, timeout_s: float, most: int) -> Looked:
        """Run a text in a transaction that the server itself lets only read, and ends when its time is over.

        Args:
            what: its name, for errors.
            cypher: the text.
            params: its parameters.
            timeout_s: seconds.
            most: rows at most.
        """
        self._keep_up(params["scope"])

        @neo4j.unit_of_work(timeout=timeout_s)
        def work(tx: neo4j.ManagedTransaction) -> Looked:
            result = tx.run(cypher, dict(params))
            rows = list(result.fetch(most + 1))
            return Looked(tuple(result.keys()), rows[:most], len(rows) > most)

        return self._reading(what, work)

    def explain(self, what: str, cypher: str, params: Mapping[str, Any]) -> tuple[str, frozenset[tuple[str, str]]]:
        """What the server would do with a text: `r` where it only reads, and the operators of the plan with their details."""

        def work(tx: neo4j.ManagedTransaction) -> neo4j.ResultSummary:
            return tx.run("EXPLAIN " + cypher, dict(params)).consume()

        told = self._reading(what, work)
        return told.query_type or "", frozenset(_operators(told.plan or {}))

    def _reading(self, what: str, work: Callable[[neo4j.ManagedTransaction], T]) -> T:
        with translated(self.uri, what), self._session() as session:
            return session.execute_read(work)

    def run_schema(self, cypher: str, params: Mapping[str, Any]) -> None:
        """Run one command of a migration, outside a managed transaction's row handling."""
        self._execute("schema", cypher, params, neo4j.RoutingControl.WRITE)

    def settle(self, scope: str) -> None:
        """Go to where the scope lives.

        Raises:
            ScopeMoved: that is not here, and the settings do not name the server.
        """
        for _ in range(_HOPS):
            self._looked = time.monotonic()
            found = self._reading("graph/write_gate", lambda tx: write_gate.look(tx, scope))
            if found["lives_at"] is None:
                return
            self._go_along(write_gate.moved(scope, found))
        raise write_gate.moved(scope, found)

    def wait_for_others(self, *, timeout_s: float) -> None:
        """Wait until every transaction has ended that is under way now, of whatever scope.

        Raises:
            KgError: one goes on for longer.
        """
        deadline, pause = time.monotonic() + timeout_s, threading.Event()
        left = self._underway()
        while left:
            if time.monotonic() > deadline:
                raise KgError(f"transactions have been under way on {self.uri} for {timeout_s:g} s: {sorted(left)}")
            pause.wait(_POLL_S)
            left &= self._underway()

    def _underway(self) -> set[str]:
        [found] = self.run(statements.load("graph/running_transactions"), {"database": self.database}, frozenset())
        return set(found["ids"])

    def _execute(
        self, what: str, cypher: str, params: Mapping[str, Any], routing: neo4j.RoutingControl
    ) -> list[neo4j.Record]:
        with translated(self.uri, what):
            return self.driver.execute_query(
                cypher,
                parameters_=dict(params),
                routing_=routing,
                database_=self.database,
                bookmark_manager_=self._marks,
            ).records

    def _session(self) -> neo4j.Session:
        return self.driver.session(database=self.database, bookmark_manager=self._marks)

    def _keep_up(self, scope: str) -> None:
        """Look now and then, before a read, whether the scope still lives here: else who only reads would never learn of it.

        Where it is not known how to follow, its old copy is read until that is erased.
        """
        if not self._bound or time.monotonic() - self._looked < LOOK_S:
            return
        try:
            self.settle(scope)
        except ScopeMoved:
            if self._reading("graph/write_gate", lambda tx: write_gate.look(tx, scope))["erased"]:
                raise

    def _go_along(self, moved: ScopeMoved) -> None:
        """Have a pool where the scope lives; who reads by the old one ends in peace."""
        with self._turn:
            if (host_and_port(self.uri), self.database) == (host_and_port(moved.address), moved.database):
                return
            server = self._follow(moved) if self._follow else None
            if server is None:
                raise moved
            self._left.append(self.driver)
            self._open(server, moved.bookmarks)

    def close(self) -> None:
        """Give all connections back."""
        for driver in (*self._left, self.driver):
            driver.close()


def _operators(plan: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if plan:
        yield str(plan["operatorType"]).split("@")[0], str(plan.get("args", {}).get("Details", ""))
    for child in plan.get("children", ()):
        yield from _operators(child)


def checked_version(agent: str) -> str:
    """The version within a server's agent string ("Neo4j/2026.08.1"); ServerError where it is too old."""
    found = re.search(r"(\d+)\.(\d+)[\w.+-]*", agent)
    if not found or (int(found[1]), int(found[2])) < MINIMUM_VERSION:
        wanted = f"{MINIMUM_VERSION[0]}.{MINIMUM_VERSION[1]:02}"
        raise ServerError(
            f"the server is {agent}; kg filters inside the vector index, which needs Neo4j {wanted} or newer"
        )
    return found[0]


@contextlib.contextmanager
def translated(uri: str, what: str = "connect") -> Iterator[None]:
    """Turn the driver's errors into kg's, each with what to do."""
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
