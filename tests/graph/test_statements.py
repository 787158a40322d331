"""Statements are files: each has a whole header, is held to a scope, and has a plan without scans."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any

import neo4j
import numpy as np
import pytest
from neo4j.vector import Vector

from kg import Memory
from kg.graph import statements
from kg.language.hashing import HashingEmbedder
from tests.servers import driver_of, own_server

ALL = statements.names()
VECTOR = Vector.from_numpy(np.full(64, 0.125, dtype=np.float32))
NOW = dt.datetime(2026, 3, 2, tzinfo=dt.UTC)
ENTITY = {
    "id": "entity-1",
    "label": "Place",
    "other_labels": ["Thing"],
    "properties": {"name": "Oslo"},
    "first": NOW,
    "last": NOW,
    "keys": [{"key": "oslo", "name": "Oslo", "terms": "s1"}],
    "vector": VECTOR,
    "embed": True,
}
FACT = {
    "id": "fact-1",
    "subject": "person-1",
    "object": "entity-1",
    "properties": {"text": "Ann lives in Oslo."},
    "state": {"status": "current"},
    "vector": VECTOR,
    "states": None,
    "superseded": [{"id": "fact-2", "at": NOW}],
    "evidence": [
        {"event": "event-1", "at": NOW, "order": "1", "said_from": None, "said_to": None}
        | {"start": 0, "end": 4, "confidence": 0.8}
    ],
}
RELATION = {
    "subject": "person-1",
    "object": "entity-1",
    "predicate": "lives_in",
    "type": "social",
    "strength": 0.5,
    "first_seen": NOW,
    "last_seen": NOW,
    "facts": ["fact-1"],
    "current": True,
}
EVENT = {
    "id": "event-1",
    "status": "complete",
    "error": None,
    "attempts": 0,
    "retry_at": None,
    "vector": VECTOR,
    "states": None,
    "terms": None,
    "passages": [{"id": "passage-1", "ordinal": 0, "text": "x", "start": 0, "end": 1, "terms": "s1", "vector": VECTOR}],
    "mentions": [
        {"entity": "entity-1", "count": 1, "spans": [0, 4], "forms": ["Oslo"], "types": ["place"], "ends": []}
    ],
    "topics": [{"id": "topic-1", "relevance": 0.5}],
}
STANDING = {"id": "trust-1", "person": "person-1", "signals": {"message_count": 1}, "score": 0.1, "tier": "stranger"}
THING = {"id": "summary-1", "label": "Summary", "properties": {"text": "Ann lives in Oslo."}, "vector": VECTOR} | {
    "states": None,
    "sources": ["event-1"],
    "about": ["entity-1"],
}
BRANCH = {"id": "summary-2", "key": "channel:cli", "name": "cli", "level": 1, "of": "cli"}
LEAF = {"id": "summary-1", "key": "session:cli:1", "name": "cli:1", "level": 0, "of": "cli:1", "of_kind": "session"} | {
    "revision": 0,
    "seen": 0,
    "covered": 10,
    "told": True,
    "parents": [BRANCH],
}
# A parameter means other things to some statements.
OF_ITS_OWN: dict[tuple[str, str], Any] = {
    ("knowledge/write", "events"): [EVENT],
    ("exchange/renew_page", "by"): "hashing 64",
    ("exchange/renew_store", "by"): "hashing 64",
    ("exchange/renew_switch", "by"): "hashing 64",
    ("exchange/rename_left", "labels"): [{"id": "entity-1", "label": "Place", "other_labels": ["Thing"]}],
    ("exchange/rename_left", "audits"): [{"id": "merge-1", "properties": {"reason": ""}}],
    ("exchange/rename_left", "told"): [{"entity": "entity-1", "key": "oslo", "audiences": None}],
    ("exchange/restate", "rows"): [{"id": "entity-1", "properties": {"name": "Oslo"}, "vector": VECTOR}],
    ("exchange/restand", "rows"): [
        {"id": "trust-1", "person": "person-1", "properties": {"message_count": 1}, "score": 0.1, "tier": "stranger"}
    ],
    ("exchange/said_still", "rows"): [{"word": "word", "query": "+terms:s1^0 +text:(word)"}],
    ("exchange/strike_asides", "marks"): ["mark-1"],
    ("exchange/strike_asides", "facts"): ["fact-1"],
    ("exchange/strike_asides", "ties"): [["person-1", "person-2"]],
    ("exchange/strike_summaries", "named"): ["entity-1"],
    ("exchange/strike_summaries", "sessions"): ["cli:1"],
    ("exchange/tidy", "sessions"): [
        {"id": "cli:1", "ids": ["event-1"], "speakers": ["cli:ann"], "replies": 0, "first": NOW, "last": NOW}
    ],
    ("exchange/unlinked", "sessions"): ["cli:1"],
    ("recall/candidates", "facts"): 10,
    ("exchange/cut_edges", "rows"): [
        {"type": "NEXT", "source": ["Memory", "event-1"], "target": ["Memory", "event-2"]}
    ],
    ("exchange/strike_nodes", "rows"): [{"family": "Memory", "key": ["event-1"]}],
    ("exchange/move_mark", "marks"): {"closed": True},
    ("exchange/put_edges", "rows"): [
        {
            "type": "NEXT",
            "source": ["Memory", "event-1"],
            "target": ["Memory", "event-2"],
            "properties": {},
            "times": {},
        }
    ],
    ("exchange/put_nodes", "rows"): [
        {
            "family": "Memory",
            "key": ["event-1"],
            "labels": ["Memory", "Event"],
            "properties": {},
            "times": {"at": "2026-03-02T00:00Z"},
        }
        | {"embedding": VECTOR}
    ],
    ("log/append", "speakers"): [],
    ("sleep/mark", "rows"): [{"id": "episode-1", "properties": {"studied": True}}],
    ("sleep/told", "rows"): [{"session": "cli:1", "told": 10}],
    ("tiers/put", "rows"): [THING],
    ("exchange/renew_store", "rows"): [{"id": "event-1", "vector": VECTOR, "states": None, "at": 0}],
    ("tiers/summary_leaves", "told"): 10,
    ("tiers/summary_take", "rows"): [LEAF],
}
SAMPLES: dict[str, Any] = {
    "scope": "plans",
    "vector": VECTOR,
    "query": "+terms:s1^0 +text:(word)",
    "kinds": ["event"],
    "audiences": ["shared"],
    "events": [],
    "sessions": [],
    "speakers": ["person-1"],
    "standings": [STANDING],
    "removed": [],
    "tokens": ["person:person-1"],
    "gone": [{"entity": "entity-1", "key": "oslo"}],
    "left": ["fact-1"],
    "trusts": ["trust-1"],
    "audits": ["merge-1"],
    "linked": False,
    "sections": ["scratch"],
    "long_before": NOW,
    "names": [
        {"n": 0, "key": "oslo", "id": None, "query": "+key:(oslo)", "vector": VECTOR, "predicates": ["lives_in"]}
    ],
    "entities": [ENTITY],
    "facts": [FACT],
    "relations": [RELATION],
    "topics": [{"id": "topic-1", "label": "rain", "audience": "shared", "terms": "s1", "vector": VECTOR}],
    "links": [{"one": "entity-1", "other": "entity-2", "confidence": 0.75, "how": "vector", "event": "event-1"}],
    "pairs": [{"keep": "fact-1", "absorb": "fact-2"}],
    "fact_vector": VECTOR,
    "fact_query": "+terms:s1^0 +text:(word)",
    "moment": NOW,
    **{key: ["x"] for key in ("keys", "people", "filed", "ids", "subjects", "objects", "statuses", "aliases", "older")},
    **{key: ["x"] for key in ("owners", "accounts", "heard", "named", "predicates", "heeded")},
    "called": [
        {
            "number": 0,
            "name": "Ann",
            "skeleton": "ann",
            "taken": False,
            "token": "q1",
            "account": "cli:ann",
            "account_token": "q2",
        }
    ],
    "properties": {"text": "Likes tea."},
    "ties": 8,
    "notes": 5,
    "most": 50,
    "quotes": 2,
    "longest": 300,
    "depth": 3,
    "shelves": [{"kind": "core", "since": NOW, "session": None, "limit": 5}],
    "summaries": ["summary-1"],
    "found": ["event-1"],
    "working": "working-1",
    "fresh": NOW,
    "whole": 25,
    "verbatim": 20,
    "renew": 3,
    "spans": [0, 4],
    "leaves": [{"summary": "summary-1", "kind": "session", "id": "cli:1", "until": 10}],
    "enough": 10,
    "reach": 400,
    "window": 200,
    "level": 1,
    "unsure": 0.3,
    "before": NOW,
    "k": 10,
    "around": 5,
    "last": 5,
    "limit": 5,
    "dimension": 64,
    "version": 1,
    "seconds": 1,
    "days": 7,
    "hops": 3,
    "least": 1,
    "start": 0,
    "done": 1,
    "marks": [
        {"id": "mark-1", "name": "positive", "kind": "positive", "severity": 0.0, "reason": "", "at": NOW, "by": None}
    ],
    "importance": 4,
    "rows": [
        {"id": "core-1", "label": "CoreEntry", "properties": {"kind": "core"}, "vector": VECTOR, "states": None}
        | {"sources": ["event-1"], "about": ["entity-1"]}
    ],
    "platform": "cli",
    "after": "",
    "by_name": ["entity"],
    "platform_id": "ann",
    "key": "ann",
    "received": 10,
    "given": 10,
    "by": ["person-1"],
    "rating": 0.5,
    "results": ["{}"],
    "items": ["{}"],
    **dict.fromkeys(
        ("now", "fresh", "until", "since", "ended", "lease_until", "at", "suspected_since", "muted_until"), NOW
    ),
}
BAD_OPERATORS = (
    "AllNodesScan",
    "CartesianProduct",
    "NodeByLabelScan",
    "UnionNodeByLabelsScan",
    "NodeIndexScan",
)
# Outside of what remembers; every other node is a :Memory beside its own label.
WITHOUT_MEMORY = {"Alias", "Audit", "Channel", "Identity", "Mark", "Proposals", "Receipt", "Session", "SleepRun"} | {
    "TokenUsage",
    "TrustEdge",
}
WEIGHT = """
UNWIND range(1, 200) AS number
CREATE (weight:$($labels))
FOREACH (property IN $properties | SET weight[property] = 'weight-' + CASE property WHEN 'scope' THEN '' ELSE number END)
"""
# What Neo4j says of a label, a relationship type or a property that does not exist.
MISSING_NAME = ("01N50", "01N51", "01N52")
# Two labels hold a handful of nodes for all scopes together.
SMALL = {"graph/ledger": "Migration"}


def test_headers_declare_what_the_texts_use() -> None:
    offenders: dict[str, list[str]] = {}
    for name in ALL:
        statement = statements.load(name)
        needed = statement.needed(statement.fragments) - {"scope"}
        problems = [f"${param} is used and not declared" for param in sorted(needed - set(statement.params))]
        problems += [f"${param} is declared and not used" for param in sorted(set(statement.params) - needed)]
        problems += [] if statement.returns else ["the header does not say what it returns"]
        problems += [] if statement.summary.endswith(".") else ["the summary is no sentence"]
        if problems:
            offenders[name] = problems
    assert offenders == {}


def test_scope_cannot_be_forgotten() -> None:
    loaded = [statements.load(name) for name in ALL]
    # A guarded statement uses $scope whatever its fragments; an exception says why.
    assert [one.name for one in loaded if one.guarded and "scope" not in one.needed()] == []
    headers = {one.name: one.text.split("\nCYPHER", 1)[0] for one in loaded if not one.guarded}
    assert [name for name, header in headers.items() if not re.search(r"// scope: none — \w+", header)] == []


def test_exceptions_to_the_scope_are_these() -> None:
    free = [name for name in ALL if not statements.load(name).guarded]
    assert free == [
        "bench/indexes",
        "digest/served",
        "graph/await_indexes",
        "graph/lock_schema",
        "graph/record_migration",
        "graph/underway",
        "graph/unlock_schema",
        "health/indexes",
    ]


def test_a_bundle_is_sent_in_one_map() -> None:
    header = "// Read.\n// access: read\n// scope: guarded\n// param ids: ids\n// param id: one\n// bundle: ids, last\n"
    text = "CYPHER 25\nUNWIND $ids AS id\nMATCH (n {scope: $scope, id: $id}) RETURN n\n  //?last LIMIT $last"
    statement = statements.parse("x", header + text)
    assert statement.needed() == {"scope", "ids", "id"}
    assert "UNWIND $bundle.ids AS id\nMATCH (n {scope: $scope, id: $id})" in statement.cypher()
    assert statement.values({"scope": "s", "ids": [], "id": "a"}) == {"scope": "s", "id": "a", "bundle": {"ids": []}}
    last = frozenset({"last"})
    assert "LIMIT $bundle.last" in statement.cypher(last)
    given = {"scope": "s", "ids": ["b"], "id": "a", "last": 1}
    assert statement.values(given) == {"scope": "s", "id": "a", "bundle": {"ids": ["b"], "last": 1}}
    assert [name for name in ALL if not statements.load(name).bundled <= set(statements.load(name).params)] == []


def test_no_cypher_in_python() -> None:
    verbs = re.compile(r"\b(MATCH \(|MERGE \(|UNWIND |DETACH DELETE|CALL db\.)")
    package = statements.home().parent / "kg"
    guilty = [path.name for path in package.rglob("*.py") if verbs.search(path.read_text(encoding="utf-8"))]
    assert sorted(guilty) == ["demonstration.py", "script.py"], "one query for people to paste, and an export in Cypher"


def test_an_unknown_statement_parameter_or_fragment_is_refused() -> None:
    with pytest.raises(KeyError):
        statements.load("no/such")
    history = statements.load("log/history")
    with pytest.raises(TypeError, match="needs"):
        history.check({"scope", "session"})
    with pytest.raises(TypeError, match="needs a fragment"):
        statements.load("knowledge/facts").check({"scope", "limit"})
    with pytest.raises(KeyError, match="no fragment"):
        history.cypher(frozenset({"nonsense"}))
    with pytest.raises(KeyError, match="header"):
        statements.parse("x", "RETURN 1")


def _plans() -> Iterator[tuple[str, frozenset[str]]]:
    for name in ALL:
        statement = statements.load(name)
        free = statement.fragments - statement.choices
        alone = [frozenset({one}) for one in sorted(statement.choices)]
        for choice in [*alone, statement.choices] if alone else [frozenset[str]()]:
            yield from ((name, choice | some) for some in dict.fromkeys([frozenset[str](), free]))
            yield from ((name, choice | {one}) for one in sorted(free) if len(free) > 1)


@pytest.fixture(scope="module")
def weighed() -> Iterator[neo4j.Driver]:
    """A server that holds many nodes of each label, as in use: in a nearly empty graph a scan is the cheapest plan."""
    with own_server() as settings, driver_of(settings) as driver:
        Memory.connect("plans", settings=settings, embedder=HashingEmbedder()).close()
        indexes = driver.execute_query(
            "SHOW RANGE INDEXES YIELD labelsOrTypes, properties WHERE size(properties) > 1"
        ).records
        for label in {row["labelsOrTypes"][0] for row in indexes}:
            properties = {name for row in indexes if row["labelsOrTypes"] == [label] for name in row["properties"]}
            labels = ["Weight", label] if label in WITHOUT_MEMORY else sorted({"Weight", "Memory", label})
            driver.execute_query(WEIGHT, labels=labels, properties=sorted(properties))
        driver.execute_query("CALL db.resampleOutdatedIndexes()")
        yield driver


@pytest.mark.slow
@pytest.mark.parametrize("area", sorted({name.split("/")[0] for name in ALL}))
def test_plans_begin_with_an_index_and_name_nothing_that_is_missing(area: str, weighed: neo4j.Driver) -> None:
    """A plan that names a label or property that no node has yet is made again as soon as one has: schema/007 makes them."""
    offenders: dict[str, list[str]] = {}
    for name, fragments in _plans():
        # SHOW commands have no plan.
        if name.split("/")[0] != area or name in {"bench/indexes", "health/indexes"}:
            continue
        summary = _explained(weighed, name, fragments)
        found = [
            f"{operator}: {details}"
            for operator, details in _operators(summary.plan)
            if operator.startswith(BAD_OPERATORS) and not (name in SMALL and SMALL[name] in details)
        ]
        found += [one.status_description for one in summary.gql_status_objects if one.gql_status in MISSING_NAME]
        if found:
            offenders[" ".join([name, *sorted(fragments)])] = found
    assert offenders == {}


@pytest.mark.slow
def test_a_bundle_has_one_plan_whatever_it_holds(weighed: neo4j.Driver) -> None:
    statement = statements.load("people/company")
    params = {param: SAMPLES.get(param, "x") for param in statement.needed()}
    lists = statement.bundled - {"session", "working"}
    emptied: list[dict[str, Any]] = [{}, {key: [] for key in lists}, {"session": None, "working": None}]
    weighed.execute_query("CALL db.clearQueryCaches()")
    for given in emptied:
        weighed.execute_query(statement.cypher(), parameters_=statement.values(params | given))
    [row] = weighed.execute_query("CALL db.clearQueryCaches()").records
    assert " 1 queries" in row[0]


def _explained(driver: neo4j.Driver, name: str, fragments: frozenset[str]) -> neo4j.ResultSummary:
    statement = statements.load(name)
    params = {param: OF_ITS_OWN.get((name, param), SAMPLES.get(param, "x")) for param in statement.needed(fragments)}
    text = statement.cypher(fragments)
    planned = text.replace("CYPHER 25\n", "CYPHER 25 EXPLAIN\n", 1) if "CYPHER 25" in text else f"EXPLAIN {text}"
    return driver.execute_query(planned, parameters_=statement.values(params)).summary


def _operators(plan: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield plan["operatorType"].split("@")[0], str(plan["args"].get("Details", ""))
    for child in plan.get("children", []):
        yield from _operators(child)
