"""Connection errors become errors of kg that say what to do and never contain the password."""

from __future__ import annotations

import socket
import threading
import traceback
from collections.abc import Callable, Iterator

import pytest
from neo4j import exceptions as driver_errors

from kg import Memory, Settings
from kg.errors import ConnectionFailed, InvalidInput, KgError, ServerError
from kg.graph import Connection, statements
from kg.graph.connection import check_version, translate_driver_errors
from kg.language.hashing_embedder import HashingEmbedder
from tests.servers import free_port

SECRET = "not-the-password-of-anything"


def open_at(uri: str, **options: object) -> Memory:
    settings = Settings(neo4j_user="nobody", neo4j_password=SECRET, neo4j_timeout_s=2, **options)
    return Memory.connect("unreachable", uri=uri, settings=settings, embedder=HashingEmbedder())


def test_a_refused_connection_names_the_remedy() -> None:
    with pytest.raises(ConnectionFailed, match=r"no answer from bolt://127\.0\.0\.1:\d+.*kg up"):
        open_at(f"bolt://127.0.0.1:{free_port()}")


def test_a_wrong_login_is_refused_without_showing_the_password(server: dict[str, str]) -> None:
    with pytest.raises(ConnectionFailed, match="KG_NEO4J_PASSWORD") as caught:
        open_at(server["KG_NEO4J_URI"])
    assert SECRET not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize(
    "uri",
    ["http://localhost:7474", "localhost:7687", "bolt:/x", "bolt://", "bolt://h:99999", "bolt://h:p", " ", "neo4j"],
)
def test_an_unknown_scheme_is_refused_with_the_allowed_ones(uri: str) -> None:
    with pytest.raises(InvalidInput, match=r"bolt, .*neo4j\+ssc") as caught:
        open_at(uri)
    assert (caught.value.field, caught.value.value) == ("uri", uri)


@pytest.mark.parametrize("scheme", ["bolt", "http"])
def test_an_address_that_contains_a_password_is_refused_without_showing_it(scheme: str) -> None:
    with pytest.raises(InvalidInput, match="KG_NEO4J_PASSWORD") as caught:
        open_at(f"{scheme}://nobody:{SECRET}@127.0.0.1:7687")
    assert SECRET not in "".join(traceback.format_exception(caught.value))
    assert SECRET not in repr(vars(caught.value))


@pytest.fixture
def silent_port() -> Iterator[int]:
    """The port of a listener that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.mark.slow
def test_a_server_that_never_answers_times_out(silent_port: int) -> None:
    with pytest.raises(ConnectionFailed):
        open_at(f"bolt://127.0.0.1:{silent_port}")


def test_a_server_that_is_not_a_database_raises_connection_failed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def hang_up() -> None:
            other, _ = listener.accept()
            other.recv(1024)
            other.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            other.close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        with pytest.raises(ConnectionFailed):
            open_at(f"bolt://127.0.0.1:{listener.getsockname()[1]}")
        thread.join(timeout=30)


def test_a_missing_database_raises_kg_error(server: dict[str, str], settings: Settings) -> None:
    other = settings.model_copy(update={"neo4j_database": "nowhere"})
    with pytest.raises(KgError, match="nowhere"):
        Memory.connect("x", settings=other, embedder=HashingEmbedder())


@pytest.mark.parametrize(
    ("agent", "version"),
    [
        ("Neo4j/2026.02.0", "2026.02.0"),
        ("Neo4j/2026.08.1", "2026.08.1"),
        ("Neo4j/2026.10.0", "2026.10.0"),
        ("Neo4j/2027.01.0-drop4.0", "2027.01.0-drop4.0"),
    ],
)
def test_versions_that_filter_in_the_vector_index_are_accepted(agent: str, version: str) -> None:
    assert check_version(agent) == version


@pytest.mark.parametrize("agent", ["Neo4j/2026.01.9", "Neo4j/2025.12.1", "Neo4j/5.26.0", "Neo4j/4.4.40", "Other", ""])
def test_older_versions_are_refused_with_the_minimum(agent: str) -> None:
    with pytest.raises(ServerError, match=r"needs Neo4j 2026\.02 or newer"):
        check_version(agent)


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (driver_errors.AuthError("no"), ConnectionFailed),
        (driver_errors.ServiceUnavailable("gone"), ConnectionFailed),
        (driver_errors.SessionExpired("gone"), ConnectionFailed),
        (ConnectionResetError("reset"), ConnectionFailed),
        (TimeoutError("late"), ConnectionFailed),
        (driver_errors.ConfigurationError("bad"), ConnectionFailed),
        (driver_errors.CypherSyntaxError("typo"), KgError),
        (driver_errors.DriverError("closed"), KgError),
    ],
)
def test_driver_errors_are_translated_and_kept_as_cause(raised: Exception, expected: type[KgError]) -> None:
    with pytest.raises(expected) as caught, translate_driver_errors("bolt://somewhere", "events/append"):
        raise raised
    assert type(caught.value) is expected
    assert caught.value.__cause__ is raised


def test_other_errors_are_not_translated() -> None:
    with pytest.raises(ZeroDivisionError), translate_driver_errors("bolt://somewhere"):
        raise ZeroDivisionError


def test_a_closed_memory_raises_an_error(connect: Callable[..., Memory], settings: Settings) -> None:
    memory = Memory.connect("closed", settings=settings, embedder=HashingEmbedder())
    memory.close()
    memory.close()
    with pytest.raises(KgError, match=r"(?i)closed"):
        memory.search("anything")


def test_a_statement_declared_as_read_cannot_write(server: dict[str, str], settings: Settings) -> None:
    text = "// Claims to read.\n// access: read\n// scope: none — a test\n// returns: nothing\nCREATE (:ReadOnly)"
    password = settings.neo4j_password.get_secret_value() if settings.neo4j_password else ""
    connection = Connection(server["KG_NEO4J_URI"], settings.neo4j_user, password, settings)
    try:
        with pytest.raises(KgError, match=r"(?i)read access mode"):
            connection.run(statements.parse_statement("test/lies", text), {}, frozenset())
    finally:
        connection.close()


def test_every_write_is_visible_to_the_next_read(memory: Memory) -> None:
    for place in range(20):
        memory.log([{"text": f"line {place}", "session": "cli:1"}])
        assert memory.history("cli:1", last=1)[0].text == f"line {place}"
