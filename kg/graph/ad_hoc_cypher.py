"""Cypher that somebody writes themselves: what it must hold, and what it may not do.

Whoever opens a memory may read all of its server; this keeps honest people from mistakes, and a text from doing anything but
reading. The server itself refuses writes in a reading transaction; what it would still do there, loading files and calling
procedures, is refused here, by the text and by the plan: the plan tells nothing of what an expression holds.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from kg.errors import InvalidInput, Refused

READING = frozenset(
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
"""The procedures that may be called: they read, and nothing else."""
_ASIDE = re.compile(
    r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:``|[^`])*`|//[^\n\r]*|/\*.*?\*/""",
    re.DOTALL,
)
_SCOPE = re.compile(r"\$scope\b")
_LOADS = re.compile(r"\bLOAD\s+CSV\b", re.IGNORECASE)
_CALLS = re.compile(r"(?<![.:$\w])CALL\s+([\w`][\w`.\s]*)", re.IGNORECASE)
_REFUSED = ("LoadCSV", "Show", "Terminate", "Administration", "Transaction")


def checked(cypher: str) -> str:
    """The text, if it may be asked.

    Raises:
        InvalidInput: it does not use `$scope`, or spells letters by their numbers.
        Refused: it loads, or calls what may do more than read.
    """
    if re.search(r"\\u", cypher, re.IGNORECASE):
        raise InvalidInput("cypher", cypher, "Cypher without \\u escapes: write the letter itself, or pass a parameter")
    bare = _ASIDE.sub(lambda found: "`" if found[0][0] == "`" else " ", cypher)
    if not _SCOPE.search(bare):
        raise InvalidInput(
            "cypher",
            cypher,
            "Cypher that uses $scope, as in `WHERE fact.scope = $scope`: a server may hold many scopes, "
            "and each node has its own in the property `scope`",
        )
    if _LOADS.search(bare):
        raise Refused("this reads the graph and loads no files (LOAD CSV)")
    for called in _CALLS.findall(bare):
        _check_procedure("".join(called.split()))
    return cypher


def check_plan(kind: str, operators: Collection[tuple[str, str]]) -> None:
    """Look at what the server would do with a text.

    Args:
        kind: the server's word for it: `r` where it only reads.
        operators: those of the plan, with their details.

    Raises:
        Refused: it does anything but read the graph.
    """
    for operator, details in operators:
        if operator.startswith("ProcedureCall"):
            _check_procedure(details.partition("(")[0].strip())
        if operator.startswith(_REFUSED):
            raise Refused(f"this reads the graph and does nothing else ({operator})")
    if kind != "r":
        raise Refused("this only reads; Memory and its nouns are what writes")


def _check_procedure(name: str) -> None:
    if name not in READING:
        raise Refused(f"{name} may do more than read; these may be called: {', '.join(sorted(READING))}")
