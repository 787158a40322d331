"""The page in a real browser: rendering, search, filters, mouse and keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.protocols import FixedClock
from kg.visualize.label_text import shorten
from kg.visualize.page_parts import script_names
from tests.support import T0, days
from tests.visualize.scenes import HOSTILE, LABEL_BOXES, covers
from tests.visualize.synthetic_people import write_people

pytestmark = pytest.mark.slow

VISIBLE_LABELS = """() => document.getElementById('sheet')._cyreg.cy.nodes()
  .filter((one) => !one.data('decor')).map((one) => one.data('label')).sort()"""
UNFADED_LABELS = VISIBLE_LABELS.replace("!one.data('decor')", "!one.data('decor') && !one.hasClass('faint')")
TIES = """() => document.getElementById('sheet')._cyreg.cy.edges().map((one) => one.data('tone')).sort()"""
NODE_POSITION = """(label) => {
  const sheet = document.getElementById('sheet'), cy = sheet._cyreg.cy, box = sheet.getBoundingClientRect();
  const at = cy.nodes().filter((one) => one.data('label') === label)[0].renderedPosition();
  return [at.x + box.x, at.y + box.y]; }"""
# How many members each closed community has.
GROUP_SIZES = (
    """() => document.getElementById('sheet')._cyreg.cy.nodes('.group').map((one) => Number(one.data('lines')[0][1]))"""
)

# Records the duration of each frame.
RECORD_FRAMES = """() => { window.frames_ = []; let last = performance.now();
  const tick = () => {
    const now = performance.now(); window.frames_.push(now - last); last = now; requestAnimationFrame(tick); };
  requestAnimationFrame(tick); }"""


def position_of(page: Any, label: str) -> tuple[float, float]:
    """Return the position of a node on the screen."""
    across, down = page.evaluate(NODE_POSITION, label)
    return float(across), float(down)


def test_search_selects_a_node(people_memory: Memory, visit: Callable[..., Any]) -> None:
    page = visit(people_memory.pictures.social().html())
    assert page.evaluate(VISIBLE_LABELS) == ["Ann", "Bob", "Eva", "Tom"]
    page.keyboard.press("f")
    page.keyboard.type("ev")
    assert page.locator("#found [role=option]").all_inner_texts() == ["Eva cli:eva"]
    assert page.locator("#search").get_attribute("aria-activedescendant") == "found-0"
    page.keyboard.press("Enter")
    assert page.locator("#details h3").inner_text() == "Eva"
    assert page.evaluate(UNFADED_LABELS) == ["Bob", "Eva"]
    assert "stated colleague" in " ".join(page.locator("#details").inner_text().split())
    page.keyboard.press("Escape")
    assert page.evaluate(UNFADED_LABELS) == ["Ann", "Bob", "Eva", "Tom"]
    assert page.locator("#details").inner_text() == ""
    page.locator("#search").fill("nobody at all")
    assert page.locator("#found").inner_text() == "no matches"


def test_filters_hide_people_and_connections(people_memory: Memory, visit: Callable[..., Any]) -> None:
    page = visit(people_memory.pictures.social().html())
    assert page.evaluate(TIES) == ["distrusts", "family", "friend", "work"]
    page.get_by_label("work").uncheck()
    page.get_by_label("distrusts").uncheck()
    assert page.evaluate(TIES) == ["family", "friend"]
    page.get_by_label("stranger").uncheck()
    assert page.evaluate(VISIBLE_LABELS) == []
    assert page.locator("#status").inner_text() == "0 people shown"
    page.get_by_label("stranger").check()
    assert len(page.evaluate(VISIBLE_LABELS)) == 4


def test_the_slider_shows_past_states(memory: Memory, clock: FixedClock, visit: Callable[..., Any]) -> None:
    memory.people.ensure("cli:ann", name="Ann")
    clock.forward(days(40))
    memory.people.ensure("cli:bob", name="Bob")
    memory.social.connect("cli:ann", "cli:bob", "friend")
    clock.forward(days(40))
    page = visit(memory.pictures.social().html())
    slider = page.locator("#slider")
    assert (page.locator("#moment").inner_text(), page.evaluate(VISIBLE_LABELS)) == ("now", ["Ann", "Bob"])
    slider.fill("60")
    page.locator("#moment", has_text="2026-03-26").wait_for()
    assert page.evaluate(VISIBLE_LABELS) == ["Ann"]
    slider.focus()
    page.keyboard.press("End")
    page.locator("#moment", has_text="now").wait_for()
    assert page.evaluate(VISIBLE_LABELS) == ["Ann", "Bob"]


def test_evidence_is_shown_on_hover_and_selection(people_memory: Memory, visit: Callable[..., Any]) -> None:
    page = visit(people_memory.pictures.social().html())
    page.mouse.move(*position_of(page, "Tom"))
    page.locator("#hover").wait_for()
    assert re.search(r"Tom\s+trust\s+stranger, 0\.\d\d", page.locator("#hover").inner_text())
    one, other = position_of(page, "Ann"), position_of(page, "Tom")
    page.mouse.move((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    page.locator("#hover", has_text="sibling").wait_for()
    assert "Tom is a sibling of Ann." in page.locator("#hover").inner_text()
    page.mouse.click(*position_of(page, "Tom"))
    assert page.locator("#details h3").inner_text() == "Tom"
    assert page.evaluate(UNFADED_LABELS) == ["Ann", "Bob", "Tom"]


def test_the_page_is_usable_by_keyboard(people_memory: Memory, visit: Callable[..., Any]) -> None:
    page = visit(people_memory.pictures.social().html())
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "sheet":
            break
    assert page.evaluate("document.activeElement.id") == "sheet"
    page.keyboard.press("ArrowRight")
    first = page.locator("#details h3").inner_text()
    visited = {first}
    for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown") * 2:
        page.keyboard.press(key)
        visited.add(page.locator("#details h3").inner_text())
    assert len(visited) >= 2
    page.keyboard.press("Escape")
    assert page.locator("#details h3").count() == 0
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#keys").is_visible()
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    page.keyboard.press("t")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 25, 30)"


def test_every_control_has_an_accessible_name(people_memory: Memory, visit: Callable[..., Any]) -> None:
    page = visit(people_memory.pictures.social().html())
    assert page.locator("#sheet").get_attribute("aria-label").startswith("Social graph: 4 people.")
    for control in page.locator("button, input").all():
        named = control.evaluate(
            "(one) => one.getAttribute('aria-label') || one.labels?.[0]?.innerText || one.innerText"
        )
        assert named.strip(), control.evaluate("(one) => one.outerHTML")


def test_user_text_is_shown_as_text(memory: Memory, visit: Callable[..., Any]) -> None:
    names = ["".join(one if one.isprintable() else " " for one in name) for name in HOSTILE]
    for place, name in enumerate(names):
        memory.people.ensure(f"cli:p{place}", name=name)
    memory.log([Event("x" * 10_000 + "</script><script>alert(1)</script>", speaker="cli:p0", session="cli:1", at=T0)])
    page = visit(memory.pictures.social().html())
    assert page.evaluate(VISIBLE_LABELS) == sorted(shorten(" ".join(name.split())) for name in names)
    page.keyboard.press("/")
    page.keyboard.type("<script>")
    page.keyboard.press("Enter")
    assert page.locator("#details h3").inner_text() == "<script>alert(1)</script>"
    assert page.locator("img").count() == 0
    assert page.locator("script:not([type])").count() == len(script_names("social"))
    page = visit(memory.pictures.session("cli:1").html())
    assert page.locator("img").count() == 0


def test_labels_do_not_overlap(memory: Memory, write: Callable[..., Any], visit: Callable[..., Any]) -> None:
    write_people(write, 30, 60)
    for picture in (memory.pictures.social(), memory.pictures.trust()):
        page = visit(picture.html())
        names = page.evaluate(LABEL_BOXES)
        assert len(names) >= 26
        for place, one in enumerate(names):
            assert not [other for other in names[place + 1 :] if covers(one, other)]


def test_a_thousand_people_render_fast(memory: Memory, write: Callable[..., Any], visit: Callable[..., Any]) -> None:
    write_people(write, 1000, 5000)
    page = visit(memory.pictures.social().html())
    # A bound for a busy machine: on an idle one it paints and reacts within a second.
    assert int(page.evaluate("document.documentElement.dataset.whole")) < 30_000
    groups = page.evaluate(GROUP_SIZES)
    assert sum(groups) + 1 == 1_000, "all but the owner are in a community"
    assert len(page.evaluate(LABEL_BOXES)) > 0.9 * len(groups)
    page.evaluate(RECORD_FRAMES)
    page.mouse.move(500, 700)
    page.mouse.down()
    for place in range(40):
        page.mouse.move(500 + 5 * place, 700 - 3 * place)
    page.mouse.up()
    frames = sorted(page.evaluate("window.frames_"))
    assert frames[len(frames) // 2] < 150


def test_every_picture_renders(own_people_memory: Memory, visit: Callable[..., Any]) -> None:
    own_people_memory.log([Event("I moved to Oslo.", speaker="cli:ann", session="cli:1", at=T0)])
    own_people_memory.digest()
    pictures = own_people_memory.pictures
    for picture in (pictures.trust(), pictures.entity("Ann")):
        page = visit(picture.html())
        assert page.locator("#title").text_content() == picture.scene.title
        assert len(page.evaluate(VISIBLE_LABELS)) == sum(not one.decor for one in picture.scene.nodes)
    for picture in (pictures.session("cli:1"), pictures.timeline()):
        page = visit(picture.html())
        assert page.locator("#title").text_content() == picture.scene.title
        drawn = page.locator("#sheet button[data-node]").evaluate_all("(all) => all.map((one) => one.dataset.node)")
        assert set(drawn) == {one.id for one in picture.scene.nodes if not one.decor}


def test_an_empty_picture_says_what_to_do(memory: Memory, visit: Callable[..., Any]) -> None:
    page = visit(memory.pictures.social().html())
    assert page.locator("#nothing").inner_text().startswith("There are no people yet. Log messages")
    memory.people.ensure("cli:ann", name="Ann")
    page = visit(memory.pictures.social().html())
    assert not page.locator("#nothing").is_visible()
    page.get_by_label("stranger").uncheck()
    assert "Tick a box of the legend" in page.locator("#nothing").inner_text()


def test_hidden_people_appear_with_their_box(memory: Memory, visit: Callable[..., Any]) -> None:
    memory.log([Event("I met Kim Novak yesterday.", speaker="cli:ann", session="cli:1", at=T0)])
    memory.digest()
    page = visit(memory.pictures.social().html())
    assert page.evaluate(VISIBLE_LABELS) == ["ann"]
    assert "1 more in the legend" in page.locator("#subtitle").inner_text()
    page.get_by_label("only mentioned").check()
    assert page.evaluate(VISIBLE_LABELS) == ["Kim Novak", "ann"]
    assert page.evaluate(TIES) == ["talk"]


def test_a_frame_reports_the_selected_node(people_memory: Memory, visit: Callable[..., Any]) -> None:
    inside = people_memory.pictures.social()
    outer = """<!doctype html><html data-painted><body><script>
      window.messages = []; addEventListener("message", (event) => messages.push(event.data));</script>""" + inside._repr_html_()
    page = visit(outer)
    frame = page.frame_locator("iframe")
    frame.locator("html[data-painted]").wait_for(state="attached")
    frame.locator("#search").fill("eva")
    frame.locator("#search").press("Enter")
    frame.locator("#details h3", has_text="Eva").wait_for()
    eva = next(one.id for one in inside.scene.nodes if one.label == "Eva")
    assert page.evaluate("window.messages").count({"kg": "look", "id": eva}) == 1
