"""The server of the console: loopback only, a token for each start, nothing from elsewhere."""

from __future__ import annotations

import getpass
import secrets

from starlette.middleware import Middleware

from kg.console.access import AccessGuard
from kg.console.console import Console
from kg.console.routes import list_routes
from kg.loopback_server import HOST_NAMES, LoopbackServer
from kg.memory import Memory
from kg.visualize import CYTOSCAPE_STYLE_HASH

_TOKEN_BYTES = 24
# No inline script or style; the hash is that of the one rule that cytoscape.js adds to a page.
_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        f"style-src 'self' {CYTOSCAPE_STYLE_HASH}",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
    ]
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Frame-Options": "DENY",
    # Without referrers, browsers would send the origin of a form as `null`.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class ConsoleServer(LoopbackServer):
    """A server of the console of one memory.

    Attributes:
        token: the token that every request needs.
        address: the address of the first page, with the token.
    """

    def __init__(self, memory: Memory, *, port: int = 0, actor: str | None = None) -> None:
        """Bind the port.

        Args:
            memory: the memory to show and change.
            port: the port; 0: any free port.
            actor: the account of an owner (`platform:id`) in whose name changes are made; by default the only owner of the
                memory, else none: the log then names the user of this machine.

        Raises:
            InvalidInput: the actor is not an account of an owner.
            ServerError: the port cannot be used.
        """
        console = Console.create(memory, actor, f"console:{_user()}")
        super().__init__(port)
        self.token = secrets.token_urlsafe(_TOKEN_BYTES)
        self.address = self.address_of("")
        guard = Middleware(
            AccessGuard,
            token=self.token,
            cookie=f"kg-{self.port}",
            origins=[f"http://{name}:{self.port}" for name in HOST_NAMES],
        )
        self.serve(list_routes(console), headers=_HEADERS, middleware=[guard], error_handler=console.answer_error)

    def address_of(self, path: str) -> str:
        """Return the address of a page with the token.

        Args:
            path: the page without the first `/`, as `pictures/social` or `pictures/entity?name=Ann`.
        """
        return f"{self.url}{path}{'&' if '?' in path else '?'}token={self.token}"


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"
