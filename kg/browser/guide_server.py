"""The server of the guide and the queries: read-only, fixed paths, on loopback only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kg.browser import guide
from kg.browser.saved_queries import BrowserKit, list_saved_queries
from kg.graph import statements_folder
from kg.loopback_server import HOST_NAMES, LoopbackServer

_CSP = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


class GuideServer(LoopbackServer):
    """Serves the guide and the queries for one scope; only the pages of Neo4j Browser may read it from another origin.

    Attributes:
        address: its address without the last `/`, as Browser accepts it.
    """

    def __init__(self, kit: BrowserKit, *, port: int = 0) -> None:
        """Bind the port.

        Args:
            kit: the configuration for the scope.
            port: the port; 0: any free port.

        Raises:
            ServerError: the port cannot be used.
        """
        # Without configuration, Browser loads guides and styles only from `localhost`.
        super().__init__(port, host_name="localhost")
        self.address = self.url.rstrip("/")
        self.serve(_routes(kit, self.address), headers={"Content-Security-Policy": _CSP}, origins=_origins(kit.browser))


def _origins(browser: str) -> Sequence[str]:
    """Return the origins of Neo4j Browser; on this machine it has two host names."""
    parts = urlsplit(browser)
    port = f":{parts.port}" if parts.port else ""
    hosts = HOST_NAMES if parts.hostname in HOST_NAMES else (parts.hostname,)
    return [f"{parts.scheme}://{host}{port}" for host in hosts]


def _routes(kit: BrowserKit, here: str) -> list[Route]:
    """Return a route for each file."""
    own, style = Path(__file__).parent, statements_folder() / "browser" / "style.grass"
    files = {
        "/": ("text/html", guide.render_index_page(kit, here)),
        "/guide": ("text/html", guide.render_guide(kit, here)),
        "/style.grass": ("text/plain", style.read_text(encoding="utf-8")),
        "/page.css": ("text/css", (own / "page.css").read_text(encoding="utf-8")),
        "/page.js": ("text/javascript", (own / "page.js").read_text(encoding="utf-8")),
    }
    files |= {f"/queries/{query.name}.cypher": ("text/plain", query.text + "\n") for query in list_saved_queries()}
    return [Route(path, _send_file(kind, text)) for path, (kind, text) in files.items()]


def _send_file(kind: str, text: str) -> Callable[[Request], Response]:
    return lambda _: Response(text, media_type=kind)
