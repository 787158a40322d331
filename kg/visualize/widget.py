"""A picture as a notebook widget, which reports the selected node to Python."""

from __future__ import annotations

from importlib import resources
from typing import Any

from kg.errors import ModelUnavailable


def create_widget(page: str, height: int) -> Any:
    """Create a widget that shows a page.

    Args:
        page: the page as HTML; set the widget's `page` to show another one.
        height: the height in pixels.

    Returns:
        An `anywidget.AnyWidget` with `page`, and `chosen`: the id of the selected node, or None.

    Raises:
        ModelUnavailable: `anywidget` is not installed.
    """
    try:
        import anywidget  # noqa: PLC0415 - an extra
        import traitlets  # noqa: PLC0415
    except ImportError:
        raise ModelUnavailable(
            "The package anywidget is not installed.", how="pip install 'kg-agent-memory[notebook]'."
        ) from None
    members = {
        "_esm": resources.files("kg.visualize").joinpath("assets", "widget.js").read_text(encoding="utf-8"),
        "page": traitlets.Unicode().tag(sync=True),
        "height": traitlets.Int().tag(sync=True),
        "chosen": traitlets.Unicode(None, allow_none=True).tag(sync=True),
    }
    return type("PictureWidget", (anywidget.AnyWidget,), members)(page=page, height=height)
