"""The first page of the console: what waits, what is new, what is contested, and what is to do."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kg.console.console import Console
from kg.console.fact_groups import read_times

_NEWEST, _TASKS, _CONTESTED, _SESSIONS = 12, 8, 5, 5
_COUNTED_UP_TO = 1_000
# Observations of little worth are not news.
_MIN_WORTH = 0.3


def routes(console: Console) -> list[Route]:
    """Return the route of the first page."""
    memory = console.memory

    def show(request: Request) -> Response:
        graph = memory.graph
        [waiting] = graph.run("console/waiting", limit=_COUNTED_UP_TO)
        facts = memory.facts.list(limit=_NEWEST, min_worth=_MIN_WORTH)
        return console.page(
            request,
            "home",
            waiting=waiting,
            queue=memory.queue(),
            facts=facts,
            times=read_times(memory, facts),
            contested=memory.facts.contradictions(_CONTESTED),
            tasks=memory.tasks.list(limit=_TASKS),
            sessions=graph.run("console/sessions", limit=_SESSIONS),
            sleep=memory.sleep.status(),
        )

    return [Route("/", show)]
