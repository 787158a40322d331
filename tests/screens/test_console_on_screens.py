"""Every page of the console at every size, light and dark: nothing is cut, and axe-core finds nothing serious."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg import Memory
from kg.console import ConsoleServer
from tests.screens.conftest import OWNER
from tests.screens.screen import SCHEMES, SIZES, open_screen

pytestmark = pytest.mark.slow

Open = Callable[[Memory], ConsoleServer]


def list_pages(memory: Memory) -> dict[str, str]:
    """Return a path for every page."""
    person = memory.people.get("Gethin Pryce")
    gary = memory.entities.get("Gary")
    [fact] = memory.facts.list(subject=gary.id, predicate="prefers")
    event = next(event for event in memory.history("s8") if "growled" in event.text)
    reflection = memory.reflections.add("Gary's dose changed.", [fact.id], about=[gary.id])
    receipt = memory.changes.list()[0]
    assert receipt.at
    why = f"context?message=How+much+furosemide+does+Gary+get&speaker={OWNER}&budget=500"
    return {
        "home": "",
        "search": "search?q=gary",
        "people": "people",
        "person": f"people/{person.id}",
        "entities": "entities",
        "entity": f"entities/{gary.id}",
        "facts": "facts",
        "fact": f"facts/{fact.id}",
        "sessions": "sessions",
        "session": "sessions/s8",
        "message": f"messages/{event.id}",
        "memories": "memories",
        "reflections": "memories?kind=reflection",
        "memory": f"memories/{reflection.id}",
        "tasks": "tasks",
        "decide": "decide",
        "why": why,
        "compare": f"{why}&b_budget=200&b_as_of=2025-02-20",
        "log": "log",
        "forget": f"forget?kind=event&id={event.id}&back=/",
        "choose": "pictures/entity",
        **{view: f"pictures/{view}" for view in ("social", "trust", "timeline")},
        "mindmap": f"pictures/entity?name={gary.id}",
        "transcript": "pictures/session?name=s8",
    }


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_page(rescue: Memory, open_console: Open, chromium: Any, screenshots: Path, scheme: str) -> None:
    server = open_console(rescue)
    wrong: dict[str, object] = {}
    with open_screen(chromium, screenshots, scheme=scheme, origin=server.url) as screen:
        screen.open(server.address)
        for name, path in list_pages(rescue).items():
            screen.open(server.url + path, is_picture=path.startswith("pictures/") and path != "pictures/entity")
            for size in SIZES:
                screen.resize(size)
                screen.shoot(f"console {name} {size} {scheme}")
                wrong |= {f"{name} {size}": cut for cut in [screen.list_cut()] if cut}
                if size != "tablet":
                    wrong |= {f"{name} {size} axe": found for found in [screen.audit()] if found}
    assert wrong == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_an_empty_memory_says_what_to_do(
    crowd: Callable[[int], Memory], open_console: Open, chromium: Any, screenshots: Path, scheme: str
) -> None:
    server = open_console(crowd(0))
    with open_screen(chromium, screenshots, scheme=scheme, origin=server.url) as screen:
        screen.open(server.address)
        for size in SIZES:
            screen.resize(size)
            screen.shoot(f"console empty {size} {scheme}")
            assert screen.list_cut() == []
        assert "kg import" in screen.page.locator("main").inner_text()
        assert screen.audit() == []


@pytest.mark.parametrize("count", [60, 1_000])
def test_a_crowd_has_pages(
    crowd: Callable[[int], Memory], open_console: Open, chromium: Any, screenshots: Path, count: int
) -> None:
    server = open_console(crowd(count))
    with open_screen(chromium, screenshots, origin=server.url) as screen:
        screen.open(server.address)
        for path in ("people?limit=1000", "pictures/social", "pictures/trust"):
            screen.open(server.url + path, is_picture=path.startswith("pictures/"))
            for size in SIZES:
                screen.resize(size)
                screen.shoot(f"console {path} crowd {count} {size}")
                assert screen.list_cut() == [], path
                if path.startswith("pictures/"):
                    screen.check_names()


def test_the_menus_and_dialogs(rescue: Memory, open_console: Open, chromium: Any, screenshots: Path) -> None:
    server = open_console(rescue)
    with open_screen(chromium, screenshots, origin=server.url) as screen:
        page = screen.page
        screen.open(server.address)
        page.keyboard.press("?")
        assert page.locator("#shortcuts").is_visible()
        assert screen.audit() == []
        page.keyboard.press("Escape")
        page.keyboard.press("/")
        page.keyboard.type("gary")
        page.locator("#suggestions [role=option]").first.wait_for()
        screen.shoot("console suggestions desk light")
        assert screen.audit() == []
        screen.open(f"{server.url}people/{rescue.people.get('Gethin Pryce').id}")
        page.keyboard.press("a")
        page.locator("#action-list li").first.wait_for()
        assert screen.audit() == []
        page.keyboard.press("Escape")
        for summary in page.locator("main details.act > summary").all():
            summary.click()
        screen.shoot("console forms desk light")
        for size in SIZES:
            screen.resize(size)
            assert screen.list_cut() == []
        assert screen.audit() == []
