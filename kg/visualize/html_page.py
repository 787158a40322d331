"""A picture as one page: everything is in the file, nothing is fetched, and what others wrote is data, never code."""

from __future__ import annotations

import base64
import functools
import hashlib
import html
import json
from importlib import resources
from typing import Any

from kg.visualize import styles
from kg.visualize.scene import Scene

_CODE = ("cytoscape.min.js", "labels.js", "page.js")
# What could end a script, begin a comment in one, or end a line of it where JSON has none.
_ESCAPES = {ord(one): f"\\u{ord(one):04x}" for one in "<>&\u2028\u2029"}


def page(scene: Scene, *, live: bool = False) -> str:
    """The page, as HTML.

    Args:
        scene: what it shows.
        live: whether it asks where it comes from for newer data (`kg view --serve`); else it asks nobody.
    """
    style = _asset("page.css")
    # cytoscape.js adds this rule by itself, unless it is there; so nothing but these two styles is allowed.
    own = ".__________cytoscape_container { position: relative; }"
    scripts = [_asset(name) for name in _CODE]
    policy = "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(_allowed(one) for one in scripts)}",
            f"style-src {_allowed(style)} {_allowed(own)}",
            "img-src data: blob:",
            "connect-src 'self'" if live else "connect-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    filled = {
        "policy": html.escape(policy),
        "title": html.escape(f"{scene.title} – {scene.scope}"),
        "style": f'<style>{style}</style>\n<style id="__________cytoscape_stylesheet">{own}</style>',
        "data": f'<script type="application/json" id="data">{embedded(scene.data())}</script>\n'
        f'<script type="application/json" id="tones">{embedded(styles.told())}</script>',
        "scripts": "\n".join(f"<script>{one}</script>" for one in scripts),
        "live": "live" if live else "still",
    }
    # In one go: what is put in is not looked at again.
    before, *rest = _asset("page.html").split("{{")
    parts = [before]
    for one in rest:
        name, _, behind = one.partition("}}")
        parts += [filled[name], behind]
    return "".join(parts)


def embedded(value: Any) -> str:
    """A value as JSON that stays JSON inside a page."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


def _allowed(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@functools.cache
def _asset(name: str) -> str:
    return resources.files("kg.visualize").joinpath("assets", name).read_text(encoding="utf-8")
