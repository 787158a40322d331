"""A picture of a memory, as HTML, SVG, PNG, a file, or a notebook widget."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

from kg.errors import InvalidInput
from kg.visualize import static_figure
from kg.visualize.html_page import render_page
from kg.visualize.scene import Scene
from kg.visualize.widget import create_widget

FORMATS = (".html", ".svg", ".png")
_DEFAULT_HEIGHT = 640


class Picture:
    """A picture of a memory at one time; later changes do not affect it.

    Attributes:
        scene: its nodes and edges with positions, for further processing.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def html(self) -> str:
        """Return an interactive page that loads nothing else: search, filters, evidence, a time slider."""
        return render_page(self.scene)

    def svg(self) -> str:
        """Return a static figure with a legend, without scripts."""
        return static_figure.render_svg(self.scene)

    def png(self, *, scale: float = 2.0) -> bytes:
        """Return the figure as PNG.

        Args:
            scale: pixels per point, 0.1 to 8.

        Raises:
            InvalidInput: the scale is invalid.
            ModelUnavailable: the renderer is not installed (`kg-agent-memory[pictures]`).
        """
        if isinstance(scale, bool) or not isinstance(scale, int | float) or not 0.1 <= scale <= 8:
            raise InvalidInput("scale", scale, "a number from 0.1 to 8")
        return static_figure.render_png(self.scene, scale=float(scale))

    def save(self, path: str | Path) -> Path:
        """Write the picture to a file, in the format of the file's extension.

        Args:
            path: a path that ends in .html, .svg or .png.

        Raises:
            InvalidInput: the extension is not known.
            ModelUnavailable: as for `png`.
        """
        target = check_picture_path(path)
        if target.suffix.lower() == ".png":
            target.write_bytes(self.png())
        else:
            target.write_text(self.html() if target.suffix.lower() == ".html" else self.svg(), encoding="utf-8")
        return target

    def widget(self, *, height: int = _DEFAULT_HEIGHT) -> Any:
        """Return the page as a notebook widget: `chosen` is the id of the selected node; set `page` to show another page.

        Args:
            height: the height in pixels.

        Raises:
            ModelUnavailable: `kg-agent-memory[notebook]` is not installed.
        """
        return create_widget(self.html(), height)

    def _repr_html_(self) -> str:
        """Return the page in a sandboxed frame, for notebooks."""
        escaped = html.escape(self.html())
        style = f"width:100%;height:{_DEFAULT_HEIGHT}px;border:0"
        return f'<iframe sandbox="allow-scripts" style="{style}" srcdoc="{escaped}"></iframe>'


def check_picture_path(path: str | Path) -> Path:
    """Return a path, checked for a known extension.

    Raises:
        InvalidInput: the extension is not known.
    """
    target = Path(path)
    if target.suffix.lower() not in FORMATS:
        raise InvalidInput("path", str(path), f"a path that ends in {', '.join(FORMATS)}")
    return target
