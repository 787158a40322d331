"""All addresses of the console."""

from __future__ import annotations

from starlette.routing import Route

from kg.console import (
    assets,
    change_forms,
    context_pages,
    decision_pages,
    entity_pages,
    erasure_pages,
    fact_pages,
    home_page,
    json_api,
    memory_pages,
    message_pages,
    people_pages,
    picture_pages,
    search_pages,
    session_pages,
    task_pages,
)
from kg.console.console import Console

_MODULES = (
    home_page,
    search_pages,
    people_pages,
    entity_pages,
    fact_pages,
    session_pages,
    message_pages,
    memory_pages,
    task_pages,
    decision_pages,
    context_pages,
    picture_pages,
    erasure_pages,
    change_forms,
    json_api,
)


def list_routes(console: Console) -> list[Route]:
    """Return the routes of all pages, changes, files and JSON answers."""
    return [*assets.routes(), *(route for module in _MODULES for route in module.routes(console))]
