"""The pooled connection to the database: one place that opens drivers, runs statements and names what went wrong."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import neo4j
from neo4j import exceptions as driver_errors

from kg.errors import ConnectionFailed, InvalidInput, KgError, ServerError
from kg.graph.statements import Statement
from kg.settings import Settings

# SEARCH with in-index filters left preview with this release.
MINIMUM_VERSION = (2026, 2)
T = TypeVar("T")
_SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")


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
    cluster, and its bookmark manager lets each read see the writes before it.
    """

    def __init__(self, uri: str, user: str, password: str, settings: Settings) -> None:
        self.uri = checked_address(uri)
        self.database = settings.neo4j_database
        with translated(uri):
            self.driver = neo4j.GraphDatabase.driver(
                uri,
                auth=(user, password),
                max_connection_pool_size=settings.neo4j_pool,
                connection_timeout=settings.neo4j_timeout_s,
                # Who takes the call and says nothing is given up too.
                connection_acquisition_timeout=settings.neo4j_timeout_s,
                max_transaction_retry_time=settings.neo4j_timeout_s,
                telemetry_disabled=True,
                notifications_min_severity=neo4j.NotificationMinimumSeverity.OFF,
                user_agent="kg",
            )

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
        routing = neo4j.RoutingControl.READ if statement.access == "read" else neo4j.RoutingControl.WRITE
        with translated(self.uri, statement.name):
            return self.driver.execute_query(
                statement.cypher(fragments),
                parameters_=dict(params),
                routing_=routing,
                database_=self.database,
            ).records

    def transact(self, work: Callable[[neo4j.ManagedTransaction], T], *, timeout_s: float) -> T:
        """Run several statements in one managed transaction: all of them hold, or none; the driver may call `work` again."""
        with (
            translated(self.uri, "transaction"),
            self.driver.session(
                database=self.database, bookmark_manager=self.driver.execute_query_bookmark_manager
            ) as session,
        ):
            return session.execute_write(neo4j.unit_of_work(timeout=timeout_s)(work))

    def look(self, what: str, cypher: str, params: Mapping[str, Any], *, timeout_s: float, most: int) -> Looked:
        """Run a text in a transaction that the server itself lets only read, and ends when its time is over.

        Args:
            what: its name, for errors.
            cypher: the text.
            params: its parameters.
            timeout_s: seconds.
            most: rows at most.
        """

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
        with (
            translated(self.uri, what),
            self.driver.session(
                database=self.database, bookmark_manager=self.driver.execute_query_bookmark_manager
            ) as session,
        ):
            return session.execute_read(work)

    def run_schema(self, cypher: str, params: Mapping[str, Any]) -> None:
        """Run one command of a migration, outside a managed transaction's row handling."""
        with translated(self.uri, "schema"):
            self.driver.execute_query(cypher, parameters_=dict(params), database_=self.database)

    def close(self) -> None:
        """Give all connections back."""
        self.driver.close()


def _operators(plan: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if plan:
        yield str(plan["operatorType"]).split("@")[0], str(plan.get("args", {}).get("Details", ""))
    for child in plan.get("children", ()):
        yield from _operators(child)


def checked_address(uri: str) -> str:
    """The address, if it is one: a known scheme, a host, perhaps a port, and no password, which is not to be shown.

    Raises:
        InvalidInput: names what is allowed.
    """
    if "@" in uri:
        shown = f"…@{uri.rpartition('@')[2]}"
        allowed = "an address without user and password; they are KG_NEO4J_USER and KG_NEO4J_PASSWORD"
        raise InvalidInput("uri", shown, allowed)
    try:
        parts = urlsplit(uri)
        if parts.scheme in _SCHEMES and parts.hostname and parts.port != 0:
            return uri
    except ValueError:
        pass
    raise InvalidInput(
        "uri", uri, f"an address that begins with one of {', '.join(_SCHEMES)}, as bolt://localhost:7687"
    )


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
