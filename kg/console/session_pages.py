"""The pages of sessions: a list, and each conversation with the facts beside its messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kg.console.console import Console
from kg.console.queries import whole_number
from kg.errors import NotFound
from kg.memory import Memory
from kg.types import canonical_session

_MAX_TEXT_CHARS = 4_000


def routes(console: Console) -> list[Route]:
    """Return the routes of the list and of the page of a session."""
    memory = console.memory

    def show_list(request: Request) -> Response:
        limit = whole_number(request, "limit", 60, most=5_000)
        return console.page(
            request, "sessions", sessions=memory.graph.run("console/sessions", limit=limit), limit=limit
        )

    def show(request: Request) -> Response:
        session = canonical_session(request.path_params["id"])
        last = whole_number(request, "last", 100, most=2_000)
        rows = read_messages(memory, session, last)
        return console.page(request, "session", session=session, rows=rows, last=last, is_cut=len(rows) == last)

    return [Route("/sessions", show_list), Route("/sessions/{id:path}", show)]


def read_messages(memory: Memory, session: str, last: int) -> Sequence[Any]:
    """Return the newest messages of a session, oldest first, with the facts that they support.

    Raises:
        NotFound: the session has no messages.
    """
    rows = memory.graph.run(
        "visualize/list_session_events",
        session=session,
        last=last,
        max_chars=_MAX_TEXT_CHARS,
        owners=sorted(memory.owners),
    )
    if not rows:
        raise NotFound(f"session {session!r} in scope {memory.scope!r}")
    return rows[::-1]
