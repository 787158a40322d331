"""A picture as a self-contained HTML page: it loads nothing, and user text is embedded as data, never as code."""

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

STYLES = ("base.css", "picture.css", "timeline.css", "transcript.css")
"""The style sheets of a picture, in order."""
NETWORK_SCRIPTS = ("cytoscape.min.js", "selection.js", "crowd.js", "network-style.js", "network.js")
_VIEW_SCRIPTS = {"timeline": ("timeline.js",), "session": ("transcript.js",)}
CYTOSCAPE_STYLE = ".__________cytoscape_container { position: relative; }"
"""The rule that cytoscape.js adds to a page unless it exists, so that a policy can allow it."""
# Characters that could end a script, begin a comment in it, or break a line where JSON does not.
_ESCAPES = {ord(one): f"\\u{ord(one):04x}" for one in "<>&\u2028\u2029"}


def render_page(scene: Scene, *, live: bool = False) -> str:
    """Return the page as HTML.

    Args:
        scene: the content of the picture.
        live: whether the page polls its server for newer data (`kg view --serve`); otherwise it makes no requests.
    """
    style = "\n".join(map(read_asset, STYLES))
    scripts = [read_asset(name) for name in script_names(scene.view)]
    policy = "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(_csp_hash(one) for one in scripts)}",
            f"style-src {_csp_hash(style)} {_csp_hash(CYTOSCAPE_STYLE)}",
            "img-src data: blob:",
            "connect-src 'self'" if live else "connect-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    values = {
        "policy": html.escape(policy),
        "title": html.escape(f"{scene.title} – {scene.scope}"),
        "style": f'<style>{style}</style>\n<style id="__________cytoscape_stylesheet">{CYTOSCAPE_STYLE}</style>',
        "picture": read_asset("picture.html"),
        "data": f'<script type="application/json" id="data">{embed_json(scene.data())}</script>\n'
        f'<script type="application/json" id="tones">{embed_json(styles.style_data())}</script>',
        "scripts": "\n".join(f"<script>{one}</script>" for one in scripts),
        "live": "live" if live else "still",
    }
    # In one pass, so that placeholders in inserted values are not replaced.
    before, *rest = read_asset("page.html").split("{{")
    parts = [before]
    for one in rest:
        name, _, text = one.partition("}}")
        parts += [values[name], text]
    return "".join(parts)


def script_names(view: str) -> tuple[str, ...]:
    """Return the names of the scripts of a picture, in order."""
    return ("parts.js", "labels.js", "table.js", *_VIEW_SCRIPTS.get(view, NETWORK_SCRIPTS), "page.js")


def embed_json(value: Any) -> str:
    """Return a value as JSON that is safe to embed in a page."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


def _csp_hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@functools.cache
def read_asset(name: str) -> str:
    """Return a file of the page by its name."""
    return resources.files("kg.visualize").joinpath("assets", name).read_text(encoding="utf-8")
