"""A TCP proxy that spoils connections on purpose: cuts them, slows them down, hands on half of an answer and hangs up."""

from __future__ import annotations

import contextlib
import socket
import threading
from types import TracebackType
from typing import Self

_CHUNK = 65_536
_POLL_S = 0.2


class Proxy:
    """Listens on the loopback interface and hands on to one address; safe for threads.

    Attributes:
        port: where it listens.
    """

    def __init__(self, host: str, port: int) -> None:
        """Listen.

        Args:
            host: where the server is.
            port: its port.
        """
        self._server = (host, port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(_POLL_S)
        self.port: int = self._listening.getsockname()[1]
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._carriers: list[threading.Thread] = []
        self._delay_s = 0.0
        self._halve = False
        self._refuse = False
        self._ended = threading.Event()
        self._acceptor = threading.Thread(target=self._accept, name="kg-proxy", daemon=True)
        self._acceptor.start()

    def cut(self) -> int:
        """Hang up on everybody, as a router that loses its table; returns how many connections it were."""
        with self._lock:
            ends = list(self._open)
        for one in ends:
            _hang_up(one)
        return len(ends) // 2

    def delay(self, seconds: float) -> None:
        """Hold each piece for so long before it is handed on; 0 ends it."""
        self._delay_s = seconds

    def halve(self) -> None:
        """Hand on half of the next piece of an answer, and hang up on both: who asked knows not whether it was done."""
        self._halve = True

    def refuse(self, refuse: bool) -> None:
        """Whether new connections are hung up on."""
        self._refuse = refuse

    def heal(self) -> None:
        """Hand on faithfully from now on."""
        self._delay_s, self._halve, self._refuse = 0.0, False, False

    def close(self) -> None:
        """Hang up on everybody and listen no more."""
        self._ended.set()
        self._acceptor.join(10)
        self.cut()
        for one in self._carriers:
            one.join(10)
        self._listening.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _accept(self) -> None:
        while not self._ended.is_set():
            try:
                client, _ = self._listening.accept()
            except TimeoutError:
                continue
            server = self._reached()
            if server is None:
                _hang_up(client)
                continue
            with self._lock:
                self._open |= {client, server}
            self._carriers = [one for one in self._carriers if one.is_alive()]
            for source, target, answers in ((client, server, False), (server, client, True)):
                thread = threading.Thread(target=self._carry, args=(source, target, answers), daemon=True)
                self._carriers.append(thread)
                thread.start()

    def _reached(self) -> socket.socket | None:
        """A connection to the server; None where it is refused, here or there."""
        if self._refuse:
            return None
        try:
            server = socket.create_connection(self._server, timeout=5)
        except OSError:
            return None
        server.settimeout(None)
        return server

    def _carry(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        # Where one end is gone, the other is told by hanging up on it.
        with contextlib.suppress(OSError):
            while piece := source.recv(_CHUNK):
                self._ended.wait(self._delay_s)
                if answers and self._halve:
                    self._halve = False
                    target.sendall(piece[: len(piece) // 2])
                    break
                target.sendall(piece)
        _hang_up(source)
        _hang_up(target)
        with self._lock:
            self._open -= {source, target}


def _hang_up(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
