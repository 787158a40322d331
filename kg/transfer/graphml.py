"""Export of a scope as GraphML, for Gephi, networkx and other graph tools, without vectors and bytes.

GraphML declares its attributes before the graph, but they are known only after all nodes are read: the graph is written to a
temporary file first, so that only the attribute names are held in memory.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from typing import IO, Any
from xml.sax.saxutils import escape, quoteattr

from kg.transfer.graph_shape import GraphEdge, GraphNode
from kg.transfer.json_values import format_time

# Characters that XML 1.0 does not allow, even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    ' xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">\n'
)
_TYPES = {bool: "boolean", int: "long", float: "double"}


class _Attributes:
    """The attributes of nodes or edges: each has an id, and a type that fits all of its values."""

    def __init__(self, of: str) -> None:
        self.of = of
        self._types: dict[str, str] = {}
        self._ids: dict[str, str] = {}

    def render(self, properties: Mapping[str, Any]) -> str:
        """Return the data elements of these properties."""
        parts = []
        for name, value in properties.items():
            text = _text(value)
            if text is None:
                continue
            kind = _TYPES.get(type(value), "string")
            if self._types.setdefault(name, kind) != kind:
                self._types[name] = "string"
            key = self._ids.setdefault(name, f"{self.of[0]}{len(self._ids)}")
            parts.append(f'<data key="{key}">{_escape(text)}</data>')
        return "".join(parts)

    def declarations(self) -> str:
        """Return the elements that declare the attributes."""
        return "".join(
            f'<key id="{key}" for="{self.of}" attr.name={quoteattr(name)} attr.type="{self._types[name]}"/>\n'
            for name, key in self._ids.items()
        )


def write_graphml(file: IO[bytes], nodes: Iterable[GraphNode], edges: Iterable[GraphEdge]) -> tuple[int, int]:
    """Write a graph and return its numbers of nodes and edges.

    Args:
        file: the output, in UTF-8.
        nodes: all nodes.
        edges: all edges; iterated after the nodes are written.
    """
    node_attributes, edge_attributes = _Attributes("node"), _Attributes("edge")
    counts = [0, 0]
    with tempfile.TemporaryFile() as body:
        for node in nodes:
            properties = {
                "label": _caption(node),
                "labels": "".join(f":{one}" for one in node.labels),
                **_other_properties(node),
            }
            body.write(f"<node id={_id(node.family, node.key)}>{node_attributes.render(properties)}</node>\n".encode())
            counts[0] += 1
        for edge in edges:
            ends = f"source={_id(edge.source[0], edge.source[1:])} target={_id(edge.target[0], edge.target[1:])}"
            elements = edge_attributes.render(
                {"label": edge.type, **{n: v for n, v in edge.properties.items() if n != "label"}}
            )
            body.write(f'<edge id="e{counts[1]}" {ends}>{elements}</edge>\n'.encode())
            counts[1] += 1
        body.seek(0)
        file.write(
            f'{_HEAD}{node_attributes.declarations()}{edge_attributes.declarations()}<graph edgedefault="directed">\n'.encode()
        )
        shutil.copyfileobj(body, file)
        file.write(b"</graph>\n</graphml>\n")
    return counts[0], counts[1]


def _caption(node: GraphNode) -> str:
    return str(node.properties.get("name") or " ".join(node.key) or node.family)


def _other_properties(node: GraphNode) -> dict[str, Any]:
    return {name: value for name, value in node.properties.items() if name not in ("label", "labels")}


def _id(family: str, key: Iterable[str]) -> str:
    """Return an id within the file, of characters that XML allows in ids."""
    key_text = "/".join([family, *key])
    return quoteattr(re.sub(r"[^\w.:-]", lambda match: f"_x{ord(match[0]):x}_", key_text))


def _text(value: Any) -> str | None:
    """Return a value as text, or None for bytes."""
    if isinstance(value, (bytes, bytearray)):
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (str, int, float)):
        return str(value)
    if isinstance(value, (list, tuple)):
        return json.dumps(
            [each if isinstance(each, (str, int, float)) else format_time(each) for each in value], ensure_ascii=False
        )
    return format_time(value)


def _escape(text: str) -> str:
    return escape(_FORBIDDEN.sub("\ufffd", text), {"\r": "&#13;"})
