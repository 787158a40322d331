"""What every page of the console needs: the memory, who changes it, and the templates."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from importlib import resources
from typing import Any

import jinja2
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from kg.console import display
from kg.errors import InvalidInput, KgError, NotFound, Refused
from kg.memory import Memory
from kg.types import parse_identity, to_plain

_STATUS_OF_ERROR = ((NotFound, 404), (InvalidInput, 400), (Refused, 403), (KgError, 503))


@dataclass(frozen=True)
class Console:
    """The console of one memory.

    Attributes:
        memory: the memory.
        account: the account of the owner in whose name changes are made; None: without a name, as the caller's own code.
        actor: who is named in the log of changes.
    """

    memory: Memory
    account: str | None
    actor: str

    @classmethod
    def create(cls, memory: Memory, account: str | None, user: str) -> Console:
        """Create the console of a memory.

        Args:
            memory: the memory.
            account: an account of an owner; None: the only owner of the memory, if there is one.
            user: who is named in the log if there is no account.

        Raises:
            InvalidInput: the account is not one of an owner.
        """
        if account is None:
            [owner] = memory.owners if len(memory.owners) == 1 else [None]
            return cls(memory, owner, owner or user)
        name = str(parse_identity(account, "any", "actor"))
        if name not in memory.owners:
            raise InvalidInput("actor", account, "an account of an owner (KG_OWNER)")
        return cls(memory, name, name)

    def page(self, request: Request, template: str, *, status_code: int = 200, **values: Any) -> Response:
        """Render a template.

        Args:
            request: the request that is answered.
            template: its name, without .html.
            status_code: the status code.
            values: what the template shows.
        """
        shared = {
            "scope": self.memory.scope,
            "actor": self.actor,
            "path": request.url.path,
            "done": request.query_params.get("done", ""),
        }
        return HTMLResponse(
            _templates().get_template(f"{template}.html").render(shared | values), status_code=status_code
        )

    def json(self, value: Any) -> Response:
        """Answer with a record as JSON."""
        return JSONResponse(to_plain(value))

    def answer_error(self, request: Request, error: Exception) -> Response:
        """Answer a request that an error of kg ended, as a page or as JSON."""
        status = next(status for kind, status in _STATUS_OF_ERROR if isinstance(error, kind))
        if request.url.path.startswith("/api/"):
            return JSONResponse({"error": str(error)}, status_code=status)
        return self.page(request, "error", status_code=status, message=str(error), is_missing=status == 404)


@functools.cache
def _templates() -> jinja2.Environment:
    folder = resources.files("kg.console") / "templates"
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(str(folder)),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(display.FILTERS)
    environment.globals.update(display.GLOBALS)
    return environment
