"""The proxy hands on faithfully, until it is told to spoil connections."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from kg.bench.proxy import Proxy


@pytest.fixture
def echo() -> Iterator[int]:
    """The port of a server that answers what it is told."""
    listening = socket.create_server(("127.0.0.1", 0))

    def answer(end: socket.socket) -> None:
        with end:
            while said := end.recv(1000):
                end.sendall(said)

    def listen() -> None:
        while True:
            try:
                end, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=answer, args=(end,), daemon=True).start()

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    yield listening.getsockname()[1]
    listening.shutdown(socket.SHUT_RDWR)
    listening.close()
    thread.join(10)


@pytest.fixture
def proxy(echo: int) -> Iterator[Proxy]:
    with Proxy("127.0.0.1", echo) as one:
        yield one


def dial(proxy: Proxy) -> socket.socket:
    return socket.create_connection(("127.0.0.1", proxy.port), timeout=10)


def ask(end: socket.socket, said: bytes = b"hello") -> bytes:
    end.sendall(said)
    return end.recv(1000)


def test_it_hands_on_both_ways(proxy: Proxy) -> None:
    with dial(proxy) as one, dial(proxy) as two:
        assert (ask(one), ask(two, b"you"), ask(one, b"again")) == (b"hello", b"you", b"again")


def test_it_hangs_up_on_everybody(proxy: Proxy) -> None:
    with dial(proxy) as one, dial(proxy) as two:
        assert ask(one) == ask(two) == b"hello"
        assert proxy.cut() == 2
        assert (one.recv(10), two.recv(10)) == (b"", b"")
    with dial(proxy) as fresh:
        assert ask(fresh) == b"hello"


def test_half_of_one_answer_and_no_more(proxy: Proxy) -> None:
    with dial(proxy) as one:
        proxy.halve()
        assert ask(one, b"12345678") == b"1234"
        assert one.recv(10) == b""
    with dial(proxy) as fresh:
        assert ask(fresh, b"12345678") == b"12345678"


def test_it_is_slow_until_it_is_healed(proxy: Proxy) -> None:
    with dial(proxy) as one:
        proxy.delay(0.1)
        start = time.monotonic()
        assert ask(one) == b"hello"
        assert time.monotonic() - start >= 0.2
        proxy.heal()
        assert ask(one) == b"hello"


def test_it_refuses(proxy: Proxy) -> None:
    proxy.refuse(True)
    with dial(proxy) as one:
        assert one.recv(10) == b""
    proxy.heal()
    with dial(proxy) as one:
        assert ask(one) == b"hello"


def test_nobody_behind_it_is_hung_up_on() -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    with Proxy("127.0.0.1", port) as proxy, dial(proxy) as one:
        assert one.recv(10) == b""
