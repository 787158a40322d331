"""Access to the console: a token for each start, and changes from its own pages only."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

_SAFE_METHODS = ("GET", "HEAD")
_PARAMETER = "token"
_NO_TOKEN = "Open the address that `kg open` printed: it has the token of this console.\n"  # noqa: S105 - not a token
_NOT_HERE = "A change must come from a page of this console.\n"


class AccessGuard:
    """Middleware that answers only requests with the token, and changes only from pages of the same origin.

    The token is in the first address, then in a cookie that scripts cannot read and other sites cannot send with a change, or in
    the header `Authorization: Bearer`.
    """

    def __init__(self, app: ASGIApp, *, token: str, cookie: str, origins: Collection[str]) -> None:
        """Guard an application.

        Args:
            app: the application.
            token: the token.
            cookie: the name of the cookie.
            origins: the origins of the console's own pages.
        """
        self._app, self._token, self._cookie, self._origins = app, token, cookie, frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        request = Request(scope)
        given = request.query_params.get(_PARAMETER)
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not any(map(self._is_token, (given, bearer, request.cookies.get(self._cookie)))):
            await PlainTextResponse(_NO_TOKEN, status_code=401)(scope, receive, send)
            return
        if request.method not in _SAFE_METHODS and not self._is_own_page(request) and not self._is_token(bearer):
            await PlainTextResponse(_NOT_HERE, status_code=403)(scope, receive, send)
            return
        if self._is_token(given) and request.method in _SAFE_METHODS and not request.url.path.startswith("/api/"):
            await self._without_token(request)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_token(self, value: str | None) -> bool:
        return bool(value) and secrets.compare_digest(str(value).encode("utf-8", "replace"), self._token.encode())

    def _is_own_page(self, request: Request) -> bool:
        """Whether a browser says that one of the console's own pages sent the request."""
        if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return False
        return request.headers.get("origin") in self._origins

    def _without_token(self, request: Request) -> Response:
        """Return a redirect to the address without the token, which sets the cookie."""
        rest = [(name, value) for name, value in request.query_params.multi_items() if name != _PARAMETER]
        answer = RedirectResponse(request.url.path + (f"?{urlencode(rest)}" if rest else ""), status_code=303)
        answer.set_cookie(self._cookie, self._token, httponly=True, samesite="lax", path="/")
        return answer
