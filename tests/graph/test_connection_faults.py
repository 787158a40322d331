"""Interrupted connections: safe requests are retried, others raise an error, and nothing is written twice."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest

from kg import Event, Memory, Settings
from kg.errors import ConnectionFailed
from kg.graph import statements
from tests.support import T0

# A message of Bolt that commits: a chunk of two bytes, a structure without fields, the end of the message.
COMMIT = b"\x00\x02\xb0\x12\x00\x00"
RUN = b"\xb3\x10"


class Proxy:
    """A proxy that closes the connection at a chosen message."""

    def __init__(self, uri: str) -> None:
        parts = urlsplit(uri)
        self.behind = (parts.hostname or "", parts.port or 7687)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.uri = f"bolt://127.0.0.1:{self.listener.getsockname()[1]}"
        self.cut_at: bytes | None = None
        self.passed_on = False
        self.cuts = 0
        self._ends: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def cut(self, message: bytes, *, passed_on: bool) -> None:
        """Close the connection at the next such message, after or before passing it to the server."""
        self.cut_at, self.passed_on = message, passed_on

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = socket.create_connection(self.behind)
                self._ends += [client, server]
                for work in (self._to_server, self._to_client):
                    self._threads.append(threading.Thread(target=work, args=(client, server)))
                    self._threads[-1].start()

    def _to_server(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := client.recv(65_536):
                if self.cut_at and self.cut_at in data:
                    self.cut_at = None
                    self.cuts += 1
                    if self.passed_on:
                        # The server executes the message, but its answer is lost.
                        client.shutdown(socket.SHUT_RDWR)
                        server.sendall(data)
                        continue
                    break
                server.sendall(data)
        _close_sockets(client, server)

    def _to_client(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := server.recv(65_536):
                client.sendall(data)
        _close_sockets(client, server)

    def close(self) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        # A pool that is still open holds connections.
        _close_sockets(*self._ends)
        for thread in self._threads:
            thread.join(timeout=30)


def _close_sockets(*ends: socket.socket) -> None:
    for one in ends:
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()


@pytest.fixture
def proxy(server: dict[str, str]) -> Iterator[Proxy]:
    made = Proxy(server["KG_NEO4J_URI"])
    yield made
    made.close()


EVENT = [Event("The boat is blue.", session="cli:1", speaker="cli:ann", at=T0)]


@pytest.mark.slow
def test_a_write_interrupted_before_its_commit_is_retried(connect: Callable[..., Memory], proxy: Proxy) -> None:
    memory = connect(uri=proxy.uri)
    memory.history("cli:1")
    proxy.cut(RUN, passed_on=False)
    [name] = memory.log(EVENT)
    assert proxy.cuts == 1
    assert [event.id for event in memory.history("cli:1")] == [name]


@pytest.mark.slow
@pytest.mark.parametrize("passed_on", [False, True], ids=["before execution", "after execution"])
def test_a_commit_whose_answer_is_lost_raises_and_can_be_sent_again(
    connect: Callable[..., Memory], proxy: Proxy, passed_on: bool
) -> None:
    memory = connect(uri=proxy.uri)
    proxy.cut(COMMIT, passed_on=passed_on)
    with pytest.raises(ConnectionFailed):
        memory.log(EVENT)
    assert proxy.cuts == 1
    # The outcome is unknown to the client: sending it again is correct in both cases.
    [name] = memory.log(EVENT)
    assert [event.id for event in memory.history("cli:1")] == [name]


@pytest.mark.slow
def test_an_interrupted_read_is_retried(connect: Callable[..., Memory], proxy: Proxy) -> None:
    memory = connect(uri=proxy.uri)
    memory.log(EVENT)
    proxy.cut(RUN, passed_on=False)
    assert len(memory.history("cli:1")) == 1
    assert proxy.cuts == 1


def test_a_single_server_can_be_used_with_routing(
    connect: Callable[..., Memory], settings: Settings, server: dict[str, str]
) -> None:
    memory = connect(uri=server["KG_NEO4J_URI"].replace("bolt://", "neo4j://"))
    memory.log(EVENT)
    memory.digest()
    assert memory.search("boat").hits
    assert memory.graph.read_cypher("MATCH (n:Event {scope: $scope}) RETURN n.id", {}, timeout_s=30, max_rows=5).rows
    assert memory.bookmarks(), "reads wait for earlier writes"


def test_exactly_the_reading_statements_are_declared_as_read(connect: Callable[..., Memory]) -> None:
    """A statement is routed by its header; the server refuses a write that is declared as a read."""
    graph = connect().graph
    verbs = {"CREATE", "MERGE", "SET", "DELETE", "REMOVE"}
    for name in statements.statement_names():
        statement = statements.load_statement(name)
        text = statement.cypher(statement.fragments)
        lines = [line for line in text.splitlines() if not line.lstrip().startswith("//")]
        words = {word for line in lines for word in line.split()}
        writes = bool(words & verbs) or "CALL db.create" in text
        assert writes == (statement.access == "write") or name in {
            "graph/running_transactions",
            "graph/await_indexes",
        }, name
    assert graph.trips == 0
