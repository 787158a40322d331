"""Stored memories in a context: core and working memory, tasks, diary, learnings, procedures and summaries."""

from __future__ import annotations

import datetime as dt
import json
import zoneinfo
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from neo4j.vector import Vector
from numpy.typing import NDArray

from kg.context.profiles import Profile
from kg.events import event_record
from kg.graph import MIN_TIME, as_datetime, to_milliseconds
from kg.knowledge import PREFERENCE_PREDICATES, is_overdue
from kg.language import topic_id
from kg.memories import (
    EPISODE_DAYS,
    MAX_ACTIVE_LEARNINGS,
    chat_context_id,
    match_procedures,
    rank_learnings,
    start_of_recent_days,
    to_core_entry,
    to_diary_entry,
    to_episode,
    to_procedure,
    to_working_memory,
    working_memory_id,
)
from kg.retrieval import extract_name_keys
from kg.settings import Settings
from kg.summaries import PREFERENCES_KEY, summary_id
from kg.types import CoreEntry, DiaryEntry, Episode, Event, Learning, Procedure, WorkingMemory, channel_of_session

MAX_OLDER_MESSAGES = 60
"""Maximum number of older messages that are read to choose sentences from."""
_MAX_CORE, _MAX_DIARY, _MAX_PROCEDURES, _MAX_EPISODES, _MAX_TASKS, _MAX_PREFERENCES = 500, 60, 300, 10, 30, 20
# Number of the best events whose topics' summaries are read.
_TOPIC_EVENTS = 10
# Properties that the statement does not return; what it reads is always current.
_DEFAULTS: Mapping[str, Any] = {"sources": (), "current": True, "updated_at": None}

_NOT_STATED: Mapping[str, Any] = {"name": None, "account": None, "own": True, "tier": None}


@dataclass(frozen=True)
class StoredSummary:
    """A summary, without sentences whose sources are quarantined.

    Attributes:
        id: id of the summary.
        key: its key in the tree.
        name: name of its subject.
        sentences: its sentences, in order.
        topic_score: how well its topic matches the results; None where it was requested by key.
        covered: number of events of its session that it covers.
    """

    id: str
    key: str
    name: str
    sentences: tuple[str, ...]
    topic_score: float | None = None
    covered: int = 0


@dataclass(frozen=True)
class OpenTask:
    """An open task of a participant.

    Attributes:
        id: id of the fact.
        text: the task as a sentence.
        is_overdue: whether its due date is over.
        said_by: the name that the person who stated it gave; None for the one who is to do it, and for what was added by hand.
        account: the account of the person who stated it.
        tier: how far they were trusted then; None if it is not known.
        due: its due date, as ISO text.
        at: when it was last stated.
        is_request: whether an agent was asked to do it.
    """

    id: str
    text: str
    is_overdue: bool
    said_by: str | None = None
    account: str | None = None
    tier: str | None = None
    due: str | None = None
    at: dt.datetime | None = None
    is_request: bool = False


@dataclass(frozen=True)
class StoredMemories:
    """What was read in addition to the search.

    Attributes:
        core: core memory entries, oldest first.
        diary: diary entries of the last days, newest first.
        learnings: learnings by descending confidence × weight.
        nearness: id of a learning → its cosine to the message.
        procedures: procedures whose triggers match the message, best first.
        episodes: episodes of the session and of no session, newest first.
        summaries: key → summary.
        working: working memory of the session.
        chat_context: what the agent keeps about the session.
        tasks: open tasks of the participants, the nearest due date first.
        preferences: (id, sentence, object) of what the owners who take part prefer, by their own words, likes and dislikes last.
        chosen: (id, start, end) of the stored choice of sentences of older messages.
        older: older messages, oldest first: those chosen before, or all candidates where the choice is due.
        older_until: sequence number before which messages were older when the sentences were chosen.
        replies: number of messages of the agent in the session.
    """

    core: tuple[CoreEntry, ...] = ()
    diary: tuple[DiaryEntry, ...] = ()
    learnings: tuple[Learning, ...] = ()
    nearness: Mapping[str, float] = field(default_factory=dict)
    procedures: tuple[Procedure, ...] = ()
    episodes: tuple[Episode, ...] = ()
    summaries: Mapping[str, StoredSummary] = field(default_factory=dict)
    working: WorkingMemory | None = None
    chat_context: tuple[str, ...] = ()
    tasks: tuple[OpenTask, ...] = ()
    preferences: tuple[tuple[str, str, str], ...] = ()
    chosen: tuple[tuple[str, int, int], ...] = ()
    older: tuple[Event, ...] = ()
    older_until: int = 0
    replies: int = 0


def build_query_params(
    profile: Profile,
    message: str,
    session: str | None,
    *,
    entities: Sequence[str],
    event_ids: Sequence[str],
    present: Sequence[str],
    now: dt.datetime,
    is_past: bool,
    settings: Settings,
    vector: NDArray[np.float32] | None = None,
) -> dict[str, Any]:
    """Return the parameters of the second statement, limited to the sections of the profile.

    Args:
        profile: the token allocation.
        message: text of the message; summaries of topics that it names are read.
        session: canonical id of the session.
        entities: ids of entities that it names.
        event_ids: ids of the retrieved events, best first.
        present: accounts of persons whose open tasks are read, in addition to those of the speakers of the session.
        now: the time of the context.
        is_past: whether the context is of a past time.
        settings: the settings.
        vector: of the message; None where it was not embedded.
    """
    since = start_of_recent_days(now, settings.context_diary_days, zoneinfo.ZoneInfo(settings.owner_zone))
    queries: list[dict[str, Any]] = []

    def add_query(kind: str, limit: int, since: dt.datetime = MIN_TIME, session: str | None = None) -> None:
        queries.append({"kind": kind, "since": to_milliseconds(since), "session": session, "limit": limit})

    if profile.identity or profile.core or profile.preferences:
        add_query("core", _MAX_CORE)
    if profile.diary:
        add_query("diary", _MAX_DIARY, since)
    if profile.learnings or profile.preferences:
        add_query("learning", MAX_ACTIVE_LEARNINGS)
    if profile.procedures:
        add_query("procedure", _MAX_PROCEDURES)
    if profile.channel and session:
        add_query("episode", _MAX_EPISODES, now - dt.timedelta(days=EPISODE_DAYS), session)
    return {
        "memory_queries": queries,
        "summaries": [summary_id(key) for key in _keys(profile, message, session, entities)],
        "hit_events": list(event_ids[:_TOPIC_EVENTS]) if profile.topics else [],
        "working": working_memory_id(session) if session and (profile.working or profile.state) else None,
        "chat_context": chat_context_id(session) if session and profile.working else None,
        "working_since": to_milliseconds(now - dt.timedelta(days=settings.working_days)),
        "present": list(present),
        "task_states": [False, True] if is_past else [True],
        "max_tasks": _MAX_TASKS if profile.tasks else 0,
        "preference_predicates": list(PREFERENCE_PREDICATES),
        "message_vector": None if vector is None else Vector.from_numpy(vector),
        "max_preferences": _MAX_PREFERENCES if profile.preferences else 0,
        "today": now.year * 372 + now.month * 31 + now.day,
        "full_history": max(settings.history_whole, settings.history_last),
        "verbatim": settings.history_last,
        "selection_reach": MAX_OLDER_MESSAGES,
        "selection_interval": settings.history_renew,
    }


def _keys(profile: Profile, message: str, session: str | None, entities: Sequence[str]) -> list[str]:
    keys = [PREFERENCES_KEY] if profile.preferences else []
    if session and profile.channel:
        keys.append(f"channel:{channel_of_session(session)}")
    if session and profile.earlier:
        keys.append(f"session:{session}")
    if profile.entities:
        keys += [f"entity:{each}" for each in entities]
    if profile.topics:
        keys += [f"topic:{topic_id(key)}" for key in extract_name_keys(message)]
    return list(dict.fromkeys(keys))


def parse_stored_memories(row: Mapping[str, Any], message: str, now: dt.datetime) -> StoredMemories:
    """Parse the result of the second statement.

    Args:
        row: the columns, see `cypher/context/read_surroundings.cypher`; empty where it was not run.
        message: text of the message.
        now: the time at which weights of learnings are computed, and tasks are overdue.
    """
    if not row:
        return StoredMemories()
    by_kind: dict[str, list[Mapping[str, Any]]] = {}
    for each in row["memories"]:
        at = as_datetime(each["at"])
        by_kind.setdefault(each["kind"], []).append({**_DEFAULTS, **each, "at": at, "created_at": at})
    chat = row["history_selection"]
    spans = chat["spans"]
    return StoredMemories(
        core=tuple(sorted(map(to_core_entry, by_kind.get("core", ())), key=lambda one: (str(one.created_at), one.id))),
        diary=tuple(map(to_diary_entry, by_kind.get("diary", ()))),
        learnings=tuple(rank_learnings(by_kind.get("learning", ()), now)),
        nearness={one["id"]: one["cosine"] for one in by_kind.get("learning", ()) if one["cosine"] is not None},
        procedures=tuple(one for one, _ in match_procedures(map(to_procedure, by_kind.get("procedure", ())), message)),
        episodes=tuple(map(to_episode, by_kind.get("episode", ()))),
        summaries={one.key: one for one in map(_to_stored_summary, row["summaries"]) if one.sentences},
        tasks=_to_open_tasks(row["tasks"], now),
        preferences=tuple((each["id"], each["text"], each["object"]) for each in row["preferences"]),
        working=None if row["working_memory"] is None else to_working_memory(row["working_memory"]),
        chat_context=() if row["chat_context"] is None else tuple(row["chat_context"]["context"]),
        chosen=tuple(zip(chat["ids"], spans[::2], spans[1::2], strict=True)),
        older=tuple(map(event_record, row["older_events"])),
        older_until=chat["until"],
        replies=chat["replies"],
    )


def _to_open_tasks(rows: Sequence[Mapping[str, Any]], now: dt.datetime) -> tuple[OpenTask, ...]:
    """Return open tasks; a reader of both a private and a shared version of a task gets the shared one."""
    once: dict[str, OpenTask] = {}
    for row in sorted(rows, key=lambda row: bool(row["audience"] != "shared")):
        said = row["attribution"] or _NOT_STATED
        once.setdefault(
            row["text"],
            OpenTask(
                row["id"],
                row["text"],
                is_overdue(row["due"], now),
                None if said["own"] else said["name"],
                said["account"],
                said["tier"],
                row["due"],
                as_datetime(row["at"]),
                row["is_request"],
            ),
        )
    order = [row["id"] for row in rows]
    return tuple(sorted(once.values(), key=lambda task: order.index(task.id)))


def _to_stored_summary(row: Mapping[str, Any]) -> StoredSummary:
    summary, quarantined = row["summary"], set(row["ignored_sources"])
    pairs = zip(summary["sentences"] or (), summary["cited"] or (), strict=True)
    sentences = tuple(text for text, cited in pairs if quarantined.isdisjoint(json.loads(cited)))
    return StoredSummary(
        summary["id"], summary["key"], summary["name"] or "", sentences, row["topic_relevance"], summary["covered"] or 0
    )
