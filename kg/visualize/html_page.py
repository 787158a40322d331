"""A picture as a self-contained HTML page: it loads nothing, and user text is embedded as data, never as code."""

from __future__ import annotations

import html

from kg.visualize.page_parts import (
    CYTOSCAPE_STYLE,
    CYTOSCAPE_STYLE_HASH,
    STYLES,
    picture_data,
    picture_markup,
    policy_hash,
    read_picture_file,
    script_names,
)
from kg.visualize.scene import Scene


def render_page(scene: Scene) -> str:
    """Return the picture as a page, which makes no requests."""
    style = "\n".join(map(read_picture_file, STYLES))
    scripts = [read_picture_file(name) for name in script_names(scene.view)]
    policy = "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(policy_hash(one) for one in scripts)}",
            f"style-src {policy_hash(style)} {CYTOSCAPE_STYLE_HASH}",
            "img-src data: blob:",
            "connect-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    values = {
        "policy": html.escape(policy),
        "title": html.escape(f"{scene.title} – {scene.scope}"),
        "style": f'<style>{style}</style>\n<style id="__________cytoscape_stylesheet">{CYTOSCAPE_STYLE}</style>',
        "picture": picture_markup(),
        "data": picture_data(scene),
        "scripts": "\n".join(f"<script>{one}</script>" for one in scripts),
    }
    # In one pass, so that placeholders in inserted values are not replaced.
    before, *rest = read_picture_file("page.html").split("{{")
    parts = [before]
    for one in rest:
        name, _, text = one.partition("}}")
        parts += [values[name], text]
    return "".join(parts)
