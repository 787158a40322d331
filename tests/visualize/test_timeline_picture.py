"""The picture of facts over time: a row for each subject and predicate, bars in order, and dates on the axis."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from itertools import pairwise

import pytest

from kg import Event, Memory
from kg.errors import NotFound
from kg.protocols import FixedClock
from kg.visualize.scene import Node, Scene
from tests.support import T0, days


@pytest.fixture(scope="module")
def memory(seed_memory: Callable[..., Memory]) -> Memory:
    """A memory in which Ann lived in three places and likes two things."""
    memory = seed_memory()
    for place, since in (("Ghent", "2020"), ("Oslo", "2023"), ("Rome", "2025")):
        memory.facts.add("Ann", "lives_in", place, valid_from=since)
    for thing in ("tea", "rye"):
        memory.facts.add("Ann", "likes", thing, valid_from="2024")
    memory.facts.add("Bob", "works_at", "Acme", valid_from="2021", valid_to="2022")
    return memory


def bars(scene: Scene) -> dict[str, Node]:
    return {node.label: node for node in scene.nodes if not node.decor}


def test_intervals_of_a_slot_are_bars_in_one_row(memory: Memory) -> None:
    scene = memory.pictures.timeline().scene
    by_label = bars(scene)
    homes = [by_label[place] for place in ("Ghent", "Oslo", "Rome")]
    assert len({bar.y for bar in homes}) == 1
    assert [bar.tone for bar in homes] == ["superseded", "superseded", "current"]
    for earlier, later in pairwise(homes):
        assert earlier.x + earlier.width / 2 == pytest.approx(later.x - later.width / 2, abs=0.1)
    assert homes[0].width > homes[1].width, "three years and two"
    assert [(tie.source, tie.target) for tie in scene.ties] == [(one.id, other.id) for one, other in pairwise(homes)]
    assert by_label["tea"].y != by_label["rye"].y, "facts that overlap in time"
    assert (by_label["Acme"].tone, by_label["Acme"].where) == ("superseded", "inside")


def test_rows_are_named_below_their_subject(memory: Memory) -> None:
    nodes = [node for node in memory.pictures.timeline().scene.nodes if node.tone in {"caption", "heading"}]
    assert [node.label for node in sorted(nodes, key=lambda node: node.y)] == [
        "Ann", "lives in", "likes", "Bob", "works at",
    ]  # fmt: skip


def test_facts_have_a_person_a_kind_and_a_lane(memory: Memory) -> None:
    facets = {label: dict(node.facets) for label, node in bars(memory.pictures.timeline().scene).items()}
    assert facets["Rome"] == {"person": "Ann", "kind": "state", "lane": "lives in", "worth": "1.00"}
    assert facets["tea"]["kind"] == "preference"


def test_what_happened_is_a_mark_and_what_holds_is_a_bar(connect: Callable[..., Memory]) -> None:
    memory = connect()
    memory.facts.add("Ann", "moved_to", "Oslo", valid_from="2025-06-01")
    memory.facts.add("Ann", "lives_in", "Oslo", valid_from="2025-01-01")
    moved, lives = sorted(
        (node for node in memory.pictures.timeline().scene.nodes if not node.decor), key=lambda node: node.width
    )
    assert (dict(moved.facets)["moment"], moved.width) == ("yes", moved.height)
    assert "moment" not in dict(lives.facets)
    assert lives.width > 400


def test_messages_are_counted_by_day(connect: Callable[..., Memory]) -> None:
    memory = connect()
    memory.log(
        [Event("I live in Oslo.", speaker="cli:ann", session="cli:1", at=T0 + days(day), id=f"e{day}-{n}")
         for day, count in ((0, 2), (3, 1)) for n in range(count)]
    )  # fmt: skip
    memory.digest()
    scene = memory.pictures.timeline().scene
    assert [count for _, count in scene.activity] == [2, 1]
    high = [node.height for node in scene.nodes if node.tone == "activity"]
    assert high[0] == 2 * high[1]
    assert [count for _, count in memory.pictures.timeline(subject="ann").scene.activity] == [2, 1]


def test_years_of_silence_do_not_squeeze_the_facts(connect: Callable[..., Memory], clock: FixedClock) -> None:
    memory = connect()
    memory.facts.add("Ann", "lives_in", "Oslo", valid_from="2026-01-01")
    memory.facts.add("Ann", "lives_in", "Rome", valid_from="2026-02-01")
    clock.forward(days(3_000))
    oslo, rome = (bars(memory.pictures.timeline().scene)[place] for place in ("Oslo", "Rome"))
    assert oslo.width > 300
    assert rome.x > oslo.x


def test_a_subject_or_a_limit_selects_facts(memory: Memory) -> None:
    scene = memory.pictures.timeline(subject="bob").scene
    assert (set(bars(scene)), scene.title) == ({"Acme"}, "Facts over time: Bob")
    newest = memory.pictures.timeline(limit=1).scene
    assert (len(bars(newest)), newest.note) == (1, "only the newest 1 facts")
    with pytest.raises(NotFound):
        memory.pictures.timeline(subject="Zoe")


def test_the_axis_has_a_few_dates_within_its_range(memory: Memory) -> None:
    for subject, form in ((None, "%Y"), ("Bob", "%Y")):
        scene = memory.pictures.timeline(subject=subject).scene
        ticks = [node for node in scene.nodes if node.tone == "rule"]
        assert 2 <= len(ticks) <= 7
        assert all(0 <= tick.x <= 1000 for tick in ticks)
        years = [dt.datetime.strptime(tick.label, form) for tick in ticks]
        assert years == sorted(set(years))
