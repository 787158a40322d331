"""A server that draws a picture for every request, on loopback only."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from kg.errors import KgError, ServerError
from kg.visualize.html_page import render_page
from kg.visualize.picture import Picture

HOST = "127.0.0.1"


class PictureServer:
    """A server of one picture; `run` blocks until `stop` is called.

    Attributes:
        url: its address.
    """

    def __init__(self, create_picture: Callable[[], Picture], port: int = 0) -> None:
        """Bind the port; requests are answered by `run`.

        Args:
            create_picture: draws the picture.
            port: the port; 0: any free port.

        Raises:
            ServerError: the port cannot be used.
        """
        try:
            self._server = ThreadingHTTPServer((HOST, port), _handler(create_picture))
        except OSError as error:
            raise ServerError(f"cannot listen on port {port}: {error.strerror}") from error
        self.url = f"http://{HOST}:{self._server.server_port}/"

    def run(self) -> None:
        """Answer requests until the server is stopped."""
        self._server.serve_forever()

    def stop(self) -> None:
        """Stop the server and release the port."""
        self._server.shutdown()
        self._server.server_close()


def _handler(create_picture: Callable[[], Picture]) -> type[BaseHTTPRequestHandler]:
    # One picture at a time, however many pages are open.
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        server_version, sys_version = "kg", ""

        def do_GET(self) -> None:
            """Answer with the page or with its data."""
            # Refuse other host names, which prevents DNS rebinding.
            host, _, port = self.headers.get("Host", "").rpartition(":")
            if host not in {HOST, "localhost"} or port != str(self.connection.getsockname()[1]):
                self._answer(HTTPStatus.FORBIDDEN, "text/plain", "only requests from this machine are answered")
            elif self.path == "/":
                self._send_picture("text/html", lambda picture: render_page(picture.scene, live=True))
            elif self.path == "/data":
                self._send_picture("application/json", lambda picture: json.dumps(picture.scene.data()))
            else:
                self._answer(HTTPStatus.NOT_FOUND, "text/plain", "use / or /data")

        def _send_picture(self, content_type: str, render: Callable[[Picture], str]) -> None:
            try:
                with lock:
                    text = render(create_picture())
            except KgError as error:
                self._answer(HTTPStatus.SERVICE_UNAVAILABLE, "text/plain", f"Error: {error}")
            else:
                self._answer(HTTPStatus.OK, content_type, text)

        def _answer(self, status: HTTPStatus, content_type: str, text: str) -> None:
            body = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", f"{content_type}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.send_header("X-Content-Type-Options", "nosniff")
            self.send_header("X-Frame-Options", "DENY")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name
            """Do not log requests."""

    return Handler
