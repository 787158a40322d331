"""The write gate: a scope takes writes unless a move has closed it or it is on another server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import neo4j
import pytest

from kg.errors import ScopeMoved, ScopeMoving
from kg.graph.write_gate import Server, check_writable, read_gate, scope_moved_error


@pytest.fixture
def mark(driver: neo4j.Driver, scope: str) -> Iterator[Callable[..., Any]]:
    """Return a function that gives the scope marks, in a transaction that is rolled back after the test."""
    with driver.session() as session, session.begin_transaction() as transaction:

        def mark(**marks: Any) -> Any:
            transaction.run("MERGE (s:Scope {scope: $scope}) SET s += $marks", scope=scope, marks=marks)
            return transaction

        yield mark
        transaction.rollback()


def test_a_new_and_an_unmarked_scope_take_writes(mark: Callable[..., Any], scope: str) -> None:
    check_writable(mark(), f"{scope}-other")
    check_writable(mark(), scope)
    assert dict(read_gate(mark(), scope)) == {
        "closed": False,
        "move_to": None,
        "lives_at": None,
        "lives_in": None,
        "bookmarks": [],
        "erased": False,
    }


def test_a_closed_scope_is_refused_for_the_moment(mark: Callable[..., Any], scope: str) -> None:
    with pytest.raises(ScopeMoving, match=r"bolt://b:7687"):
        check_writable(mark(closed=True, move_to="bolt://b:7687"), scope)
    check_writable(mark(closed=None), scope)


def test_a_moved_scope_names_its_server(mark: Callable[..., Any], scope: str) -> None:
    marked = mark(closed=True, lives_at="bolt://b:7687", lives_in="other", lives_since=["one", "two"])
    with pytest.raises(ScopeMoved, match=r"bolt://b:7687 \(database other\)") as caught:
        check_writable(marked, scope)
    error = caught.value
    assert (error.scope, error.address, error.database) == (scope, "bolt://b:7687", "other")
    assert error.bookmarks == ("one", "two")


def test_the_error_is_built_from_a_row() -> None:
    error = scope_moved_error("acme", {"lives_at": "bolt://b", "lives_in": "neo4j", "bookmarks": ["one"]})
    assert (error.scope, error.address, error.database, error.bookmarks) == ("acme", "bolt://b", "neo4j", ("one",))


def test_the_password_is_not_shown() -> None:
    assert "secret" not in repr(Server("bolt://b", "neo4j", "secret-1", "neo4j"))
