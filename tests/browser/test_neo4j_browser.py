"""Guide, style, parameters and queries in Neo4j Browser, in headless Chromium."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from kg.browser import BrowserKit, GuideServer, list_saved_queries
from tests.chromium import find_chromium

pytestmark = pytest.mark.slow

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = find_chromium()
EDITOR = ".monaco-editor"


@pytest.fixture(scope="module")
def serving(kit: BrowserKit) -> Iterator[GuideServer]:
    serving = GuideServer(kit)
    thread = threading.Thread(target=serving.run)
    thread.start()
    yield serving
    serving.stop()
    thread.join()


@pytest.fixture(scope="module")
def page(kit: BrowserKit, serving: GuideServer, server: dict[str, str]) -> Iterator[Any]:
    """Neo4j Browser, opened as by `kg browse`, and logged in."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    try:
        httpx.get(kit.browser).raise_for_status()
    except httpx.HTTPError:
        pytest.skip(f"Neo4j Browser does not answer at {kit.browser}")
    # Other tests may slow the machine down.
    api.expect.set_options(timeout=30_000)
    with api.sync_playwright() as playwright:
        # For root, as in containers, the sandbox does not work.
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"] if os.geteuid() == 0 else []
        )
        page = chromium.new_page(viewport={"width": 1500, "height": 950})
        page.goto(kit.address("guide", f"{serving.address}/guide"), wait_until="domcontentloaded")
        page.get_by_test_id("password").fill(server["KG_NEO4J_PASSWORD"])
        page.get_by_test_id("connect").click()
        page.get_by_text("You are connected").or_(page.get_by_text("Connected to Neo4j")).first.wait_for()
        yield page
        chromium.close()


def write(page: Any, text: str) -> None:
    """Replace the text of the editor and run it."""
    page.locator(EDITOR).first.click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)
    # A key that is pressed before the editor shows the text has no effect.
    api.expect(page.locator(f"{EDITOR} .view-lines").first).to_contain_text(text.rsplit(maxsplit=1)[-1])
    page.keyboard.press("Control+Enter")


def run(page: Any, text: str, expected: str = "") -> Any:
    """Run a text in the editor and return its frame, once the frame shows the expected words."""
    write(page, ":clear")
    api.expect(page.get_by_test_id("frame")).to_have_count(0)
    write(page, text)
    frame = page.get_by_test_id("frame").first
    api.expect(frame).to_contain_text(expected)
    return frame


def test_the_guide_is_shown_and_its_boxes_run(page: Any, kit: BrowserKit) -> None:
    api.expect(page.get_by_text(f"The memory {kit.scope}")).to_be_visible()
    boxes = page.locator(".slide pre.runnable")
    # One click on the button of the first box draws a picture.
    boxes.first.locator("i").click()
    api.expect(page.get_by_test_id("frame").first.locator("g.node circle").first).to_be_visible()
    for index, expected in ((1, "node.Memory {"), (3, "Successfully set your parameters")):
        boxes.nth(index).click()
        page.locator(EDITOR).first.click()
        page.keyboard.press("Control+Enter")
        api.expect(page.get_by_test_id("frame").first).to_contain_text(expected)


@pytest.mark.parametrize("name", ["entity_facts", "person_trust", "sleep_runs"])
def test_a_saved_query_shows_results(page: Any, kit: BrowserKit, name: str) -> None:
    # A frame that still waits for its answer appears again after `:clear`.
    run(page, kit.set_parameters, "Successfully set your parameters")
    [query] = [query for query in list_saved_queries() if query.name == name]
    frame = run(page, query.text)
    if name in ("entity_facts", "person_trust"):
        api.expect(frame.locator("g.node circle").first).to_be_visible()
        colours = {one.get_attribute("fill") for one in frame.locator("g.node circle.b-outline").all()}
        assert "#E79A4C" in colours
    else:
        api.expect(frame).to_contain_text("Started streaming")


def test_an_address_opens_a_query_in_the_editor(page: Any, kit: BrowserKit) -> None:
    [query] = [query for query in list_saved_queries() if query.name == "recent_changes"]
    page.goto(kit.address("edit", query.text), wait_until="domcontentloaded")
    api.expect(page.locator(f"{EDITOR} .view-lines").first).to_contain_text("duration({days:")
