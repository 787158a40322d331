"""A picture that is taken anew whenever it is asked for, served on loopback to this machine alone."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from kg.errors import KgError, ServerError
from kg.visualize.html_page import page
from kg.visualize.picture import Picture

HOST = "127.0.0.1"


class Serving:
    """A server of one picture; `run` it until it is `stop`ped.

    Attributes:
        url: where to look.
    """

    def __init__(self, take: Callable[[], Picture], port: int = 0) -> None:
        """Listen, without answering yet.

        Args:
            take: takes the picture.
            port: on which port; 0: one that is free.

        Raises:
            ServerError: the port is taken.
        """
        try:
            self._server = ThreadingHTTPServer((HOST, port), _handler(take))
        except OSError as error:
            raise ServerError(f"port {port} cannot be listened on: {error.strerror}") from error
        self.url = f"http://{HOST}:{self._server.server_port}/"

    def run(self) -> None:
        """Answer until it is stopped."""
        self._server.serve_forever()

    def stop(self) -> None:
        """Stop answering, and give the port back."""
        self._server.shutdown()
        self._server.server_close()


def _handler(take: Callable[[], Picture]) -> type[BaseHTTPRequestHandler]:
    # One at a time: every open page asks, and the graph is asked no more than once for each.
    turn = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        server_version, sys_version = "kg", ""

        def do_GET(self) -> None:
            """Answer with the page, or with its data."""
            # A page of somebody else's that calls this machine by another name is not answered.
            host, _, port = self.headers.get("Host", "").rpartition(":")
            if host not in {HOST, "localhost"} or port != str(self.connection.getsockname()[1]):
                self._answer(HTTPStatus.FORBIDDEN, "text/plain", "only this machine is answered")
            elif self.path == "/":
                self._take("text/html", lambda picture: page(picture.scene, live=True))
            elif self.path == "/data":
                self._take("application/json", lambda picture: json.dumps(picture.scene.data()))
            else:
                self._answer(HTTPStatus.NOT_FOUND, "text/plain", "there is / and /data")

        def _take(self, form: str, told: Callable[[Picture], str]) -> None:
            try:
                with turn:
                    text = told(take())
            except KgError as error:
                self._answer(HTTPStatus.SERVICE_UNAVAILABLE, "text/plain", f"Error: {error}")
            else:
                self._answer(HTTPStatus.OK, form, text)

        def _answer(self, status: HTTPStatus, form: str, text: str) -> None:
            body = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", f"{form}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.send_header("X-Content-Type-Options", "nosniff")
            self.send_header("X-Frame-Options", "DENY")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name
            """Requests are not logged: what is asked for is nobody's business."""

    return Handler
