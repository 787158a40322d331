"""How fast the social graph of a large scope is in a browser: the time until it reacts, and its frames while it is dragged."""

from __future__ import annotations

import time
from typing import Any

_RECORD_FRAMES = """() => {
  window.frameTimes = [];
  let last = performance.now();
  const tick = (now) => { window.frameTimes.push(now - last); last = now; window.frameRequest = requestAnimationFrame(tick); };
  window.frameRequest = requestAnimationFrame(tick);
}"""
_STOP = "() => { cancelAnimationFrame(window.frameRequest); return window.frameTimes.slice(1); }"
_COUNT = "() => document.getElementById('sheet')._cyreg.cy.nodes().filter((one) => !one.data('decor')).length"
_NAMES = "() => document.getElementById('sheet')._cyreg.cy.nodes('.named').length"
_DRAG_S, _STEP_PX, _TURN_PX = 2.0, 4, 160


def measure_picture(page: Any, address: str) -> dict[str, dict[str, float]]:
    """Open the social graph, drag it, open all communities, and drag it again.

    Returns:
        {"communities", "everybody"}: each {"nodes", "names" (that are drawn), "frames_per_s" (while it is dragged),
        "slowest_frame_ms"}; the first also {"interactive_ms"}: from the start of the navigation until all is drawn.
    """
    page.goto("about:blank")
    page.goto(address)
    page.locator("html[data-whole]").wait_for(state="attached")
    interactive = float(page.evaluate("document.documentElement.dataset.whole"))
    communities = {"interactive_ms": interactive, **_drag(page)}
    button = page.locator("#banner").get_by_role("button", name="Open all")
    if not button.is_visible():
        return {"communities": communities}
    button.click()
    page.wait_for_timeout(500)
    return {"communities": communities, "everybody": _drag(page)}


def _drag(page: Any) -> dict[str, float]:
    """Drag the empty ground to and fro."""
    box = page.locator("#sheet").bounding_box()
    x, y = box["x"] + 12, box["y"] + box["height"] - 12
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(_RECORD_FRAMES)
    end, moves = time.monotonic() + _DRAG_S, 0
    while time.monotonic() < end:
        moves += 1
        far = abs(_STEP_PX * moves % (2 * _TURN_PX) - _TURN_PX)
        page.mouse.move(x + far, y - far)
    frames = page.evaluate(_STOP)
    page.mouse.up()
    return {
        "nodes": page.evaluate(_COUNT),
        "names": page.evaluate(_NAMES),
        "frames_per_s": round(1000 * len(frames) / sum(frames), 1),
        "slowest_frame_ms": round(max(frames)),
    }
