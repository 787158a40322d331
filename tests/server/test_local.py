"""The real server on free ports; the tests share a few starts."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import neo4j
import psutil
import pytest

from kg.errors import ServerError
from kg.server import ServerStatus, server_credentials, server_status, start_server, stop_server
from kg.server.process import ServerHome
from kg.settings import Settings
from tests.servers import free_port

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """A new server, started by two concurrent calls."""
    settings = Settings(
        data_dir=tmp_path_factory.mktemp("local") / "a folder",
        bolt_port=free_port(),
        http_port=free_port(),
        heap_mb=512,
        page_cache_mb=64,
    )
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(start_server, [settings, settings])
    assert first == second
    yield settings
    stop_server(settings)


def run(local: Settings, query: str, database: str = "neo4j", **parameters: object) -> list[neo4j.Record]:
    with neo4j.GraphDatabase.driver(str(server_status(local).bolt), auth=server_credentials(local)) as driver:
        return driver.execute_query(query, parameters, database_=database).records


def test_the_initial_password_is_refused(local: Settings) -> None:
    uri = str(server_status(local).bolt)
    with (
        neo4j.GraphDatabase.driver(uri, auth=("neo4j", "neo4j")) as driver,
        pytest.raises(neo4j.exceptions.AuthError),
    ):
        driver.verify_connectivity()


def test_status_has_the_addresses(local: Settings) -> None:
    found = server_status(local)
    assert found == ServerStatus(
        running=True,
        pid=found.pid,
        bolt=f"bolt://127.0.0.1:{local.bolt_port}",
        browser=f"http://127.0.0.1:{local.http_port}/browser/",
        home=local.data_dir / "neo4j",
        log=local.data_dir / "neo4j" / "server.log",
        version=found.version,
    )
    [component] = run(
        local,
        "CALL dbms.components() YIELD name, versions, edition WITH * WHERE name = 'Neo4j Kernel' RETURN *",
    )
    assert (component["versions"], component["edition"]) == ([found.version], "community")


def test_a_second_start_returns_the_same_server(local: Settings) -> None:
    assert start_server(local) == server_status(local)


def test_only_the_loopback_interface_is_used(local: Settings) -> None:
    connections = psutil.Process(server_status(local).pid).net_connections("tcp")
    listening = {tuple(one.laddr) for one in connections if one.status == psutil.CONN_LISTEN}
    ports = {port for _, port in listening}
    assert {local.bolt_port, local.http_port} <= ports
    assert {address.removeprefix("::ffff:") for address, _ in listening} == {"127.0.0.1"}


def test_the_routing_address_is_its_own(local: Settings) -> None:
    """The routing table for neo4j:// clients must not have the default port."""
    uri = f"neo4j://127.0.0.1:{local.bolt_port}"
    with neo4j.GraphDatabase.driver(uri, auth=server_credentials(local)) as driver:
        assert driver.execute_query("RETURN 1 AS one").summary.server.address[1] == local.bolt_port


def test_neo4j_browser_is_served(local: Settings) -> None:
    with urllib.request.urlopen(str(server_status(local).browser), timeout=30) as answer:
        assert answer.status == 200
        assert b"Neo4j Browser" in answer.read()


def test_a_password_changed_elsewhere_is_reported(local: Settings) -> None:
    password_file = ServerHome.from_settings(local).password
    password = password_file.read_text()
    password_file.write_text("not the one\n")
    try:
        with pytest.raises(ServerError, match="does not accept the password in"):
            start_server(local)
    finally:
        password_file.write_text(password)
    assert start_server(local).running


def test_an_acknowledged_write_survives_a_kill(local: Settings) -> None:
    run(local, "UNWIND range(1, 1000) AS n CREATE (:Kept {n: n})")
    before = server_status(local)
    process = psutil.Process(before.pid)
    process.kill()
    process.wait(30)
    assert not server_status(local).running
    after = start_server(local)
    assert after.pid != before.pid
    [record] = run(local, "MATCH (k:Kept) RETURN count(k) AS kept")
    assert record["kept"] == 1000


def test_stop_server_ends_the_process(local: Settings) -> None:
    pid = server_status(local).pid
    assert stop_server(local) is True
    assert pid is not None
    assert not psutil.pid_exists(pid)
    assert not server_status(local).running
    assert stop_server(local) is False
    assert "Stopped." in ServerHome.from_settings(local).log.read_text()
