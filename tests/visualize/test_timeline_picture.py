"""The picture of facts over time: a row for each subject and predicate, bars in order, and dates on the axis."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from itertools import pairwise

import pytest

from kg import Memory
from kg.errors import NotFound
from kg.visualize.scene import Node, Scene


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


def test_rows_are_named_and_in_order_of_subjects(memory: Memory) -> None:
    rows = [node for node in memory.pictures.timeline().scene.nodes if node.tone == "caption"]
    assert [row.label for row in sorted(rows, key=lambda row: row.y)] == [
        "Ann likes",
        "Ann likes",
        "Ann lives in",
        "Bob works at",
    ]


def test_a_subject_or_a_limit_selects_facts(memory: Memory) -> None:
    scene = memory.pictures.timeline(subject="bob").scene
    assert (set(bars(scene)), scene.title) == ({"Acme"}, "Facts over time: Bob")
    newest = memory.pictures.timeline(limit=1).scene
    assert (len(bars(newest)), newest.note) == (1, "only the newest 1 intervals")
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
