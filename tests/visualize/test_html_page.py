"""The page in a real browser: it paints soon, asks nobody, and is used by mouse and by keys alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.protocols import FixedClock
from kg.visualize.scene import shown
from tests.support import T0, days
from tests.visualize.crowd import crowd
from tests.visualize.test_pictures import HOSTILE, covers

pytestmark = pytest.mark.slow

IN_SIGHT = """() => document.getElementById('sheet')._cyreg.cy.nodes()
  .filter((one) => !one.hasClass('gone') && !one.data('decor')).map((one) => one.data('label')).sort()"""
CLEAR = IN_SIGHT.replace("!one.data('decor')", "!one.data('decor') && !one.hasClass('faint')")
TIES = """() => document.getElementById('sheet')._cyreg.cy.edges()
  .filter((one) => ![one, ...one.connectedNodes()].some((each) => each.hasClass('gone'))).map((one) => one.data('tone')).sort()"""
PLACE = """(label) => {
  const sheet = document.getElementById('sheet'), cy = sheet._cyreg.cy, box = sheet.getBoundingClientRect();
  const at = cy.nodes().filter((one) => one.data('label') === label)[0].renderedPosition();
  return [at.x + box.x, at.y + box.y]; }"""
# The rectangles of all names that stand, on the screen.
NAMES = """() => { const cy = document.getElementById('sheet')._cyreg.cy; return cy.nodes('.named').map((one) => {
  const box = one.renderedBoundingBox({ includeNodes: false, includeEdges: false, includeOverlays: false });
  return [box.x1 + 4, box.y1 + 4, box.x2 - 4, box.y2 - 4]; }); }"""

# How long each frame takes that the browser draws while something is done.
COUNT = """() => { window.frames_ = []; let last = performance.now();
  const tick = () => {
    const now = performance.now(); window.frames_.push(now - last); last = now; requestAnimationFrame(tick); };
  requestAnimationFrame(tick); }"""


def where(page: Any, label: str) -> tuple[float, float]:
    """Where somebody stands on the screen."""
    across, down = page.evaluate(PLACE, label)
    return float(across), float(down)


def test_search_finds_and_looks_closer(company: Memory, visit: Callable[..., Any]) -> None:
    page = visit(company.pictures.social().html())
    assert page.evaluate(IN_SIGHT) == ["Ann", "Bob", "Eva", "Tom"]
    page.keyboard.press("/")
    page.keyboard.type("ev")
    assert page.locator("#found [role=option]").all_inner_texts() == ["Eva cli:eva"]
    assert page.locator("#search").get_attribute("aria-activedescendant") == "found-0"
    page.keyboard.press("Enter")
    assert page.locator("#told h3").inner_text() == "Eva"
    assert page.evaluate(CLEAR) == ["Bob", "Eva"]
    assert "stated colleague" in " ".join(page.locator("#told").inner_text().split())
    page.keyboard.press("Escape")
    assert page.evaluate(CLEAR) == ["Ann", "Bob", "Eva", "Tom"]
    assert page.locator("#told").inner_text() == ""
    page.locator("#search").fill("nobody at all")
    assert page.locator("#found").inner_text() == "nothing of that name is shown"


def test_filters_leave_out_people_and_ties(company: Memory, visit: Callable[..., Any]) -> None:
    page = visit(company.pictures.social().html())
    assert page.evaluate(TIES) == ["distrusts", "family", "friend", "work"]
    page.get_by_label("work").uncheck()
    page.get_by_label("says: is not").uncheck()
    assert page.evaluate(TIES) == ["family", "friend"]
    page.get_by_label("stranger").uncheck()
    assert page.evaluate(IN_SIGHT) == []
    assert page.locator("#status").inner_text() == "0 people shown"
    page.get_by_label("stranger").check()
    assert len(page.evaluate(IN_SIGHT)) == 4


def test_the_slider_goes_back_in_time(memory: Memory, clock: FixedClock, visit: Callable[..., Any]) -> None:
    memory.people.ensure("cli:ann", name="Ann")
    clock.forward(days(40))
    memory.people.ensure("cli:bob", name="Bob")
    memory.social.connect("cli:ann", "cli:bob", "friend")
    clock.forward(days(40))
    page = visit(memory.pictures.social().html())
    slider = page.locator("#slider")
    assert (page.locator("#moment").inner_text(), page.evaluate(IN_SIGHT)) == ("now", ["Ann", "Bob"])
    slider.fill("60")
    page.locator("#moment", has_text="2026-03-26").wait_for()
    assert page.evaluate(IN_SIGHT) == ["Ann"]
    slider.focus()
    page.keyboard.press("End")
    page.locator("#moment", has_text="now").wait_for()
    assert page.evaluate(IN_SIGHT) == ["Ann", "Bob"]


def test_evidence_is_told_where_one_points(company: Memory, visit: Callable[..., Any]) -> None:
    page = visit(company.pictures.social().html())
    page.mouse.move(*where(page, "Tom"))
    page.locator("#hover").wait_for()
    assert re.search(r"Tom\s+trust\s+stranger, 0\.\d\d", page.locator("#hover").inner_text())
    one, other = where(page, "Ann"), where(page, "Tom")
    page.mouse.move((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    page.locator("#hover", has_text="sibling").wait_for()
    assert "Tom is a sibling of Ann." in page.locator("#hover").inner_text()
    page.mouse.click(*where(page, "Tom"))
    assert page.locator("#told h3").inner_text() == "Tom"
    assert page.evaluate(CLEAR) == ["Ann", "Bob", "Tom"]


def test_keys_alone_are_enough(company: Memory, visit: Callable[..., Any]) -> None:
    page = visit(company.pictures.social().html())
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "sheet":
            break
    assert page.evaluate("document.activeElement.id") == "sheet"
    page.keyboard.press("ArrowRight")
    first = page.locator("#told h3").inner_text()
    met = {first}
    for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown") * 2:
        page.keyboard.press(key)
        met.add(page.locator("#told h3").inner_text())
    assert len(met) >= 2
    page.keyboard.press("Escape")
    assert page.locator("#told h3").count() == 0
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#keys").is_visible()
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    page.keyboard.press("t")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 25, 30)"


def test_everything_that_is_used_has_a_name(company: Memory, visit: Callable[..., Any]) -> None:
    page = visit(company.pictures.social().html())
    assert page.locator("#sheet").get_attribute("aria-label").startswith("Who knows whom: 4 people.")
    for control in page.locator("button, input").all():
        named = control.evaluate(
            "(one) => one.getAttribute('aria-label') || one.labels?.[0]?.innerText || one.innerText"
        )
        assert named.strip(), control.evaluate("(one) => one.outerHTML")


def test_names_of_others_are_shown_as_text(memory: Memory, visit: Callable[..., Any]) -> None:
    names = ["".join(one if one.isprintable() else " " for one in name) for name in HOSTILE]
    for place, name in enumerate(names):
        memory.people.ensure(f"cli:p{place}", name=name)
    memory.log([Event("x" * 10_000 + "</script><script>alert(1)</script>", speaker="cli:p0", session="cli:1", at=T0)])
    page = visit(memory.pictures.social().html())
    assert page.evaluate(IN_SIGHT) == sorted(shown(" ".join(name.split())) for name in names)
    page.keyboard.press("/")
    page.keyboard.type("<script>")
    page.keyboard.press("Enter")
    assert page.locator("#told h3").inner_text() == "<script>alert(1)</script>"
    assert page.locator("img").count() == 0
    assert page.locator("script:not([type])").count() == 3
    page = visit(memory.pictures.session("cli:1").html())
    assert page.locator("img").count() == 0


def test_names_do_not_cover_each_other(memory: Memory, write: Callable[..., Any], visit: Callable[..., Any]) -> None:
    crowd(write, 30, 60)
    for picture in (memory.pictures.social(), memory.pictures.trust()):
        page = visit(picture.html())
        page.wait_for_timeout(200)
        names = page.evaluate(NAMES)
        assert len(names) >= 30
        for place, one in enumerate(names):
            assert not [other for other in names[place + 1 :] if covers(one, other)]


def test_a_thousand_people_paint_soon_and_move(
    memory: Memory, write: Callable[..., Any], visit: Callable[..., Any]
) -> None:
    crowd(write, 1000, 5000)
    page = visit(memory.pictures.social().html())
    # Bounds for a machine where much else is at work: alone, it paints within a second and draws sixty frames in one.
    assert int(page.evaluate("document.documentElement.dataset.painted")) < 30_000
    page.locator("html[data-whole]").wait_for(state="attached", timeout=60_000)
    assert len(page.evaluate(TIES)) == 5_000
    page.wait_for_timeout(1_000)
    page.evaluate(COUNT)
    page.mouse.move(500, 400)
    for place in range(30):
        page.mouse.wheel(0, -40 if place < 15 else 40)
    frames = sorted(page.evaluate("window.frames_"))
    assert frames[len(frames) // 2] < 150


def test_every_picture_opens(own_company: Memory, visit: Callable[..., Any]) -> None:
    own_company.log([Event("I moved to Oslo.", speaker="cli:ann", session="cli:1", at=T0)])
    own_company.digest()
    pictures = own_company.pictures
    for picture in (pictures.trust(), pictures.entity("Ann"), pictures.session("cli:1"), pictures.timeline()):
        page = visit(picture.html())
        assert page.locator("#title").text_content() == picture.scene.title
        assert len(page.evaluate(IN_SIGHT)) == sum(not one.decor for one in picture.scene.nodes)


def test_a_frame_tells_who_is_looked_at(company: Memory, visit: Callable[..., Any]) -> None:
    inside = company.pictures.social()
    outer = """<!doctype html><html data-painted><body><script>
      window.heard = []; addEventListener("message", (event) => heard.push(event.data));</script>""" + inside._repr_html_()
    page = visit(outer)
    frame = page.frame_locator("iframe")
    frame.locator("html[data-painted]").wait_for(state="attached")
    frame.locator("#search").fill("eva")
    frame.locator("#search").press("Enter")
    frame.locator("#told h3", has_text="Eva").wait_for()
    eva = next(one.id for one in inside.scene.nodes if one.label == "Eva")
    assert page.evaluate("window.heard").count({"kg": "look", "id": eva}) == 1
