"""Statements are files: each has a whole header, is held to a scope, and has a plan without scans."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import neo4j
import numpy as np
import pytest
from neo4j.vector import Vector

from kg import Memory
from kg.graph import statements

ALL = statements.names()
VECTOR = Vector.from_numpy(np.full(64, 0.125, dtype=np.float32))
NOW = dt.datetime(2026, 3, 2, tzinfo=dt.UTC)
SAMPLES: dict[str, Any] = {
    "scope": "plans",
    "vector": VECTOR,
    "query": "+terms:s1^0 +text:(word)",
    "kinds": ["event"],
    "audiences": ["shared"],
    "events": [],
    "sessions": [],
    "speakers": [],
    "removed": [],
    "k": 10,
    "around": 5,
    "last": 5,
    "limit": 5,
    "dimension": 64,
    "version": 1,
    "seconds": 1,
    "days": 7,
    **dict.fromkeys(("now", "until", "since", "lease_until"), NOW),
}
BAD_OPERATORS = (
    "AllNodesScan",
    "CartesianProduct",
    "NodeByLabelScan",
    "UnionNodeByLabelsScan",
    "NodeIndexScan",
)
# Two labels hold a handful of nodes for all scopes together.
SMALL = {"graph/ledger": "Migration"}


@pytest.mark.parametrize("name", ALL)
def test_header_declares_what_the_text_uses(name: str) -> None:
    statement = statements.load(name)
    used = set(re.findall(r"\$(\w+)", "\n".join(statement.cypher(statement.fragments).splitlines())))
    body = {param for param in used if param in statement.needed(statement.fragments)}
    assert body - {"scope"} == set(statement.params), "every parameter is declared, and no other"
    assert statement.returns
    assert statement.summary.endswith(".")


@pytest.mark.parametrize("name", ALL)
def test_scope_cannot_be_forgotten(name: str) -> None:
    statement = statements.load(name)
    header = statement.text.split("\nCYPHER", 1)[0]
    if statement.guarded:
        assert "scope" in statement.needed(), "a guarded statement uses $scope whatever its fragments"
    else:
        assert re.search(r"// scope: none — \w+", header), "an exception says why"


def test_exceptions_to_the_scope_are_these() -> None:
    free = [name for name in ALL if not statements.load(name).guarded]
    assert free == [
        "graph/await_indexes",
        "graph/lock_schema",
        "graph/record_migration",
        "graph/unlock_schema",
        "health/indexes",
    ]


def test_no_cypher_in_python() -> None:
    verbs = re.compile(r"\b(MATCH \(|MERGE \(|UNWIND |DETACH DELETE|CALL db\.)")
    package = statements.home().parent / "kg"
    guilty = [path.name for path in package.rglob("*.py") if verbs.search(path.read_text(encoding="utf-8"))]
    assert guilty in ([], ["demonstration.py"]), "the demo prints one query for people to paste"


def test_an_unknown_statement_parameter_or_fragment_is_refused() -> None:
    with pytest.raises(KeyError):
        statements.load("no/such")
    history = statements.load("log/history")
    with pytest.raises(TypeError, match="needs"):
        history.check({"scope", "session"})
    with pytest.raises(KeyError, match="no fragment"):
        history.cypher(frozenset({"nonsense"}))
    with pytest.raises(KeyError, match="header"):
        statements.parse("x", "RETURN 1")


def _plans() -> Iterator[tuple[str, frozenset[str]]]:
    for name in ALL:
        fragments = statements.load(name).fragments
        yield name, frozenset()
        if fragments:
            yield name, fragments
        for one in itertools.chain(fragments):
            yield name, frozenset({one})


@pytest.mark.parametrize(
    ("name", "fragments"),
    list(_plans()),
    ids=lambda value: value if isinstance(value, str) else "+".join(sorted(value)),
)
def test_plan_has_no_scan(
    name: str, fragments: frozenset[str], connect: Callable[..., Memory], server: dict[str, str]
) -> None:
    if name == "health/indexes":
        pytest.skip("SHOW commands have no plan")
    connect("plans")
    statement = statements.load(name)
    params = {param: SAMPLES.get(param, "x") for param in statement.needed(fragments)}
    text = statement.cypher(fragments)
    planned = text.replace("CYPHER 25\n", "CYPHER 25 EXPLAIN\n", 1) if "CYPHER 25" in text else f"EXPLAIN {text}"
    auth = (server.get("KG_NEO4J_USER", "neo4j"), server.get("KG_NEO4J_PASSWORD", ""))
    with neo4j.GraphDatabase.driver(server["KG_NEO4J_URI"], auth=auth) as driver:
        plan = driver.execute_query(planned, parameters_=params).summary.plan
    found = [f"{operator}: {details}" for operator, details in _operators(plan) if operator.startswith(BAD_OPERATORS)]
    allowed = SMALL.get(name)
    assert [one for one in found if not (allowed and allowed in one)] == []


def _operators(plan: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield plan["operatorType"].split("@")[0], str(plan["args"].get("Details", ""))
    for child in plan.get("children", []):
        yield from _operators(child)
