"""Fixtures for all tests: one Neo4j server per session, a new scope and a fixed clock for each test."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import shutil
import subprocess
import uuid
from collections.abc import Callable, Collection, Iterator
from typing import Any

import hypothesis
import neo4j
import pytest
from pydantic import SecretStr

from kg import Event, Memory, Settings
from kg.extraction import create_extractor as default_extractor
from kg.graph import Connection, Graph, schema
from kg.graph.routing import scope_server
from kg.language.hashing_embedder import HashingEmbedder
from kg.language.token_counting import create_token_counter
from kg.protocols import Clock, Embedder, Extractor, FixedClock, LanguageModel, TokenCounter
from kg.runtime import Runtime, owner_identities
from kg.types import identifiers
from tests.servers import temporary_server
from tests.support import T0

# A server that the tests start is removed afterwards; on an existing one the test scopes are erased.
SERVER_IS_TEMPORARY = "KG_NEO4J_URI" not in os.environ

# No deadline, because the database has no fixed response time. Deterministic in CI. Examples may share function fixtures.
hypothesis.settings.register_profile(
    "kg",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture, hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("kg")


EXPLICIT_MARKS = {"slow", "extras", "adapters"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests without the server as `unit`, others as `graph`; slow tests and tests of extras have explicit marks.

    Slow tests and tests of extras run only if they are selected with `-m` or by a make target.
    """
    for item in items:
        if not EXPLICIT_MARKS & set(item.keywords):
            item.add_marker("graph" if "server" in getattr(item, "fixturenames", ()) else "unit")
    if config.getoption("markexpr"):
        return
    deselected = [item for item in items if EXPLICIT_MARKS & set(item.keywords)]
    config.hook.pytest_deselected(items=deselected)
    items[:] = [item for item in items if item not in set(deselected)]


class SharedServer:
    """Plugin that starts one server in the controlling process when tests run in several processes (pytest-xdist)."""

    def __init__(self) -> None:
        self.exit_stack = contextlib.ExitStack()
        self.environment: dict[str, str] | None = None

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Pass the address of the server to a worker process."""
        if self.environment is None:
            self.environment = self.exit_stack.enter_context(_provide_server())
        node.workerinput["server"] = self.environment

    def pytest_unconfigure(self) -> None:
        self.exit_stack.close()


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(SharedServer())


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """The environment variables of the Neo4j server that all processes of this run share."""
    shared = getattr(request.config, "workerinput", {}).get("server")
    if shared:
        yield shared
        return
    with _provide_server() as environment:
        yield environment


@contextlib.contextmanager
def _provide_server() -> Iterator[dict[str, str]]:
    """Provide the server of KG_NEO4J_URI, else a new one in Docker (unless TEST_SERVER is `local`), else a new local one."""
    if uri := os.environ.get("KG_NEO4J_URI"):
        yield {name: value for name, value in os.environ.items() if name.startswith("KG_NEO4J_")} | {
            "KG_NEO4J_URI": uri
        }
    elif _is_docker_available():
        yield from _run_docker_server()
    else:
        yield from _run_local_server()


def _is_docker_available() -> bool:
    if os.environ.get("TEST_SERVER") == "local" or shutil.which("docker") is None:
        return False
    return subprocess.run(["docker", "info"], capture_output=True, timeout=30, check=False).returncode == 0


def _run_docker_server() -> Iterator[dict[str, str]]:
    from testcontainers.neo4j import Neo4jContainer

    from kg.server import jars

    with Neo4jContainer(f"neo4j:{jars.read_lock().version}", password="only-for-tests") as container:
        yield {"KG_NEO4J_URI": container.get_connection_url(), "KG_NEO4J_PASSWORD": "only-for-tests"}


def _run_local_server() -> Iterator[dict[str, str]]:
    # Tests fill and empty the graph constantly, which would trigger useless replanning.
    config = {"dbms.cypher.min_replan_interval": "2h"}
    with temporary_server(heap_mb=1024, page_cache_mb=256, server_config=config) as settings:
        password = settings.neo4j_password
        assert password is not None
        yield {
            "KG_NEO4J_URI": str(settings.neo4j_uri),
            "KG_NEO4J_USER": settings.neo4j_user,
            "KG_NEO4J_PASSWORD": password.get_secret_value(),
        }


@pytest.fixture(scope="session")
def server_settings(server: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings of the session's server, for session fixtures."""
    return Settings().model_copy(
        update={
            "data_dir": tmp_path_factory.mktemp("data"),
            "neo4j_uri": server["KG_NEO4J_URI"],
            "neo4j_user": server.get("KG_NEO4J_USER", "neo4j"),
            "neo4j_password": SecretStr(server.get("KG_NEO4J_PASSWORD", "")),
        }
    )


@pytest.fixture
def environment(server: dict[str, str], server_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Set the server's address and password, and a data directory, in the environment of this test."""
    monkeypatch.setenv("KG_DATA_DIR", str(server_settings.data_dir))
    for name, value in server.items():
        monkeypatch.setenv(name, value)
    return server


@pytest.fixture(scope="session")
def driver(server: dict[str, str]) -> Iterator[neo4j.Driver]:
    """A plain Neo4j driver, to query the graph independently of kg."""
    auth = (server.get("KG_NEO4J_USER", "neo4j"), server.get("KG_NEO4J_PASSWORD", ""))
    with neo4j.GraphDatabase.driver(server["KG_NEO4J_URI"], auth=auth) as driver:
        yield driver


@pytest.fixture
def look(driver: neo4j.Driver, scope: str) -> Callable[..., list[neo4j.Record]]:
    """Return a function that runs a Cypher query; `$scope` is the scope of this test."""

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


class SharedConnection(Connection):
    """A connection that all tests of a process share; closing a memory does not close it."""

    def close(self) -> None:
        """Do nothing; see `close_all`."""

    def close_all(self) -> None:
        """Close the connection."""
        super().close()


# Settings that a connection depends on; a memory with other values gets a separate connection.
CONNECTION_SETTINGS = {name for name in Settings.model_fields if name.startswith("neo4j_")} | {"servers", "move_wait_s"}


@pytest.fixture(scope="session")
def connection(server_settings: Settings) -> Iterator[SharedConnection]:
    """A shared connection to the server, with an up-to-date schema."""
    address = scope_server("tests", None, server_settings)
    shared = SharedConnection(address.uri, address.user, address.password, server_settings)
    shared.version()
    schema.ensure_schema(Graph(shared, "tests"), None, FixedClock(T0))
    yield shared
    shared.close_all()


@pytest.fixture
def open_memory(scope: str, clock: FixedClock, settings: Settings) -> Iterator[Callable[..., Memory]]:
    """Return a function that opens memories with separate connections, for tests of opening or of another server."""
    with contextlib.ExitStack() as opened:

        def open_memory(name: str = scope, **options: Any) -> Memory:
            options_ = {"clock": clock, "settings": settings, "embedder": HashingEmbedder()} | options
            memory = Memory.connect(name, **options_)
            opened.callback(memory.close)
            if not SERVER_IS_TEMPORARY or options_.get("uri") or options_["settings"].servers:
                opened.callback(memory.forget, scope=True)
            return memory

        yield open_memory


@pytest.fixture
def connect(
    scope: str, clock: FixedClock, settings: Settings, request: pytest.FixtureRequest, connection: SharedConnection
) -> Iterator[Callable[..., Memory]]:
    """Return a function that builds memories on the shared connection, by default in this test's scope and without a model.

    Options that need another connection open one. Scopes are erased afterwards if the server is not temporary.
    """
    shared = settings.model_dump(include=CONNECTION_SETTINGS)
    built: list[Memory] = []

    def connect(name: str = scope, **options: Any) -> Memory:
        options_ = {"clock": clock, "settings": settings, "embedder": HashingEmbedder()} | options
        same_connection = options_["settings"].model_dump(include=CONNECTION_SETTINGS) == shared
        if not same_connection or {"uri", "bookmarks"} & set(options) or options_["settings"].llm_model:
            memory: Memory = request.getfixturevalue("open_memory")(name, **options)
            return memory
        built.append(build_memory(connection, name, **options_))
        return built[-1]

    yield connect
    if not SERVER_IS_TEMPORARY:
        for memory in built:
            memory.forget(scope=True)


def build_memory(
    connection: Connection,
    scope: str,
    *,
    clock: Clock,
    settings: Settings,
    embedder: Embedder,
    tokens: TokenCounter | None = None,
    extractor: Extractor | None = None,
    llm: LanguageModel | None = None,
    owner: str | Collection[str] | None = None,
) -> Memory:
    """Build a memory on an open connection with an up-to-date schema."""
    return Memory(
        Runtime(
            graph=Graph(connection, identifiers.validate_scope(scope)),
            settings=settings,
            clock=clock,
            embedder=embedder,
            tokens=tokens or create_token_counter(settings),
            owners=owner_identities(owner, settings),
            extractor=extractor or default_extractor(settings),
            llm=llm,
        )
    )


@pytest.fixture(scope="session")
def seed_memory(connection: SharedConnection, server_settings: Settings) -> Iterator[Callable[..., Memory]]:
    """Return a function that builds read-only memories for several tests, in a new scope or a named one."""
    built: list[Memory] = []

    def seed_memory(name: str = "", **options: Any) -> Memory:
        options_ = {"clock": FixedClock(T0), "settings": server_settings, "embedder": HashingEmbedder()} | options
        built.append(build_memory(connection, name or f"seeded-{uuid.uuid4().hex[:12]}", **options_))
        return built[-1]

    yield seed_memory
    if not SERVER_IS_TEMPORARY:
        for memory in built:
            memory.forget(scope=True)


@pytest.fixture
def memory(connect: Callable[..., Memory]) -> Memory:
    return connect()


@pytest.fixture
def plain(connect: Callable[..., Memory], settings: Settings) -> Memory:
    """A memory without extraction, which digests many texts quickly and only indexes them."""
    return connect(settings=settings.model_copy(update={"extractor": "none"}))


@pytest.fixture(scope="session")
def talk() -> Callable[..., list[Event]]:
    """Return a function that builds messages of two people, one minute apart."""

    def talk(count: int = 12, session: str = "cli:1") -> list[Event]:
        return [
            Event(
                f"Message number {index} about topic {index % 3}",
                speaker=f"cli:p{index % 2}",
                session=session,
                at=T0 + dt.timedelta(minutes=index),
            )
            for index in range(count)
        ]

    return talk
