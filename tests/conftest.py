"""One real server for the session, a fresh scope for each test, a clock that the test moves."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import neo4j
import pytest
from pydantic import SecretStr

from kg import Event, Memory, Settings
from kg.clock import FixedClock
from kg.language.hashing import HashingEmbedder
from tests.support import T0

# A database answers when it can, and an example may share what a test has opened. What guards a landing finds nothing by luck.
hypothesis.settings.register_profile(
    "kg",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture, hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("kg")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests of the heavy extras run only where they are asked for: `make test-extras`."""
    if config.getoption("markexpr"):
        return
    chosen = [item for item in items if "extras" not in item.keywords]
    config.hook.pytest_deselected(items=[item for item in items if "extras" in item.keywords])
    items[:] = chosen


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class SharedServer:
    """Where tests run in several processes, the one that hands them out starts the server, and stops it at the end."""

    def __init__(self) -> None:
        self.started = contextlib.ExitStack()
        self.environment: dict[str, str] | None = None

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a process that is about to start where the server is."""
        if self.environment is None:
            home = Path(self.started.enter_context(tempfile.TemporaryDirectory(prefix="kg-server-")))
            self.environment = self.started.enter_context(contextlib.contextmanager(_server)(home))
        node.workerinput["server"] = self.environment

    def pytest_unconfigure(self) -> None:
        self.started.close()


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(SharedServer())


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment of a real Neo4j: one for all processes of this run."""
    shared = getattr(request.config, "workerinput", {}).get("server")
    if shared:
        yield shared
    else:
        yield from _server(tmp_path_factory.mktemp("server"))


def _server(home: Path) -> Iterator[dict[str, str]]:
    """KG_NEO4J_URI's, else one in Docker, else kg's own, started and stopped here."""
    if uri := os.environ.get("KG_NEO4J_URI"):
        yield {name: value for name, value in os.environ.items() if name.startswith("KG_NEO4J_")} | {
            "KG_NEO4J_URI": uri
        }
    elif _docker_answers():
        yield from _docker()
    else:
        yield from _local(home)


def _docker_answers() -> bool:
    if shutil.which("docker") is None:
        return False
    return subprocess.run(["docker", "info"], capture_output=True, timeout=30, check=False).returncode == 0


def _docker() -> Iterator[dict[str, str]]:
    from testcontainers.neo4j import Neo4jContainer

    from kg.server import jars

    with Neo4jContainer(f"neo4j:{jars.read_lock().version}", password="only-for-tests") as container:
        yield {"KG_NEO4J_URI": container.get_connection_url(), "KG_NEO4J_PASSWORD": "only-for-tests"}


def _local(home: Path) -> Iterator[dict[str, str]]:
    from kg import server as local

    settings = Settings(data_dir=home, bolt_port=free_port(), http_port=free_port(), heap_mb=768, page_cache_mb=256)
    with pytest.MonkeyPatch.context() as patch:
        # A server that lives for minutes spends a quarter of its time on compiling what it never earns back.
        patch.setenv("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")
        local.up(settings)
    try:
        user, password = local.credentials(settings)
        yield {
            "KG_NEO4J_URI": f"bolt://127.0.0.1:{settings.bolt_port}",
            "KG_NEO4J_USER": user,
            "KG_NEO4J_PASSWORD": password,
        }
    finally:
        local.down(settings)


@pytest.fixture(scope="session")
def server_settings(server: dict[str, str]) -> Settings:
    """Settings of the session's server, for what is made once for many tests."""
    return Settings().model_copy(
        update={
            "neo4j_uri": server["KG_NEO4J_URI"],
            "neo4j_user": server.get("KG_NEO4J_USER", "neo4j"),
            "neo4j_password": SecretStr(server.get("KG_NEO4J_PASSWORD", "")),
        }
    )


@pytest.fixture
def environment(server: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The server's address and password in this test's environment, for settings and for commands."""
    for name, value in server.items():
        monkeypatch.setenv(name, value)
    return server


@pytest.fixture(scope="session")
def driver(server: dict[str, str]) -> Iterator[neo4j.Driver]:
    """The driver itself, for a look at the graph past everything that kg does."""
    auth = (server.get("KG_NEO4J_USER", "neo4j"), server.get("KG_NEO4J_PASSWORD", ""))
    with neo4j.GraphDatabase.driver(server["KG_NEO4J_URI"], auth=auth) as driver:
        yield driver


@pytest.fixture
def look(driver: neo4j.Driver, scope: str) -> Callable[..., list[neo4j.Record]]:
    """Ask the graph in Cypher; `$scope` is this test's."""

    def look(query: str, /, **parameters: Any) -> list[neo4j.Record]:
        return driver.execute_query(query, {"scope": scope} | parameters).records

    return look


@pytest.fixture
def settings(environment: dict[str, str]) -> Settings:
    return Settings()


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(T0)


@pytest.fixture
def scope() -> str:
    return f"test-{uuid.uuid4().hex[:12]}"


@pytest.fixture
def connect(scope: str, clock: FixedClock, settings: Settings) -> Iterator[Callable[..., Memory]]:
    """Open memories, in this test's scope or another; without a model, unless one is asked for. Scopes are erased afterwards."""
    opened: list[Memory] = []

    def open_memory(name: str = scope, **options: object) -> Memory:
        chosen = {"clock": clock, "settings": settings, "embedder": HashingEmbedder()} | options
        memory = Memory.connect(name, **chosen)  # type: ignore[arg-type]
        opened.append(memory)
        return memory

    yield open_memory
    for memory in opened:
        try:
            memory.forget(scope=True)
        finally:
            memory.close()


@pytest.fixture
def memory(connect: Callable[..., Memory]) -> Memory:
    return connect()


@pytest.fixture
def plain(connect: Callable[..., Memory], settings: Settings) -> Memory:
    """A memory that reads nothing out of texts, and so digests many of them at once: they are only made findable."""
    return connect(settings=settings.model_copy(update={"extractor": "none"}))


@pytest.fixture
def talk() -> Callable[..., list[Event]]:
    """Some messages of two people, a minute apart."""

    def talk(count: int = 12, session: str = "cli:1") -> list[Event]:
        return [
            Event(
                f"Message number {place} about topic {place % 3}",
                speaker=f"cli:p{place % 2}",
                session=session,
                at=T0 + dt.timedelta(minutes=place),
            )
            for place in range(count)
        ]

    return talk
