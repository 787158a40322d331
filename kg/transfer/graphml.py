"""A scope as GraphML, for Gephi, networkx and whatever else draws and counts graphs. Vectors and bytes are left out.

GraphML wants its attributes declared before the graph, and they are known only when all of it was read: the graph goes into a
file of its own first, so that nothing but the names of the attributes is held.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from typing import IO, Any
from xml.sax.saxutils import escape, quoteattr

from kg.transfer.graph_shape import Edge, Node
from kg.transfer.json_values import iso

# What XML 1.0 cannot hold at all, however it is written.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    ' xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">\n'
)
_TYPES = {bool: "boolean", int: "long", float: "double"}


class _Attributes:
    """The attributes of nodes or edges: each has an id, and a type that fits all that it was given."""

    def __init__(self, of: str) -> None:
        self.of = of
        self._types: dict[str, str] = {}
        self._ids: dict[str, str] = {}

    def data(self, properties: Mapping[str, Any]) -> str:
        """The elements that tell these properties."""
        parts = []
        for name, value in properties.items():
            told = _text(value)
            if told is None:
                continue
            kind = _TYPES.get(type(value), "string")
            if self._types.setdefault(name, kind) != kind:
                self._types[name] = "string"
            key = self._ids.setdefault(name, f"{self.of[0]}{len(self._ids)}")
            parts.append(f'<data key="{key}">{_escaped(told)}</data>')
        return "".join(parts)

    def declared(self) -> str:
        """The elements that declare them."""
        return "".join(
            f'<key id="{key}" for="{self.of}" attr.name={quoteattr(name)} attr.type="{self._types[name]}"/>\n'
            for name, key in self._ids.items()
        )


def write(file: IO[bytes], nodes: Iterable[Node], edges: Iterable[Edge]) -> tuple[int, int]:
    """Write a graph; returns how many nodes and edges it has. An edge to a node that came later is left out.

    Args:
        file: takes UTF-8.
        nodes: all nodes.
        edges: all edges; asked for when the nodes are written.
    """
    of_nodes, of_edges = _Attributes("node"), _Attributes("edge")
    counts = [0, 0]
    with tempfile.TemporaryFile() as body:
        for node in nodes:
            told = {"label": _caption(node), "labels": "".join(f":{one}" for one in node.labels), **_apart(node)}
            body.write(f"<node id={_id(node.family, node.key)}>{of_nodes.data(told)}</node>\n".encode())
            counts[0] += 1
        for edge in edges:
            ends = f"source={_id(edge.source[0], edge.source[1:])} target={_id(edge.target[0], edge.target[1:])}"
            data = of_edges.data({"label": edge.type, **{n: v for n, v in edge.properties.items() if n != "label"}})
            body.write(f'<edge id="e{counts[1]}" {ends}>{data}</edge>\n'.encode())
            counts[1] += 1
        body.seek(0)
        file.write(f'{_HEAD}{of_nodes.declared()}{of_edges.declared()}<graph edgedefault="directed">\n'.encode())
        shutil.copyfileobj(body, file)
        file.write(b"</graph>\n</graphml>\n")
    return counts[0], counts[1]


def _caption(node: Node) -> str:
    return str(node.properties.get("name") or " ".join(node.key) or node.family)


def _apart(node: Node) -> dict[str, Any]:
    return {name: value for name, value in node.properties.items() if name not in ("label", "labels")}


def _id(family: str, key: Iterable[str]) -> str:
    """An id for this file, made of what XML allows in one."""
    told = "/".join([family, *key])
    return quoteattr(re.sub(r"[^\w.:-]", lambda found: f"_x{ord(found[0]):x}_", told))


def _text(value: Any) -> str | None:
    """A value as text; None for bytes, which tell a person nothing."""
    if isinstance(value, (bytes, bytearray)):
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (str, int, float)):
        return str(value)
    if isinstance(value, (list, tuple)):
        return json.dumps(
            [each if isinstance(each, (str, int, float)) else iso(each) for each in value], ensure_ascii=False
        )
    return iso(value)


def _escaped(text: str) -> str:
    return escape(_FORBIDDEN.sub("\ufffd", text), {"\r": "&#13;"})
