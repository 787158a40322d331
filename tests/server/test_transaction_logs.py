"""The transaction logs of a local server are purged, and its data stays."""

from __future__ import annotations

from pathlib import Path

import neo4j
import pytest

from kg.errors import ServerError
from kg.graph import load_statement
from kg.server import purge_transaction_logs, server_credentials, server_status, start_server, stop_server
from kg.settings import Settings

FILL_LOGS = load_statement("maintenance/fill_logs").cypher()
WORD = "zanzibar-77-quonset"
# Neo4j compresses shorter texts, and cuts longer ones.
SECRET = f"The password of the vault is {WORD}. " * 4


def files_with(folder: Path, text: str) -> list[str]:
    return sorted(file.name for file in folder.rglob("neostore.transaction.db.*") if text.encode() in file.read_bytes())


def test_a_server_that_does_not_run_is_refused(settings: Settings) -> None:
    with pytest.raises(ServerError, match="not running"):
        purge_transaction_logs(settings, FILL_LOGS)


@pytest.mark.slow
def test_erased_text_is_in_no_log_afterwards(settings: Settings) -> None:
    settings = settings.model_copy(update={"heap_mb": 512, "page_cache_mb": 64})
    start_server(settings)
    try:

        def run(query: str, **parameters: object) -> list[neo4j.Record]:
            with neo4j.GraphDatabase.driver(
                str(server_status(settings).bolt), auth=server_credentials(settings)
            ) as driver:
                return driver.execute_query(query, parameters).records

        run("CREATE (:Message {text: $text}), (:Message {text: 'stays'})", text=SECRET)
        run("MATCH (m:Message {text: $text}) DELETE m", text=SECRET)
        home = server_status(settings).home
        assert files_with(home, WORD)
        purged = purge_transaction_logs(settings, FILL_LOGS)
        assert (purged.files > 0, purged.bytes > 0) == (True, True)
        assert files_with(home, WORD) == []
        assert [row["text"] for row in run("MATCH (m:Message) RETURN m.text AS text")] == ["stays"]
    finally:
        stop_server(settings)
