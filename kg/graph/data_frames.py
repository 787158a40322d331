"""Query results as data frames, with database values converted to the types of the library."""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Mapping
from typing import Any

import neo4j.graph

from kg.errors import InvalidInput, NotFound, Refused
from kg.graph import statements
from kg.graph.connection import QueryResult, translate_driver_errors
from kg.graph.flat_rows import flatten_columns
from kg.graph.frame_libraries import PandasFrames, PolarsFrames, open_library
from kg.graph.scoped_graph import Graph

_STATEMENT_NAME = re.compile(r"[a-z]+/\w+")
# Properties that only indexes use.
_HIDDEN_PROPERTIES = frozenset(
    {"embedding", "states", "terms", "archived_terms", "quarantined_terms", "folded_terms", "scope", "sittings"}
)


def read_frame(
    graph: Graph,
    statement: str,
    params: Mapping[str, Any],
    *,
    flat: bool = True,
    library: str = "pandas",
    fragments: Collection[str],
    max_rows: int,
    timeout_s: float,
) -> Any:
    """Return the rows of a named statement, or of ad hoc Cypher, as a data frame.

    Args:
        graph: the scope.
        statement: the name of a statement in `cypher/`, or Cypher that uses `$scope`.
        params: its parameters.
        flat: whether nodes, relationships and maps become columns (`person.name`); otherwise they are dicts in cells.
        library: pandas or polars.
        fragments: fragments of a named statement.
        max_rows: the maximum number of rows; a warning says if there are more.
        timeout_s: when the database ends the query.

    Raises:
        InvalidInput: an argument is invalid; names it.
        NotFound: there is no such statement.
        Refused: the statement or the Cypher writes.
        ModelUnavailable: the library is not installed.
    """
    frames = open_library(library)
    if "scope" in params:
        raise InvalidInput("scope", params["scope"], "omitted; the memory passes its own scope")
    if not isinstance(max_rows, int) or max_rows < 1:
        raise InvalidInput("max_rows", max_rows, "at least 1")
    if timeout_s <= 0:
        raise InvalidInput("timeout_s", timeout_s, "more than 0")
    result = _read(graph, statement, params, fragments, max_rows, timeout_s)
    with translate_driver_errors(graph.connection.uri, "frame"):
        # The driver raises on access to a value that Python cannot represent, such as the year 12345.
        rows = [list(row.values()) for row in result.rows]
        columns = (
            flatten_columns(result.columns, rows, _HIDDEN_PROPERTIES)
            if flat
            else {name: [row[place] for row in rows] for place, name in enumerate(result.columns)}
        )
        converted = {name: [_convert(frames, value) for value in values] for name, values in columns.items()}
    if result.has_more:
        warnings.warn(
            f"the result has more than {max_rows} rows and was cut off; raise max_rows to read more",
            UserWarning,
            stacklevel=3,
        )
    return frames.build(converted, is_cut_off=result.has_more)


def _read(
    graph: Graph, statement: str, params: Mapping[str, Any], fragments: Collection[str], max_rows: int, timeout_s: float
) -> QueryResult:
    if not _STATEMENT_NAME.fullmatch(statement):
        if fragments:
            raise InvalidInput("fragments", list(fragments), "empty; only statements in `cypher/` have fragments")
        return graph.read_cypher(statement, params, timeout_s=timeout_s, max_rows=max_rows)
    try:
        named_statement = statements.load_statement(statement)
    except KeyError:
        raise NotFound(f"statement {statement!r} in `cypher/`") from None
    if named_statement.access != "read":
        raise Refused(f"the statement {statement} writes; only statements with access `read` can be run here")
    try:
        return graph.read_rows(statement, params, timeout_s=timeout_s, max_rows=max_rows, fragments=fragments)
    except KeyError as error:
        raise InvalidInput("fragments", sorted(fragments), f"fragments of the statement; {error.args[0]}") from None
    except TypeError as error:
        raise InvalidInput("params", sorted(params), f"the parameters of the statement; {error}") from None


def _convert(library: PandasFrames | PolarsFrames, value: Any) -> Any:
    """Convert a database value to the library's type, or else to a Python type."""
    if isinstance(value, neo4j.graph.Path):
        steps = [one for pair in zip(value.nodes, (*value.relationships, None), strict=True) for one in pair]
        return [_convert(library, one) for one in steps if one is not None]
    if isinstance(value, neo4j.graph.Node | neo4j.graph.Relationship):
        kind = {"labels": sorted(value.labels)} if isinstance(value, neo4j.graph.Node) else {"type": value.type}
        return kind | {key: _convert(library, one) for key, one in value.items() if key not in _HIDDEN_PROPERTIES}
    if isinstance(value, Mapping):
        return {key: _convert(library, one) for key, one in value.items()}
    if isinstance(value, list):
        return [_convert(library, one) for one in value]
    return library.convert_time(value)
