"""The real server, on free ports: one story of few starts."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import neo4j
import psutil
import pytest

from kg.errors import ServerError
from kg.server import ServerStatus, credentials, down, status, up
from kg.server.process import Home
from kg.settings import Settings
from tests.servers import free_port

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """A new server, started by two at once."""
    settings = Settings(
        data_dir=tmp_path_factory.mktemp("local") / "a folder",
        bolt_port=free_port(),
        http_port=free_port(),
        heap_mb=512,
        page_cache_mb=64,
    )
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(up, [settings, settings])
    assert first == second
    yield settings
    down(settings)


def run(local: Settings, query: str, database: str = "neo4j", **parameters: object) -> list[neo4j.Record]:
    with neo4j.GraphDatabase.driver(str(status(local).bolt), auth=credentials(local)) as driver:
        return driver.execute_query(query, parameters, database_=database).records


def test_first_password_is_no_longer_taken(local: Settings) -> None:
    uri = str(status(local).bolt)
    with (
        neo4j.GraphDatabase.driver(uri, auth=("neo4j", "neo4j")) as driver,
        pytest.raises(neo4j.exceptions.AuthError),
    ):
        driver.verify_connectivity()


def test_status_tells_where_it_is(local: Settings) -> None:
    found = status(local)
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


def test_up_again_is_the_same_server(local: Settings) -> None:
    assert up(local) == status(local)


def test_only_the_loopback_interface(local: Settings) -> None:
    connections = psutil.Process(status(local).pid).net_connections("tcp")
    listening = {tuple(one.laddr) for one in connections if one.status == psutil.CONN_LISTEN}
    ports = {port for _, port in listening}
    assert {local.bolt_port, local.http_port} <= ports
    assert {address.removeprefix("::ffff:") for address, _ in listening} == {"127.0.0.1"}


def test_routing_address_is_its_own(local: Settings) -> None:
    """A neo4j:// client asks the server where to go, and must not be sent to the default port."""
    uri = f"neo4j://127.0.0.1:{local.bolt_port}"
    with neo4j.GraphDatabase.driver(uri, auth=credentials(local)) as driver:
        assert driver.execute_query("RETURN 1 AS one").summary.server.address[1] == local.bolt_port


def test_browser_is_served(local: Settings) -> None:
    with urllib.request.urlopen(str(status(local).browser), timeout=30) as answer:
        assert answer.status == 200
        assert b"Neo4j Browser" in answer.read()


def test_password_changed_elsewhere_is_told(local: Settings) -> None:
    kept = Home.of(local).password
    right = kept.read_text()
    kept.write_text("not the one\n")
    try:
        with pytest.raises(ServerError, match="does not take the password in"):
            up(local)
    finally:
        kept.write_text(right)
    assert up(local).running


def test_acknowledged_write_survives_a_kill(local: Settings) -> None:
    run(local, "UNWIND range(1, 1000) AS n CREATE (:Kept {n: n})")
    before = status(local)
    process = psutil.Process(before.pid)
    process.kill()
    process.wait(30)
    assert not status(local).running
    after = up(local)
    assert after.pid != before.pid
    [record] = run(local, "MATCH (k:Kept) RETURN count(k) AS kept")
    assert record["kept"] == 1000


def test_down_stops_it(local: Settings) -> None:
    pid = status(local).pid
    assert down(local) is True
    assert pid is not None
    assert not psutil.pid_exists(pid)
    assert not status(local).running
    assert down(local) is False
    assert "Stopped." in Home.of(local).log.read_text()
