"""The MCP server over streamable HTTP, with a bearer token; without one only on loopback, and on request."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import SecretStr

from kg.agent.mcp_protocol import build_http_app
from kg.errors import InvalidInput

MCP_PATH = "/mcp"
"""The path of the MCP server below its address."""
_LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")
_MIN_TOKEN_LENGTH = 16
_SHUTDOWN_TIMEOUT_S = 3
_Receive = Callable[[], Awaitable[Any]]
_Send = Callable[[Any], Awaitable[None]]
AsgiApp = Callable[[MutableMapping[str, Any], _Receive, _Send], Awaitable[None]]


def create_http_app(
    mcp_server: Server[Any],
    *,
    host: str,
    token: SecretStr | None,
    names: Sequence[str] = (),
    allow_anonymous: bool = False,
) -> AsgiApp:
    """Create an ASGI application that serves MCP at `/mcp`.

    A request is answered only if its Host header is one of the server's names (which prevents DNS rebinding), if its Origin, if
    any, is one of them too, and, where a token is set, if it carries the token.

    Args:
        mcp_server: the MCP server.
        host: the address to listen on.
        token: the bearer token that clients send.
        names: other host names under which the server is reached, such as `memory.example.org`.
        allow_anonymous: whether a loopback address is served without a token: then every program of every user of this machine
            acts as the speaker of the server.

    Raises:
        InvalidInput: there is no token and anonymous clients are not allowed, or `host` is no loopback address; or the token is
            too short.
    """
    secret = "" if token is None else token.get_secret_value()
    if token is None and not is_loopback(host):
        raise InvalidInput("host", host, "a loopback address; to use another one, set a bearer token in KG_MCP_TOKEN")
    if token is None and not allow_anonymous:
        raise InvalidInput(
            "mcp_token",
            None,
            "a bearer token, in KG_MCP_TOKEN; --allow-anonymous serves every local program without one",
        )
    if token is not None and (len(secret) < _MIN_TOKEN_LENGTH or not secret.isascii() or not secret.isprintable()):
        raise InvalidInput("mcp_token", "…", f"at least {_MIN_TOKEN_LENGTH} printable ASCII characters")
    host_names = list(dict.fromkeys([*_LOCAL_NAMES, f"[{host}]" if ":" in host else host, *names]))
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[*host_names, *(f"{name}:*" for name in host_names)],
        allowed_origins=[
            f"{scheme}://{name}{port}" for name in host_names for scheme in ("http", "https") for port in ("", ":*")
        ],
    )
    app: AsgiApp = build_http_app(mcp_server, MCP_PATH, security)
    return app if token is None else _require_token(app, secret)


def serve_http(application: AsgiApp, *, host: str, port: int) -> None:
    """Serve an application of `create_http_app` until interrupted.

    Args:
        application: the ASGI application.
        host: the address that it was created for.
        port: the port to listen on.
    """
    uvicorn.run(
        application,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=_SHUTDOWN_TIMEOUT_S,
    )


def is_loopback(host: str) -> bool:
    """Whether an address can be reached only from this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _require_token(app: AsgiApp, secret: str) -> AsgiApp:
    """Wrap an application so that it requires a bearer token, which is compared in constant time."""
    expected = f"Bearer {secret}".encode("ascii")

    async def app_with_token(scope: MutableMapping[str, Any], receive: _Receive, send: _Send) -> None:
        sent = [value for name, value in scope.get("headers", ()) if name == b"authorization"]
        if scope["type"] == "lifespan" or (len(sent) == 1 and hmac.compare_digest(sent[0], expected)):
            await app(scope, receive, send)
            return
        headers = [(b"content-type", b"text/plain"), (b"www-authenticate", b"Bearer")]
        await send({"type": "http.response.start", "status": 401, "headers": headers})
        await send({"type": "http.response.body", "body": b"Send the token of KG_MCP_TOKEN as a bearer token."})

    return app_with_token
