"""Statement files: each has a complete header, is restricted to a scope, and has a plan without scans."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

import neo4j
import pytest

from kg import Memory
from kg.graph import statements
from kg.language.hashing_embedder import HashingEmbedder
from tests.graph.samples import SAMPLES, STATEMENT_SAMPLES
from tests.servers import open_driver, temporary_server

ALL = statements.statement_names()
BAD_OPERATORS = (
    "AllNodesScan",
    "CartesianProduct",
    "NodeByLabelScan",
    "UnionNodeByLabelsScan",
    "NodeIndexScan",
)
# Labels of nodes without the label Memory.
WITHOUT_MEMORY = {"Alias", "Audit", "Channel", "Identity", "Mark", "Proposals", "Receipt", "Session", "SleepRun"} | {
    "TokenUsage",
    "TrustEdge",
}
WEIGHT = """
UNWIND range(1, 200) AS number
CREATE (weight:$($labels))
FOREACH (property IN $properties | SET weight[property] = 'weight-' + CASE property WHEN 'scope' THEN '' ELSE number END)
"""
# Status codes for a label, a relationship type or a property that does not exist.
MISSING_NAME = ("01N50", "01N51", "01N52")
# A node sought by properties from which an edge leads on, except inside of a condition.
SOUGHT = re.compile(r"^[^{]*\bMATCH \(\w*:\w+ \{scope: \$scope, [^}]+\}\)<?-\[")
# Labels with a handful of nodes over all scopes.
SMALL = {"graph/migration_ledger": "Migration"}


def test_headers_declare_what_the_texts_use() -> None:
    offenders: dict[str, list[str]] = {}
    for name in ALL:
        statement = statements.load_statement(name)
        needed = statement.needed(statement.fragments) - {"scope"}
        problems = [f"${param} is used and not declared" for param in sorted(needed - set(statement.params))]
        problems += [f"${param} is declared and not used" for param in sorted(set(statement.params) - needed)]
        problems += [] if statement.returns else ["the header does not say what it returns"]
        problems += [] if statement.summary.endswith(".") else ["the summary is not a sentence"]
        if problems:
            offenders[name] = problems
    assert offenders == {}


def test_every_guarded_statement_uses_the_scope() -> None:
    loaded = [statements.load_statement(name) for name in ALL]
    # A guarded statement uses $scope with any fragments; other statements give a reason.
    assert [one.name for one in loaded if one.guarded and "scope" not in one.needed()] == []
    headers = {one.name: one.text.split("\nCYPHER", 1)[0] for one in loaded if not one.guarded}
    assert [name for name, header in headers.items() if not re.search(r"// scope: none — \w+", header)] == []


def test_statements_without_scope_are_listed() -> None:
    free = [name for name in ALL if not statements.load_statement(name).guarded]
    assert free == [
        "bench/clear_plans",
        "bench/indexes",
        "graph/await_indexes",
        "graph/lock_schema",
        "graph/record_migration",
        "graph/running_transactions",
        "graph/unlock_schema",
        "ingestion/served_scopes",
        "maintenance/fill_logs",
        "maintenance/indexes",
        "transfer/graphiti_edges",
        "transfer/graphiti_episodes",
        "transfer/graphiti_groups",
        "transfer/graphiti_nodes",
    ]


def test_a_bundle_is_sent_in_one_map() -> None:
    header = "// Read.\n// access: read\n// scope: guarded\n// param ids: ids\n// param id: one\n// bundle: ids, last\n"
    text = "CYPHER 25\nUNWIND $ids AS id\nMATCH (n {scope: $scope, id: $id}) RETURN n\n  //?last LIMIT $last"
    statement = statements.parse_statement("x", header + text)
    assert statement.needed() == {"scope", "ids", "id"}
    assert "UNWIND $bundle.ids AS id\nMATCH (n {scope: $scope, id: $id})" in statement.cypher()
    assert statement.values({"scope": "s", "ids": [], "id": "a"}) == {"scope": "s", "id": "a", "bundle": {"ids": []}}
    last = frozenset({"last"})
    assert "LIMIT $bundle.last" in statement.cypher(last)
    given = {"scope": "s", "ids": ["b"], "id": "a", "last": 1}
    assert statement.values(given) == {"scope": "s", "id": "a", "bundle": {"ids": ["b"], "last": 1}}
    assert [
        name
        for name in ALL
        if not statements.load_statement(name).bundled <= set(statements.load_statement(name).params)
    ] == []


def test_no_cypher_in_python() -> None:
    verbs = re.compile(r"\b(MATCH \(|MERGE \(|UNWIND |DETACH DELETE|CALL db\.)")
    package = statements.statements_folder().parent / "kg"
    files = [path.name for path in package.rglob("*.py") if verbs.search(path.read_text(encoding="utf-8"))]
    assert files == ["cypher_script.py"], "the export in Cypher"


def test_an_unknown_statement_parameter_or_fragment_is_refused() -> None:
    with pytest.raises(KeyError):
        statements.load_statement("no/such")
    history = statements.load_statement("events/history")
    with pytest.raises(TypeError, match="needs"):
        history.check({"scope", "session"})
    with pytest.raises(TypeError, match="needs a fragment"):
        statements.load_statement("knowledge/facts").check({"scope", "limit"})
    with pytest.raises(KeyError, match="no fragment"):
        history.cypher(frozenset({"nonsense"}))
    with pytest.raises(KeyError, match="header"):
        statements.parse_statement("x", "RETURN 1")


def _plans() -> Iterator[tuple[str, frozenset[str]]]:
    for name in ALL:
        statement = statements.load_statement(name)
        free = statement.fragments - statement.choices
        alone = [frozenset({one}) for one in sorted(statement.choices)]
        for choice in [*alone, statement.choices] if alone else [frozenset[str]()]:
            yield from ((name, choice | some) for some in dict.fromkeys([frozenset[str](), free]))
            yield from ((name, choice | {one}) for one in sorted(free) if len(free) > 1)


@pytest.fixture(scope="module")
def filled_driver() -> Iterator[neo4j.Driver]:
    """A server with many nodes of each label, because in a nearly empty graph a scan is the cheapest plan."""
    with temporary_server() as settings, open_driver(settings) as driver:
        Memory.connect("plans", settings=settings, embedder=HashingEmbedder()).close()
        indexes = driver.execute_query(
            "SHOW RANGE INDEXES YIELD labelsOrTypes, properties WHERE size(properties) > 1"
        ).records
        for label in {row["labelsOrTypes"][0] for row in indexes}:
            properties = {name for row in indexes if row["labelsOrTypes"] == [label] for name in row["properties"]}
            labels = ["Weight", label] if label in WITHOUT_MEMORY else sorted({"Weight", "Memory", label})
            driver.execute_query(WEIGHT, labels=labels, properties=sorted(properties))
        driver.execute_query("CALL db.resampleOutdatedIndexes()")
        yield driver


@pytest.mark.slow
@pytest.mark.parametrize("area", sorted({name.split("/")[0] for name in ALL}))
def test_plans_begin_with_an_index_and_use_existing_names(area: str, filled_driver: neo4j.Driver) -> None:
    """A plan with a name that does not exist is discarded once the name exists, so that schema/007 creates all names."""
    offenders: dict[str, list[str]] = {}
    for name, fragments in _plans():
        # SHOW commands have no plan, and the database of another program has other names.
        if name.split("/")[0] != area or name in {"bench/indexes", "maintenance/indexes"} or "/graphiti_" in name:
            continue
        summary = _explained(filled_driver, name, fragments)
        found = [
            f"{operator}: {details}"
            for operator, details in _operators(summary.plan)
            if operator.startswith(BAD_OPERATORS) and not (name in SMALL and SMALL[name] in details)
        ]
        found += [one.status_description for one in summary.gql_status_objects if one.gql_status in MISSING_NAME]
        if found:
            offenders[" ".join([name, *sorted(fragments)])] = found
    assert offenders == {}


def test_statements_name_the_index_of_a_node_with_edges() -> None:
    """While the samples of its indexes are empty, Neo4j would read all nodes of a label instead, and keep that plan."""
    offenders = [
        f"{name}: {line.strip()}"
        for name in ALL
        for line, after in itertools.pairwise(statements.load_statement(name).text.splitlines())
        if SOUGHT.search(line) and "USING INDEX SEEK" not in after
    ]
    assert offenders == []


@pytest.mark.slow
def test_a_bundle_has_one_plan_for_all_values(filled_driver: neo4j.Driver) -> None:
    statement = statements.load_statement("context/read_surroundings")
    params = {param: SAMPLES.get(param, "x") for param in statement.needed()}
    lists = statement.bundled - {"session", "working"}
    emptied: list[dict[str, Any]] = [{}, {key: [] for key in lists}, {"session": None, "working": None}]
    filled_driver.execute_query("CALL db.clearQueryCaches()")
    for given in emptied:
        filled_driver.execute_query(statement.cypher(), parameters_=statement.values(params | given))
    [row] = filled_driver.execute_query("CALL db.clearQueryCaches()").records
    assert " 1 queries" in row[0]


def _explained(driver: neo4j.Driver, name: str, fragments: frozenset[str]) -> neo4j.ResultSummary:
    statement = statements.load_statement(name)
    params = {
        param: STATEMENT_SAMPLES.get((name, param), SAMPLES.get(param, "x")) for param in statement.needed(fragments)
    }
    text = statement.cypher(fragments)
    planned = text.replace("CYPHER 25\n", "CYPHER 25 EXPLAIN\n", 1) if "CYPHER 25" in text else f"EXPLAIN {text}"
    return driver.execute_query(planned, parameters_=statement.values(params)).summary


def _operators(plan: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield plan["operatorType"].split("@")[0], str(plan["args"].get("Details", ""))
    for child in plan.get("children", []):
        yield from _operators(child)
