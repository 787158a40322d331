"""What is new is told: in the diary by the day, as episodes by chat and day; failed tools and feedback leave something to learn.

Each session keeps up to where it was told (`told`). That and what was told of it are written as one, so that nothing is told
twice or left out, whenever a sleep is cut off and however late an old conversation is brought in.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kg import events as logs
from kg.consolidation.run_context import Night, Outcome
from kg.graph.scoped_graph import Turn
from kg.memories.diary import entry_told, episode_told
from kg.memories.diary_text import Told, tell
from kg.memories.feedback import detect
from kg.memories.memory_store import Thing
from kg.memories.tool_failures import failed
from kg.people.participants import company
from kg.types import Event

SESSIONS, EVENTS = 20, 200
"""So many sessions are told at once, and so many events of each."""
_WAITING = frozenset({"pending", "processing", "failed"})


@dataclass(frozen=True)
class News:
    """What is new in a session.

    Attributes:
        session: its id.
        rows: its events in their order, as `consolidation/undescribed_events` returns them, up to the first that waits to be
        digested.
    """

    session: str
    rows: Sequence[Mapping[str, Any]]

    @property
    def events(self) -> list[Event]:
        """Those of them that are told: none that instructs the agent, or that does not count."""
        return [
            # The token itself: whoever is told must be among them.
            replace(logs.as_event(row), audience=row["audience"])
            for row in self.rows
            if row["quarantine"] is None and not row["instructs"]
        ]


def tell_news(night: Night) -> Outcome:
    """Tell what was said since it was told last."""
    counts: Counter[str] = Counter(diary=0, episodes=0, failures=0, learnings=0, events=0)
    more = True
    while more:
        more = False
        for page in _pages(night):
            counts.update(_tell(night, page))
            more = more or any(len(news.rows) == EVENTS for news in page)
            night.beat()
    return Outcome(dict(counts))


def _pages(night: Night) -> Iterator[list[News]]:
    after = ""
    while rows := night.graph.run("consolidation/undescribed_events", after=after, limit=SESSIONS, most=EVENTS):
        after = rows[-1]["session"]
        if page := [news for row in rows if (news := News(row["session"], _digested(row["events"]))).rows]:
            yield page


def _digested(rows: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """Up to the first that waits: what stands behind it is told with it."""
    waits = next((place for place, row in enumerate(rows) if row["status"] in _WAITING), len(rows))
    return rows[:waits]


def _tell(night: Night, page: Sequence[News]) -> dict[str, int]:
    diary, episodes = _diary(night, page), [thing for news in page for thing in _episodes(night, news)]
    failures = [found for news in page for row in news.rows if (found := _failure(night, row))]
    learnings = _feedback(night, page)
    made, now = night.shelf.embedded(*(thing.text for thing in (*diary, *episodes))), night.clock.now()
    rows = [{"session": news.session, "told": news.rows[-1]["seq"] + 1} for news in page]

    def work(turn: Turn) -> None:
        night.shelf.put(*diary, *episodes, turn=turn, made=made, now=now)
        turn.run("consolidation/mark_described", rows=rows)

    night.graph.transact(work)
    return {
        "diary": len(diary),
        "episodes": len(episodes),
        "failures": len(failures),
        "learnings": learnings,
        "events": sum(len(news.rows) for news in page),
    }


def _diary(night: Night, page: Sequence[News]) -> list[Thing]:
    days = _by_day(night, [event for news in page for event in news.events])
    return [entry_told(told, _end(events, told)) for events in days for told in tell(events)]


def _episodes(night: Night, news: News) -> list[Thing]:
    found = []
    for events in _by_day(night, news.events):
        places = [event.seq for event in events if event.seq is not None]
        found += [
            episode_told(told, _end(events, told), news.session, seq_from=min(places), seq_to=max(places))
            for told in tell(events)
        ]
    return found


def _by_day(night: Night, events: Sequence[Event]) -> list[list[Event]]:
    """Events by the day on which they were said, by the owner's calendar, oldest first."""
    days: dict[dt.date, list[Event]] = defaultdict(list)
    for event in sorted(events, key=lambda one: (_at(one), one.session, one.seq or 0)):
        days[_at(event).astimezone(night.zone).date()].append(event)
    return list(days.values())


def _end(events: Sequence[Event], told: Told) -> dt.datetime:
    return max(_at(event) for event in events if event.audience == told.audience)


def _failure(night: Night, row: Mapping[str, Any]) -> bool:
    """Whether a tool's answer left a reflection; that of the same event is the same one."""
    if row["event_kind"] != "tool_result" or not row["tool"] or row["quarantine"] or not failed(row["text"]):
        return False
    night.reflections.failure(
        row["tool"], row["text"], arguments=row["arguments"] or "", session=row["session"], sources=[row["id"]]
    )
    return True


def _feedback(night: Night, page: Sequence[News]) -> int:
    """Learn from what was said to the agent of its work; how often it was. Where the scope has an owner, only theirs counts."""
    found = [(row, before) for news in page for row, before in _answers(news.rows) if detect(row["text"], before)]
    if not found:
        return 0
    accounts = list(dict.fromkeys(row["speaker"] for row, _ in found))
    there = company(night.graph, night.owners, accounts=accounts)
    learnt = 0
    for row, before in found:
        card = there.of(row["speaker"])
        if there.owned and row["speaker"] not in night.owners and not (card and card.person.owner):
            continue
        night.learnings.detect(row["text"], before, sources=[row["id"]], audience=row["audience"])
        learnt += 1
    return learnt


def _answers(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], str]]:
    """What people said once the agent had spoken, each with what it had said last."""
    before = None
    for row in rows:
        if row["event_kind"] != "message" or row["quarantine"] or row["instructs"]:
            continue
        if row["role"] == "assistant":
            before = row["text"]
        elif row["role"] == "user" and row["speaker"] and before is not None:
            yield row, before


def _at(event: Event) -> dt.datetime:
    if not isinstance(event.at, dt.datetime):
        raise TypeError("an event that is stored has its time")
    return event.at
