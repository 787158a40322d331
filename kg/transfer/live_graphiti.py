"""The graph of a running Graphiti, read from its Neo4j: only read transactions, page by page."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from kg.errors import InvalidInput
from kg.graph import Connection, load_statement
from kg.settings import Settings
from kg.transfer.importers.graphiti import GraphitiGraph, read_graph
from kg.transfer.importers.items import ImportContext, ImportItem

FORM = "graphiti"
_SCHEMES = ("bolt://", "bolt+s://", "bolt+ssc://", "neo4j://", "neo4j+s://", "neo4j+ssc://")
_PAGE = 1_000


def is_address(path: object) -> bool:
    """Return whether an import is of a database and not of a file."""
    return isinstance(path, str) and path.startswith(_SCHEMES)


def read_live_graph(
    address: str, settings: Settings, context: ImportContext, page: int = _PAGE
) -> Iterator[ImportItem]:
    """Read episodes, entities and edges.

    Args:
        address: of the Neo4j server; user, password and database are settings.
        settings: the settings.
        context: the context of the import.
        page: how many rows are read at once.

    Raises:
        InvalidInput: there is no password.
        ConnectionFailed: the server does not answer, or refuses the login.
    """
    if settings.source_password is None:
        raise InvalidInput("KG_SOURCE_PASSWORD", None, f"the password of {settings.source_user!r} at {address}")
    there = settings.model_copy(update={"neo4j_database": settings.source_database})
    connection = Connection(address, settings.source_user, settings.source_password.get_secret_value(), there)
    with contextlib.closing(connection):
        [found] = connection.run(load_statement("transfer/graphiti_groups"), {}, frozenset())
        graph = GraphitiGraph(
            _pages(connection, "transfer/graphiti_episodes", page),
            _pages(connection, "transfer/graphiti_nodes", page),
            _pages(connection, "transfer/graphiti_edges", page),
            [each for each in found["groups"] if each],
        )
        yield from read_graph(graph, context)


def _pages(connection: Connection, name: str, size: int) -> Iterator[dict[str, Any]]:
    statement, after = load_statement(name), ""
    while True:
        rows = [row["row"] for row in connection.run(statement, {"after": after, "limit": size}, frozenset())]
        yield from ({key: _plain(value) for key, value in row.items()} for row in rows)
        if len(rows) < size:
            return
        after = rows[-1]["uuid"]


def _plain(value: Any) -> Any:
    """Return a time of the database as text."""
    return value.to_native().isoformat() if hasattr(value, "to_native") else value
