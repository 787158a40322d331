"""A picture that was taken: as a page, a figure, pixels, a file, or inside a notebook."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

from kg.errors import InvalidInput
from kg.visualize import static_figure
from kg.visualize.html_page import page
from kg.visualize.scene import Scene
from kg.visualize.widget import widget

FORMS = (".html", ".svg", ".png")
_HIGH = 640


class Picture:
    """A picture of a memory at a moment; what changes afterwards is not in it.

    Attributes:
        scene: what it shows, with places, for tools of one's own.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def html(self) -> str:
        """An interactive page in one file, which fetches nothing: search, filters, evidence, a slider for the time."""
        return page(self.scene)

    def svg(self) -> str:
        """A figure for papers and terminals, with a legend and without scripts."""
        return static_figure.svg(self.scene)

    def png(self, *, scale: float = 2.0) -> bytes:
        """The figure in pixels.

        Args:
            scale: pixels to a point, 0.1 to 8.

        Raises:
            InvalidInput: the scale is none.
            ModelUnavailable: what draws it is not installed (`kg[pictures]`).
        """
        if isinstance(scale, bool) or not isinstance(scale, int | float) or not 0.1 <= scale <= 8:
            raise InvalidInput("scale", scale, "a number from 0.1 to 8")
        return static_figure.png(self.scene, scale=float(scale))

    def save(self, path: str | Path) -> Path:
        """Write it to a file, in the form that the end of its name tells.

        Args:
            path: ends in .html, .svg or .png.

        Raises:
            InvalidInput: another end.
            ModelUnavailable: as `png`.
        """
        place = checked_path(path)
        if place.suffix.lower() == ".png":
            place.write_bytes(self.png())
        else:
            place.write_text(self.html() if place.suffix.lower() == ".html" else self.svg(), encoding="utf-8")
        return place

    def widget(self, *, height: int = _HIGH) -> Any:
        """The page as a widget of a notebook, whose `chosen` is the id of what is looked at; set its `page` to show another.

        Args:
            height: in pixels.

        Raises:
            ModelUnavailable: `kg[notebook]` is not installed.
        """
        return widget(self.html(), height)

    def _repr_html_(self) -> str:
        """The page within a notebook's, in a frame of its own that may run its script and nothing else."""
        inside = html.escape(self.html())
        return (
            f'<iframe sandbox="allow-scripts" style="width:100%;height:{_HIGH}px;border:0" srcdoc="{inside}"></iframe>'
        )


def checked_path(path: str | Path) -> Path:
    """A path whose end tells one of the forms.

    Raises:
        InvalidInput: it does not.
    """
    place = Path(path)
    if place.suffix.lower() not in FORMS:
        raise InvalidInput("path", str(path), f"a name that ends in {', '.join(FORMS)}")
    return place
