"""Five weeks of ten people with a daily deep run: current memories stay few, and nothing important is archived."""

from __future__ import annotations

import datetime as dt
import random
from collections import Counter

import pytest

from kg import Event, Memory
from kg.memories.learnings import MAX_ACTIVE_LEARNINGS
from kg.protocols import FixedClock
from tests.consolidation.world import Look, snapshot
from tests.support import T0, days, minutes

pytestmark = pytest.mark.slow

PEOPLE = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jun"]
PLACES = ["Oslo", "Lisbon", "Kyoto", "Quito", "Perth", "Turin"]
THINGS = ["tea", "chess", "boats", "violins", "maps", "kites", "novels"]
DAYS = 35
DAILY = 8
CHATS = 3
LINES = (
    "I live in {place}.",
    "I like {thing} more than anything.",
    "{other} came to {place} by train this week.",
    "We spoke of {thing} for hours, {other} and I.",
    "The price of {thing} has risen by {number} percent.",
)


def day_of(number: int, random_: random.Random) -> list[Event]:
    """What is said on one day, in three chats, and what tools answer."""
    start = T0 + days(number)
    found = []
    for place in range(DAILY):
        who, other = random_.sample(PEOPLE, 2)
        line = random_.choice(LINES).format(
            place=random_.choice(PLACES), thing=random_.choice(THINGS), other=other, number=random_.randrange(2, 99)
        )
        session = f"chat:{place % CHATS}"
        found.append(
            Event(line, speaker=f"chat:{who.lower()}", speaker_name=who, session=session, at=start + minutes(place))
        )
    answer = "Error: index is missing" if number % 2 else "Three results."
    tool = Event(answer, kind="tool_result", tool="search", role="tool", session="chat:0", at=start + minutes(90))
    return [*found, tool]


def keep_something(memory: Memory, number: int) -> None:
    """What an agent writes down by day, of every importance from 1 to 10."""
    memory.longterm.add(
        f"Of day-{number} stone{number} hides key{number} near pond{number}.", importance=1 + number % 10
    )
    memory.working.replace(f"chat:{number}", task=f"count the pebbles of day {number}")
    memory.procedures.propose(f"pebble {number} is lost somewhere", "Look under the table.", confidence=0.2)
    memory.learnings.add(f"Count pebbles by the {number + 3}.", tool="count")


def test_five_weeks(memory: Memory, clock: FixedClock, look: Look, scope: str) -> None:
    random_ = random.Random(7)
    trips = []
    for number in range(DAYS):
        clock.at = T0 + days(number) + minutes(8)
        memory.log(day_of(number, random_))
        keep_something(memory, number)
        clock.at = dt.datetime(2026, 3, 3, 4, tzinfo=dt.UTC) + days(number)
        report = memory.sleep.run_if_due()
        assert report is not None
        assert (report.kind, report.status) == ("deep", "success"), report
        assert report.steps["digest"].counts["events"] + report.steps["digest"].counts["skipped"] == DAILY + 1
        trips.append(report.trips)
        _bounded(memory, number)
    # The work of a run does not grow with the number of earlier runs.
    assert max(trips[-7:]) <= 1.5 * max(trips[:14])
    _nothing_that_matters_is_gone(look)
    assert len(memory.summaries.get("root").sentences) >= 3
    before = snapshot(look, scope)
    assert memory.sleep.deep().status == "success"
    assert snapshot(look, scope) == before


def _bounded(memory: Memory, number: int) -> None:
    assert len(memory.working.list()) <= 8
    assert len(memory.episodes.recent(days=30)) <= 31 * CHATS
    assert len(memory.learnings.list()) <= min(MAX_ACTIVE_LEARNINGS, 2 * number + 3)
    faded = [note for note in memory.longterm.list(limit=1_000) if note.importance < 4]
    assert len(faded) <= 2, "those of the last run"
    assert all(procedure.confidence >= 0.3 for procedure in memory.procedures.list())
    assert len(memory.diary.recent(days=3)) <= 6


def _nothing_that_matters_is_gone(look: Look) -> None:
    """Only prunable memories are archived, each with an audit record, and nothing is erased."""
    rows = look(
        """MATCH (n:Kept {scope: $scope}) WHERE n.archived_at IS NOT NULL
        RETURN n.kind AS kind, n.importance AS importance, [(n)<-[:OF]-(a:Audit) | a.reason] AS why"""
    )
    assert all(len(row["why"]) == 1 for row in rows)
    why = Counter((row["kind"], row["why"][0]) for row in rows)
    # Notes are merged only if some are alike, which depends on what is drawn.
    assert why.keys() - {("longterm", "merged into another note")} == {
        ("longterm", "low strength and low importance"),
        ("working", "stale working memory"),
        ("episode", "older than 30 days"),
        ("procedure", "low confidence and never used"),
    }
    assert all(row["importance"] < 4 for row in rows if row["why"][0] == "low strength and low importance")
    [notes] = look(
        """MATCH (n:LongTerm {scope: $scope}) WHERE n.text STARTS WITH 'Of day'
        RETURN count(*) AS all, count(CASE WHEN n.importance >= 4 AND n.current THEN 1 END) AS kept"""
    )
    assert (notes["all"], notes["kept"]) == (DAYS, sum(1 + number % 10 >= 4 for number in range(DAYS)))
    [row] = look("MATCH (r:SleepRun {scope: $scope}) RETURN count(*) AS runs")
    assert row["runs"] <= 31
