"""The parts of a picture's page: its files, its markup and its data, also for pages that contain a picture."""

from __future__ import annotations

import base64
import functools
import hashlib
import json
from importlib import resources
from typing import Any

from kg.visualize import styles
from kg.visualize.scene import Scene

STYLES = ("base.css", "picture.css", "timeline.css", "transcript.css")
"""The style sheets of a picture, in order."""
_COMMON_SCRIPTS = ("parts.js", "labels.js", "table.js")
_NETWORK_SCRIPTS = ("cytoscape.min.js", "selection.js", "crowd.js", "network-style.js", "network.js")
_VIEW_SCRIPTS = {"timeline": ("timeline.js",), "session": ("transcript.js",)}
_LAST_SCRIPT = "page.js"
CYTOSCAPE_STYLE = ".__________cytoscape_container { position: relative; }"
"""The rule that cytoscape.js adds to a page unless it exists, so that a policy can allow it."""
# Characters that could end a script, begin a comment in it, or break a line where JSON does not.
_ESCAPES = {ord(one): f"\\u{ord(one):04x}" for one in "<>&\u2028\u2029"}


def policy_hash(text: str) -> str:
    """Return the source of a content security policy that allows one inline script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


CYTOSCAPE_STYLE_HASH = policy_hash(CYTOSCAPE_STYLE)
"""What a content security policy has to allow for the rule of cytoscape.js."""


def script_names(view: str) -> tuple[str, ...]:
    """Return the names of the scripts of a picture, in order."""
    return (*_COMMON_SCRIPTS, *_VIEW_SCRIPTS.get(view, _NETWORK_SCRIPTS), _LAST_SCRIPT)


def picture_files() -> frozenset[str]:
    """Return the names of all style sheets and scripts of pictures."""
    return frozenset([*STYLES, *(name for view in ("social", *_VIEW_SCRIPTS) for name in script_names(view))])


@functools.cache
def read_picture_file(name: str) -> str:
    """Return a file of the page by its name."""
    return resources.files("kg.visualize").joinpath("assets", name).read_text(encoding="utf-8")


def picture_markup() -> str:
    """Return the markup of a picture, which its scripts fill."""
    return read_picture_file("picture.html")


def picture_data(scene: Scene) -> str:
    """Return the elements with the data of a picture: user text is data in them, never markup."""
    return (
        f'<script type="application/json" id="data">{embed_json(scene.data())}</script>\n'
        f'<script type="application/json" id="tones">{embed_json(styles.style_data())}</script>'
    )


def embed_json(value: Any) -> str:
    """Return a value as JSON that is safe to embed in a page."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)
