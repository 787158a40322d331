"""The page of a message, and the way from any id to the page of its record."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kg.console.console import Console
from kg.console.display import page_address
from kg.errors import NotFound
from kg.graph import Graph


def routes(console: Console) -> list[Route]:
    """Return the routes of the page of a message, and of any record by its id."""
    memory = console.memory

    def show(request: Request) -> Response:
        id_ = request.path_params["id"]
        rows = memory.graph.run("console/event_details", id=id_)
        if not rows:
            raise NotFound(f"message {id_!r} in scope {memory.scope!r}")
        return console.page(request, "message", view=dict(rows[0]))

    def go(request: Request) -> Response:
        id_ = request.path_params["id"]
        return RedirectResponse(find_page(memory.graph, id_), status_code=303)

    return [Route("/messages/{id:path}", show), Route("/go/{id:path}", go)]


def find_page(graph: Graph, id_: str) -> str:
    """Return the address of the page of a record.

    Raises:
        NotFound: the scope has no such record, or one without a page.
    """
    rows = graph.run("graph/get_memory", id=id_)
    if not rows:
        raise NotFound(f"{id_!r} in scope {graph.scope!r}")
    properties = rows[0]["properties"]
    kind = properties["kind"]
    if kind == "passage":
        return page_address("event", properties["event"])
    if kind == "note":
        raise NotFound(f"a page of {id_!r}: a note is on the page of its person")
    return page_address(kind, id_)
