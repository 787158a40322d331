"""The door of a scope: every transaction that writes looks first whether the scope takes writes here, or lives elsewhere.

That is enough to close a scope without a lock that its writers share: who looked before it was closed is waited for
(`kg.graph.Connection.wait_for_others`), who looks afterwards is refused.
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
    """A server and the login for it.

    Attributes:
        uri: its address.
        user: user name.
        password: never shown.
        database: the database on it.
    """

    uri: str
    user: str
    password: str = field(repr=False)
    database: str


def look(transaction: neo4j.ManagedTransaction, scope: str) -> neo4j.Record:
    """What stands in the way, as `graph/write_gate` tells it."""
    [found] = transaction.run(statements.load("graph/write_gate").cypher(), {"scope": scope})
    return found


def enter(transaction: neo4j.ManagedTransaction, scope: str) -> None:
    """Go on only where the scope takes writes.

    Raises:
        ScopeMoving: not just now.
        ScopeMoved: not here.
    """
    found = look(transaction, scope)
    if found["lives_at"] is not None:
        raise moved(scope, found)
    if found["closed"]:
        raise ScopeMoving(scope, found["move_to"])


def moved(scope: str, found: Mapping[str, Any]) -> ScopeMoved:
    """The error that tells where a scope lives, of what `look` found."""
    return ScopeMoved(scope, found["lives_at"], found["lives_in"], tuple(found["bookmarks"]))
