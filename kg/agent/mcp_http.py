"""The server of the Model Context Protocol over streamable HTTP: on this machine, or elsewhere with a token."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import SecretStr

from kg.errors import InvalidInput

PATH = "/mcp"
_NAMES = ("127.0.0.1", "localhost", "[::1]")
_SHORTEST = 16
_STOP_S = 3
_Receive = Callable[[], Awaitable[Any]]
_Send = Callable[[Any], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], _Receive, _Send], Awaitable[None]]


def app(served: Server[Any], *, host: str, token: SecretStr | None, names: Sequence[str] = ()) -> App:
    """The server as an ASGI application at `/mcp`.

    A request is answered only under a name that is this server's (against DNS rebinding), only to pages of these names, and,
    where there is a token, only with it.

    Args:
        served: the server.
        host: address that it listens on.
        token: what clients send as bearer token; required beyond this machine.
        names: other names, as `memory.example.org`, under which it is reached.

    Raises:
        InvalidInput: an address beyond this machine without a token, or a token that is too short.
    """
    secret = "" if token is None else token.get_secret_value()
    if token is None and not loopback(host):
        raise InvalidInput("host", host, "an address of this machine, or KG_MCP_TOKEN with a token that clients send")
    if token is not None and (len(secret) < _SHORTEST or not secret.isascii() or not secret.isprintable()):
        raise InvalidInput("mcp_token", "…", f"{_SHORTEST} and more printable ASCII characters")
    known = list(dict.fromkeys([*_NAMES, f"[{host}]" if ":" in host else host, *names]))
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[*known, *(f"{name}:*" for name in known)],
        allowed_origins=[
            f"{scheme}://{name}{port}" for name in known for scheme in ("http", "https") for port in ("", ":*")
        ],
    )
    inner: App = served.streamable_http_app(streamable_http_path=PATH, host=host, transport_security=security)
    return inner if token is None else _guarded(inner, secret)


def serve_http(application: App, *, host: str, port: int) -> None:
    """Serve an application of `app` until interrupted.

    Args:
        application: what answers.
        host: the address that it was made for.
        port: port to listen on.
    """
    uvicorn.run(
        application, host=host, port=port, log_level="warning", access_log=False, timeout_graceful_shutdown=_STOP_S
    )


def loopback(host: str) -> bool:
    """Whether an address is reached from this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _guarded(inner: App, secret: str) -> App:
    """An application that is reached only with a bearer token, which is compared in constant time."""
    wanted = f"Bearer {secret}".encode("ascii")

    async def guarded(scope: MutableMapping[str, Any], receive: _Receive, send: _Send) -> None:
        given = [value for name, value in scope.get("headers", ()) if name == b"authorization"]
        if scope["type"] == "lifespan" or (len(given) == 1 and hmac.compare_digest(given[0], wanted)):
            await inner(scope, receive, send)
            return
        headers = [(b"content-type", b"text/plain"), (b"www-authenticate", b"Bearer")]
        await send({"type": "http.response.start", "status": 401, "headers": headers})
        await send({"type": "http.response.body", "body": b"Send the token of KG_MCP_TOKEN as a bearer token."})

    return guarded
