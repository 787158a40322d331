"""Saved queries and the style: they run, read their scope alone, are told of, and leave nothing without a colour."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

from kg import Memory
from kg.browser import CHAPTERS, Kit, saved
from kg.graph import Graph, statements
from kg.knowledge.batch_names import LABELS
from kg.memories.memory_store import LABELS as KEPT

ROOT = Path(__file__).parent.parent.parent
EXPLORE = sorted((ROOT / "cypher" / "browser").glob("*.cypher"))
BAD_OPERATORS = ("AllNodesScan", "CartesianProduct", "NodeByLabelScan", "UnionNodeByLabelsScan", "NodeIndexScan")


def operators(plan: dict[str, Any]) -> Iterator[str]:
    yield plan["operatorType"]
    for child in plan.get("children", []):
        yield from operators(child)


@pytest.mark.parametrize("path", EXPLORE, ids=lambda path: path.stem)
def test_a_saved_query_finds_something_and_reads_only_its_scope(
    path: Path, filled: Memory, kit: Kit, driver: neo4j.Driver
) -> None:
    statement = statements.load(f"browser/{path.stem}")
    assert statement.guarded
    assert statement.access == "read"
    assert statement.needed() == {"scope", *statement.params}
    params = {name: kit.parameters[name] for name in statement.params}
    if "days" in params:
        params["days"] = 9999
    rows = filled.graph.run(statement.name, **params)
    assert rows
    assert rows[0].keys() == statement.returns.split(", ")
    planned = statement.text.replace("CYPHER 25", "CYPHER 25 EXPLAIN", 1)
    plan = driver.execute_query(planned, {**params, "scope": filled.scope}).summary.plan
    assert plan
    assert [name for name in operators(plan) if name.startswith(BAD_OPERATORS)] == []
    assert driver.execute_query(statement.text, {**params, "scope": "nobody"}).records == []


def test_all_saved_queries_are_in_a_chapter_and_can_be_opened_from_an_address() -> None:
    assert sorted(query.name for query in saved()) == [path.stem for path in EXPLORE]
    assert len(EXPLORE) == sum(map(len, CHAPTERS.values()))
    # Browser cuts what an address gives it at either of these.
    assert [query.name for query in saved() if re.search("[&#]", query.text)] == []
    assert [query.name for query in saved() if query.params.keys() != query.examples.keys()] == []


def test_saved_queries_are_listed_and_say_how_to_set_their_parameters() -> None:
    page = (ROOT / "docs" / "explore.md").read_text(encoding="utf-8")
    for path in EXPLORE:
        statement = statements.load(f"browser/{path.stem}")
        wanted = ["scope", *statement.params]
        row = re.search(rf"^\| `{path.name}` \| .* \| (.*) \|$", page, re.MULTILINE)
        assert row, path.name
        assert re.findall(r"`(\w+)`", row[1]) == wanted
        assert re.findall(r"^// first, in Browser: :param (\w+) => ", statement.text, re.MULTILINE) == wanted
    assert set(re.findall(r"`(\w+\.cypher)`", page)) == {path.name for path in EXPLORE}


def test_parameters_are_those_of_the_scope(filled: Memory, kit: Kit) -> None:
    assert kit.parameters["scope"] == filled.scope
    assert filled.facts.get(str(kit.parameters["id"]))
    assert filled.history(str(kit.parameters["session"]))
    assert kit.parameters["name"] in ("uma", "jun")


def test_an_empty_scope_has_the_examples_of_the_files(connect: Any) -> None:
    empty = Kit.of(connect().graph, user="neo4j", browser="http://127.0.0.1:7474/browser/")
    assert empty.parameters["session"] == "telegram:garden-club"
    assert empty.parameters["limit"] == 25


# The style


def style() -> tuple[dict[str, str], dict[str, str]]:
    """Rule by label, rule by relationship type, in the order of the file."""
    text = (ROOT / "cypher" / "browser" / "style.grass").read_text(encoding="utf-8")
    assert text.count("{\n") == text.count("}\n")
    found = re.findall(r"^(node|relationship)\.(\w+) \{(.*?)^\}", text, re.MULTILINE | re.DOTALL)
    nodes, edges = ({name: rule for what, name, rule in found if what == of} for of in ("node", "relationship"))
    return nodes, edges


def written() -> tuple[set[str], set[str]]:
    """Labels and relationship types that statements name, and the labels that they are given."""
    labels, types = {*LABELS.values(), *KEPT.values()}, set()
    for path in (ROOT / "cypher").rglob("*.cypher"):
        if path.parent.name in ("browser", "schema"):
            continue
        text = re.sub(r"^\s*//(?!\?).*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for found in re.findall(r"(?:\(\w*|\b(?:SET|REMOVE) \w+)((?::[A-Z]\w+)+)", text):
            labels.update(found.strip(":").split(":"))
        for found in re.findall(r"\[\w*:([A-Z_|]+)", text):
            types.update(found.split("|"))
    return labels, types


def test_every_label_and_type_that_is_written_has_a_style() -> None:
    nodes, edges = style()
    labels, types = written()
    assert (set(nodes), set(edges)) == (labels, types)
    for rule in nodes.values():
        assert {"diameter", "color", "border-color", "text-color-internal", "caption"} <= set(
            re.findall(r"[\w-]+(?=:)", rule)
        )


def test_captions_name_what_is_there(filled: Memory, driver: neo4j.Driver) -> None:
    nodes, edges = style()
    assert all("{name}" in nodes[label] for label in ("Person", "Event", "Session", *LABELS.values(), *KEPT.values()))
    assert all("{text}" in nodes[label] for label in ("Fact", "Folded"))
    assert "{relationship}" in edges["CONNECTED"]
    rows = driver.execute_query(
        "MATCH (node) WHERE node.scope = $scope RETURN DISTINCT labels(node) AS labels, keys(node) AS keys",
        scope=filled.scope,
    ).records
    unnamed = set()
    for row in rows:
        label = max(row["labels"], key=list(nodes).index)
        unnamed |= {label for key in re.findall(r"\{(\w+)\}", nodes[label]) if key not in row["keys"]}
    assert unnamed == set()


def test_what_is_on_everything_comes_first() -> None:
    """Browser takes the last rule that fits."""
    order = list(style()[0])
    assert order[0] == "Memory"
    assert all(order.index("Entity") < order.index(label) for label in LABELS.values())
    assert all(order.index("Kept") < order.index(label) for label in KEPT.values())


@pytest.mark.parametrize(
    "label", ["Person", "Event", "Fact", "CoreEntry", "Summary", "Reflection", "SleepRun", "Proposals", "Kept"]
)
def test_names_can_be_read_on_their_colours(label: str) -> None:
    """The contrast that the W3C asks for of text, 4.5 to 1."""
    rule = style()[0][label]
    colours = [re.search(rf"\b{name}: #(\w{{6}})", rule) for name in ("(?<!-)color", "text-color-internal")]
    light, dark = sorted((_luminance(found[1]) for found in colours if found), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_kit_takes_a_handle_on_the_graph_alone(filled: Memory) -> None:
    graph = Graph(filled.graph.connection, filled.scope)
    Kit.of(graph, user="neo4j", browser="http://127.0.0.1:7474/browser/")
    assert graph.trips == 4
