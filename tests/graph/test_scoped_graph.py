"""The scoped graph handle: it passes the scope, checks parameters, and counts trips."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.graph import statements


def test_each_statement_is_a_trip_and_a_new_count_begins_at_zero(memory: Memory) -> None:
    graph = memory.graph
    assert graph.trips == 0
    graph.run("ingestion/activity")
    graph.run("graph/migration_ledger")
    assert graph.trips == 2
    assert graph.with_own_count().trips == 0
    assert memory.graph.trips == 0
    assert graph.with_own_count().scope == graph.scope == memory.scope


@pytest.mark.parametrize(
    ("name", "fragments", "params", "error"),
    [
        ("events/no_such", (), {}, KeyError),
        ("events/history", (), {"session": "cli:1"}, TypeError),
        ("events/history", (), {"session": "cli:1", "last": 1, "extra": 2}, TypeError),
        ("events/history", (), {"session": "cli:1", "last": 1, "audiences": ["shared"]}, TypeError),
        ("events/history", ("audience",), {"session": "cli:1", "last": 1}, TypeError),
        ("events/history", ("no_such",), {"session": "cli:1", "last": 1}, KeyError),
    ],
)
def test_parameters_that_do_not_match_the_header_are_refused(
    memory: Memory, name: str, fragments: tuple[str, ...], params: dict[str, object], error: type[Exception]
) -> None:
    graph = memory.graph
    with pytest.raises(error):
        graph.run(name, fragments, **params)
    assert graph.trips == 0


def test_a_caller_cannot_name_another_scope(connect: Callable[..., Memory], scope: str) -> None:
    theirs = connect(f"{scope}-theirs")
    theirs.log([Event("Under the oak.", session="cli:1")])
    assert connect().graph.run("events/history", session="cli:1", last=5, scope=theirs.scope) == []


def test_rows_are_passed_on_in_one_trip(plain: Memory) -> None:
    plain.log(Event(text, id=text, session="cli:1", speaker="cli:ann") for text in ("one", "two"))
    graph = plain.graph
    expected = [row.data() for row in graph.run("events/history", session="cli:1", last=5)]
    assert graph.receive("events/history", lambda rows: next(rows).data(), session="cli:1", last=5) == expected[0]
    assert graph.receive("events/history", lambda rows: [*rows], session="cli:2", last=5) == []
    assert graph.trips == 3
    in_transaction = graph.transact(
        lambda tx: tx.receive("events/history", lambda rows: [row.data() for row in rows], session="cli:1", last=5)
    )
    assert in_transaction == expected


def test_an_error_of_what_receives_the_rows_is_raised_and_leaves_the_connection_usable(memory: Memory) -> None:
    def fail(rows: object) -> None:
        raise ZeroDivisionError

    for _ in range(memory.settings.neo4j_pool + 1):
        with pytest.raises(ZeroDivisionError):
            memory.graph.receive("graph/migration_ledger", fail)
    assert memory.graph.run("graph/migration_ledger")


def test_only_statements_that_read_pass_their_rows_on(memory: Memory) -> None:
    with pytest.raises(TypeError, match="context/record_use writes"):
        memory.graph.receive("context/record_use", list)
    with pytest.raises(TypeError, match="context/record_use writes"):
        memory.graph.transact(lambda tx: tx.receive("context/record_use", list))


def test_a_fragment_is_a_comment_until_it_is_enabled() -> None:
    candidates = statements.load_statement("retrieval/candidates")
    assert "$session" not in "".join(
        line for line in candidates.cypher().splitlines() if not line.strip().startswith("//")
    )
    enabled = candidates.cypher(frozenset({"session"}))
    assert "node.session = $session" in enabled
    assert enabled.count("//?") < candidates.text.count("//?")
    assert candidates.needed(frozenset({"session"})) - candidates.needed() == {"session"}
    assert candidates.fragments >= {"audience", "session", "channel", "speaker", "speaker_name", "since", "until"}


def test_a_loaded_statement_is_cached() -> None:
    assert statements.load_statement("events/append") is statements.load_statement("events/append")


@pytest.mark.parametrize(
    "text",
    ["", "// Only a summary.", "// No access.\n// scope: guarded", "// Bad.\n// access: sometimes\n// scope: guarded"],
)
def test_an_incomplete_header_is_refused(text: str) -> None:
    with pytest.raises(KeyError, match="test/headless"):
        statements.parse_statement("test/headless", text)
