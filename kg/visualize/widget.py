"""A picture as a widget of a notebook, which tells Python who is looked at."""

from __future__ import annotations

from importlib import resources
from typing import Any

from kg.errors import ModelUnavailable


def widget(page: str, height: int) -> Any:
    """A widget of a page.

    Args:
        page: as HTML; setting the widget's `page` shows another.
        height: in pixels.

    Returns:
        An `anywidget.AnyWidget` with `page`, and `chosen`: the id of what is looked at, or None.

    Raises:
        ModelUnavailable: what widgets are made of is not installed.
    """
    try:
        import anywidget  # noqa: PLC0415 - an extra
        import traitlets  # noqa: PLC0415
    except ImportError:
        raise ModelUnavailable("Widgets are not installed.", how="pip install 'kg[notebook]'.") from None
    members = {
        "_esm": resources.files("kg.visualize").joinpath("assets", "widget.js").read_text(encoding="utf-8"),
        "page": traitlets.Unicode().tag(sync=True),
        "height": traitlets.Int().tag(sync=True),
        "chosen": traitlets.Unicode(None, allow_none=True).tag(sync=True),
    }
    return type("PictureWidget", (anywidget.AnyWidget,), members)(page=page, height=height)
