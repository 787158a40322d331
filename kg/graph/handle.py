"""The handle that runs statements: bound to one scope, which it passes itself, and counting its trips."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import neo4j

from kg.graph import statements
from kg.graph.connection import Connection


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
            KgError: the database refused the statement.
        """
        statement = statements.load(name)
        chosen = frozenset(fragments)
        if statement.guarded:
            params["scope"] = self.scope
        statement.check(params, chosen)
        self.trips += 1
        return self.connection.run(statement, params, chosen)
