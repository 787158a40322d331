"""The handle: it passes the scope itself, refuses what a statement does not ask for, and counts its trips."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.graph import statements


def test_each_statement_sent_is_a_trip_and_a_new_count_begins_at_nought(memory: Memory) -> None:
    graph = memory.graph
    assert graph.trips == 0
    graph.run("ingestion/activity")
    graph.run("graph/migration_ledger")
    assert graph.trips == 2
    assert graph.counting().trips == 0
    assert memory.graph.trips == 0
    assert graph.counting().scope == graph.scope == memory.scope


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
def test_what_does_not_fit_the_header_is_never_sent(
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


def test_a_fragment_is_a_comment_until_it_is_named() -> None:
    candidates = statements.load("retrieval/candidates")
    assert "$session" not in "".join(
        line for line in candidates.cypher().splitlines() if not line.strip().startswith("//")
    )
    switched_on = candidates.cypher(frozenset({"session"}))
    assert "node.session = $session" in switched_on
    assert switched_on.count("//?") < candidates.text.count("//?")
    assert candidates.needed(frozenset({"session"})) - candidates.needed() == {"session"}
    assert candidates.fragments >= {"audience", "session", "channel", "speaker", "speaker_name", "since", "until"}


def test_a_statement_is_read_once_and_kept() -> None:
    assert statements.load("events/append") is statements.load("events/append")


@pytest.mark.parametrize(
    "text",
    ["", "// Only a summary.", "// No access.\n// scope: guarded", "// Bad.\n// access: sometimes\n// scope: guarded"],
)
def test_a_header_that_lacks_something_is_refused_by_name(text: str) -> None:
    with pytest.raises(KeyError, match="test/headless"):
        statements.parse("test/headless", text)
