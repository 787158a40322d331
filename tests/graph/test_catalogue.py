"""The catalogue agrees with what is kept elsewhere: migrations, the style sheet, neomodel models and packages."""

from __future__ import annotations

import re
from pathlib import Path

from kg.graph import models
from kg.graph.catalogue import (
    EDGE_TYPES,
    GLOBAL_LABELS,
    NODE_FAMILIES,
    NODE_LABELS,
    NODES,
    RELATIONSHIPS,
    browser_style,
)

ROOT = Path(__file__).parent.parent.parent
CONSTRAINT = re.compile(r"FOR \(n:(\w+)\) REQUIRE (.+?) IS UNIQUE")


def test_keys_are_the_constraints_of_the_migrations() -> None:
    constraints = {}
    for path in (ROOT / "cypher" / "schema").glob("*.cypher"):
        for label, key in CONSTRAINT.findall(path.read_text(encoding="utf-8")):
            constraints[label] = tuple(name for name in re.findall(r"n\.(\w+)", key) if name != "scope")
    keys = {node.label: node.key for node in NODES if node.key is not None}
    assert {label: key for label, key in constraints.items() if label not in GLOBAL_LABELS} == keys


def test_the_style_sheet_is_the_one_of_the_catalogue() -> None:
    path = ROOT / "cypher" / "browser" / "style.grass"
    assert path.read_text(encoding="utf-8") == browser_style(), "run `python docs/tables.py`"


def test_labels_and_types_are_unique() -> None:
    assert len({node.label for node in NODES}) == len(NODES)
    assert len({kind.type for kind in RELATIONSHIPS}) == len(RELATIONSHIPS) == len(EDGE_TYPES)
    assert NODE_FAMILIES.keys() <= NODE_LABELS


def test_every_label_of_a_scope_has_a_model() -> None:
    modelled = {model.__label__ for name in models.__all__ if hasattr(model := getattr(models, name), "__label__")}
    assert modelled >= NODE_LABELS


def test_owners_are_packages() -> None:
    assert {node.owner for node in NODES} <= {path.name for path in (ROOT / "kg").iterdir() if path.is_dir()}
