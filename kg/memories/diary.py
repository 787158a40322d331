"""Diary, journal and episodes: what was, by the day and by the chat."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from kg import events as logs
from kg.errors import InvalidInput
from kg.graph.driver_values import as_datetime
from kg.memories import input_checks
from kg.memories.diary_text import Told
from kg.memories.memory_store import EVER, NEVER, Shelf, Thing, identity
from kg.settings import Settings
from kg.types import DiaryEntry, Episode, JournalEntry, Receipt, identifiers

LONGEST = 10_000
"""Characters of an entry at most."""
EPISODE_DAYS = 30
"""Episodes are kept that long."""
_LONGEST_LOOK = 36_500
_DAY = dt.timedelta(days=1)
Dateish = dt.date | dt.datetime | str
Timeish = dt.datetime | str


class Diary:
    """The diary of a scope: an entry for each consolidation, read by calendar day."""

    def __init__(self, shelf: Shelf, settings: Settings) -> None:
        self._shelf = shelf
        self._zone = zoneinfo.ZoneInfo(settings.owner_zone)

    def add(
        self,
        text: str,
        *,
        participants: Iterable[str] = (),
        at: Timeish | None = None,
        sources: Iterable[str] = (),
        audience: str = "shared",
    ) -> DiaryEntry:
        """Write an entry. The same text of the same moment is the same entry.

        Args:
            text: a few sentences in the third person.
            participants: who took part, as `platform:id`.
            at: when; now by default.
            sources: ids of the events that it rests on; it is for nobody who may not see them.
            audience: who may know: shared, session:ID or person:ID.

        Raises:
            InvalidInput: names the field; nothing is written.
            NotFound: one of the sources is not there; nothing is written.
        """
        told, who = (
            input_checks.text_of("text", text, LONGEST),
            input_checks.identities_of("participants", participants),
        )
        moment = self._shelf.clock.now() if at is None else logs.moment("at", at)
        rests_on = input_checks.names_of("sources", sources)
        ears = self._shelf.grounds(rests_on, input_checks.audience_of(audience))
        entry = DiaryEntry(
            id=identity("diary", moment.isoformat(), ears, told),
            text=told,
            at=moment,
            participants=tuple(str(each) for each in who),
            sources=rests_on,
            audience=ears,
        )
        self._shelf.put(_kept("diary", entry, {"participants": list(entry.participants)}, who))
        return entry

    def recent(
        self, *, days: int = 3, limit: int = 100, audiences: Collection[str] | None = None
    ) -> Sequence[DiaryEntry]:
        """The entries of the last days, today the last of them, oldest first; the newest are kept where there are more.

        A day is one of the owner's calendar (the setting `owner_zone`).

        Args:
            days: how many calendar days, today included.
            limit: 1 to 10,000.
            audiences: tokens of who may see, as `kg.types.identifiers.audiences` gives them; None: all.

        Raises:
            InvalidInput: names the field.
        """
        count = input_checks.whole_of("days", days, 1, _LONGEST_LOOK)
        found = self._shelf.many(
            "diary",
            since=beginning(self._shelf.clock.now(), count, self._zone),
            limit=input_checks.count_of("limit", limit),
            audiences=_listed(audiences),
        )
        return [diary_entry(row) for row in sorted(found, key=_oldest_first)]

    def day(self, entry: DiaryEntry) -> dt.date:
        """The day that an entry is of, by the owner's calendar."""
        return entry.at.astimezone(self._zone).date()


class Journal:
    """The journal of a scope: any number of dated entries."""

    def __init__(self, shelf: Shelf, settings: Settings) -> None:
        self._shelf = shelf
        self._zone = zoneinfo.ZoneInfo(settings.owner_zone)

    def add(self, text: str, *, date: Dateish | None = None, audience: str = "shared") -> JournalEntry:
        """Write an entry. The same text of the same date is the same entry.

        Args:
            text: what it says.
            date: the day that it is of, as a date or as ISO text; today by default. Of a moment, its day by the owner's calendar.
            audience: who may know: shared, session:ID or person:ID.

        Raises:
            InvalidInput: names the field; nothing is written.
        """
        told, ears = input_checks.text_of("text", text, LONGEST), input_checks.audience_of(audience)
        now = self._shelf.clock.now()
        day = self._date("date", now if date is None else date)
        entry = JournalEntry(identity("journal", day.isoformat(), ears, told), told, day, now, ears)
        if before := self._shelf.one("journal", entry.id):
            return journal_entry(before)
        self._shelf.put(
            Thing(entry.id, "journal", told, _midnight(day), {"day": day.isoformat(), "written_at": now}, audience=ears)
        )
        return entry

    def list(
        self,
        *,
        since: Dateish | None = None,
        until: Dateish | None = None,
        limit: int = 1_000,
        audiences: Collection[str] | None = None,
    ) -> Sequence[JournalEntry]:
        """The entries by date, ascending, those of one day as they were written; the newest are kept where there are more.

        Args:
            since: the first day; all by default.
            until: the last day, inclusive.
            limit: 1 to 10,000.
            audiences: tokens of who may see, as `kg.types.identifiers.audiences` gives them; None: all.

        Raises:
            InvalidInput: names the field.
        """
        start = EVER if since is None else _midnight(self._date("since", since))
        last = None if until is None else self._date("until", until)
        end = NEVER if last is None or last == dt.date.max else _midnight(last + _DAY)
        most = input_checks.count_of("limit", limit)
        found = self._shelf.many("journal", since=start, until=end, limit=most, audiences=_listed(audiences))
        return sorted(map(journal_entry, found), key=lambda entry: (entry.date, entry.at, entry.id))

    def _date(self, field: str, value: object) -> dt.date:
        if isinstance(value, str):
            try:
                return dt.date.fromisoformat(value.strip())
            except ValueError:
                value = logs.moment(field, value)
        if isinstance(value, dt.datetime):
            return logs.moment(field, value).astimezone(self._zone).date()
        if isinstance(value, dt.date):
            return value
        raise InvalidInput(field, value, "a date, or ISO text as 2026-03-02")


class Episodes:
    """The episodes of a scope: what happened, in a chat or in all of them, for 30 days."""

    def __init__(self, shelf: Shelf, settings: Settings) -> None:
        self._shelf = shelf
        self._zone = zoneinfo.ZoneInfo(settings.owner_zone)

    def add(
        self,
        text: str,
        *,
        session: str | None = None,
        tags: Iterable[str] = (),
        participants: Iterable[str] = (),
        at: Timeish | None = None,
        sources: Iterable[str] = (),
        audience: str = "shared",
    ) -> Episode:
        """Keep an episode. The same text of the same moment and chat is the same episode.

        Args:
            text: what happened.
            session: the chat; None: it belongs to all of them.
            tags: what it is about, in words of one's own; capitals do not count.
            participants: who took part, as `platform:id`.
            at: when; now by default.
            sources: ids of the events that it rests on; it is for nobody who may not see them.
            audience: who may know: shared, session:ID or person:ID.

        Raises:
            InvalidInput: names the field; nothing is written.
            NotFound: one of the sources is not there; nothing is written.
        """
        told, who = (
            input_checks.text_of("text", text, LONGEST),
            input_checks.identities_of("participants", participants),
        )
        chat = None if session is None else identifiers.session_name(session)
        labels = tuple(dict.fromkeys(tag.casefold() for tag in input_checks.names_of("tags", tags)))
        moment = self._shelf.clock.now() if at is None else logs.moment("at", at)
        rests_on = input_checks.names_of("sources", sources)
        ears = self._shelf.grounds(rests_on, input_checks.audience_of(audience))
        episode = Episode(
            id=identity("episode", moment.isoformat(), chat or "", ears, told),
            text=told,
            at=moment,
            session=chat,
            tags=labels,
            participants=tuple(str(each) for each in who),
            sources=rests_on,
            audience=ears,
        )
        kept = {"participants": list(episode.participants), "tags": list(labels), "session": chat}
        self._shelf.put(_kept("episode", episode, kept, who))
        return episode

    def recent(
        self,
        *,
        days: int = 7,
        session: str | None = None,
        limit: int = 1_000,
        audiences: Collection[str] | None = None,
    ) -> Sequence[Episode]:
        """The episodes of the last days up to now, oldest first; the newest are kept where there are more.

        Args:
            days: 1 to 30: older ones are not kept.
            session: only those of this chat.
            limit: 1 to 10,000.
            audiences: tokens of who may see, as `kg.types.identifiers.audiences` gives them; None: all.

        Raises:
            InvalidInput: names the field.
        """
        since = self._shelf.clock.now() - input_checks.whole_of("days", days, 1, EPISODE_DAYS) * _DAY
        found = self._shelf.many(
            "episode",
            since=since,
            session=None if session is None else identifiers.session_name(session),
            limit=input_checks.count_of("limit", limit),
            audiences=_listed(audiences),
        )
        return [episode_of(row) for row in sorted(found, key=_oldest_first)]

    def expire(self) -> Receipt | None:
        """Archive the episodes that are older than 30 days, with a receipt; exactly 30 days are kept. None: there are none."""
        until = self._shelf.clock.now() - EPISODE_DAYS * _DAY
        old = [row["id"] for row in self._shelf.many("episode", until=until)]
        return self._shelf.archive(old, "expire", reason=f"older than {EPISODE_DAYS} days")

    def render(self, episodes: Iterable[Episode]) -> str:
        """Episodes as lines `HH:MM — text`, the hour by the owner's clock."""
        return "\n".join(f"{each.at.astimezone(self._zone):%H:%M} — {' '.join(each.text.split())}" for each in episodes)


def entry_told(told: Told, at: dt.datetime) -> Thing:
    """The entry of the diary that was told of events, to be kept."""
    who = input_checks.identities_of("participants", told.participants)
    name = identity("diary", at.isoformat(), told.audience, told.text)
    entry = DiaryEntry(name, told.text, at, tuple(map(str, who)), told.sources, told.audience)
    return _kept("diary", entry, {"participants": list(entry.participants)}, who)


def episode_told(told: Told, at: dt.datetime, session: str, *, seq_from: int, seq_to: int) -> Thing:
    """The episode that was told of a stretch of a session, to be kept.

    Args:
        told: what was told of it.
        at: when its last event was said.
        session: the chat.
        seq_from: place of the first event in the session.
        seq_to: place of the last one.
    """
    who = input_checks.identities_of("participants", told.participants)
    name = identity("episode", at.isoformat(), session, told.audience, told.text)
    episode = Episode(name, told.text, at, session, (), tuple(map(str, who)), told.sources, told.audience)
    kept = {"participants": list(episode.participants), "tags": [], "session": session}
    return _kept("episode", episode, kept | {"seq_from": seq_from, "seq_to": seq_to}, who)


def beginning(now: dt.datetime, days: int, zone: dt.tzinfo) -> dt.datetime:
    """When the first of so many calendar days of a zone began, of which today is the last."""
    start = _earlier(now.astimezone(zone).date(), days - 1)
    return _utc(dt.datetime.combine(start, dt.time(), zone))


def _kept(
    kind: str, entry: DiaryEntry | Episode, properties: Mapping[str, Any], who: Iterable[identifiers.Identity]
) -> Thing:
    return Thing(
        id=entry.id,
        kind=kind,
        text=entry.text,
        at=entry.at,
        properties=properties,
        sources=entry.sources,
        about=[each.person for each in who],
        audience=entry.audience,
    )


def diary_entry(row: Mapping[str, Any]) -> DiaryEntry:
    """The record of an entry of the diary, as `Shelf.one` gives it."""
    return DiaryEntry(
        row["id"], row["text"], _moment(row["at"]), tuple(row["participants"]), row["sources"], row["audience"]
    )


def journal_entry(row: Mapping[str, Any]) -> JournalEntry:
    """The record of an entry of the journal, as `Shelf.one` gives it."""
    day, at = dt.date.fromisoformat(row["day"]), _moment(row["written_at"])
    return JournalEntry(row["id"], row["text"], day, at, row["audience"])


def episode_of(row: Mapping[str, Any]) -> Episode:
    """The record of an episode, as `Shelf.one` gives it."""
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
        raise ValueError("what is kept has its time")
    return moment


def _midnight(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(), dt.UTC)


def _earlier(day: dt.date, days: int) -> dt.date:
    return dt.date.fromordinal(max(1, day.toordinal() - days))


def _utc(moment: dt.datetime) -> dt.datetime:
    try:
        return moment.astimezone(dt.UTC)
    except OverflowError:
        return EVER


def _listed(audiences: Collection[str] | None) -> list[str] | None:
    return None if audiences is None else list(audiences)
