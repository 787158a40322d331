"""Lists of what is newest, or most spoken of: they read no further than they tell, however much there is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import neo4j
import pytest

from kg import Memory
from kg.graph import statements
from tests.support import T0, minutes


def _operators(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield plan
    for child in plan.get("children", ()):
        yield from _operators(child)


@pytest.fixture
def crowded(memory: Memory) -> Memory:
    for place in range(30):
        memory.facts.add(f"Guest {place}", "likes", f"Game {place}", at=T0 - minutes(place))
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
def test_a_list_reads_as_much_as_it_tells(
    crowded: Memory, driver: neo4j.Driver, name: str, fragments: list[str], params: dict[str, Any]
) -> None:
    text = statements.load(name).cypher(frozenset(fragments))
    summary = driver.execute_query(
        f"PROFILE {text}", parameters_={"scope": crowded.scope, "limit": 5, **params}
    ).summary
    operators = list(_operators(summary.profile))
    # In the order of the index, of which only equals are sorted: here entities are, which are all named as often.
    assert any(one["operatorType"].startswith("PartialTop") for one in operators)
    if name == "knowledge/facts":
        # One more, to see that the next is no equal of the last.
        assert [one["rows"] for one in operators if "IndexSeek" in one["operatorType"]] == [6]


def test_facts_come_newest_first_and_no_more_than_asked(crowded: Memory) -> None:
    everything = crowded.facts.list(limit=100)
    assert len(everything) == 30
    assert [fact.id for fact in crowded.facts.list(limit=7)] == [fact.id for fact in everything[:7]]
