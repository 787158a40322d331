"""The small server of the kit: on this machine alone, fixed addresses, nothing but reading."""

from __future__ import annotations

import socketserver
import sys
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from kg.browser import guide
from kg.browser.saved_queries import Kit, saved
from kg.errors import InvalidInput
from kg.graph import statements

HOST = "127.0.0.1"
"""The only address that it listens on."""
_NAMES = ("localhost", "127.0.0.1")
# Browser takes guides and styles from `localhost` without being set up for it, and from no other name of this machine.
_SHOWN = "localhost"
_HTML = "text/html; charset=utf-8"
_TEXT = "text/plain; charset=utf-8"
_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


class Serving(socketserver.ThreadingMixIn, HTTPServer):
    """Serves the kit of one scope until it is closed.

    A request is answered only under a name of this machine (against DNS rebinding), and only Browser's own pages may read the
    answers from elsewhere.

    Attributes:
        address: where it is, as Browser takes it.
    """

    daemon_threads = True

    def __init__(self, kit: Kit, *, port: int = 0) -> None:
        """Listens at once.

        Args:
            kit: of the scope.
            port: port to listen on; 0: any that is free.

        Raises:
            InvalidInput: somebody else listens on that port.
        """
        try:
            super().__init__((HOST, port), _Answer)
        except OSError as error:
            raise InvalidInput("port", port, f"a port that nobody else uses ({error.strerror})") from None
        taken = self.server_address[1]
        self.address = f"http://{_SHOWN}:{taken}"
        self.names = frozenset(f"{name}:{taken}" for name in _NAMES)
        self.origins = _origins(kit.browser)
        self.files = _files(kit, self.address)

    def handle_error(self, request: object, client_address: object) -> None:
        """Who goes away while they are answered is no error to be told of."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def _origins(browser: str) -> frozenset[str]:
    """Who may read the guide: Browser, under either name where it is on this machine."""
    parts = urlsplit(browser)
    port = f":{parts.port}" if parts.port else ""
    hosts = _NAMES if parts.hostname in _NAMES else (parts.hostname,)
    return frozenset(f"{parts.scheme}://{host}{port}" for host in hosts)


def _files(kit: Kit, here: str) -> Mapping[str, tuple[str, bytes]]:
    """All that there is: path → kind and content."""
    own, style = Path(__file__).parent, statements.home() / "browser" / "style.grass"
    files = {
        "/": (_HTML, guide.page(kit, here)),
        "/guide": (_HTML, guide.guide(kit, here)),
        "/style.grass": (_TEXT, style.read_text(encoding="utf-8")),
        "/page.css": ("text/css; charset=utf-8", (own / "page.css").read_text(encoding="utf-8")),
        "/page.js": ("text/javascript; charset=utf-8", (own / "page.js").read_text(encoding="utf-8")),
    }
    files |= {f"/queries/{query.name}.cypher": (_TEXT, query.text + "\n") for query in saved()}
    return {path: (kind, text.encode()) for path, (kind, text) in files.items()}


class _Answer(BaseHTTPRequestHandler):
    server: Serving
    # Who opens a connection and says nothing is let go.
    timeout = 30
    server_version = "kg"
    sys_version = ""

    def do_GET(self) -> None:
        self._answer()

    def do_HEAD(self) -> None:
        self._answer()

    def do_OPTIONS(self) -> None:
        """What a page of Browser asks before it reads the guide without its cache."""
        if self._known_host():
            self._headed(204, None, 0)

    def _answer(self) -> None:
        if not self._known_host():
            return
        kind, content = self.server.files.get(urlsplit(self.path).path, (None, b""))
        if kind is None:
            self._headed(404, None, 0)
            return
        self._headed(200, kind, len(content))
        if self.command != "HEAD":
            self.wfile.write(content)

    def _known_host(self) -> bool:
        known = self.headers.get("Host") in self.server.names
        if not known:
            self._headed(421, None, 0)
        return known

    def _headed(self, status: int, kind: str | None, length: int) -> None:
        self.send_response(status)
        if kind is not None:
            self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(length))
        self.send_header("Content-Security-Policy", _POLICY)
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

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that it is called by
        """Nothing is told of who reads what."""
