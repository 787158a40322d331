"""Appending events and reading a session back."""

from __future__ import annotations

import datetime as dt
import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg.errors import InvalidInput
from kg.events.speakers import Speaking, called, rows
from kg.events.validation import Incoming, accept
from kg.graph import Graph
from kg.graph.driver_values import as_datetime
from kg.graph.full_text import memory_terms
from kg.language.name_keys import skeleton
from kg.protocols import Clock, Embedder
from kg.settings import Settings
from kg.types import Event, identifiers

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_SECOND = dt.timedelta(seconds=1)
_MICROSECOND = dt.timedelta(microseconds=1)


def append(
    graph: Graph,
    events: Iterable[Event | Mapping[str, Any]],
    *,
    settings: Settings,
    clock: Clock,
    embedder: Embedder,
    owners: frozenset[str] = frozenset(),
    quiet: bool = False,
    audience: str | None = None,
) -> list[str]:
    """Append a batch in one trip and one transaction, each event once; returns their ids in the order given.

    Args:
        graph: the scope, or a transaction that has more to do.
        events: what is appended.
        settings: limits and defaults.
        clock: the present.
        embedder: names the model of a scope that is new.
        owners: identities of the owners.
        quiet: they are not digested, and are found only through what is derived from them.
        audience: the token of who may know of them, instead of their own; for what is said of something that only they know.

    Raises:
        InvalidInput: an event is refused; nothing is written.
    """
    now = clock.now()
    accepted = accept(events, scope=graph.scope, now=now, settings=settings)
    if accepted:
        once: dict[str, Incoming] = {}
        for event in accepted:
            once.setdefault(event.id, event if audience is None else replace(event, audience=audience))
        # Time orders a batch; events of one moment stay as they were given.
        ordered = sorted(once.values(), key=lambda event: event.at)
        graph.run(
            "events/append",
            now=now,
            embedder=embedder.name,
            dimension=embedder.dimension,
            owners=sorted(owners),
            speakers=rows(_speaking(ordered), graph.scope, owners),
            **_said(ordered, graph.scope, owners, quiet=quiet),
        )
    return [event.id for event in accepted]


def introduce(
    graph: Graph,
    identity: identifiers.Identity,
    name: str | None,
    *,
    now: dt.datetime,
    embedder: Embedder,
    owners: frozenset[str] = frozenset(),
) -> None:
    """See to it that an account has its person, as if it had spoken, in one trip; who is known stays as they are."""
    speaking = Speaking(identity, name or identity.platform_id, now, now)
    graph.run(
        "events/append",
        now=now,
        embedder=embedder.name,
        dimension=embedder.dimension,
        owners=sorted(owners),
        speakers=rows([speaking], graph.scope, owners),
        called=[],
        sessions=[],
    )


def history(
    graph: Graph,
    session: str,
    *,
    last: int,
    audiences: Sequence[str] | None = None,
    until: dt.datetime | None = None,
) -> list[Event]:
    """The newest `last` events of a session, oldest first; all of them, or those that these may see and that were said by then.

    Args:
        graph: the scope.
        session: in any spelling.
        last: how many at most.
        audiences: tokens of who may see; None: all.
        until: exclusive.

    Raises:
        InvalidInput: `last` is less than 1, or the session's name is none.
    """
    if not isinstance(last, int) or isinstance(last, bool) or last < 1:
        raise InvalidInput("last", last, "a whole number of at least 1")
    fragments: list[str] = []
    params: dict[str, Any] = {"session": identifiers.session_name(session), "last": last}
    if audiences is not None:
        fragments.append("audience")
        params["audiences"] = list(audiences)
    if until is not None:
        fragments.append("until")
        params["until"] = until
    rows = graph.run("events/history", fragments, **params)
    return [as_event(row["event"]) for row in reversed(rows)]


def as_event(stored: Mapping[str, Any]) -> Event:
    """The record of a stored event, from its properties."""
    at = stored["at"]
    metadata = stored.get("metadata")
    return Event(
        stored["text"],
        speaker=stored.get("speaker"),
        speaker_name=stored.get("speaker_name"),
        session=stored["session"],
        channel=stored["channel"],
        at=as_datetime(at),
        kind=stored["event_kind"],
        role=stored["role"],
        direction=stored["direction"],
        parent=stored.get("parent"),
        tool=stored.get("tool"),
        id=stored["id"],
        metadata=json.loads(metadata) if metadata else None,
        audience=stored["audience"].partition(":")[0],
        seq=stored["seq"],
        status=stored["status"],
        instructs=bool(stored.get("instructs")),
    )


def _speaking(events: Sequence[Incoming]) -> list[Speaking]:
    """Each identity once, as it is first called, with its first and last time."""
    found: dict[identifiers.Identity, Speaking] = {}
    for event in events:
        who = event.identity
        if who is not None:
            first = found.setdefault(who, Speaking(who, event.speaker_name or who.platform_id, event.at, event.at))
            found[who] = replace(first, last=event.at)
    return list(found.values())


def _said(events: Sequence[Incoming], scope: str, owners: frozenset[str], *, quiet: bool) -> dict[str, Any]:
    """Events by session, sorted by name, so that two writers take their locks in one order; and what speakers are called."""
    by_session = sorted(events, key=lambda event: event.session)
    callers = (_caller(event) for event in by_session if str(event.identity) not in owners)
    numbers = {each: number for number, each in enumerate(dict.fromkeys(each for each in callers if each is not None))}
    kept = {skeleton(event.speaker_name or "") for event in events if str(event.identity) in owners}
    return {
        "called": called(list(numbers), owners, kept),
        "sessions": [
            _session(name, list(group), scope, numbers, quiet=quiet)
            for name, group in itertools.groupby(by_session, key=lambda e: e.session)
        ],
    }


def _caller(event: Incoming) -> tuple[identifiers.Identity, str] | None:
    return None if event.identity is None else (event.identity, event.speaker_name or event.identity.platform_id)


def _session(
    name: str, events: list[Incoming], scope: str, numbers: Mapping[Any, int], *, quiet: bool
) -> dict[str, Any]:
    return {
        "id": name,
        "channel": events[0].channel,
        "aliases": sorted({alias for event in events for alias in event.aliases}),
        "speakers": sorted({str(event.identity) for event in events if event.identity}),
        "first": events[0].at,
        "last": events[-1].at,
        "events": [
            _row(event, place, scope, numbers.get(_caller(event)), quiet=quiet) for place, event in enumerate(events)
        ],
    }


def _row(event: Incoming, place: int, scope: str, caller: int | None, *, quiet: bool) -> dict[str, Any]:
    who = event.identity
    shared = {
        "audience": event.audience,
        "session": event.session,
        "channel": event.channel,
        "speaker": str(who) if who else None,
        "speaker_name": event.speaker_name,
    }
    properties = {
        "kind": "event",
        "name": _caption(event),
        "text": event.text,
        "terms": memory_terms(scope, "event", {**shared, "at": event.at, "current": not quiet}),
        "current": not quiet,
        **shared,
        "event_kind": event.kind,
        "role": event.role,
        "direction": event.direction,
        "parent": event.parent,
        "tool": event.tool,
        "metadata": event.metadata,
        "status": "complete" if quiet else "pending",
    }
    since = event.at - _EPOCH
    return {
        "id": event.id,
        "ordinal": place,
        "called": caller,
        "platform": who.platform if who else None,
        "platform_id": who.platform_id if who else None,
        "parent": event.parent,
        # Two numbers: the driver takes a tenth of a millisecond for each datetime, which is most of a batch's time.
        "second": since // _SECOND,
        "nanosecond": (since % _SECOND) // _MICROSECOND * 1000,
        "properties": {name: value for name, value in properties.items() if value is not None},
    }


def _caption(event: Incoming) -> str:
    """What the node is called in a picture: who, and how it begins."""
    begin = " ".join(event.text.split())
    begin = begin if len(begin) <= 40 else begin[:39] + "…"
    return f"{event.speaker_name}: {begin}" if event.speaker_name else begin
