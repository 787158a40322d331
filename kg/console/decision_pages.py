"""The page of what waits for a decision: procedures, contradictions, claims and possible duplicates."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kg.console.console import Console
from kg.console.fact_groups import read_times
from kg.knowledge import PREDICATES

_LIMIT = 50


def routes(console: Console) -> list[Route]:
    """Return the route of the page."""
    memory = console.memory

    def show(request: Request) -> Response:
        graph = memory.graph
        claims = memory.facts.list(status="claimed", limit=_LIMIT)
        return console.page(
            request,
            "decide",
            procedures=memory.procedures.list("proposed")[:_LIMIT],
            contradictions=memory.facts.contradictions(_LIMIT),
            claims=claims,
            times=read_times(memory, claims),
            duplicates=graph.run("console/duplicates", limit=_LIMIT),
            queue=memory.queue(),
            closed_predicates=PREDICATES,
        )

    return [Route("/decide", show)]
