"""The page of tasks, and the log of changes."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kg.console.console import Console
from kg.console.queries import whole_number

_STATUSES = ("open", "overdue", "done", "dropped")


def routes(console: Console) -> list[Route]:
    """Return the routes of the tasks and of the log."""
    memory = console.memory

    def show_tasks(request: Request) -> Response:
        status = request.query_params.get("status", "open")
        limit = whole_number(request, "limit", 100, most=2_000)
        tasks = memory.tasks.list(status, limit=limit)
        return console.page(request, "tasks", tasks=tasks, status=status, statuses=_STATUSES, limit=limit)

    def show_log(request: Request) -> Response:
        limit = whole_number(request, "limit", 100, most=1_000)
        return console.page(request, "log", changes=memory.changes.list(limit=limit), limit=limit)

    return [Route("/tasks", show_tasks), Route("/log", show_log)]
