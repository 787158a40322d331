"""Helpers for tests of pictures: hostile texts, and what a scene contains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kg.visualize.picture import Picture
from kg.visualize.scene import Node

HOSTILE = [
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "\u202eevil\u202c \u2067نص\u2069",
    "a\u2028b </script>",
    "x" * 500,
]


def find_node(picture: Picture, label: str) -> Node:
    return next(one for one in picture.scene.nodes if one.label == label)


def edges(picture: Picture) -> set[tuple[str, str, str]]:
    called = {one.id: one.label for one in picture.scene.nodes}
    return {(called[tie.source], tie.tone, called[tie.target]) for tie in picture.scene.ties}


def details_of(thing: Any) -> str:
    return " | ".join(f"{word}: {text}" for word, text in thing.lines)


def covers(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether two rectangles (left, top, right, bottom) overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


LABEL_BOXES = """() => { const cy = document.getElementById('sheet')._cyreg.cy; return cy.nodes('.named').map((one) => {
  const box = one.renderedBoundingBox({ includeNodes: false, includeEdges: false, includeOverlays: false });
  return [box.x1 + 4, box.y1 + 4, box.x2 - 4, box.y2 - 4]; }); }"""
"""JavaScript that returns the rectangles of all drawn labels, on the screen."""
LABELS_CUT = """() => { const cy = document.getElementById('sheet')._cyreg.cy; return cy.nodes('.named').map((one) => {
  const box = one.renderedBoundingBox({ includeNodes: false, includeEdges: false, includeOverlays: false });
  return [one.data('label'), box.x1 + 4, box.y1 + 4, box.x2 - 4, box.y2 - 4]; })
  .filter(([, left, top, right, bottom]) => left < 0 || top < 0 || right > cy.width() || bottom > cy.height()); }"""
"""JavaScript that returns the labels that reach beyond the stage."""


def drawn_labels(page: Any) -> list[str]:
    """Return the labels of the nodes that a page draws."""
    return page.evaluate("""() => document.getElementById('sheet')._cyreg.cy.nodes().filter((one) => !one.data('decor'))
      .map((one) => one.data('label')).sort()""")


def open_community(page: Any) -> int:
    """Open the largest community that is closed, and return how many members it has."""
    return page.evaluate("""() => {
      const groups = document.getElementById('sheet')._cyreg.cy.nodes('.group').sort((a, b) => b.data('w') - a.data('w'));
      const count = Number(groups[0].data('lines')[0][1]);
      groups[0].emit('tap');
      return count; }""")
