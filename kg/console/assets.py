"""The files of the console's pages: style sheets, scripts, and those of the pictures."""

from __future__ import annotations

import functools
from importlib import resources

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from kg.visualize import picture_files, read_picture_file

_TYPES = {"css": "text/css", "js": "text/javascript"}
_OWN = ("console.css", "console.js", "actions.js", "theme.js")


def routes() -> list[Route]:
    """Return the route of the files."""
    return [Route("/static/{name}", _send)]


def _send(request: Request) -> Response:
    name = request.path_params["name"]
    if name in _OWN:
        text = _read_own(name)
    elif name in picture_files():
        text = read_picture_file(name)
    else:
        return PlainTextResponse("There is no such file.\n", status_code=404)
    return Response(text, media_type=f"{_TYPES[name.rpartition('.')[2]]}; charset=utf-8")


@functools.cache
def _read_own(name: str) -> str:
    return resources.files("kg.console").joinpath("assets", name).read_text(encoding="utf-8")
