"""Diary, journal and episodes: dated entries, by day and by session."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from kg import events as logs
from kg.errors import InvalidInput
from kg.graph import MAX_TIME, MIN_TIME, as_datetime
from kg.memories import input_checks
from kg.memories.diary_text import DiaryText
from kg.memories.memory_store import MemoryRecord, MemoryStore, derive_memory_id
from kg.runtime import Runtime
from kg.types import DiaryEntry, Episode, Identity, JournalEntry, Receipt, canonical_session

MAX_ENTRY_CHARS = 10_000
"""Maximum length of an entry in characters."""
EPISODE_DAYS = 30
"""Number of days that episodes are kept."""
# Ten thousand years: all that a date can be.
_MAX_DAYS = 3_660_000
_DAY = dt.timedelta(days=1)
DateLike = dt.date | dt.datetime | str
TimeLike = dt.datetime | str


class Diary:
    """The diary of a scope: entries written by consolidation, read by calendar day."""

    def __init__(self, runtime: Runtime) -> None:
        self._store = MemoryStore(runtime)
        self._zone = zoneinfo.ZoneInfo(runtime.settings.owner_zone)

    def add(
        self,
        text: str,
        *,
        participants: Iterable[str] = (),
        at: TimeLike | None = None,
        sources: Iterable[str] = (),
        audience: str = "shared",
    ) -> DiaryEntry:
        """Add an entry. The same text at the same time is the same entry.

        Args:
            text: a few sentences in the third person.
            participants: identities of the participants, as `platform:id`.
            at: time of the entry; now by default.
            sources: ids of the events that it is based on; readers who may not see them cannot see the entry.
            audience: who may read it: shared, session:ID or person:ID.

        Raises:
            InvalidInput: an argument is invalid; nothing is written.
            NotFound: a source does not exist; nothing is written.
        """
        content, people = (
            input_checks.check_text("text", text, MAX_ENTRY_CHARS),
            input_checks.check_identities("participants", participants),
        )
        moment = self._store.clock.now() if at is None else logs.parse_time("at", at)
        source_ids = input_checks.check_names("sources", sources)
        visible_to = self._store.require_sources(source_ids, input_checks.check_audience(audience))
        entry = DiaryEntry(
            id=derive_memory_id("diary", moment.isoformat(), visible_to, content),
            text=content,
            at=moment,
            participants=tuple(str(each) for each in people),
            sources=source_ids,
            audience=visible_to,
        )
        self._store.put(_to_record("diary", entry, {"participants": list(entry.participants)}, people))
        return entry

    def recent(
        self, *, days: int = 3, limit: int = 100, audiences: Collection[str] | None = None
    ) -> Sequence[DiaryEntry]:
        """Return the entries of the last calendar days, including today, oldest first. Beyond `limit`, the oldest are left out.

        Days are those of the owner's time zone (the setting `owner_zone`).

        Args:
            days: number of calendar days, including today.
            limit: maximum number of entries, 1 to 10,000.
            audiences: audience tokens of the reader, from `kg.types.identifiers.visible_audiences`; None: all audiences.

        Raises:
            InvalidInput: an argument is invalid.
        """
        count = input_checks.check_whole_number("days", days, 1, _MAX_DAYS)
        found = self._store.list_rows(
            "diary",
            since=start_of_recent_days(self._store.clock.now(), count, self._zone),
            limit=input_checks.check_limit("limit", limit),
            audiences=_as_list(audiences),
        )
        return [to_diary_entry(row) for row in sorted(found, key=_oldest_first)]

    def day(self, entry: DiaryEntry) -> dt.date:
        """Return the entry's date in the owner's time zone."""
        return entry.at.astimezone(self._zone).date()


class Journal:
    """The journal of a scope: any number of dated entries."""

    def __init__(self, runtime: Runtime) -> None:
        self._store = MemoryStore(runtime)
        self._zone = zoneinfo.ZoneInfo(runtime.settings.owner_zone)

    def add(self, text: str, *, date: DateLike | None = None, audience: str = "shared") -> JournalEntry:
        """Add an entry. The same text on the same date is the same entry.

        Args:
            text: the entry.
            date: its day, as a date or ISO text; today by default. A datetime counts as its day in the owner's time zone.
            audience: who may read it: shared, session:ID or person:ID.

        Raises:
            InvalidInput: names the field; nothing is written.
        """
        content, visible_to = (
            input_checks.check_text("text", text, MAX_ENTRY_CHARS),
            input_checks.check_audience(audience),
        )
        now = self._store.clock.now()
        day = self._date("date", now if date is None else date)
        entry = JournalEntry(
            derive_memory_id("journal", day.isoformat(), visible_to, content), content, day, now, visible_to
        )
        if before := self._store.find("journal", entry.id):
            return to_journal_entry(before)
        self._store.put(
            MemoryRecord(
                entry.id,
                "journal",
                content,
                _midnight(day),
                {"day": day.isoformat(), "written_at": now},
                audience=visible_to,
            )
        )
        return entry

    def list(
        self,
        *,
        since: DateLike | None = None,
        until: DateLike | None = None,
        limit: int = 1_000,
        audiences: Collection[str] | None = None,
    ) -> Sequence[JournalEntry]:
        """Return entries by ascending date, within a day as written. Beyond `limit`, the oldest are left out.

        Args:
            since: the first day; no limit by default.
            until: the last day, inclusive.
            limit: maximum number of entries, 1 to 10,000.
            audiences: audience tokens of the reader, from `kg.types.identifiers.visible_audiences`; None: all audiences.

        Raises:
            InvalidInput: an argument is invalid.
        """
        start = MIN_TIME if since is None else _midnight(self._date("since", since))
        last = None if until is None else self._date("until", until)
        end = MAX_TIME if last is None or last == dt.date.max else _midnight(last + _DAY)
        most = input_checks.check_limit("limit", limit)
        found = self._store.list_rows("journal", since=start, until=end, limit=most, audiences=_as_list(audiences))
        return sorted(map(to_journal_entry, found), key=lambda entry: (entry.date, entry.at, entry.id))

    def _date(self, field: str, value: object) -> dt.date:
        if isinstance(value, str):
            try:
                return dt.date.fromisoformat(value.strip())
            except ValueError:
                value = logs.parse_time(field, value)
        if isinstance(value, dt.datetime):
            return logs.parse_time(field, value).astimezone(self._zone).date()
        if isinstance(value, dt.date):
            return value
        raise InvalidInput(field, value, "a date, or ISO text such as 2026-03-02")


class Episodes:
    """The episodes of a scope: what happened in a session or in general, kept for 30 days."""

    def __init__(self, runtime: Runtime) -> None:
        self._store = MemoryStore(runtime)
        self._zone = zoneinfo.ZoneInfo(runtime.settings.owner_zone)

    def add(
        self,
        text: str,
        *,
        session: str | None = None,
        tags: Iterable[str] = (),
        participants: Iterable[str] = (),
        at: TimeLike | None = None,
        sources: Iterable[str] = (),
        audience: str = "shared",
    ) -> Episode:
        """Add an episode. The same text at the same time in the same session is the same episode.

        Args:
            text: what happened.
            session: its session; None: it belongs to no single session.
            tags: free-form labels; case is ignored.
            participants: identities of the participants, as `platform:id`.
            at: time of the episode; now by default.
            sources: ids of the events that it is based on; readers who may not see them cannot see the episode.
            audience: who may read it: shared, session:ID or person:ID.

        Raises:
            InvalidInput: an argument is invalid; nothing is written.
            NotFound: a source does not exist; nothing is written.
        """
        content, people = (
            input_checks.check_text("text", text, MAX_ENTRY_CHARS),
            input_checks.check_identities("participants", participants),
        )
        chat = None if session is None else canonical_session(session)
        labels = tuple(dict.fromkeys(tag.casefold() for tag in input_checks.check_names("tags", tags)))
        moment = self._store.clock.now() if at is None else logs.parse_time("at", at)
        source_ids = input_checks.check_names("sources", sources)
        visible_to = self._store.require_sources(source_ids, input_checks.check_audience(audience))
        episode = Episode(
            id=derive_memory_id("episode", moment.isoformat(), chat or "", visible_to, content),
            text=content,
            at=moment,
            session=chat,
            tags=labels,
            participants=tuple(str(each) for each in people),
            sources=source_ids,
            audience=visible_to,
        )
        properties = {"participants": list(episode.participants), "tags": list(labels), "session": chat}
        self._store.put(_to_record("episode", episode, properties, people))
        return episode

    def recent(
        self,
        *,
        days: int = 7,
        session: str | None = None,
        limit: int = 1_000,
        audiences: Collection[str] | None = None,
    ) -> Sequence[Episode]:
        """Return the episodes of the last days, oldest first. Beyond `limit`, the oldest are left out.

        Args:
            days: 1 to 30; older episodes are archived.
            session: return only the episodes of this session.
            limit: maximum number of episodes, 1 to 10,000.
            audiences: audience tokens of the reader, from `kg.types.identifiers.visible_audiences`; None: all audiences.

        Raises:
            InvalidInput: an argument is invalid.
        """
        since = self._store.clock.now() - input_checks.check_whole_number("days", days, 1, EPISODE_DAYS) * _DAY
        found = self._store.list_rows(
            "episode",
            since=since,
            session=None if session is None else canonical_session(session),
            limit=input_checks.check_limit("limit", limit),
            audiences=_as_list(audiences),
        )
        return [to_episode(row) for row in sorted(found, key=_oldest_first)]

    def expire(self) -> Receipt | None:
        """Archive episodes older than 30 days (an age of exactly 30 days is not); return a receipt, or None."""
        until = self._store.clock.now() - EPISODE_DAYS * _DAY
        old = [row["id"] for row in self._store.list_rows("episode", until=until)]
        return self._store.archive(old, "expire", reason=f"older than {EPISODE_DAYS} days")

    def render(self, episodes: Iterable[Episode]) -> str:
        """Return episodes as lines `HH:MM — text`, with times in the owner's time zone."""
        return "\n".join(f"{each.at.astimezone(self._zone):%H:%M} — {' '.join(each.text.split())}" for each in episodes)


def build_diary_record(content: DiaryText, at: dt.datetime) -> MemoryRecord:
    """Build the record of a diary entry for generated text, to be written with `MemoryStore.put`."""
    people = input_checks.check_identities("participants", content.participants)
    name = derive_memory_id("diary", at.isoformat(), content.audience, content.text)
    entry = DiaryEntry(name, content.text, at, tuple(map(str, people)), content.sources, content.audience)
    return _to_record("diary", entry, {"participants": list(entry.participants)}, people)


def build_episode_record(
    content: DiaryText, at: dt.datetime, session: str, *, seq_from: int, seq_to: int
) -> MemoryRecord:
    """Build the record of an episode for generated text about a part of a session, to be written with `MemoryStore.put`.

    Args:
        content: the generated text with its participants and sources.
        at: time of its last event.
        session: canonical id of the session.
        seq_from: sequence number of the first event in the session.
        seq_to: sequence number of the last event.
    """
    people = input_checks.check_identities("participants", content.participants)
    name = derive_memory_id("episode", at.isoformat(), session, content.audience, content.text)
    episode = Episode(name, content.text, at, session, (), tuple(map(str, people)), content.sources, content.audience)
    properties = {"participants": list(episode.participants), "tags": [], "session": session}
    return _to_record("episode", episode, properties | {"seq_from": seq_from, "seq_to": seq_to}, people)


def start_of_recent_days(now: dt.datetime, days: int, zone: dt.tzinfo) -> dt.datetime:
    """Return the start of the first of the last `days` calendar days of a zone, of which today is the last."""
    start = _days_before(now.astimezone(zone).date(), days - 1)
    return _utc(dt.datetime.combine(start, dt.time(), zone))


def _to_record(
    kind: str, entry: DiaryEntry | Episode, properties: Mapping[str, Any], people: Iterable[Identity]
) -> MemoryRecord:
    return MemoryRecord(
        id=entry.id,
        kind=kind,
        text=entry.text,
        at=entry.at,
        properties=properties,
        sources=entry.sources,
        about=[each.person for each in people],
        audience=entry.audience,
    )


def to_diary_entry(row: Mapping[str, Any]) -> DiaryEntry:
    """Convert a row of `MemoryStore.find` to a `DiaryEntry`."""
    return DiaryEntry(
        row["id"], row["text"], _moment(row["at"]), tuple(row["participants"]), row["sources"], row["audience"]
    )


def to_journal_entry(row: Mapping[str, Any]) -> JournalEntry:
    """Convert a row of `MemoryStore.find` to a `JournalEntry`."""
    day, at = dt.date.fromisoformat(row["day"]), _moment(row["written_at"])
    return JournalEntry(row["id"], row["text"], day, at, row["audience"])


def to_episode(row: Mapping[str, Any]) -> Episode:
    """Convert a row of `MemoryStore.find` to an `Episode`."""
    return Episode(
        id=row["id"],
        text=row["text"],
        at=_moment(row["at"]),
        session=row.get("session"),
        tags=tuple(row["tags"]),
        participants=tuple(row["participants"]),
        sources=row["sources"],
        audience=row["audience"],
    )


def _oldest_first(row: Mapping[str, Any]) -> tuple[dt.datetime, str]:
    return _moment(row["at"]), row["id"]


def _moment(value: Any) -> dt.datetime:
    moment = as_datetime(value)
    if moment is None:
        raise ValueError("a stored memory must have a time")
    return moment


def _midnight(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(), dt.UTC)


def _days_before(day: dt.date, days: int) -> dt.date:
    return dt.date.fromordinal(max(1, day.toordinal() - days))


def _utc(moment: dt.datetime) -> dt.datetime:
    try:
        return moment.astimezone(dt.UTC)
    except OverflowError:
        return MIN_TIME


def _as_list(audiences: Collection[str] | None) -> list[str] | None:
    return None if audiences is None else list(audiences)
