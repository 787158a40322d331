"""The write gate of a scope: every write transaction checks first whether the scope takes writes on this server.

This closes a scope without a lock that its writers share: closing waits for the transactions that passed the gate before
(`kg.graph.Connection.wait_for_transactions`); later ones are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import neo4j

from kg.errors import ScopeMoved, ScopeMoving
from kg.graph import statements


@dataclass(frozen=True)
class Server:
    """A server, with its login.

    Attributes:
        uri: the address.
        user: the user name.
        password: the password; not in the repr.
        database: the database on the server.
    """

    uri: str
    user: str
    password: str = field(repr=False)
    database: str


def read_gate(transaction: neo4j.ManagedTransaction, scope: str) -> neo4j.Record:
    """Return the state of the write gate, as the row of `graph/write_gate`."""
    [gate] = transaction.run(statements.load_statement("graph/write_gate").cypher(), {"scope": scope})
    return gate


def check_writable(transaction: neo4j.ManagedTransaction, scope: str) -> None:
    """Raise an error unless the scope takes writes here.

    Raises:
        ScopeMoving: a move has closed the scope for the moment.
        ScopeMoved: the scope is on another server.
    """
    gate = read_gate(transaction, scope)
    if gate["lives_at"] is not None:
        raise scope_moved_error(scope, gate)
    if gate["closed"]:
        raise ScopeMoving(scope, gate["move_to"])


def scope_moved_error(scope: str, gate: Mapping[str, Any]) -> ScopeMoved:
    """Return the error that says which server has a scope, from the row of `read_gate` found."""
    return ScopeMoved(scope, gate["lives_at"], gate["lives_in"], tuple(gate["bookmarks"]))
