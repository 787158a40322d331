"""Every picture at every size, light and dark, as a page and in a notebook: names are inside and legible, nothing is cut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Memory
from kg.visualize import Picture
from tests.screens.screen import SCHEMES, SIZES, Screen, open_screen

pytestmark = pytest.mark.slow

CROWDS = (0, 1, 60, 1_000)
VIEWS: dict[str, Callable[[Memory], Picture]] = {
    "social": lambda memory: memory.pictures.social(),
    "trust": lambda memory: memory.pictures.trust(),
    "entity": lambda memory: memory.pictures.entity("Gary"),
    "session": lambda memory: memory.pictures.session("s8"),
    "timeline": lambda memory: memory.pictures.timeline(),
}
NETWORKS = {"social", "trust", "entity"}


def check(screen: Screen, view: str, name: str) -> None:
    """Assert that the layout is good, and save a screenshot."""
    screen.shoot(name)
    assert screen.list_cut() == [], name
    if view in NETWORKS:
        screen.check_names()


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("view", VIEWS)
def test_a_conversation(rescue: Memory, chromium: Any, screenshots: Path, view: str, scheme: str) -> None:
    with open_screen(chromium, screenshots, scheme=scheme) as screen:
        screen.open_html(VIEWS[view](rescue).html())
        for size in SIZES:
            screen.resize(size)
            check(screen, view, f"{view} conversation {size} {scheme}")
            assert screen.audit() == []


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("count", CROWDS)
@pytest.mark.parametrize("view", ["social", "trust", "timeline"])
def test_a_crowd(
    crowd: Callable[[int], Memory], chromium: Any, screenshots: Path, view: str, count: int, scheme: str
) -> None:
    with open_screen(chromium, screenshots, scheme=scheme) as screen:
        screen.open_html(VIEWS[view](crowd(count)).html())
        for size in SIZES:
            screen.resize(size)
            check(screen, view if count else "", f"{view} crowd {count} {size} {scheme}")
        if not count or view == "timeline":
            # An empty picture says what to do.
            assert "kg " in screen.page.locator("#nothing").inner_text()
        assert screen.audit() == []


@pytest.mark.parametrize("width", [520, 958])
@pytest.mark.parametrize("view", VIEWS)
def test_a_notebook(rescue: Memory, chromium: Any, screenshots: Path, view: str, width: int) -> None:
    with open_screen(chromium, screenshots) as screen:
        screen.open_in_notebook(VIEWS[view](rescue)._repr_html_(), width)
        screen.settle()
        check(screen, view, f"{view} notebook {width}")
