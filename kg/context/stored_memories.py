"""What is kept close, as a context asks for it and reads it: core and working memory, diary, learnings, procedures, summaries."""

from __future__ import annotations

import datetime as dt
import json
import zoneinfo
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.context.profiles import Profile
from kg.events import as_event
from kg.graph.driver_values import as_datetime
from kg.language.name_keys import topic_id
from kg.memories.core import core_entry
from kg.memories.diary import EPISODE_DAYS, beginning, diary_entry, episode_of
from kg.memories.learnings import MOST_ACTIVE, ranked
from kg.memories.memory_store import EVER
from kg.memories.procedures import matching, procedure_of
from kg.memories.working import working_id, working_memory
from kg.retrieval.graph_matches import keys_in
from kg.settings import Settings
from kg.summaries.summary_tree import PREFERENCES, summary_id
from kg.types import CoreEntry, DiaryEntry, Episode, Event, Learning, Procedure, WorkingMemory, identifiers

REACH = 60
"""Messages before those that are quoted which are looked at, at most, when it is chosen anew what is told of them."""
_MOST_CORE, _MOST_DIARY, _MOST_PROCEDURES, _MOST_EPISODES = 500, 60, 300, 10
# The topics of so many of the best hits are told of.
_HEEDED = 10
# What is read is current, and told without its sources.
_READ: Mapping[str, Any] = {"sources": (), "current": True, "updated_at": None}


@dataclass(frozen=True)
class Told:
    """A summary, as far as what it rests on still counts.

    Attributes:
        id: of the summary.
        key: its place in the tree.
        name: what it is about.
        sentences: in their order.
        fits: how well its topic fits what was found; None where it was asked for by its place.
        covered: how many events of its session it sums up.
    """

    id: str
    key: str
    name: str
    sentences: tuple[str, ...]
    fits: float | None = None
    covered: int = 0


@dataclass(frozen=True)
class Beside:
    """What was read beside the search.

    Attributes:
        core: entries of core memory, oldest first.
        diary: entries of the last days, newest first.
        learnings: the one with the greatest confidence × weight first.
        procedures: those whose triggers the message has words of, best first.
        episodes: of the session and of all, newest first.
        summaries: key → summary.
        working: what is under way in the session.
        chosen: (id, first character, last character) of what was chosen of older messages before.
        older: messages before those that are quoted: those chosen before, and all where it is to be chosen anew; oldest first.
        older_until: place in the session up to which messages were older when it was chosen.
        replies: how many messages the agent has sent in the session.
    """

    core: tuple[CoreEntry, ...] = ()
    diary: tuple[DiaryEntry, ...] = ()
    learnings: tuple[Learning, ...] = ()
    procedures: tuple[Procedure, ...] = ()
    episodes: tuple[Episode, ...] = ()
    summaries: Mapping[str, Told] = field(default_factory=dict)
    working: WorkingMemory | None = None
    chosen: tuple[tuple[str, int, int], ...] = ()
    older: tuple[Event, ...] = ()
    older_until: int = 0
    replies: int = 0


def asked(
    profile: Profile,
    message: str,
    session: str | None,
    *,
    entities: Sequence[str],
    found: Sequence[str],
    now: dt.datetime,
    settings: Settings,
) -> dict[str, Any]:
    """What the second statement is asked for: the sections that the profile has, and no other.

    Args:
        profile: of the context.
        message: what was said; topics that it names are told of.
        session: canonical id.
        entities: ids of whom and what it names.
        found: ids of the events that were found, best first.
        now: the moment that the context is of.
        settings: how long things hold.
    """
    since = beginning(now, settings.context_diary_days, zoneinfo.ZoneInfo(settings.owner_zone))
    shelves: list[dict[str, Any]] = []

    def shelf(kind: str, limit: int, since: dt.datetime = EVER, session: str | None = None) -> None:
        shelves.append({"kind": kind, "since": since, "session": session, "limit": limit})

    if profile.identity or profile.core or profile.preferences:
        shelf("core", _MOST_CORE)
    if profile.diary:
        shelf("diary", _MOST_DIARY, since)
    if profile.learnings or profile.preferences:
        shelf("learning", MOST_ACTIVE)
    if profile.procedures:
        shelf("procedure", _MOST_PROCEDURES)
    if profile.channel and session:
        shelf("episode", _MOST_EPISODES, now - dt.timedelta(days=EPISODE_DAYS), session)
    return {
        "shelves": shelves,
        "summaries": [summary_id(key) for key in _keys(profile, message, session, entities)],
        "found": list(found[:_HEEDED]) if profile.topics else [],
        "working": working_id(session) if session and (profile.working or profile.state) else None,
        "fresh": now - dt.timedelta(days=settings.working_days),
        "whole": max(settings.history_whole, settings.history_last),
        "verbatim": settings.history_last,
        "reach": REACH,
        "renew": settings.history_renew,
    }


def _keys(profile: Profile, message: str, session: str | None, entities: Sequence[str]) -> list[str]:
    keys = [PREFERENCES] if profile.preferences else []
    if session and profile.channel:
        keys.append(f"channel:{identifiers.channel_of(session)}")
    if session and profile.earlier:
        keys.append(f"session:{session}")
    if profile.entities:
        keys += [f"entity:{each}" for each in entities]
    if profile.topics:
        keys += [f"topic:{topic_id(key)}" for key in keys_in(message)]
    return list(dict.fromkeys(keys))


def read(row: Mapping[str, Any], message: str, now: dt.datetime) -> Beside:
    """What the second statement gave.

    Args:
        row: its columns, see `cypher/people/participants.cypher`; empty where it was not asked.
        message: what was said.
        now: as of when learnings are weighed.
    """
    if not row:
        return Beside()
    kept: dict[str, list[Mapping[str, Any]]] = {}
    for each in row["kept"]:
        at = as_datetime(each["at"])
        kept.setdefault(each["kind"], []).append({**each, **_READ, "at": at, "created_at": at})
    chat = row["chat"]
    spans = chat["spans"]
    return Beside(
        core=tuple(sorted(map(core_entry, kept.get("core", ())), key=lambda one: (str(one.created_at), one.id))),
        diary=tuple(map(diary_entry, kept.get("diary", ()))),
        learnings=tuple(ranked(kept.get("learning", ()), now)),
        procedures=tuple(one for one, _ in matching(map(procedure_of, kept.get("procedure", ())), message)),
        episodes=tuple(map(episode_of, kept.get("episode", ()))),
        summaries={one.key: one for one in map(_told, row["told"]) if one.sentences},
        working=None if row["task"] is None else working_memory(row["task"]),
        chosen=tuple(zip(chat["ids"], spans[::2], spans[1::2], strict=True)),
        older=tuple(map(as_event, row["older"])),
        older_until=chat["until"],
        replies=chat["replies"],
    )


def _told(row: Mapping[str, Any]) -> Told:
    summary, aside = row["summary"], set(row["aside"])
    pairs = zip(summary["sentences"] or (), summary["cited"] or (), strict=True)
    standing = tuple(text for text, cited in pairs if aside.isdisjoint(json.loads(cited)))
    return Told(summary["id"], summary["key"], summary["name"] or "", standing, row["fits"], summary["covered"] or 0)
