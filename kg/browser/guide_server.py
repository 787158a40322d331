"""The server of the guide and the queries: read-only, fixed paths, on loopback only."""

from __future__ import annotations

import socketserver
import sys
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from kg.browser import guide
from kg.browser.saved_queries import BrowserKit, list_saved_queries
from kg.errors import InvalidInput
from kg.graph import statements_folder

HOST = "127.0.0.1"
"""The address that it listens on."""
_HOST_NAMES = ("localhost", "127.0.0.1")
# Without configuration, Browser loads guides and styles only from `localhost`.
_GUIDE_HOST = "localhost"
_HTML = "text/html; charset=utf-8"
_TEXT = "text/plain; charset=utf-8"
_CSP = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


class GuideServer(socketserver.ThreadingMixIn, HTTPServer):
    """Serves the guide and the queries for one scope until it is closed.

    Requests with a foreign Host header are refused, which prevents DNS rebinding, and only the pages of Neo4j Browser may read
    the responses from another origin.

    Attributes:
        address: its address, as Browser accepts it.
        names: the accepted Host headers.
        origins: the origins that may read the responses.
        files: path → content type and content.
    """

    daemon_threads = True

    def __init__(self, kit: BrowserKit, *, port: int = 0) -> None:
        """Bind the port and accept connections.

        Args:
            kit: the configuration for the scope.
            port: the port; 0: any free port.

        Raises:
            InvalidInput: the port is in use.
        """
        try:
            super().__init__((HOST, port), _RequestHandler)
        except OSError as error:
            raise InvalidInput("port", port, f"a free port; {error.strerror}") from None
        bound_port = self.server_address[1]
        self.address = f"http://{_GUIDE_HOST}:{bound_port}"
        self.names = frozenset(f"{name}:{bound_port}" for name in _HOST_NAMES)
        self.origins = _origins(kit.browser)
        self.files = _files(kit, self.address)

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore clients that close the connection early."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def _origins(browser: str) -> frozenset[str]:
    """Return the origins of Neo4j Browser; on this machine it has two host names."""
    parts = urlsplit(browser)
    port = f":{parts.port}" if parts.port else ""
    hosts = _HOST_NAMES if parts.hostname in _HOST_NAMES else (parts.hostname,)
    return frozenset(f"{parts.scheme}://{host}{port}" for host in hosts)


def _files(kit: BrowserKit, here: str) -> Mapping[str, tuple[str, bytes]]:
    """Return all files: path → content type and content."""
    own, style = Path(__file__).parent, statements_folder() / "browser" / "style.grass"
    files = {
        "/": (_HTML, guide.render_index_page(kit, here)),
        "/guide": (_HTML, guide.render_guide(kit, here)),
        "/style.grass": (_TEXT, style.read_text(encoding="utf-8")),
        "/page.css": ("text/css; charset=utf-8", (own / "page.css").read_text(encoding="utf-8")),
        "/page.js": ("text/javascript; charset=utf-8", (own / "page.js").read_text(encoding="utf-8")),
    }
    files |= {f"/queries/{query.name}.cypher": (_TEXT, query.text + "\n") for query in list_saved_queries()}
    return {path: (kind, text.encode()) for path, (kind, text) in files.items()}


class _RequestHandler(BaseHTTPRequestHandler):
    server: GuideServer
    # Seconds after which an idle connection is closed.
    timeout = 30
    server_version = "kg"
    sys_version = ""

    def do_GET(self) -> None:
        self._answer()

    def do_HEAD(self) -> None:
        self._answer()

    def do_OPTIONS(self) -> None:
        """Answer CORS preflight requests, which Browser sends when its cache is disabled."""
        if self._check_host():
            self._send_headers(204, None, 0)

    def _answer(self) -> None:
        if not self._check_host():
            return
        kind, content = self.server.files.get(urlsplit(self.path).path, (None, b""))
        if kind is None:
            self._send_headers(404, None, 0)
            return
        self._send_headers(200, kind, len(content))
        if self.command != "HEAD":
            self.wfile.write(content)

    def _check_host(self) -> bool:
        is_known = self.headers.get("Host") in self.server.names
        if not is_known:
            self._send_headers(421, None, 0)
        return is_known

    def _send_headers(self, status: int, kind: str | None, length: int) -> None:
        self.send_response(status)
        if kind is not None:
            self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(length))
        self.send_header("Content-Security-Policy", _CSP)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Vary", "Origin")
        origin = self.headers.get("Origin")
        if origin in self.server.origins:
            self.send_header("Access-Control-Allow-Origin", origin)
            self.send_header("Access-Control-Allow-Methods", "GET")
            self.send_header("Access-Control-Allow-Headers", "*")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the base class
        """Do not log requests."""
