"""Ad hoc Cypher must use `$scope` and may only read: checks by the text and by the plan."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import Memory
from kg.errors import InvalidInput, Refused
from kg.graph import ad_hoc_cypher


@pytest.fixture
def logged(memory: Memory, talk: Any) -> Memory:
    memory.log(talk(4))
    return memory


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (n:Event) RETURN n",
        "MATCH (n:Event) RETURN n // $scope",
        "MATCH (n:Event) /* $scope */ RETURN n",
        "MATCH (n:Event) WHERE n.scope = '$scope' RETURN n",
        "MATCH (n:Event) RETURN n.id AS `$scope`",
        "MATCH (n:Event) WHERE n.scope = $scopes RETURN n",
        "LOAD \\u0043SV FROM 'file:///x' AS line RETURN line, $scope",
    ],
)
def test_cypher_without_the_scope_parameter_is_refused(memory: Memory, text: str) -> None:
    with pytest.raises(InvalidInput, match="cypher"):
        memory.frame(text)


@pytest.mark.parametrize(
    "text",
    [
        "CREATE (n:Event {scope: $scope})",
        "MATCH (n:Event {scope: $scope}) SET n.text = '' RETURN n",
        "MATCH (n:Event {scope: $scope}) DETACH DELETE n",
        "MATCH (n:Event {scope: $scope}) CALL (n) { SET n.text = '' } RETURN n",
        "LOAD CSV FROM 'file:///x' AS line RETURN line, $scope",
        "MATCH (n:Event {scope: $scope}) RETURN COLLECT { LOAD /* now */ CSV FROM 'file:///x' AS line RETURN line }",
        "CALL dbms.listConfig($scope) YIELD name RETURN name",
        "CALL db.create.setNodeVectorProperty(null, $scope, [1.0])",
        "RETURN $scope, COUNT { CALL db.awaitIndexes() }",
        "RETURN $scope, COUNT { CALL `db`.awaitIndexes() }",
        "RETURN $scope, COUNT { call\n db . awaitIndexes() }",
        "TERMINATE TRANSACTIONS $scope",
        "SHOW TRANSACTIONS YIELD transactionId WHERE transactionId = $scope RETURN transactionId",
        "ALTER CURRENT USER SET PASSWORD FROM 'x' TO $scope",
        "MATCH (n:Event {scope: $scope}) CALL (n) { RETURN 1 AS one } IN TRANSACTIONS RETURN one",
    ],
)
def test_cypher_that_does_more_than_read_is_refused(logged: Memory, text: str) -> None:
    with pytest.raises(Refused):
        logged.frame(text)
    assert len(logged.history("cli:1")) == 4


def test_reading_procedures_may_be_called(logged: Memory) -> None:
    found = logged.frame(
        "CALL db.index.fulltext.queryNodes('memory_text', 'topic') YIELD node "
        "WITH node WHERE node.scope = $scope RETURN count(*) AS n"
    )
    assert found["n"][0] == 4
    calls = logged.frame(
        "WITH {call: $scope} AS one RETURN one.call AS scope, 'CALL dbms.shutdown()' AS text // CALL x.y()"
    )
    assert calls["scope"][0] == logged.scope


@given(st.text(alphabet="'\"`/*\\\n aC$scopeLODV(){}.", max_size=60))
def test_the_check_accepts_or_refuses_any_text(text: str) -> None:
    try:
        assert ad_hoc_cypher.validate_cypher(text) == text
    except (InvalidInput, Refused):
        return


def test_text_that_may_be_run_is_returned_unchanged() -> None:
    text = "MATCH (n:Event) WHERE n.scope = $scope AND n.text <> 'LOAD CSV' RETURN n // CALL dbms.shutdown()"
    assert ad_hoc_cypher.validate_cypher(text) is text


@pytest.mark.parametrize("procedure", sorted(ad_hoc_cypher.READ_PROCEDURES))
def test_a_plan_may_call_reading_procedures(procedure: str) -> None:
    assert ad_hoc_cypher.validate_cypher(f"CALL {procedure}() YIELD * RETURN $scope")
    ad_hoc_cypher.check_read_only_plan("r", [("ProcedureCall@neo4j", f"{procedure}($a) :: (x)"), ("Filter", "")])


@pytest.mark.parametrize(
    ("kind", "operator", "details", "message"),
    [
        ("r", "ProcedureCall@neo4j", "dbms.listConfig($scope) :: (name)", "dbms.listConfig"),
        ("r", "LoadCSV@neo4j", "line", "LoadCSV"),
        ("r", "TransactionForeach@neo4j", "", "TransactionForeach"),
        ("r", "ShowTransactions@neo4j", "", "ShowTransactions"),
        ("rw", "Create@neo4j", "(n)", "methods of Memory"),
        ("w", "Filter", "", "methods of Memory"),
    ],
)
def test_a_plan_that_does_more_than_read_is_refused(kind: str, operator: str, details: str, message: str) -> None:
    with pytest.raises(Refused, match=message):
        ad_hoc_cypher.check_read_only_plan(kind, [("ProduceResults", ""), (operator, details)])
