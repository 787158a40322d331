"""The diary step: describe new events as diary entries and episodes, and learn from failed tools and feedback.

Each session stores the sequence number up to which its events are described (`Session.told`). It is updated in the same
transaction as the entries, so that no event is described twice or left out, even if a run is interrupted or old events are
imported later.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kg import events as logs
from kg.consolidation.run_context import SleepContext, StepOutcome
from kg.graph import GraphTransaction
from kg.memories import (
    DiaryText,
    EventStatement,
    MemoryRecord,
    build_diary_record,
    build_episode_record,
    is_failed_result,
    learn_feedback,
    list_agent_messages,
    read_event_statements,
    write_diary_texts,
)
from kg.people import name_speakers_of
from kg.types import Event

Statements = Mapping[str, Sequence[EventStatement]]
PAGE_SESSIONS, PAGE_EVENTS = 20, 200
"""Number of sessions described at once, and of events of each."""
_UNDIGESTED = frozenset({"pending", "processing", "failed"})


@dataclass(frozen=True)
class SessionNews:
    """The undescribed events of a session.

    Attributes:
        session: the session's id.
        rows: its events in order, from `consolidation/undescribed_events`, up to the first that is not digested yet.
        said_before: the agent's last message before them; None: it said nothing.
        spoken_since: accounts that spoke between it and them.
    """

    session: str
    rows: Sequence[Mapping[str, Any]]
    said_before: str | None = None
    spoken_since: Sequence[str] = ()

    @property
    def events(self) -> list[Event]:
        """The events to describe: those that neither instruct the agent nor are quarantined."""
        return [
            # The audience token decides which readers may see the description.
            replace(logs.event_record(row), audience=row["audience"])
            for row in self.rows
            if row["quarantine"] is None and not row["instructs"]
        ]


def write_diary(context: SleepContext) -> StepOutcome:
    """Describe all events since the last run."""
    counts: Counter[str] = Counter(diary=0, episodes=0, failures=0, learnings=0, events=0)
    more = True
    while more:
        more = False
        for page in _pages(context):
            counts.update(_describe_page(context, page))
            more = more or any(len(news.rows) == PAGE_EVENTS for news in page)
            context.renew_lease()
    return StepOutcome(dict(counts))


def _pages(context: SleepContext) -> Iterator[list[SessionNews]]:
    after = ""
    while rows := context.graph.run(
        "consolidation/undescribed_events", after=after, limit=PAGE_SESSIONS, most=PAGE_EVENTS
    ):
        after = rows[-1]["session"]
        read = [
            SessionNews(row["session"], _digested_rows(row["events"]), row["said_before"], row["spoken_since"])
            for row in rows
        ]
        if page := [news for news in read if news.rows]:
            yield page


def _digested_rows(rows: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """Return the rows before the first undigested event; later events are described together with it."""
    first_undigested = next((index for index, row in enumerate(rows) if row["status"] in _UNDIGESTED), len(rows))
    return rows[:first_undigested]


def _describe_page(context: SleepContext, page: Sequence[SessionNews]) -> dict[str, int]:
    named = name_speakers_of(
        context.graph, context.owners, [event for news in page for event in news.events], context.clock.now()
    )
    by_session: dict[str, list[Event]] = defaultdict(list)
    for event in named:
        by_session[event.session].append(event)
    statements = read_event_statements(context.graph, named)
    diary = _diary_records(context, named, statements)
    episodes = [
        record
        for news in page
        for record in _episode_records(context, news.session, by_session[news.session], statements)
    ]
    failures = [found for news in page for row in news.rows if (found := _record_failure(context, row))]
    learnings = _learn_feedback(context, page)
    embeddings, now = context.store.embed_texts(*(record.text for record in (*diary, *episodes))), context.clock.now()
    rows = [{"session": news.session, "described": news.rows[-1]["seq"] + 1} for news in page]

    def work(transaction: GraphTransaction) -> None:
        context.store.put(*diary, *episodes, transaction=transaction, embeddings=embeddings, now=now)
        transaction.run("consolidation/mark_described", rows=rows)

    context.graph.transact(work)
    return {
        "diary": len(diary),
        "episodes": len(episodes),
        "failures": len(failures),
        "learnings": learnings,
        "events": sum(len(news.rows) for news in page),
    }


def _diary_records(context: SleepContext, named: Sequence[Event], statements: Statements) -> list[MemoryRecord]:
    days = _by_day(context, named)
    return [
        build_diary_record(text, _last_time(events, text))
        for events in days
        for text in write_diary_texts(events, statements)
    ]


def _episode_records(
    context: SleepContext, session: str, named: Sequence[Event], statements: Statements
) -> list[MemoryRecord]:
    found = []
    for events in _by_day(context, named):
        numbers = [event.seq for event in events if event.seq is not None]
        found += [
            build_episode_record(text, _last_time(events, text), session, seq_from=min(numbers), seq_to=max(numbers))
            for text in write_diary_texts(events, statements)
        ]
    return found


def _by_day(context: SleepContext, events: Sequence[Event]) -> list[list[Event]]:
    """Group events by their day in the owner's time zone, oldest first."""
    days: dict[dt.date, list[Event]] = defaultdict(list)
    for event in sorted(events, key=lambda one: (_at(one), one.session, one.seq or 0)):
        days[_at(event).astimezone(context.zone).date()].append(event)
    return list(days.values())


def _last_time(events: Sequence[Event], text: DiaryText) -> dt.datetime:
    return max(_at(event) for event in events if event.audience == text.audience)


def _record_failure(context: SleepContext, row: Mapping[str, Any]) -> bool:
    """Record a reflection on a failed tool result; return whether there was one. Idempotent per event."""
    if row["event_kind"] != "tool_result" or not row["tool"] or row["quarantine"] or not is_failed_result(row["text"]):
        return False
    context.reflections.failure(
        row["tool"], row["text"], arguments=row["arguments"] or "", session=row["session"], sources=[row["id"]]
    )
    return True


def _learn_feedback(context: SleepContext, page: Sequence[SessionNews]) -> int:
    """Learn from feedback to the agent; return the number of messages with some, with those that digestion learnt from."""
    found = [each for news in page for each in list_agent_messages(news.rows, news.said_before, news.spoken_since)]
    return learn_feedback(context.graph, context.owners, context.learnings, found, reads_wishes=False)


def _at(event: Event) -> dt.datetime:
    if not isinstance(event.at, dt.datetime):
        raise TypeError("a stored event must have a time")
    return event.at
