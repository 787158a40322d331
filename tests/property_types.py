"""Write `kg/transfer/property_types.json` from the neomodel models: `python -m tests.property_types`."""

from __future__ import annotations

import inspect
import json
from typing import Any

import neomodel
from neomodel import StructuredNode
from neomodel.sync_.relationship_manager import RelationshipDefinition

from kg.graph import models
from kg.graph.catalogue import NODE_FAMILIES
from kg.transfer.property_types import PATH

_TYPES = {
    neomodel.StringProperty: "text",
    neomodel.IntegerProperty: "integer",
    neomodel.FloatProperty: "number",
    neomodel.BooleanProperty: "boolean",
    neomodel.DateTimeNeo4jFormatProperty: "time",
}
# neomodel has no type for these.
_NOT_MODELLED = {"TrustEdge": {"sittings": "spans"}}
_KEYS = {"scope"}


def property_types() -> str:
    """Return the text of the file."""
    nodes: dict[str, dict[str, str]] = {family: {**_NOT_MODELLED.get(family, {})} for family in NODE_FAMILIES}
    edges: dict[str, dict[str, str]] = {}
    for model in vars(models).values():
        if not inspect.isclass(model) or not issubclass(model, StructuredNode) or model is StructuredNode:
            continue
        for family in NODE_FAMILIES.keys() & set(model.inherited_labels()):
            nodes[family] |= _types(model)
        for one in model.defined_properties(properties=False, aliases=False).values():
            assert isinstance(one, RelationshipDefinition)
            of_edge = one.definition["model"]
            edges.setdefault(one.definition["relation_type"], {}).update(_types(of_edge) if of_edge else {})
    return json.dumps({"nodes": nodes, "edges": edges}, indent=1, sort_keys=True) + "\n"


def _types(model: Any) -> dict[str, str]:
    defined = model.defined_properties(aliases=False, rels=False)
    named = {one.db_property or name: one for name, one in defined.items()}
    return {name: _type(one) for name, one in named.items() if name not in _KEYS}


def _type(one: Any) -> str:
    if isinstance(one, neomodel.ArrayProperty):
        return f"list of {_TYPES[type(one.base_property)]}"
    return _TYPES[type(one)]


if __name__ == "__main__":
    PATH.write_text(property_types())
