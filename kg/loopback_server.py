"""A web server for the pages that a person opens on this machine: Starlette and uvicorn, on loopback only."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Self

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kg.errors import KgError, ServerError

HOST = "127.0.0.1"
"""The address that it listens on."""
HOST_NAMES = ("localhost", HOST)
_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
_SHUTDOWN_TIMEOUT_S = 3
ErrorHandler = Callable[[Request, Exception], Response]
"""Answers a request that an error ended."""


class LoopbackServer:
    """A server on loopback; `run` blocks until `stop` is called, `start` does not.

    Requests with another Host header than its own are refused with status 421, which prevents DNS rebinding. An error of kg is
    answered with status 503 and its message.

    Attributes:
        port: its port.
        url: its address, which ends in `/`.
    """

    def __init__(self, port: int = 0, *, host_name: str = HOST) -> None:
        """Bind the port; connections wait until `run`.

        Args:
            port: the port; 0: any free port.
            host_name: the host in `url`, `localhost` or the address.

        Raises:
            ServerError: the port cannot be used.
        """
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind((HOST, port))
            self._socket.listen()
        except (OSError, OverflowError) as error:
            self._socket.close()
            raise ServerError(f"Cannot listen on port {port}: {error}.") from error
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://{host_name}:{self.port}/"
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    def serve(
        self,
        routes: Sequence[Route],
        *,
        headers: Mapping[str, str] | None = None,
        origins: Collection[str] = (),
        middleware: Sequence[Middleware] = (),
        error_handler: ErrorHandler | None = None,
    ) -> None:
        """Set what is served.

        Args:
            routes: the paths and their functions; functions that are not async run in threads.
            headers: headers of every response, besides those that forbid caching, sniffing and referrers.
            origins: origins of pages that may read the responses.
            middleware: what else requests pass, after the check of the host.
            error_handler: answers errors of kg; by default with their text.
        """
        passed = [
            Middleware(
                _HostAndHeaders,
                hosts={f"{name}:{self.port}" for name in HOST_NAMES},
                headers={**_HEADERS, **(headers or {})},
            ),
            *(
                [Middleware(CORSMiddleware, allow_origins=origins, allow_methods=["GET"], allow_headers=["*"])]
                if origins
                else []
            ),
            *middleware,
        ]
        application = Starlette(
            routes=routes, middleware=passed, exception_handlers={KgError: error_handler or _answer_error}
        )
        application.router.redirect_slashes = False
        self._server = uvicorn.Server(
            uvicorn.Config(
                application,
                lifespan="off",
                ws="none",
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=_SHUTDOWN_TIMEOUT_S,
            )
        )

    def run(self) -> None:
        """Answer requests until the server is stopped or interrupted, then release the port."""
        assert self._server is not None, "call `serve` first"  # noqa: S101 - a mistake of the caller
        try:
            self._server.run(sockets=[self._socket])
        finally:
            self._socket.close()

    def start(self) -> Self:
        """Answer requests in a thread of its own, such as beside the cells of a notebook; `stop` ends it."""
        self._thread = threading.Thread(target=self.run, name="kg-server", daemon=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """Make `run` return, and wait for the thread of `start`."""
        if self._server is not None:
            self._server.should_exit = True
        if self._thread is not None:
            self._thread.join()
            self._thread = None


class _HostAndHeaders:
    """Middleware that refuses foreign Host headers and adds headers to every response.

    Starlette's TrustedHostMiddleware ignores the port.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str], headers: Mapping[str, str]) -> None:
        self._app, self._hosts, self._headers = app, hosts, headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        is_known = Headers(scope=scope).get("host") in self._hosts
        app = self._app if is_known else Response(status_code=421)
        await app(scope, receive, send_with_headers)


def _answer_error(_: Request, error: Exception) -> Response:
    return PlainTextResponse(f"Error: {error}", status_code=503)
