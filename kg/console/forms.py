"""What a form of the console sends: fields as text, numbers and the page to return to."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kg.errors import InvalidInput

_MAX_BYTES = 200_000


class Form:
    """The fields of a form.

    Attributes:
        fields: name → text, stripped.
    """

    def __init__(self, fields: dict[str, str]) -> None:
        self.fields = fields

    @classmethod
    async def read(cls, request: Request) -> Form:
        """Read the form of a request.

        Raises:
            InvalidInput: it is too long, or not UTF-8.
        """
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > _MAX_BYTES:
                raise InvalidInput("form", f"more than {_MAX_BYTES:,} bytes", "shorter")
        try:
            text = body.decode("utf-8")
        except UnicodeDecodeError:
            raise InvalidInput("form", "bytes", "UTF-8") from None
        return cls({name: value.strip() for name, value in parse_qsl(text, keep_blank_values=True)})

    def text(self, name: str) -> str:
        """Return a field that must not be blank.

        Raises:
            InvalidInput: it is blank.
        """
        value = self.fields.get(name, "")
        if not value:
            raise InvalidInput(name, value, "must not be blank")
        return value

    def optional(self, name: str) -> str | None:
        """Return a field; None if it is blank."""
        return self.fields.get(name) or None

    def number(self, name: str, default: float) -> float:
        """Return a field as a number.

        Raises:
            InvalidInput: it is not a number.
        """
        value = self.fields.get(name) or str(default)
        try:
            return float(value)
        except ValueError:
            raise InvalidInput(name, value, "a number") from None


def form_route(path: str, handle: Callable[[Form], Response]) -> Route:
    """Return the route of a form; the function that handles it runs in a thread.

    Args:
        path: the address that the form is sent to.
        handle: makes the change, and answers.
    """

    async def answer(request: Request) -> Response:
        return await run_in_threadpool(handle, await Form.read(request))

    return Route(path, answer, methods=["POST"])


def redirect(address: str, done: str) -> Response:
    """Return to a page of the console after a change, and name the change.

    Args:
        address: the path of the page; anything else than a path of this server leads to the first page.
        done: what was done, a key of the messages of the layout.
    """
    parts = urlsplit(address)
    is_own = address.startswith("/") and not address.startswith(("//", "/\\")) and not parts.scheme and not parts.netloc
    path = parts.path if is_own else "/"
    rest = [pair for pair in parse_qsl(parts.query) if pair[0] != "done"] if is_own else []
    return RedirectResponse(f"{path}?{urlencode([*rest, ('done', done)])}", status_code=303)
