"""A page in Chromium at a size and in a colour scheme: what is cut, which names overlap, what axe-core finds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.visualize.scenes import LABEL_BOXES, LABELS_CUT, covers

SIZES = {"phone": (390, 780), "tablet": (700, 900), "desk": (1280, 820)}
SCHEMES = ("light", "dark")
# axe-core 4.14.1, MPL-2.0.
_AXE = Path(__file__).parent / "axe.min.js"
_RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
# Elements that reach beyond the window or their own box, except in boxes that scroll and texts that end in an ellipsis.
_CUT = """() => {
  const found = [];
  const scrolls = (one) => { for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth) return true; }
    return false; };
  const all = "h1, h2, h3, p, a, button, input, select, summary, label, th, td, dt, dd, li, caption, .badge, .tier, .chip";
  for (const one of document.querySelectorAll(all)) {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (one.closest(".unseen, .skip, #sheet, [hidden]") || scrolls(one)) continue;
    const box = one.getBoundingClientRect(), style = getComputedStyle(one);
    const text = (one.innerText || one.id || one.tagName).slice(0, 60);
    if (!box.width || !box.height) continue;
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`${text}: ${Math.round(box.left)} to ${Math.round(box.right)}`);
    else if (style.overflowX === "hidden" && style.textOverflow !== "ellipsis" && one.scrollWidth > one.clientWidth + 1)
      found.push(`${text}: ${one.scrollWidth} in ${one.clientWidth}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  return found; }"""
_SMALLEST_NODE = """() => { const cy = document.getElementById('sheet')._cyreg.cy;
  return Math.min(...cy.nodes().filter((one) => !one.data('decor') && one.visible()).map((one) => one.renderedWidth()), 99); }"""
_SETTLED = """() => new Promise((done) => { let last = "", same = 0;
  const look = () => {
    const cy = document.getElementById("sheet")?._cyreg?.cy;
    const size = [innerWidth, innerHeight, document.documentElement.scrollHeight];
    const now = JSON.stringify([size, cy?.pan(), cy?.zoom(), cy?.nodes().map((one) => one.data("w"))]);
    same = now === last ? same + 1 : 0; last = now;
    same >= 20 ? done(true) : requestAnimationFrame(look); };
  look(); })"""


@dataclass
class Screen:
    """A page that complains about console messages, errors and requests to other places.

    Attributes:
        page: the page of playwright.
        frame: the page, or the frame in it that is judged.
        folder: where screenshots go.
        complaints: what was wrong.
    """

    page: Any
    frame: Any
    folder: Path
    complaints: list[str] = field(default_factory=list)

    def open(self, address: str, *, is_picture: bool = False) -> None:
        self.page.goto(address)
        self.frame = self.page
        if is_picture:
            self.page.locator("html[data-painted]").wait_for(state="attached")

    def open_html(self, html: str, *, is_picture: bool = True) -> None:
        """Open a page from a file."""
        file = self.folder / "page.html"
        file.write_text(html, encoding="utf-8")
        self.open(file.as_uri(), is_picture=is_picture)

    def open_in_notebook(self, output: str, width: int) -> None:
        """Open the HTML of a cell's output as nbconvert shows it: in a column beside the numbers of the cells."""
        column = f'<div style="width:{width}px;margin-left:40px;overflow:auto">{output}</div>'
        self.open_html(f"<!doctype html><meta charset='utf-8'><body>{column}</body>", is_picture=False)
        self.frame = self.page.frames[1]
        self.frame.locator("html[data-painted]").wait_for(state="attached")

    def resize(self, size: str) -> None:
        width, height = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})
        self.settle()

    def settle(self) -> None:
        """Wait until nothing moves any more."""
        self.frame.evaluate(_SETTLED)

    def shoot(self, name: str) -> None:
        """Save a screenshot, for a person who judges it."""
        self.page.screenshot(path=self.folder / f"{re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-')}.png")

    def list_cut(self) -> list[str]:
        """Return what is cut off."""
        found: list[str] = self.frame.evaluate(_CUT)
        return found

    def check_names(self) -> None:
        """Assert that the names in a network are inside of it, and that at most 2 % of them overlap another."""
        cut = self.frame.evaluate(LABELS_CUT)
        assert cut == [], cut
        boxes = self.frame.evaluate(LABEL_BOXES)
        overlapping = [box for box in boxes if sum(covers(box, other) for other in boxes) > 1]
        assert len(overlapping) <= 0.02 * len(boxes), f"{len(overlapping)} of {len(boxes)} names overlap"
        smallest = self.frame.evaluate(_SMALLEST_NODE)
        assert smallest > 9.9, smallest

    def audit(self) -> list[str]:
        """Return the serious findings of axe-core."""
        self.page.evaluate(_AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate(f"async () => (await axe.run(document, {json.dumps(_RULES)})).violations")
        return [
            f"{one['id']}: {one['nodes'][0]['html'][:200]} {one['nodes'][0]['failureSummary'][:300]}"
            for one in found
            if one["impact"] in {"serious", "critical"}
        ]


@contextmanager
def open_screen(chromium: Any, folder: Path, *, scheme: str = "light", origin: str = "") -> Iterator[Screen]:
    """Open a screen; what was wrong fails the test at the end.

    Args:
        chromium: the browser.
        folder: where screenshots go.
        scheme: light or dark.
        origin: the address from which the page may request something.
    """
    width, height = SIZES["desk"]
    context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    page = context.new_page()
    # A server that has just started compiles the statements of a page first; those of an erasure take 12 s.
    page.set_default_timeout(90_000)
    screen = Screen(page, page, folder)

    def judge(address: str) -> None:
        if not address.startswith(("data:", "blob:", "about:", folder.as_uri(), *([origin] if origin else []))):
            screen.complaints.append(f"request for {address[:100]}")

    page.on("console", lambda one: screen.complaints.append(f"{one.type}: {one.text}"))
    page.on("pageerror", lambda one: screen.complaints.append(f"error: {one}"))
    page.on("request", lambda one: judge(one.url))
    yield screen
    context.close()
    assert screen.complaints == [], screen.complaints
