"""The pictures as pages of the console: people, trust, an entity, a session, and facts over time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kg.console.console import Console
from kg.console.queries import fraction, optional, whole_number
from kg.errors import NotFound
from kg.memory import Memory
from kg.visualize import STYLES, Picture, picture_data, picture_markup, script_names

VIEWS = {
    "social": "Social graph",
    "trust": "Trust",
    "timeline": "Timeline",
    "entity": "Entity",
    "session": "Session",
}
"""The pictures and their titles."""
_MAX = 5_000


def routes(console: Console) -> list[Route]:
    """Return the routes of the pictures, and of their current data."""

    def show(request: Request) -> Response:
        view = _view(request)
        if view in {"entity", "session"} and not optional(request, "name"):
            return console.page(
                request, "picture_choice", view=view, title=VIEWS[view], names=_choices(console.memory, view)
            )
        scene = _DRAW[view](console.memory, request).scene
        return console.page(
            request,
            "picture",
            view=view,
            title=scene.title,
            name=optional(request, "name"),
            # Both are built by kg: the markup is a file of the package, the data is escaped JSON.
            markup=Markup(picture_markup()),  # noqa: S704
            data=Markup(picture_data(scene)),  # noqa: S704
            styles=STYLES,
            scripts=script_names(view),
        )

    def send_data(request: Request) -> Response:
        return console.json(_DRAW[_view(request)](console.memory, request).scene.data())

    return [Route("/pictures/{view}", show), Route("/pictures/{view}/data", send_data)]


def _view(request: Request) -> str:
    view = str(request.path_params["view"])
    if view not in VIEWS:
        raise NotFound(f"picture {view!r}; there are {', '.join(VIEWS)}")
    return view


def _choices(memory: Memory, view: str) -> list[str]:
    if view == "entity":
        people = [person.name for person, _ in memory.trust.everybody(limit=30)]
        others = [entity.name for entity in memory.entities.list(limit=40) if entity.name not in people]
        return [*people, *others]
    return [row["id"] for row in memory.graph.run("console/sessions", limit=60)]


def _social(memory: Memory, request: Request) -> Picture:
    return memory.pictures.social(
        min_strength=fraction(request, "min_strength"),
        mentioned=bool(optional(request, "mentioned")),
        limit=whole_number(request, "limit", 1_000, most=_MAX),
        **_reader(request),
    )


def _trust(memory: Memory, request: Request) -> Picture:
    return memory.pictures.trust(limit=whole_number(request, "limit", 1_000, most=_MAX), **_reader(request))


def _timeline(memory: Memory, request: Request) -> Picture:
    limit = whole_number(request, "limit", 400, most=_MAX)
    return memory.pictures.timeline(subject=optional(request, "name"), limit=limit, **_reader(request))


def _entity(memory: Memory, request: Request) -> Picture:
    limit = whole_number(request, "limit", 100, most=_MAX)
    return memory.pictures.entity(request.query_params["name"], limit=limit, **_reader(request))


def _session(memory: Memory, request: Request) -> Picture:
    last = whole_number(request, "last", 100, most=_MAX)
    return memory.pictures.session(request.query_params["name"], last=last, **_reader(request))


def _reader(request: Request) -> dict[str, str | None]:
    """Return as of when, and on whose behalf, a picture is drawn."""
    return {"as_of": optional(request, "as_of"), "asker": optional(request, "asker")}


_DRAW: Mapping[str, Callable[[Memory, Request], Picture]] = {
    "social": _social,
    "trust": _trust,
    "timeline": _timeline,
    "entity": _entity,
    "session": _session,
}
