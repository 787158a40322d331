"""Tests of the proxy: it forwards data until a fault is injected."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from kg.bench.proxy import FaultProxy


@pytest.fixture
def echo_server_port() -> Iterator[int]:
    """Run an echo server and return its port."""
    listener = socket.create_server(("127.0.0.1", 0))

    def answer(socket_: socket.socket) -> None:
        with socket_:
            while data := socket_.recv(1000):
                socket_.sendall(data)

    def listen() -> None:
        while True:
            try:
                socket_, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=answer, args=(socket_,), daemon=True).start()

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    yield listener.getsockname()[1]
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join(10)


@pytest.fixture
def proxy(echo_server_port: int) -> Iterator[FaultProxy]:
    with FaultProxy("127.0.0.1", echo_server_port) as first:
        yield first


def connect(proxy: FaultProxy) -> socket.socket:
    return socket.create_connection(("127.0.0.1", proxy.port), timeout=10)


def exchange(socket_: socket.socket, data: bytes = b"hello") -> bytes:
    socket_.sendall(data)
    return socket_.recv(1000)


def test_data_is_forwarded_in_both_directions(proxy: FaultProxy) -> None:
    with connect(proxy) as first, connect(proxy) as second:
        assert (exchange(first), exchange(second, b"you"), exchange(first, b"again")) == (b"hello", b"you", b"again")


def test_cut_closes_all_connections(proxy: FaultProxy) -> None:
    with connect(proxy) as first, connect(proxy) as second:
        assert exchange(first) == exchange(second) == b"hello"
        assert proxy.cut() == 2
        assert (first.recv(10), second.recv(10)) == (b"", b"")
    with connect(proxy) as third:
        assert exchange(third) == b"hello"


def test_only_one_answer_is_truncated(proxy: FaultProxy) -> None:
    with connect(proxy) as first:
        proxy.truncate_next_answer()
        assert exchange(first, b"12345678") == b"1234"
        assert first.recv(10) == b""
    with connect(proxy) as third:
        assert exchange(third, b"12345678") == b"12345678"


def test_delay_lasts_until_restore(proxy: FaultProxy) -> None:
    with connect(proxy) as first:
        proxy.delay(0.1)
        start = time.monotonic()
        assert exchange(first) == b"hello"
        assert time.monotonic() - start >= 0.2
        proxy.restore()
        assert exchange(first) == b"hello"


def test_connections_are_refused_until_restore(proxy: FaultProxy) -> None:
    proxy.refuse(True)
    with connect(proxy) as first:
        assert first.recv(10) == b""
    proxy.restore()
    with connect(proxy) as first:
        assert exchange(first) == b"hello"


def test_connections_are_closed_if_the_server_is_down() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed_server:
        port = closed_server.getsockname()[1]
    with FaultProxy("127.0.0.1", port) as proxy, connect(proxy) as first:
        assert first.recv(10) == b""
