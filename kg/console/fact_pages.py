"""The pages of facts: a list with filters, and each fact with the words it rests on and what became of it."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kg.console.console import Console
from kg.console.fact_groups import read_times
from kg.console.queries import optional, whole_number
from kg.errors import NotFound
from kg.memory import Memory

STATUSES = ("current", "claimed", "contested", "superseded", "quarantined", "retracted")
_KINDS = ("event", "state", "trait", "preference", "plan", "opinion", "relation", "possession", "task")
_QUOTE_CHARS = 600


def routes(console: Console) -> list[Route]:
    """Return the routes of the list and of the page of a fact."""
    memory = console.memory

    def show_list(request: Request) -> Response:
        status = request.query_params.get("status", "current")
        kind, subject = optional(request, "kind"), optional(request, "subject")
        limit = whole_number(request, "limit", 60, most=2_000)
        facts = memory.facts.list(status=None if status == "any" else status, kind=kind, subject=subject, limit=limit)
        return console.page(
            request,
            "facts",
            facts=facts,
            times=read_times(memory, facts),
            statuses=(*STATUSES, "any"),
            kinds=_KINDS,
            status=status,
            kind=kind,
            subject=subject,
            limit=limit,
        )

    def show(request: Request) -> Response:
        view = read_fact(memory, request.path_params["id"])
        return console.page(request, "fact", view=view, record=memory.facts.get(view["fact"]["id"]))

    return [Route("/facts", show_list), Route("/facts/{id:path}", show)]


def read_fact(memory: Memory, id_: str) -> dict[str, Any]:
    """Return the row of `console/fact_details`.

    Raises:
        NotFound: there is no such fact.
    """
    rows = memory.graph.run("console/fact_details", id=id_, max_chars=_QUOTE_CHARS)
    if not rows:
        raise NotFound(f"fact {id_!r} in scope {memory.scope!r}")
    return dict(rows[0])
