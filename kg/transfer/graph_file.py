"""The export format: JSON lines with a header, all nodes, all edges, and a footer by which a truncated file is recognised.

Properties with filter terms (`terms` and similar, see `kg.graph.full_text`) have `s*` for the term of the scope: the file does
not depend on the scope's name, and an import inserts the term of the new name.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from kg.errors import InvalidInput, SchemaTooNew
from kg.graph import EDGE_TYPES, NODE_FAMILIES, NODE_LABELS, filter_term, latest_version
from kg.language import replace_surrogates
from kg.transfer.bounded_lines import read_lines
from kg.transfer.graph_shape import GraphEdge, GraphNode
from kg.transfer.json_values import decode_bytes, decode_vector, encode_vector, from_json, to_json
from kg.transfer.property_types import check_properties
from kg.transfer.untrusted_rows import HIDING_SCHEMA, has_known_names, hide_unshared, restrict_terms

FORMAT_NAME = "kg-export"
FORMAT_VERSION = 1
OLDEST_SCHEMA = 5
"""The oldest schema whose exports can be imported; a migration that changes stored data must raise it or convert old files."""
_SCOPE_TOKEN = "s*"  # noqa: S105 - a placeholder in a file
# Some readers of lines treat each of these as a line end.
_LINE_BREAKS = {ord(sign): f"\\u{ord(sign):04x}" for sign in "\x85\u2028\u2029"}
_TAIL_BYTES = 65_536
_RESERVED_PROPERTIES = frozenset({"scope", "embedding", "states"})
_MAX_HEADER_BYTES = 1_000_000


@dataclass(frozen=True)
class ExportHeader:
    """The header of an export.

    Attributes:
        version: the version of the format.
        schema: the schema version of the exported graph.
        scope: the name of the scope.
        embedder: the model of its vectors, or None.
        dimension: their dimension, or None.
        embeddings: whether the file includes vectors.
    """

    version: int
    schema: int
    scope: str
    embedder: str | None
    dimension: int | None
    embeddings: bool


@dataclass(frozen=True)
class ExportFooter:
    """The footer of an export.

    Attributes:
        nodes: the number of nodes.
        edges: the number of edges.
        sha256: the checksum of all preceding lines.
        signature: the signature of the checksum, see `kg.transfer.export_signature`; None: there is none.
    """

    nodes: int
    edges: int
    sha256: str
    signature: str | None = None


def holds_scope_tokens(name: str) -> bool:
    """Return whether a property has filter terms of `kg.graph.full_text`."""
    return name == "terms" or name.endswith("_terms")


class ExportWriter:
    """Writes an export line by line."""

    def __init__(self, file: IO[bytes], header: ExportHeader, *, sign: Callable[[str], str] | None = None) -> None:
        """Write the header.

        Args:
            file: the file.
            header: the header.
            sign: returns the signature of the checksum; None: the export has none.
        """
        self._file = file
        self._sign = sign
        self._sum = hashlib.sha256()
        self._token = filter_term("scope", header.scope)
        self._dimension = header.dimension
        self._counts = {"node": 0, "edge": 0}
        self._line({"type": "header", "format": FORMAT_NAME, **vars(header)})

    def node(self, node: GraphNode) -> None:
        """Write a node."""
        row: dict[str, Any] = {"type": "node", "family": node.family, "key": node.key, "labels": node.labels}
        row["properties"] = {name: self._encode(name, value) for name, value in node.properties.items()}
        if node.embedded:
            # While the model of a scope is being changed, vectors of the other model are exported as missing.
            fits = node.embedding is not None and len(node.embedding) == self._dimension
            row["embedding"] = encode_vector(node.embedding) if fits else None
        if node.states is not None:
            row["states"] = to_json(node.states)
        self._counts["node"] += 1
        self._line(row)

    def edge(self, edge: GraphEdge) -> None:
        """Write an edge."""
        properties = {name: self._encode(name, value) for name, value in edge.properties.items()}
        # The key `type` is the kind of the line.
        row = {"type": "edge", "edge": edge.type, "source": edge.source, "target": edge.target}
        self._counts["edge"] += 1
        self._line({**row, "properties": properties})

    def close(self) -> ExportFooter:
        """Write the footer; a file without it counts as truncated."""
        checksum = self._sum.hexdigest()
        signature = self._sign(checksum) if self._sign else None
        footer = ExportFooter(self._counts["node"], self._counts["edge"], checksum, signature)
        self._line({"type": "footer", **{name: value for name, value in vars(footer).items() if value is not None}})
        return footer

    def _encode(self, name: str, value: Any) -> Any:
        if holds_scope_tokens(name) and isinstance(value, str):
            return " ".join(_SCOPE_TOKEN if each == self._token else each for each in value.split(" "))
        return to_json(value)

    def _line(self, row: Mapping[str, Any]) -> None:
        line = json.dumps(row, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        raw = line.translate(_LINE_BREAKS).encode() + b"\n"
        self._sum.update(raw)
        self._file.write(raw)


def is_export(path: Path) -> bool:
    """Return whether a file begins with the header of an export."""
    with path.open("rb") as file:
        return _row(file.readline(_MAX_HEADER_BYTES)).get("format") == FORMAT_NAME


class ExportReader:
    """Reads an export; an incomplete file is refused before any of its lines is used.

    Attributes:
        path: the file.
        header: the header.
        footer: the footer.
    """

    def __init__(self, path: Path) -> None:
        """Read header and footer.

        Raises:
            InvalidInput: the file has a newer format or an older schema, or is truncated.
            SchemaTooNew: the file was exported by a newer version of kg.
        """
        self.path = path
        with path.open("rb") as file:
            self.header = _header(path.name, _row(file.readline(_MAX_HEADER_BYTES)))
            file.seek(0, 2)
            file.seek(max(0, file.tell() - _TAIL_BYTES))
            tail = file.read()
        footer = _row(tail.rstrip(b"\n").rpartition(b"\n")[2]) if tail.endswith(b"\n") else {}
        if footer.get("type") != "footer":
            raise InvalidInput(
                path.name,
                "no footer",
                "the footer of a complete export; the file is truncated, and nothing was imported",
            )
        self.footer = _footer(path.name, footer)

    def check(self) -> None:
        """Check every line and the checksum, holding one line at a time.

        Raises:
            InvalidInput: a line is invalid or was changed.
        """
        checksum, counts = hashlib.sha256(), {"node": 0, "edge": 0}
        for number, raw in enumerate(self._raw(), start=1):
            row = _row(raw)
            if row.get("type") == "footer":
                break
            checksum.update(raw)
            if number > 1:
                counts[self._check_line(number, row)] += 1
        if (counts["node"], counts["edge"], checksum.hexdigest()) != (
            self.footer.nodes,
            self.footer.edges,
            self.footer.sha256,
        ):
            raise InvalidInput(
                self.path.name, "its lines", "those counted in its footer; the file was changed or damaged"
            )

    def rows(self, scope: str) -> Iterator[dict[str, Any]]:
        """Yield every node, then every edge, as rows for the statements that write them.

        Args:
            scope: the name of the scope to import into.
        """
        token = filter_term("scope", scope)
        for number, raw in enumerate(self._raw()):
            row = _row(raw)
            if row.get("type") == "footer":
                return
            if number:
                yield self._row(row, scope, token)

    def _raw(self) -> Iterator[bytes]:
        yield from read_lines(self.path)

    def _check_line(self, number: int, row: Mapping[str, Any]) -> str:
        try:
            self._row(row, self.header.scope, _SCOPE_TOKEN)
            is_valid = _is_valid_node(row) if row["type"] == "node" else row["type"] == "edge" and _is_valid_edge(row)
        except (LookupError, TypeError, AttributeError):
            is_valid = False
        except InvalidInput as error:
            raise InvalidInput(f"{self.path.name}, line {number}, {error.field}", error.value, error.allowed) from None
        if not is_valid:
            raise InvalidInput(f"{self.path.name}, line {number}", row, "a node or an edge of an export")
        return str(row["type"])

    def _row(self, row: Mapping[str, Any], scope: str, token: str) -> dict[str, Any]:
        properties: dict[str, Any] = {}
        times: dict[str, str] = {}
        for name, encoded in row["properties"].items():
            value, time = from_json(name, encoded)
            if time is not None:
                times[name] = time
            else:
                properties[name] = value
        is_current = self.header.schema == latest_version()
        check_properties(row, properties, times, allows_unknown=not is_current)
        if row["type"] == "edge":
            ends = {"source": row["source"], "target": row["target"]}
            return {"type": row["edge"], **ends, "properties": properties, "times": times}
        for name in filter(holds_scope_tokens, [*properties]):
            terms = restrict_terms(properties[name], _SCOPE_TOKEN, row["family"], properties, times)
            properties[name] = _insert_scope_token(terms, token)
        if self.header.schema < HIDING_SCHEMA:
            hide_unshared(row["labels"], properties)
        node = {"family": row["family"], "key": row["key"], "labels": row["labels"], "times": times}
        if row["family"] == "Scope":
            # The header is checked against the embedder of the target.
            properties |= {"name": scope, "embedder": self.header.embedder, "dimension": self.header.dimension}
        if "states" in row:
            properties["states"] = decode_bytes("states", row["states"])
        vector = row.get("embedding")
        embedding = None if vector is None else decode_vector(vector, self.header.dimension or 0)
        return {**node, "properties": properties, "embedding": embedding, "embedded": "embedding" in row}


def _insert_scope_token(terms: str, token: str) -> str:
    return " ".join(token if each == _SCOPE_TOKEN else each for each in terms.split(" "))


def _header(name: str, row: Mapping[str, Any]) -> ExportHeader:
    if row.get("format") != FORMAT_NAME:
        raise InvalidInput(name, row, "an export of kg")
    if row.get("version") != FORMAT_VERSION:
        raise InvalidInput(
            f"{name}, version",
            row.get("version"),
            f"{FORMAT_VERSION}; a newer version of kg wrote this file: upgrade kg (pip install -U kg-agent-memory)",
        )
    version = row.get("schema")
    if not isinstance(version, int) or isinstance(version, bool) or version < OLDEST_SCHEMA:
        allowed = f"{OLDEST_SCHEMA} or later; open the graph with this version of kg, and export it again"
        raise InvalidInput(f"{name}, schema", version, allowed)
    if version > latest_version():
        raise SchemaTooNew(
            f"{name} was exported from schema {version}, this kg supports {latest_version()}; upgrade kg"
        )
    embedder, dimension, scope = row.get("embedder"), row.get("dimension"), row.get("scope")
    is_valid = isinstance(embedder, str | None) and isinstance(row.get("embeddings"), bool) and isinstance(scope, str)
    if not is_valid or not (dimension is None or _is_count(dimension)) or "\0" in str(scope):
        raise InvalidInput(f"{name}, header", row, "the header of an export")
    return ExportHeader(FORMAT_VERSION, version, str(scope), embedder, dimension, row["embeddings"])


def _footer(name: str, row: Mapping[str, Any]) -> ExportFooter:
    if not (_is_count(row.get("nodes")) and _is_count(row.get("edges")) and isinstance(row.get("sha256"), str)):
        raise InvalidInput(f"{name}, footer", row, "the footer of an export")
    signature = row.get("signature")
    return ExportFooter(row["nodes"], row["edges"], row["sha256"], signature if isinstance(signature, str) else None)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_valid_node(row: Mapping[str, Any]) -> bool:
    """Return whether a node has one family, a key of that family, and no reserved properties."""
    family, key, labels = row["family"], row["key"], row["labels"]
    has_valid_parts = all(isinstance(part, str) and replace_surrogates(part) == part for part in key)
    fits = isinstance(key, list) and isinstance(labels, list) and len(key) == NODE_FAMILIES[family][1]
    has_one_family = set(labels) <= NODE_LABELS and NODE_FAMILIES.keys() & set(labels) == {family}
    # A property must not move the node to another scope.
    has_valid_names = has_known_names(family, row["properties"]) and not _RESERVED_PROPERTIES & row["properties"].keys()
    return fits and has_valid_parts and has_one_family and has_valid_names


def _is_valid_edge(row: Mapping[str, Any]) -> bool:
    """Return whether an edge has a known type and two valid ends."""
    ends = (row["source"], row["target"])
    has_valid_parts = all(isinstance(part, str) and replace_surrogates(part) == part for end in ends for part in end)
    fits = all(isinstance(end, list) and len(end) == NODE_FAMILIES[end[0]][1] + 1 for end in ends)
    return fits and has_valid_parts and row["edge"] in EDGE_TYPES and has_known_names(None, row["properties"])


def _row(raw: bytes) -> dict[str, Any]:
    """Parse the object of a line; return an empty one if the line is not an object."""
    try:
        value = json.loads(raw.decode())
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
