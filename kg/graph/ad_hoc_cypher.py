"""Checks of ad hoc Cypher: it must use `$scope` and may only read.

Anyone who can open a memory can read the whole server: the check of `$scope` prevents mistakes, not attacks. The server refuses
writes in a read transaction. It would still load files and call procedures there; both are refused here, by the text and by the
plan, because the plan does not show subqueries inside expressions.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from kg.errors import InvalidInput, Refused

READ_PROCEDURES = frozenset(
    {
        "db.index.fulltext.queryNodes",
        "db.index.fulltext.queryRelationships",
        "db.index.vector.queryNodes",
        "db.index.vector.queryRelationships",
        "db.labels",
        "db.propertyKeys",
        "db.relationshipTypes",
        "db.schema.nodeTypeProperties",
        "db.schema.relTypeProperties",
        "db.schema.visualization",
    }
)
"""The procedures that may be called, all of which only read."""
_QUOTED_OR_COMMENT = re.compile(
    r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:``|[^`])*`|//[^\n\r]*|/\*.*?\*/""",
    re.DOTALL,
)
_SCOPE_PARAMETER = re.compile(r"\$scope\b")
_LOAD_CSV = re.compile(r"\bLOAD\s+CSV\b", re.IGNORECASE)
_PROCEDURE_CALL = re.compile(r"(?<![.:$\w])CALL\s+([\w`][\w`.\s]*)", re.IGNORECASE)
_REFUSED_OPERATORS = ("LoadCSV", "Show", "Terminate", "Administration", "Transaction")


def validate_cypher(cypher: str) -> str:
    """Return the text unchanged if it may be run.

    Raises:
        InvalidInput: the text does not use `$scope`, or contains Unicode escapes.
        Refused: the text loads files, or calls a procedure that may do more than read.
    """
    if re.search(r"\\u", cypher, re.IGNORECASE):
        raise InvalidInput(
            "cypher", cypher, "Cypher without \\u escapes; write the character itself, or pass a parameter"
        )
    bare = _QUOTED_OR_COMMENT.sub(lambda match: "`" if match[0][0] == "`" else " ", cypher)
    if not _SCOPE_PARAMETER.search(bare):
        raise InvalidInput(
            "cypher",
            cypher,
            "Cypher that uses $scope; add a condition such as `WHERE fact.scope = $scope`: a server may hold many "
            "scopes, and each node has its scope in the property `scope`",
        )
    if _LOAD_CSV.search(bare):
        raise Refused("ad hoc Cypher must not load files (LOAD CSV)")
    for name in _PROCEDURE_CALL.findall(bare):
        _check_procedure("".join(name.split()))
    return cypher


def check_read_only_plan(kind: str, operators: Collection[tuple[str, str]]) -> None:
    """Check that a query plan only reads.

    Args:
        kind: the query type that the server reports: `r` if it only reads.
        operators: the operators of the plan, with their details.

    Raises:
        Refused: the plan does anything other than read the graph.
    """
    for operator, details in operators:
        if operator.startswith("ProcedureCall"):
            _check_procedure(details.partition("(")[0].strip())
        if operator.startswith(_REFUSED_OPERATORS):
            raise Refused(f"ad hoc Cypher must only read the graph (its plan has the operator {operator})")
    if kind != "r":
        raise Refused("ad hoc Cypher must only read; use the methods of Memory to write")


def _check_procedure(name: str) -> None:
    if name not in READ_PROCEDURES:
        raise Refused(f"the procedure {name} may do more than read; allowed are {', '.join(sorted(READ_PROCEDURES))}")
