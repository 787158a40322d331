"""Warming up: the main statements run once, and nothing of it stays but one receipt."""

from __future__ import annotations

from collections.abc import Callable

import neo4j

from kg.cli.warm_up import SCOPE
from tests.cli.conftest import Done


def left(driver: neo4j.Driver) -> list[tuple[list[str], int]]:
    rows = driver.execute_query(
        "MATCH (n) WHERE n.scope = $scope RETURN labels(n) AS labels, count(*) AS count", scope=SCOPE
    ).records
    return [(row["labels"], row["count"]) for row in rows]


def test_warming_up_leaves_one_receipt_whatever_was_there(kg: Callable[..., Done], driver: neo4j.Driver) -> None:
    assert kg("warm").out.startswith("warmed up in ")
    assert left(driver) == [(["Receipt"], 1)]
    assert kg("log", "Left by a process that was killed.", "--session", "cli:1", "--scope", SCOPE).code == 0
    assert kg("warm", "--json").json["seconds"] > 0
    assert left(driver) == [(["Receipt"], 1)]
