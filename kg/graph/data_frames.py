"""Rows of the database as a pandas DataFrame, with values that pandas knows how to work with."""

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
from kg.graph.connection import Looked, translated
from kg.graph.scoped_graph import Graph

if TYPE_CHECKING:
    import pandas

_NAME = re.compile(r"[a-z]+/\w+")
# They serve indexes, and no reader.
_UNSEEN = frozenset({"embedding", "states", "terms", "archived_terms", "quarantined_terms", "folded_terms"})


def frame(
    graph: Graph,
    statement: str,
    params: Mapping[str, Any],
    *,
    fragments: Collection[str],
    max_rows: int,
    timeout_s: float,
) -> pandas.DataFrame:
    """What a statement, or Cypher of one's own, reads; see `kg.Memory.frame`."""
    pandas = _pandas()
    if "scope" in params:
        raise InvalidInput("scope", params["scope"], "nothing: the memory passes its own")
    if not isinstance(max_rows, int) or max_rows < 1:
        raise InvalidInput("max_rows", max_rows, "1 or more")
    if timeout_s <= 0:
        raise InvalidInput("timeout_s", timeout_s, "more than 0")
    found = _found(graph, statement, params, fragments, max_rows, timeout_s)
    with translated(graph.connection.uri, "frame"):
        # What the driver cannot read, as a year beyond Python's calendar, it tells when it is asked for.
        rows = [[_value(pandas, value) for value in row.values()] for row in found.rows]
    made = pandas.DataFrame(
        {name: pandas.Series([row[place] for row in rows]) for place, name in enumerate(found.columns)},
        columns=list(found.columns),
    )
    made.attrs["cut_off"] = found.more
    if found.more:
        warnings.warn(f"there are more than {max_rows} rows; ask for more with max_rows", UserWarning, stacklevel=3)
    return made


def _found(
    graph: Graph, statement: str, params: Mapping[str, Any], fragments: Collection[str], most: int, timeout_s: float
) -> Looked:
    if not _NAME.fullmatch(statement):
        if fragments:
            raise InvalidInput("fragments", list(fragments), "none: only statements of `cypher/` have them")
        return graph.ask(statement, params, timeout_s=timeout_s, most=most)
    try:
        known = statements.load(statement)
    except KeyError:
        raise NotFound(f"statement {statement!r}: `cypher/` has no such file") from None
    if known.access != "read":
        raise Refused(f"{statement} writes; this only reads")
    try:
        return graph.look(statement, params, timeout_s=timeout_s, most=most, fragments=fragments)
    except KeyError as error:
        raise InvalidInput("fragments", sorted(fragments), str(error.args[0])) from None
    except TypeError as error:
        raise InvalidInput("params", sorted(params), str(error)) from None


def _pandas() -> Any:
    try:
        import pandas  # noqa: PLC0415 - an extra
    except ImportError:
        raise ModelUnavailable("pandas is not installed.", how="pip install 'kg[notebook]'") from None
    return pandas


def _value(pandas: Any, value: Any) -> Any:
    """A value of the database as pandas, or else Python, has it."""
    if isinstance(value, neo4j.graph.Path):
        steps = [one for pair in zip(value.nodes, (*value.relationships, None), strict=True) for one in pair]
        return [_value(pandas, one) for one in steps if one is not None]
    if isinstance(value, neo4j.graph.Node | neo4j.graph.Relationship):
        kind = {"labels": sorted(value.labels)} if isinstance(value, neo4j.graph.Node) else {"type": value.type}
        return kind | {key: _value(pandas, one) for key, one in value.items() if key not in _UNSEEN}
    if isinstance(value, Mapping):
        return {key: _value(pandas, one) for key, one in value.items()}
    if isinstance(value, list):
        return [_value(pandas, one) for one in value]
    return _time(pandas, value)


def _time(pandas: Any, value: Any) -> Any:
    if isinstance(value, neo4j.time.Duration):
        return _span(pandas, value)
    if isinstance(value, neo4j.time.DateTime | neo4j.time.Date):
        return _moment(pandas, value)
    return value.iso_format() if isinstance(value, neo4j.time.Time) else value


def _moment(pandas: Any, value: neo4j.time.DateTime | neo4j.time.Date) -> Any:
    """A timestamp, in UTC where it has a zone."""
    native = value.to_native()
    if isinstance(native, dt.datetime) and native.tzinfo is not None:
        native = native.astimezone(dt.UTC)
    return pandas.Timestamp(native)


def _span(pandas: Any, value: neo4j.time.Duration) -> Any:
    """A time delta; as ISO text where it has months, which are of no fixed length."""
    if value.months:
        return value.iso_format()
    return pandas.Timedelta(days=value.days, seconds=value.seconds, nanoseconds=value.nanoseconds)
