"""A server that draws a picture for every request, on loopback only."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from kg.loopback_server import LoopbackServer
from kg.visualize.html_page import render_page
from kg.visualize.picture import Picture


class PictureServer(LoopbackServer):
    """A server of one picture: the page at `/`, its current data at `/data`."""

    def __init__(self, create_picture: Callable[[], Picture], port: int = 0) -> None:
        """Bind the port.

        Args:
            create_picture: draws the picture.
            port: the port; 0: any free port.

        Raises:
            ServerError: the port cannot be used.
        """
        super().__init__(port)
        # One picture at a time, however many pages are open.
        lock = threading.Lock()

        def draw() -> Picture:
            with lock:
                return create_picture()

        def send_page(_: Request) -> Response:
            return HTMLResponse(render_page(draw().scene, live=True))

        def send_data(_: Request) -> Response:
            return Response(json.dumps(draw().scene.data()), media_type="application/json; charset=utf-8")

        self.serve([Route("/", send_page), Route("/data", send_data)], headers={"X-Frame-Options": "DENY"})
