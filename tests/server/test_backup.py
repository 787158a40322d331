"""Backup and restore of the local server as docs/service.md describes them: stop, copy the folder, restore it elsewhere."""

from __future__ import annotations

import re
import tarfile
from pathlib import Path

import neo4j
import pytest
from pydantic import SecretStr

from kg import Event, Memory, Settings
from kg import server as local_server
from kg.language.hashing_embedder import HashingEmbedder
from tests.servers import free_port, temporary_server
from tests.support import T0

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "service.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_copied_folder_restores_every_scope_and_the_password(tmp_path: Path) -> None:
    archive, restored = tmp_path / "kg.tar", tmp_path / "restored"
    with temporary_server() as settings:
        for scope in ("one", "two"):
            with Memory.connect(scope, settings=settings, embedder=HashingEmbedder()) as memory:
                memory.log(
                    [Event(f"Scope {scope} keeps the boat in Ghent.", speaker="cli:ann", id=f"e-{scope}", at=T0)]
                )
                memory.digest()
        before = read_graph(settings)
        local_server.stop_server(settings)
        with tarfile.open(archive, "w") as tar:
            tar.add(settings.data_dir, arcname=".")
        copied = settings
    with tarfile.open(archive) as tar:
        tar.extractall(restored, filter="data")
    moved = copied.model_copy(
        update={
            "data_dir": restored,
            "bolt_port": free_port(),
            "http_port": free_port(),
            "neo4j_uri": None,
            "neo4j_password": None,
        }
    )
    status = local_server.start_server(moved)
    try:
        user, password = local_server.server_credentials(moved)
        moved = moved.model_copy(
            update={"neo4j_uri": status.bolt, "neo4j_user": user, "neo4j_password": SecretStr(password)}
        )
        assert SecretStr(password) == copied.neo4j_password
        assert read_graph(moved) == before
        with Memory.connect("two", settings=moved, embedder=HashingEmbedder()) as memory:
            assert "e-two" in [hit.id for hit in memory.search("Where is the boat?")]
            assert memory.health().healthy
            memory.log([Event("It is in Bruges now.", speaker="cli:ann", at=T0)])
    finally:
        local_server.stop_server(moved)


def read_graph(settings: Settings) -> list[tuple[str, int]]:
    """Return the number of nodes and edges of each kind in the whole database."""
    assert settings.neo4j_password is not None
    auth = (settings.neo4j_user, settings.neo4j_password.get_secret_value())
    nodes = "MATCH (n) UNWIND labels(n) AS kind RETURN kind, count(*) AS count"
    query = f"{nodes} UNION ALL MATCH ()-[r]->() RETURN type(r) AS kind, count(*) AS count"
    with neo4j.GraphDatabase.driver(str(settings.neo4j_uri), auth=auth) as driver:
        return sorted((row["kind"], row["count"]) for row in driver.execute_query(query).records)


def test_the_page_names_services_and_commands_that_exist() -> None:
    compose = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    services = set(
        re.findall(r"^  (\w+):$", compose.partition("\nservices:\n")[2].partition("\nvolumes:")[0], re.MULTILINE)
    )
    assert services == {"neo4j", "worker", "kg"}
    called = re.findall(r"docker compose run --rm (?:--\S+ (?:\"\S+\" )?)*(\w+)", PAGE)
    assert called
    assert set(called) <= services
    assert compose.count("healthcheck:") == 2
