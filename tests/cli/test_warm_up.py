"""`kg warm` leaves only one receipt in the database."""

from __future__ import annotations

from collections.abc import Callable

import neo4j

from kg.cli.warm_up import SCOPE
from tests.cli.conftest import CommandResult


def count_nodes(driver: neo4j.Driver) -> list[tuple[list[str], int]]:
    rows = driver.execute_query(
        "MATCH (n) WHERE n.scope = $scope RETURN labels(n) AS labels, count(*) AS count", scope=SCOPE
    ).records
    return [(row["labels"], row["count"]) for row in rows]


def test_warm_up_leaves_one_receipt_even_after_an_interrupted_run(
    kg: Callable[..., CommandResult], driver: neo4j.Driver
) -> None:
    assert kg("warm").out.startswith("warmed up in ")
    assert count_nodes(driver) == [(["Receipt"], 1)]
    assert kg("log", "Left by a process that was killed.", "--session", "cli:1", "--scope", SCOPE).code == 0
    assert kg("warm", "--json").json["seconds"] > 0
    assert count_nodes(driver) == [(["Receipt"], 1)]
