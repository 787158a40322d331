"""The views of a page in a real browser: neighbourhoods, paths, communities, tables, sizes, the timeline and the transcript."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from tests.support import T0, days
from tests.visualize.scenes import LABELS_CUT, drawn_labels, open_community
from tests.visualize.synthetic_people import write_people

pytestmark = pytest.mark.slow


def choose(page: Any, name: str) -> None:
    page.locator("#search").fill(name)
    page.locator("#search").press("Enter")


def test_a_neighbourhood_has_a_depth(people_memory: Memory, visit: Callable[..., Any]) -> None:
    page = visit(people_memory.pictures.social().html())
    choose(page, "Ann")
    page.get_by_role("button", name="Neighbourhood").click()
    assert drawn_labels(page) == ["Ann", "Bob", "Tom"]
    assert "Ann and 2 around" in page.locator("#banner").inner_text().replace("\u2068", "").replace("\u2069", "")
    page.locator("#banner").get_by_role("button", name="2").click()
    assert drawn_labels(page) == ["Ann", "Bob", "Eva", "Tom"]
    page.locator("#banner").get_by_role("button", name="Everything").click()
    assert drawn_labels(page) == ["Ann", "Bob", "Eva", "Tom"]
    assert not page.locator("#banner").is_visible()


def test_a_path_is_found_by_keyboard(people_memory: Memory, visit: Callable[..., Any]) -> None:
    page = visit(people_memory.pictures.social().html())
    choose(page, "Eva")
    page.get_by_role("button", name="Path to …").press("Enter")
    choose(page, "Ann")
    assert drawn_labels(page) == ["Ann", "Bob", "Eva"]
    assert "2 steps" in page.locator("#banner").inner_text()
    assert "the choir" in page.locator("#details").inner_text()
    page.locator("#sheet").press("Escape")
    assert drawn_labels(page) == ["Ann", "Bob", "Eva", "Tom"]


def test_people_without_a_path_are_said_to_have_none(own_people_memory: Memory, visit: Callable[..., Any]) -> None:
    own_people_memory.people.ensure("cli:zoe", name="Zoe")
    page = visit(own_people_memory.pictures.social().html())
    choose(page, "Zoe")
    page.get_by_role("button", name="Path to …").click()
    choose(page, "Ann")
    assert "Nothing connects" in page.locator("#banner").inner_text()


def test_a_community_opens_and_closes(memory: Memory, write: Callable[..., Any], visit: Callable[..., Any]) -> None:
    write_people(write, 200, 500)
    page = visit(memory.pictures.social().html())
    before = drawn_labels(page)
    assert len(before) < 60
    opened = open_community(page)
    assert opened > 3
    assert len(drawn_labels(page)) == len(before) - 1 + opened
    page.locator("#banner").get_by_role("button", name="Close all").click()
    assert drawn_labels(page) == before
    someone = next(one for one in memory.pictures.social().scene.nodes if one.filter != "owner")
    choose(page, someone.search)
    assert page.locator("#details h3").inner_text() == someone.label
    page.locator("#banner").get_by_role("button", name="Open all").click()
    assert len(drawn_labels(page)) == 200


def test_the_rest_of_a_crowded_tier_opens(memory: Memory, write: Callable[..., Any], visit: Callable[..., Any]) -> None:
    write_people(write, 200, 200)
    scene = memory.pictures.trust().scene
    page = visit(memory.pictures.trust().html())
    group = scene.groups[0]
    page.evaluate("(id) => { document.getElementById('sheet')._cyreg.cy.getElementById(id).emit('tap'); }", group.id)
    assert len(drawn_labels(page)) == group.count
    page.locator("#banner").get_by_role("button", name="Everything").click()
    assert len(drawn_labels(page)) == 200 - sum(each.count for each in scene.groups) + len(scene.groups)


def test_the_table_is_equivalent(people_memory: Memory, visit: Callable[..., Any]) -> None:
    page = visit(people_memory.pictures.social().html())
    page.keyboard.press("b")
    heads = page.locator("#table caption").all_inner_texts()
    assert heads == ["4 people", "4 connections"]
    rows = page.locator("#table tbody tr").all_inner_texts()
    assert any(row.startswith("Ann") and "cli:ann" in row for row in rows)
    assert any("friend" in row and "the choir" in row for row in rows)
    page.locator("#as-table").click()
    assert not page.locator("#table").is_visible()


def test_the_picture_fits_again_when_its_size_changes(people_memory: Memory, visit: Callable[..., Any]) -> None:
    page = visit(people_memory.pictures.social().html())
    for wide, high in ((390, 780), (700, 500), (1600, 900)):
        page.set_viewport_size({"width": wide, "height": high})
        # The page's policy forbids the evaluation of strings, by which `wait_for_function` polls.
        page.evaluate(
            f"async () => {{ while (innerWidth !== {wide} || ({LABELS_CUT})().length) await new Promise(requestAnimationFrame) }}"
        )
        boxes = page.evaluate(
            """() => document.getElementById('sheet')._cyreg.cy.nodes().map((one) => one.renderedWidth())"""
        )
        assert min(boxes) >= 10


def test_a_phone_has_a_sheet_at_the_bottom(people_memory: Memory, visit: Callable[..., Any]) -> None:
    page = visit(people_memory.pictures.social().html())
    page.set_viewport_size({"width": 390, "height": 780})
    handle = page.locator("#handle")
    assert handle.get_attribute("aria-expanded") == "false"
    assert not page.locator("#panel-body").is_visible()
    choose(page, "Ann")
    assert page.locator("#details h3").inner_text() == "Ann"
    assert page.locator("#panel").bounding_box()["height"] < 0.6 * 780
    handle.click()
    assert not page.locator("#panel-body").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.fixture
def life(memory: Memory) -> Memory:
    """A memory of places where Ann lived, and of what she did and likes."""
    for place, since in (("Ghent", "2020"), ("Oslo", "2023"), ("Rome", "2025")):
        memory.facts.add("Ann", "lives_in", place, valid_from=since)
    memory.facts.add("Ann", "founded", "Acme", valid_from="2024-05")
    memory.facts.add("Bob", "likes", "tea", valid_from="2021")
    return memory


def test_the_timeline_is_grouped_sorted_and_zoomed(life: Memory, visit: Callable[..., Any]) -> None:
    page = visit(life.pictures.timeline().html())
    heads = page.locator(".tl-group > h3")
    assert heads.all_inner_texts() == ["Ann", "Bob"]
    assert page.locator(".tl-name").all_inner_texts() == ["lives in", "founded", "likes"]
    page.get_by_label("Rows by").select_option("kind")
    assert heads.all_inner_texts() == ["state", "preference", "event"]
    page.get_by_label("Rows by").select_option("person")
    page.get_by_label("Order").select_option("last")
    assert heads.all_inner_texts() == ["Ann", "Bob"]
    page.get_by_label("Order").select_option("first")
    assert heads.all_inner_texts() == ["Ann", "Bob"]
    wide = "document.querySelector('.tl-canvas').offsetWidth"
    before = page.evaluate(wide)
    page.get_by_role("button", name="Show a shorter time").click()
    assert page.evaluate(wide) > 1.3 * before
    page.keyboard.press("0")
    assert page.evaluate(wide) == before


def test_the_axis_of_the_timeline_stays_while_rows_scroll(memory: Memory, visit: Callable[..., Any]) -> None:
    for number in range(60):
        memory.facts.add(f"Person {number}", "lives_in", f"Town {number}", valid_from=f"20{10 + number % 15}")
    page = visit(memory.pictures.timeline().html())
    axis = page.locator(".tl-axis")
    before = axis.bounding_box()["y"]
    page.locator(".tl-scroll").evaluate("(one) => one.scrollTo(0, 900)")
    assert axis.bounding_box()["y"] == before
    assert page.locator(".tl-tick").count() >= 2


def test_facts_of_the_timeline_are_selected_by_keyboard(life: Memory, visit: Callable[..., Any]) -> None:
    page = visit(life.pictures.timeline().html())
    page.locator("#sheet").focus()
    page.keyboard.press("ArrowRight")
    assert "Ann" in page.locator("#details").inner_text()
    seen = {page.locator("#details h3").inner_text()}
    for key in ("ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
        seen.add(page.locator("#details h3").inner_text())
    assert len(seen) >= 3


def test_a_transcript_has_facts_beside_messages(memory: Memory, visit: Callable[..., Any]) -> None:
    said = [("ann", "I live in Oslo."), ("bob", "<b>Kim Novak</b> lives in Rome."), ("ann", "I like tea.")]
    memory.log(
        [
            Event(text, speaker=f"cli:{who}", session="cli:1", at=T0 + days(place) + dt.timedelta(minutes=place))
            for place, (who, text) in enumerate(said)
        ]
    )
    memory.digest()
    page = visit(memory.pictures.session("cli:1").html())
    turns = page.locator(".turn")
    assert turns.count() == 3
    assert "Ann lives in Oslo." in turns.nth(0).inner_text()
    assert "<b>Kim Novak</b>" in turns.nth(1).inner_text()
    assert page.locator(".day").all_inner_texts() == ["2026-03-02", "2026-03-03", "2026-03-04"]
    page.locator("#sheet").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert "Ann lives in Oslo." in page.locator("#details h3").inner_text()
    page.keyboard.press("ArrowDown")
    assert "Kim Novak" in page.locator("#details").inner_text()
    page.get_by_label("current").uncheck()
    assert "Ann lives in Oslo." not in turns.nth(0).inner_text()
