"""One real server for the session, a fresh scope for each test, a clock that the test moves."""

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
from kg.extraction import extractor as default_extractor
from kg.graph import Connection, Graph, schema
from kg.language.hashing_embedder import HashingEmbedder
from kg.language.token_counting import token_counter
from kg.opening import owner_set, place_of
from kg.protocols import Clock, Embedder, Extractor, FixedClock, LanguageModel, TokenCounter
from kg.types import identifiers
from tests.servers import own_server
from tests.support import T0

# A server that the tests start ends with them; one that is named stays, and is left as it was.
THROWN_AWAY = "KG_NEO4J_URI" not in os.environ

# A database answers when it can, and an example may share what a test has opened. What guards a landing finds nothing by luck.
hypothesis.settings.register_profile(
    "kg",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture, hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("kg")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark each test by its speed: `unit` without a server, `graph` with one; slow ones and those of extras are marked by hand.

    Slow tests and tests of the extras run only where they are asked for, by `-m` or the make targets.
    """
    for item in items:
        if not {"slow", "extras"} & set(item.keywords):
            item.add_marker("graph" if "server" in getattr(item, "fixturenames", ()) else "unit")
    if config.getoption("markexpr"):
        return
    left = [item for item in items if {"slow", "extras"} & set(item.keywords)]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in set(left)]


class SharedServer:
    """Where tests run in several processes, the one that hands them out starts the server, and stops it at the end."""

    def __init__(self) -> None:
        self.started = contextlib.ExitStack()
        self.environment: dict[str, str] | None = None

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a process that is about to start where the server is."""
        if self.environment is None:
            self.environment = self.started.enter_context(_server())
        node.workerinput["server"] = self.environment

    def pytest_unconfigure(self) -> None:
        self.started.close()


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(SharedServer())


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """The environment of a real Neo4j: one for all processes of this run."""
    shared = getattr(request.config, "workerinput", {}).get("server")
    if shared:
        yield shared
        return
    with _server() as environment:
        yield environment


@contextlib.contextmanager
def _server() -> Iterator[dict[str, str]]:
    """KG_NEO4J_URI's, else one in Docker, else kg's own, started and stopped here."""
    if uri := os.environ.get("KG_NEO4J_URI"):
        yield {name: value for name, value in os.environ.items() if name.startswith("KG_NEO4J_")} | {
            "KG_NEO4J_URI": uri
        }
    elif _docker_answers():
        yield from _docker()
    else:
        yield from _local()


def _docker_answers() -> bool:
    if shutil.which("docker") is None:
        return False
    return subprocess.run(["docker", "info"], capture_output=True, timeout=30, check=False).returncode == 0


def _docker() -> Iterator[dict[str, str]]:
    from testcontainers.neo4j import Neo4jContainer

    from kg.server import jars

    with Neo4jContainer(f"neo4j:{jars.read_lock().version}", password="only-for-tests") as container:
        yield {"KG_NEO4J_URI": container.get_connection_url(), "KG_NEO4J_PASSWORD": "only-for-tests"}


def _local() -> Iterator[dict[str, str]]:
    # Tests fill the graph and empty it all the time: plans would be made again for numbers that say nothing.
    config = {"dbms.cypher.min_replan_interval": "2h"}
    with own_server(heap_mb=1024, page_cache_mb=256, server_config=config) as settings:
        password = settings.neo4j_password
        assert password is not None
        yield {
            "KG_NEO4J_URI": str(settings.neo4j_uri),
            "KG_NEO4J_USER": settings.neo4j_user,
            "KG_NEO4J_PASSWORD": password.get_secret_value(),
        }


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


class SharedConnection(Connection):
    """The connection of all tests of a process: closing a memory leaves it open."""

    def close(self) -> None:
        """Do nothing; `end` closes it."""

    def end(self) -> None:
        """Give all connections back."""
        super().close()


# What a connection is made of: who gives other values gets a connection of their own.
CONNECTING = {name for name in Settings.model_fields if name.startswith("neo4j_")} | {"servers", "move_wait_s"}


@pytest.fixture(scope="session")
def connection(server_settings: Settings) -> Iterator[SharedConnection]:
    """One connection to a server whose schema is up to date."""
    place = place_of("tests", None, server_settings)
    made = SharedConnection(place.uri, place.user, place.password, server_settings)
    made.version()
    schema.ensure(Graph(made, "tests"), None, FixedClock(T0))
    yield made
    made.end()


@pytest.fixture
def open_memory(scope: str, clock: FixedClock, settings: Settings) -> Iterator[Callable[..., Memory]]:
    """Open memories as a user does, each with a connection of its own: for tests of opening, or of another server."""
    with contextlib.ExitStack() as opened:

        def open_memory(name: str = scope, **options: Any) -> Memory:
            chosen = {"clock": clock, "settings": settings, "embedder": HashingEmbedder()} | options
            memory = Memory.connect(name, **chosen)
            opened.callback(memory.close)
            if not THROWN_AWAY or chosen.get("uri") or chosen["settings"].servers:
                opened.callback(memory.forget, scope=True)
            return memory

        yield open_memory


@pytest.fixture
def connect(
    scope: str, clock: FixedClock, settings: Settings, request: pytest.FixtureRequest, connection: SharedConnection
) -> Iterator[Callable[..., Memory]]:
    """Build memories on the shared connection, in this test's scope or another; without a model, unless one is asked for.

    Options that need another connection open one. Scopes are erased afterwards where the server outlives the tests.
    """
    shared = settings.model_dump(include=CONNECTING)
    built: list[Memory] = []

    def connect(name: str = scope, **options: Any) -> Memory:
        chosen = {"clock": clock, "settings": settings, "embedder": HashingEmbedder()} | options
        alike = chosen["settings"].model_dump(include=CONNECTING) == shared
        if not alike or {"uri", "bookmarks"} & set(options) or chosen["settings"].llm_model:
            memory: Memory = request.getfixturevalue("open_memory")(name, **options)
            return memory
        built.append(build(connection, name, **chosen))
        return built[-1]

    yield connect
    if not THROWN_AWAY:
        for memory in built:
            memory.forget(scope=True)


def build(
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
    """A memory on a connection that is open already, whose schema was looked at."""
    return Memory(
        Graph(connection, identifiers.scope_name(scope)),
        settings,
        clock,
        embedder,
        tokens or token_counter(settings),
        owner_set(owner, settings),
        extractor or default_extractor(settings),
        llm,
    )


@pytest.fixture(scope="session")
def seed_memory(connection: SharedConnection, server_settings: Settings) -> Iterator[Callable[..., Memory]]:
    """Build memories that several tests read and none writes to, in a scope of their own, or in another's."""
    built: list[Memory] = []

    def seed_memory(name: str = "", **options: Any) -> Memory:
        chosen = {"clock": FixedClock(T0), "settings": server_settings, "embedder": HashingEmbedder()} | options
        built.append(build(connection, name or f"seeded-{uuid.uuid4().hex[:12]}", **chosen))
        return built[-1]

    yield seed_memory
    if not THROWN_AWAY:
        for memory in built:
            memory.forget(scope=True)


@pytest.fixture
def memory(connect: Callable[..., Memory]) -> Memory:
    return connect()


@pytest.fixture
def plain(connect: Callable[..., Memory], settings: Settings) -> Memory:
    """A memory that reads nothing out of texts, and so digests many of them at once: they are only made findable."""
    return connect(settings=settings.model_copy(update={"extractor": "none"}))


@pytest.fixture(scope="session")
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
