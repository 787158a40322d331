"""Query results as pandas data frames, with database values converted to pandas types."""

from __future__ import annotations

import datetime as dt
import re
import warnings
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

import neo4j.graph
import neo4j.time

from kg.errors import InvalidInput, ModelUnavailable, NotFound, Refused
from kg.graph import statements
from kg.graph.connection import QueryResult, translate_driver_errors
from kg.graph.scoped_graph import Graph

if TYPE_CHECKING:
    import pandas

_STATEMENT_NAME = re.compile(r"[a-z]+/\w+")
# Properties that only indexes use.
_HIDDEN_PROPERTIES = frozenset({"embedding", "states", "terms", "archived_terms", "quarantined_terms", "folded_terms"})


def read_frame(
    graph: Graph,
    statement: str,
    params: Mapping[str, Any],
    *,
    fragments: Collection[str],
    max_rows: int,
    timeout_s: float,
) -> pandas.DataFrame:
    """Return the rows of a named statement, or of ad hoc Cypher, as a data frame; see `kg.Memory.read_frame`."""
    pandas = _pandas()
    if "scope" in params:
        raise InvalidInput("scope", params["scope"], "omitted; the memory passes its own scope")
    if not isinstance(max_rows, int) or max_rows < 1:
        raise InvalidInput("max_rows", max_rows, "at least 1")
    if timeout_s <= 0:
        raise InvalidInput("timeout_s", timeout_s, "more than 0")
    result = _read(graph, statement, params, fragments, max_rows, timeout_s)
    with translate_driver_errors(graph.connection.uri, "frame"):
        # The driver raises on access to a value that Python cannot represent, such as the year 12345.
        rows = [[_convert(pandas, value) for value in row.values()] for row in result.rows]
    data = pandas.DataFrame(
        {name: pandas.Series([row[index] for row in rows]) for index, name in enumerate(result.columns)},
        columns=list(result.columns),
    )
    data.attrs["cut_off"] = result.has_more
    if result.has_more:
        warnings.warn(
            f"the result has more than {max_rows} rows and was cut off; raise max_rows to read more",
            UserWarning,
            stacklevel=3,
        )
    return data


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


def _pandas() -> Any:
    try:
        import pandas  # noqa: PLC0415 - an extra
    except ImportError:
        raise ModelUnavailable("pandas is not installed.", how="pip install 'kg-agent-memory[notebook]'") from None
    return pandas


def _convert(pandas: Any, value: Any) -> Any:
    """Convert a database value to its pandas type, or else to a Python type."""
    if isinstance(value, neo4j.graph.Path):
        steps = [one for pair in zip(value.nodes, (*value.relationships, None), strict=True) for one in pair]
        return [_convert(pandas, one) for one in steps if one is not None]
    if isinstance(value, neo4j.graph.Node | neo4j.graph.Relationship):
        kind = {"labels": sorted(value.labels)} if isinstance(value, neo4j.graph.Node) else {"type": value.type}
        return kind | {key: _convert(pandas, one) for key, one in value.items() if key not in _HIDDEN_PROPERTIES}
    if isinstance(value, Mapping):
        return {key: _convert(pandas, one) for key, one in value.items()}
    if isinstance(value, list):
        return [_convert(pandas, one) for one in value]
    return _convert_time(pandas, value)


def _convert_time(pandas: Any, value: Any) -> Any:
    if isinstance(value, neo4j.time.Duration):
        return _time_delta(pandas, value)
    if isinstance(value, neo4j.time.DateTime | neo4j.time.Date):
        return _timestamp(pandas, value)
    return value.iso_format() if isinstance(value, neo4j.time.Time) else value


def _timestamp(pandas: Any, value: neo4j.time.DateTime | neo4j.time.Date) -> Any:
    """Return a timestamp, in UTC if the value has a time zone."""
    native = value.to_native()
    if isinstance(native, dt.datetime) and native.tzinfo is not None:
        native = native.astimezone(dt.UTC)
    return pandas.Timestamp(native)


def _time_delta(pandas: Any, value: neo4j.time.Duration) -> Any:
    """Return a time delta, or ISO text if the duration has months, which have no fixed length."""
    if value.months:
        return value.iso_format()
    return pandas.Timedelta(days=value.days, seconds=value.seconds, nanoseconds=value.nanoseconds)
