"""Diary and journal by days of the owner's time zone, and episodes: order, limits and audiences."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from kg import Event, Memory, Settings
from kg.errors import InvalidInput, NotFound
from kg.protocols import FixedClock
from tests.support import T0

DAY, HOUR = dt.timedelta(days=1), dt.timedelta(hours=1)


@pytest.fixture
def in_auckland(connect: Callable[..., Memory], settings: Settings) -> Memory:
    """A memory whose owner lives twelve or thirteen hours east of Greenwich."""
    return connect(settings=settings.model_copy(update={"owner_zone": "Pacific/Auckland"}))


def test_the_diary_returns_the_newest_entries(memory: Memory, clock: FixedClock) -> None:
    for day in range(5):
        memory.diary.add(f"Day {day}: a quiet day.", participants=["cli:ann"])
        clock.forward(DAY)
    texts = [entry.text for entry in memory.diary.recent(days=3)]
    assert texts == ["Day 3: a quiet day.", "Day 4: a quiet day."], "today is one of the three"
    assert [entry.text for entry in memory.diary.recent(days=5, limit=2)] == texts
    assert memory.diary.recent(days=36_500)[0].text == "Day 0: a quiet day."
    assert memory.diary.recent(days=1) == []


def test_an_entry_has_participants_and_sources(memory: Memory, look: Callable[..., list[Any]]) -> None:
    memory.log([Event("I moved to Oslo.", id="said", speaker="cli:ann", session="cli:1", at=T0)])
    entry = memory.diary.add("Ann moved.", participants=["cli:ann", "cli:ann", "cli:zoe"], sources=["said"], at=T0)
    assert (entry.participants, entry.sources) == (("cli:ann", "cli:zoe"), ("said",))
    assert memory.diary.recent() == [entry]
    assert memory.diary.add("Ann moved.", participants=["cli:ann", "cli:zoe"], sources=["said"], at=T0) == entry
    assert len(memory.diary.recent()) == 1
    edges = "MATCH (d:DiaryEntry {scope: $scope})-[r]->(n) RETURN type(r) AS type, n.name AS name"
    assert sorted(tuple(row) for row in look(edges)) == [("ABOUT", "ann"), ("RESTS_ON", "ann: I moved to Oslo.")]


def test_an_entry_has_the_narrowest_audience_of_its_sources(memory: Memory) -> None:
    memory.log(
        [
            Event("A secret.", id="ann", speaker="cli:ann", session="cli:1", at=T0, audience="session"),
            Event("Another.", id="bob", speaker="cli:bob", session="cli:2", at=T0, audience="session"),
        ]
    )
    entry = memory.diary.add("Ann told something.", sources=["ann"])
    assert entry.audience == "session:cli:1"
    assert memory.diary.recent(audiences=["shared", "session:cli:2"]) == []
    assert memory.diary.recent(audiences=["shared", "session:cli:1"]) == [entry]
    with pytest.raises(InvalidInput, match="sources"):
        memory.diary.add("They told something.", sources=["ann", "bob"])
    with pytest.raises(NotFound, match="cleo"):
        memory.diary.add("Cleo told something.", sources=["ann", "cleo"])
    assert len(memory.diary.recent()) == 1


def test_days_are_in_the_owners_time_zone(in_auckland: Memory, clock: FixedClock) -> None:
    # 09:00 in Greenwich is 22:00 in Auckland, two hours before midnight.
    entry = in_auckland.diary.add("Before midnight.")
    assert in_auckland.diary.day(entry) == dt.date(2026, 3, 2)
    clock.forward(2 * HOUR)
    in_auckland.diary.add("After midnight.")
    assert [each.text for each in in_auckland.diary.recent(days=1)] == ["After midnight."]
    assert in_auckland.journal.add("Written after midnight.").date == dt.date(2026, 3, 3)
    assert in_auckland.journal.add("Of a moment.", date="2026-03-02T09:00:00Z").date == dt.date(2026, 3, 2)
    episode = in_auckland.episodes.add("It happened.")
    assert in_auckland.episodes.render([episode]) == "00:00 — It happened."


def test_an_unknown_time_zone_is_rejected() -> None:
    for zone in ("Mars/Olympus", "", "../etc/passwd"):
        with pytest.raises(ValidationError, match="IANA"):
            Settings(owner_zone=zone)


def test_the_journal_is_read_by_date_ascending(memory: Memory, clock: FixedClock) -> None:
    memory.journal.add("Third.", date=dt.date(2026, 3, 2))
    clock.forward(HOUR)
    first = memory.journal.add("First.", date="2026-02-27")
    memory.journal.add("Fourth.")
    assert memory.journal.add("First.", date=dt.date(2026, 2, 27)) == first, "the same again is the same"
    memory.journal.add("Second.", date=dt.date(2026, 3, 1))
    result = memory.journal.list()
    assert [entry.text for entry in result] == ["First.", "Second.", "Third.", "Fourth."]
    assert [entry.text for entry in memory.journal.list(since="2026-03-01", until="2026-03-01")] == ["Second."]
    assert [entry.text for entry in memory.journal.list(since=dt.date(2026, 3, 2))] == ["Third.", "Fourth."]
    assert [entry.text for entry in memory.journal.list(limit=2)] == ["Third.", "Fourth."]
    assert memory.journal.list(until=dt.date.max) == result
    memory.journal.add("The first day.", date=dt.date.min)
    memory.journal.add("The last day.", date="9999-12-31")
    assert len(memory.journal.list(since=dt.date.min)) == 5, "the calendar's last day has no day after it"


def test_episodes_belong_to_a_session_or_to_none(memory: Memory, clock: FixedClock) -> None:
    memory.episodes.add("The deploy failed\nand was mended.", session="cli-1", tags=["Deploy", "deploy"], at=T0 - HOUR)
    shared = memory.episodes.add("Everybody met.", participants=["cli:ann"])
    result = memory.episodes.recent()
    assert [(each.text, each.session, each.tags) for each in result] == [
        ("The deploy failed\nand was mended.", "cli:1", ("deploy",)),
        ("Everybody met.", None, ()),
    ]
    assert memory.episodes.recent(session="cli:1") == result[:1]
    assert memory.episodes.render(result) == "08:00 — The deploy failed and was mended.\n09:00 — Everybody met."
    assert memory.episodes.recent(limit=1) == [shared]
    clock.forward(7 * DAY)
    assert memory.episodes.recent() == [shared], "exactly seven days ago"


def test_episodes_expire_after_thirty_days(memory: Memory, clock: FixedClock) -> None:
    memory.episodes.add("It rained.")
    clock.forward(30 * DAY)
    assert memory.episodes.expire() is None
    assert len(memory.episodes.recent(days=30)) == 1
    clock.forward(dt.timedelta(seconds=1))
    receipt = memory.episodes.expire()
    assert receipt is not None
    assert receipt.removed == {"episode": 1}
    assert memory.episodes.recent(days=30) == []
    assert memory.episodes.expire() is None


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda m: m.diary.add(" "), "text"),
        (lambda m: m.diary.add("x" * 10_001), "text"),
        (lambda m: m.diary.add("x", participants="cli:ann"), "participants"),
        (lambda m: m.diary.add("x", participants=[""]), "participants"),
        (lambda m: m.diary.add("x", at="soon"), "at"),
        (lambda m: m.diary.add("x", audience="all"), "audience"),
        (lambda m: m.diary.recent(days=0), "days"),
        (lambda m: m.diary.recent(days=True), "days"),
        (lambda m: m.diary.recent(limit=0), "limit"),
        (lambda m: m.journal.add("x", date="someday"), "date"),
        (lambda m: m.journal.add("x", date=7), "date"),
        (lambda m: m.journal.list(since="2026-02-30"), "since"),
        (lambda m: m.episodes.add("x", session="\n"), "session"),
        (lambda m: m.episodes.add("x", tags="deploy"), "tags"),
        (lambda m: m.episodes.recent(days=31), "days"),
    ],
)
def test_bad_input_is_refused_before_anything_is_written(
    memory: Memory, look: Callable[..., list[Any]], call: Callable[[Memory], Any], field: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        call(memory)
    assert caught.value.field == field
    assert look("MATCH (n:Kept {scope: $scope}) RETURN n") == []
