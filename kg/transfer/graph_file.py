"""A scope as a file of JSON lines: a header, every node, every edge, and a footer by which a cut-off file is known.

Properties that carry the scope's name as a token (`terms` and its like, see `kg.graph.full_text`) have `s*` in its place: the
file
says nothing that holds only under the old name, and an import puts the token of the new name there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from kg.errors import InvalidInput, SchemaTooNew
from kg.graph import schema
from kg.graph.full_text import term
from kg.language.cleaning import whole
from kg.transfer.graph_shape import FAMILIES, LABELS, TYPES, Edge, Node
from kg.transfer.json_values import from_json, packed, to_json, unpacked

FORMAT = "kg-export"
VERSION = 1
OLDEST_SCHEMA = 5
"""The schema of the first kg that exported. A migration that changes what is in a graph raises it, or what is read with it."""
_SCOPE_TOKEN = "s*"  # noqa: S105 - a mark in a file
# To some readers of lines each of them ends a line.
_BREAKS = {ord(sign): f"\\u{ord(sign):04x}" for sign in "\x85\u2028\u2029"}
_TAIL = 65_536
_TAKEN = frozenset({"scope", "embedding", "states"})
_LONGEST_HEADER = 1_000_000


@dataclass(frozen=True)
class Header:
    """What an export says of itself.

    Attributes:
        version: of the format.
        schema: of the graph that it was made of.
        scope: its name.
        embedder: what its vectors come from, or None.
        dimension: their length, or None.
        embeddings: whether vectors are in the file.
    """

    version: int
    schema: int
    scope: str
    embedder: str | None
    dimension: int | None
    embeddings: bool


@dataclass(frozen=True)
class Footer:
    """What an export ends with: how many nodes and edges it has, and the checksum of all lines before."""

    nodes: int
    edges: int
    sha256: str


def carries_scope(name: str) -> bool:
    """Whether a property of that name holds tokens of `kg.graph.full_text`."""
    return name == "terms" or name.endswith("_terms")


class Writer:
    """Writes an export line by line."""

    def __init__(self, file: IO[bytes], header: Header) -> None:
        self._file = file
        self._sum = hashlib.sha256()
        self._token = term("scope", header.scope)
        self._dimension = header.dimension
        self._counts = {"node": 0, "edge": 0}
        self._line({"type": "header", "format": FORMAT, **vars(header)})

    def node(self, node: Node) -> None:
        """Write a node."""
        row: dict[str, Any] = {"type": "node", "family": node.family, "key": node.key, "labels": node.labels}
        row["properties"] = {name: self._told(name, value) for name, value in node.properties.items()}
        if node.embedded:
            # While the model of a scope changes, some vectors are still of the last one: they are told as missing.
            fits = node.embedding is not None and len(node.embedding) == self._dimension
            row["embedding"] = packed(node.embedding) if fits else None
        if node.states is not None:
            row["states"] = to_json(node.states)
        self._counts["node"] += 1
        self._line(row)

    def edge(self, edge: Edge) -> None:
        """Write an edge."""
        properties = {name: self._told(name, value) for name, value in edge.properties.items()}
        # `type` tells what a line is.
        row = {"type": "edge", "edge": edge.type, "source": edge.source, "target": edge.target}
        self._counts["edge"] += 1
        self._line({**row, "properties": properties})

    def close(self) -> Footer:
        """Write the footer; without it the file counts as cut off."""
        footer = Footer(self._counts["node"], self._counts["edge"], self._sum.hexdigest())
        self._line({"type": "footer", **vars(footer)})
        return footer

    def _told(self, name: str, value: Any) -> Any:
        if carries_scope(name) and isinstance(value, str):
            return " ".join(_SCOPE_TOKEN if each == self._token else each for each in value.split(" "))
        return to_json(value)

    def _line(self, row: Mapping[str, Any]) -> None:
        line = json.dumps(row, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        raw = line.translate(_BREAKS).encode() + b"\n"
        self._sum.update(raw)
        self._file.write(raw)


def is_export(path: Path) -> bool:
    """Whether a file begins as an export does."""
    with path.open("rb") as file:
        return _row(file.readline(_LONGEST_HEADER)).get("format") == FORMAT


class Reader:
    """Reads an export that is whole; anything else is refused before a line of it is used.

    Attributes:
        path: the file.
        header: its header.
        footer: its footer.
    """

    def __init__(self, path: Path) -> None:
        """Read header and footer.

        Raises:
            InvalidInput: it is of a newer version or an older schema, or cut off.
            SchemaTooNew: it was made of a graph that is newer than this kg.
        """
        self.path = path
        with path.open("rb") as file:
            self.header = _header(path.name, _row(file.readline(_LONGEST_HEADER)))
            file.seek(0, 2)
            file.seek(max(0, file.tell() - _TAIL))
            tail = file.read()
        told = _row(tail.rstrip(b"\n").rpartition(b"\n")[2]) if tail.endswith(b"\n") else {}
        if told.get("type") != "footer":
            raise InvalidInput(path.name, "no footer", "a whole export; this one is cut off: nothing was imported")
        self.footer = _footer(path.name, told)

    def check(self) -> None:
        """See to it that every line is as it was written and may be written to a graph; one line is held at a time.

        Raises:
            InvalidInput: names what is not.
        """
        total, found = hashlib.sha256(), {"node": 0, "edge": 0}
        for number, raw in enumerate(self._raw(), start=1):
            row = _row(raw)
            if row.get("type") == "footer":
                break
            total.update(raw)
            if number > 1:
                found[self._checked(number, row)] += 1
        if (found["node"], found["edge"], total.hexdigest()) != (
            self.footer.nodes,
            self.footer.edges,
            self.footer.sha256,
        ):
            raise InvalidInput(
                self.path.name, "its lines", "those that its footer counts: the file was changed or damaged"
            )

    def rows(self, scope: str) -> Iterator[dict[str, Any]]:
        """Every node, then every edge, as the statements that write them want them.

        Args:
            scope: the name that they shall have.
        """
        token = term("scope", scope)
        for number, raw in enumerate(self._raw()):
            row = _row(raw)
            if row.get("type") == "footer":
                return
            if number:
                yield self._row(row, scope, token)

    def _raw(self) -> Iterator[bytes]:
        with self.path.open("rb") as file:
            yield from file

    def _checked(self, number: int, row: Mapping[str, Any]) -> str:
        try:
            self._row(row, self.header.scope, _SCOPE_TOKEN)
            fits = _node_fits(row) if row["type"] == "node" else row["type"] == "edge" and _edge_fits(row)
        except (LookupError, TypeError, AttributeError):
            fits = False
        except InvalidInput as error:
            raise InvalidInput(f"{self.path.name}, line {number}, {error.field}", error.value, error.allowed) from None
        if not fits:
            raise InvalidInput(f"{self.path.name}, line {number}", row, "a node or an edge as an export writes it")
        return str(row["type"])

    def _row(self, row: Mapping[str, Any], scope: str, token: str) -> dict[str, Any]:
        properties: dict[str, Any] = {}
        times: dict[str, str] = {}
        for name, told in row["properties"].items():
            value, time = from_json(name, told)
            if time is not None:
                times[name] = time
            elif carries_scope(name):
                properties[name] = " ".join(token if each == _SCOPE_TOKEN else each for each in value.split(" "))
            else:
                properties[name] = value
        if row["type"] == "edge":
            ends = {"source": row["source"], "target": row["target"]}
            return {"type": row["edge"], **ends, "properties": properties, "times": times}
        made = {"family": row["family"], "key": row["key"], "labels": row["labels"], "times": times}
        if row["family"] == "Scope":
            properties["name"] = scope
        if "states" in row:
            properties["states"] = from_json("states", row["states"])[0]
        vector = row.get("embedding")
        packed_up = None if vector is None else unpacked(vector, self.header.dimension or 0)
        return {**made, "properties": properties, "embedding": packed_up, "embedded": "embedding" in row}


def _header(name: str, row: Mapping[str, Any]) -> Header:
    if row.get("format") != FORMAT:
        raise InvalidInput(name, row, "an export of kg")
    if row.get("version") != VERSION:
        raise InvalidInput(f"{name}, version", row.get("version"), f"version {VERSION}; a newer kg wrote this file")
    made = row.get("schema")
    if not isinstance(made, int) or isinstance(made, bool) or made < OLDEST_SCHEMA:
        allowed = f"a schema from {OLDEST_SCHEMA} on; open the graph with this kg, and export it anew"
        raise InvalidInput(f"{name}, schema", made, allowed)
    if made > schema.newest():
        raise SchemaTooNew(f"{name} was written from schema {made}, this kg knows {schema.newest()}; upgrade kg")
    embedder, dimension, scope = row.get("embedder"), row.get("dimension"), row.get("scope")
    told = isinstance(embedder, str | None) and isinstance(row.get("embeddings"), bool) and isinstance(scope, str)
    if not told or not (dimension is None or _count(dimension)) or "\0" in str(scope):
        raise InvalidInput(f"{name}, header", row, "a header as an export writes it")
    return Header(VERSION, made, str(scope), embedder, dimension, row["embeddings"])


def _footer(name: str, row: Mapping[str, Any]) -> Footer:
    if not (_count(row.get("nodes")) and _count(row.get("edges")) and isinstance(row.get("sha256"), str)):
        raise InvalidInput(f"{name}, footer", row, "a footer as an export writes it")
    return Footer(row["nodes"], row["edges"], row["sha256"])


def _count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _node_fits(row: Mapping[str, Any]) -> bool:
    """Whether a node is of one family, with its key and nothing that would put it elsewhere."""
    family, key, labels = row["family"], row["key"], row["labels"]
    named = all(isinstance(part, str) and whole(part) == part for part in key)
    fits = isinstance(key, list) and isinstance(labels, list) and len(key) == FAMILIES[family][1]
    of_one = set(labels) <= LABELS and FAMILIES.keys() & set(labels) == {family}
    # What a property says must not take the node out of the scope that it is written to.
    return fits and named and of_one and not _TAKEN & row["properties"].keys()


def _edge_fits(row: Mapping[str, Any]) -> bool:
    """Whether an edge is of a known type, between the keys of two families that have edges."""
    ends = (row["source"], row["target"])
    named = all(isinstance(part, str) and whole(part) == part for end in ends for part in end)
    fits = all(isinstance(end, list) and len(end) == FAMILIES[end[0]][1] + 1 for end in ends)
    return fits and named and row["edge"] in TYPES


def _row(raw: bytes) -> dict[str, Any]:
    """The object of a line; an empty one where it is none."""
    try:
        value = json.loads(raw.decode())
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
