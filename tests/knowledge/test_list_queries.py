"""Lists of the newest or most mentioned records: the queries read only the rows that they return."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import neo4j
import pytest

from kg import Memory
from kg.graph import statements
from tests.support import T0, minutes

pytestmark = pytest.mark.slow


def _operators(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield plan
    for child in plan.get("children", ()):
        yield from _operators(child)


@pytest.fixture
def memory_with_facts(memory: Memory) -> Memory:
    for number in range(30):
        memory.facts.add(f"Guest {number}", "likes", f"Game {number}", at=T0 - minutes(number))
    return memory


@pytest.mark.parametrize(
    ("name", "fragments", "params"),
    [
        ("knowledge/facts", ["all"], {}),
        ("knowledge/entities", [], {}),
        ("knowledge/entities", ["type"], {"type": "person"}),
    ],
    ids=["facts", "entities", "entities-of-a-type"],
)
def test_a_list_query_reads_only_the_rows_it_returns(
    memory_with_facts: Memory, driver: neo4j.Driver, name: str, fragments: list[str], params: dict[str, Any]
) -> None:
    text = statements.load_statement(name).cypher(frozenset(fragments))
    summary = driver.execute_query(
        f"PROFILE {text}", parameters_={"scope": memory_with_facts.scope, "limit": 5, **params}
    ).summary
    operators = list(_operators(summary.profile))
    # The index gives the order; only ties are sorted (all entities here have the same mention count).
    assert any(one["operatorType"].startswith("PartialTop") for one in operators)
    if name == "knowledge/facts":
        # One more, to see whether the next row ties with the last.
        assert [one["rows"] for one in operators if "IndexSeek" in one["operatorType"]] == [6]


def test_facts_are_listed_newest_first_up_to_the_limit(memory_with_facts: Memory) -> None:
    all_facts = memory_with_facts.facts.list(limit=100)
    assert len(all_facts) == 30
    assert [fact.id for fact in memory_with_facts.facts.list(limit=7)] == [fact.id for fact in all_facts[:7]]
