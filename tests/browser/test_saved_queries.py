"""Saved queries have results, read only their scope and are documented; the style covers all labels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

from kg import Memory
from kg.browser import CHAPTERS, BrowserKit, list_saved_queries
from kg.graph import Graph, statements
from kg.graph.catalogue import ENTITY_LABELS
from kg.graph.catalogue import MEMORY_LABELS as KEPT

ROOT = Path(__file__).parent.parent.parent
QUERY_FILES = sorted((ROOT / "cypher" / "browser").glob("*.cypher"))
BAD_OPERATORS = ("AllNodesScan", "CartesianProduct", "NodeByLabelScan", "UnionNodeByLabelsScan", "NodeIndexScan")


def operators(plan: dict[str, Any]) -> Iterator[str]:
    yield plan["operatorType"]
    for child in plan.get("children", []):
        yield from operators(child)


@pytest.mark.slow
@pytest.mark.parametrize("path", QUERY_FILES, ids=lambda path: path.stem)
def test_a_saved_query_has_results_and_reads_only_its_scope(
    path: Path, filled_memory: Memory, kit: BrowserKit, driver: neo4j.Driver
) -> None:
    statement = statements.load_statement(f"browser/{path.stem}")
    assert statement.guarded
    assert statement.access == "read"
    assert statement.needed() == {"scope", *statement.params}
    params = {name: kit.parameters[name] for name in statement.params}
    if "days" in params:
        params["days"] = 9999
    rows = filled_memory.graph.run(statement.name, **params)
    assert rows
    assert rows[0].keys() == statement.returns.split(", ")
    explained = statement.text.replace("CYPHER 25", "CYPHER 25 EXPLAIN", 1)
    plan = driver.execute_query(explained, {**params, "scope": filled_memory.scope}).summary.plan
    assert plan
    assert [name for name in operators(plan) if name.startswith(BAD_OPERATORS)] == []
    assert driver.execute_query(statement.text, {**params, "scope": "nobody"}).records == []


def test_all_saved_queries_are_in_a_chapter_and_can_be_opened_by_address() -> None:
    assert sorted(query.name for query in list_saved_queries()) == [path.stem for path in QUERY_FILES]
    assert len(QUERY_FILES) == sum(map(len, CHAPTERS.values()))
    # Browser truncates an address at either of these.
    assert [query.name for query in list_saved_queries() if re.search("[&#]", query.text)] == []
    assert [query.name for query in list_saved_queries() if query.params.keys() != query.examples.keys()] == []


def test_saved_queries_are_documented_with_their_parameters() -> None:
    page = (ROOT / "docs" / "browser.md").read_text(encoding="utf-8")
    for path in QUERY_FILES:
        statement = statements.load_statement(f"browser/{path.stem}")
        parameters = ["scope", *statement.params]
        row = re.search(rf"^\| `{path.name}` \| .* \| (.*) \|$", page, re.MULTILINE)
        assert row, path.name
        assert re.findall(r"`(\w+)`", row[1]) == parameters
        assert re.findall(r"^// first, in Browser: :param (\w+) => ", statement.text, re.MULTILINE) == parameters
    assert set(re.findall(r"`(\w+\.cypher)`", page)) == {path.name for path in QUERY_FILES}


@pytest.mark.slow
def test_parameters_have_results_in_the_scope(filled_memory: Memory, kit: BrowserKit) -> None:
    assert kit.parameters["scope"] == filled_memory.scope
    assert filled_memory.facts.get(str(kit.parameters["id"]))
    assert filled_memory.history(str(kit.parameters["session"]))
    assert kit.parameters["name"] in ("uma", "jun")


def test_parameters_of_an_empty_scope_are_the_examples(connect: Any) -> None:
    empty = BrowserKit.for_graph(connect().graph, user="neo4j", browser="http://127.0.0.1:7474/browser/")
    assert empty.parameters["session"] == "telegram:garden-club"
    assert empty.parameters["limit"] == 25


# The style


def style() -> tuple[dict[str, str], dict[str, str]]:
    """Return the rules by label and by relationship type, in the order of the file."""
    text = (ROOT / "cypher" / "browser" / "style.grass").read_text(encoding="utf-8")
    assert text.count("{\n") == text.count("}\n")
    found = re.findall(r"^(node|relationship)\.(\w+) \{(.*?)^\}", text, re.MULTILINE | re.DOTALL)
    nodes, edges = ({name: rule for what, name, rule in found if what == of} for of in ("node", "relationship"))
    return nodes, edges


def used_labels_and_types() -> tuple[set[str], set[str]]:
    """Return the labels and relationship types that statements use."""
    labels, types = {*ENTITY_LABELS.values(), *KEPT.values()}, set()
    for path in (ROOT / "cypher").rglob("*.cypher"):
        if path.parent.name in ("browser", "schema") or path.name.startswith("graphiti_"):
            continue
        text = re.sub(r"^\s*//(?!\?).*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for found in re.findall(r"(?:\(\w*|\b(?:SET|REMOVE) \w+)((?::[A-Z]\w+)+)", text):
            labels.update(found.strip(":").split(":"))
        for found in re.findall(r"\[\w*:([A-Z_|]+)", text):
            types.update(found.split("|"))
    return labels, types


def test_every_label_and_type_has_a_style() -> None:
    nodes, edges = style()
    labels, types = used_labels_and_types()
    assert (set(nodes), set(edges)) == (labels, types)
    for rule in nodes.values():
        assert {"diameter", "color", "border-color", "text-color-internal", "caption"} <= set(
            re.findall(r"[\w-]+(?=:)", rule)
        )


@pytest.mark.slow
def test_captions_use_existing_properties(filled_memory: Memory, driver: neo4j.Driver) -> None:
    nodes, edges = style()
    assert all(
        "{name}" in nodes[label] for label in ("Person", "Event", "Session", *ENTITY_LABELS.values(), *KEPT.values())
    )
    assert all("{text}" in nodes[label] for label in ("Fact", "Folded"))
    assert "{relationship}" in edges["CONNECTED"]
    rows = driver.execute_query(
        "MATCH (node) WHERE node.scope = $scope RETURN DISTINCT labels(node) AS labels, keys(node) AS keys",
        scope=filled_memory.scope,
    ).records
    missing = set()
    for row in rows:
        label = max(row["labels"], key=list(nodes).index)
        missing |= {label for key in re.findall(r"\{(\w+)\}", nodes[label]) if key not in row["keys"]}
    assert missing == set()


def test_rules_of_general_labels_come_first() -> None:
    """Browser applies the last rule that matches."""
    order = list(style()[0])
    memory_labels = ("Event", "Passage", "Entity", "Note", "Fact", "Topic", "Kept")
    assert all(order.index("Memory") < order.index(label) for label in memory_labels)
    assert all(order.index("Entity") < order.index(label) for label in ENTITY_LABELS.values())
    assert all(order.index("Kept") < order.index(label) for label in KEPT.values())


@pytest.mark.parametrize(
    "label", ["Person", "Event", "Fact", "CoreEntry", "Summary", "Reflection", "SleepRun", "Proposals", "Kept"]
)
def test_captions_have_sufficient_contrast(label: str) -> None:
    """The minimum contrast of text in WCAG is 4.5 to 1."""
    rule = style()[0][label]
    colours = [re.search(rf"\b{name}: #(\w{{6}})", rule) for name in ("(?<!-)color", "text-color-internal")]
    light, dark = sorted((_luminance(found[1]) for found in colours if found), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.slow
def test_the_configuration_needs_only_a_graph(filled_memory: Memory) -> None:
    graph = Graph(filled_memory.graph.connection, filled_memory.scope)
    BrowserKit.for_graph(graph, user="neo4j", browser="http://127.0.0.1:7474/browser/")
    assert graph.trips == 4
