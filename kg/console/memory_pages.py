"""The pages of stored memories: core memory, diary, episodes, notes, learnings, reflections, summaries and procedures."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kg.console.console import Console
from kg.console.display import MEMORY_TITLES
from kg.console.queries import whole_number
from kg.errors import InvalidInput, NotFound
from kg.memories import CORE_SECTIONS

_QUOTE_CHARS = 260


def routes(console: Console) -> list[Route]:
    """Return the routes of the lists and of the page of a memory."""
    memory = console.memory

    def show_list(request: Request) -> Response:
        kind = request.query_params.get("kind", "core")
        if kind not in MEMORY_TITLES:
            raise InvalidInput("kind", kind, f"one of {', '.join(MEMORY_TITLES)}")
        limit = whole_number(request, "limit", 60, most=2_000)
        rows = memory.graph.run("console/memories", kind=kind, limit=limit)
        usage = memory.core.usage() if kind == "core" else {}
        return console.page(request, "memories", kind=kind, rows=rows, limit=limit, usage=usage, sections=CORE_SECTIONS)

    def show(request: Request) -> Response:
        id_ = request.path_params["id"]
        rows = memory.graph.run("console/memory_details", id=id_, max_chars=_QUOTE_CHARS)
        if not rows:
            raise NotFound(f"memory {id_!r} in scope {memory.scope!r}")
        return console.page(request, "memory", view=dict(rows[0]), sections=CORE_SECTIONS)

    return [Route("/memories", show_list), Route("/memories/{id:path}", show)]
