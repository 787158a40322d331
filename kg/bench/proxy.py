"""A TCP proxy that injects faults: it cuts, delays or refuses connections, or truncates an answer."""

from __future__ import annotations

import contextlib
import socket
import threading
from types import TracebackType
from typing import Self

_CHUNK = 65_536
_POLL_S = 0.2


class FaultProxy:
    """A proxy that listens on the loopback interface and forwards to one address; thread-safe.

    Attributes:
        port: the port that it listens on.
    """

    def __init__(self, host: str, port: int) -> None:
        """Start to listen.

        Args:
            host: host of the server.
            port: port of the server.
        """
        self._server = (host, port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(_POLL_S)
        self.port: int = self._listener.getsockname()[1]
        self._lock = threading.Lock()
        self._open_sockets: set[socket.socket] = set()
        self._forwarders: list[threading.Thread] = []
        self._delay_s = 0.0
        self._truncate_next = False
        self._refuse_connections = False
        self._closed = threading.Event()
        self._acceptor = threading.Thread(target=self._accept, name="kg-proxy", daemon=True)
        self._acceptor.start()

    def cut(self) -> int:
        """Close all connections; return their number."""
        with self._lock:
            sockets = list(self._open_sockets)
        for socket_ in sockets:
            _close_socket(socket_)
        return len(sockets) // 2

    def delay(self, seconds: float) -> None:
        """Delay each chunk of data by this many seconds; 0 ends the delay."""
        self._delay_s = seconds

    def truncate_next_answer(self) -> None:
        """Forward half of the next chunk of an answer, then close both sides, so that the outcome is unknown to the client."""
        self._truncate_next = True

    def refuse(self, refuse: bool) -> None:
        """Set whether new connections are closed at once."""
        self._refuse_connections = refuse

    def restore(self) -> None:
        """End all faults."""
        self._delay_s, self._truncate_next, self._refuse_connections = 0.0, False, False

    def close(self) -> None:
        """Close all connections and stop listening."""
        self._closed.set()
        self._acceptor.join(10)
        self.cut()
        for thread in self._forwarders:
            thread.join(10)
        self._listener.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _accept(self) -> None:
        while not self._closed.is_set():
            try:
                client, _ = self._listener.accept()
            except TimeoutError:
                continue
            server = self._connect_to_server()
            if server is None:
                _close_socket(client)
                continue
            with self._lock:
                self._open_sockets |= {client, server}
            self._forwarders = [thread for thread in self._forwarders if thread.is_alive()]
            for source, target, is_answer in ((client, server, False), (server, client, True)):
                thread = threading.Thread(target=self._forward, args=(source, target, is_answer), daemon=True)
                self._forwarders.append(thread)
                thread.start()

    def _connect_to_server(self) -> socket.socket | None:
        """Connect to the server; return None if the proxy or the server refuses the connection."""
        if self._refuse_connections:
            return None
        try:
            server = socket.create_connection(self._server, timeout=5)
        except OSError:
            return None
        server.settimeout(None)
        return server

    def _forward(self, source: socket.socket, target: socket.socket, is_answer: bool) -> None:
        # If one side is closed, the other side is closed below.
        with contextlib.suppress(OSError):
            while data := source.recv(_CHUNK):
                self._closed.wait(self._delay_s)
                if is_answer and self._truncate_next:
                    self._truncate_next = False
                    target.sendall(data[: len(data) // 2])
                    break
                target.sendall(data)
        _close_socket(source)
        _close_socket(target)
        with self._lock:
            self._open_sockets -= {source, target}


def _close_socket(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
