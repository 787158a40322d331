"""The event log: append batches of events and read the history of a session."""

from __future__ import annotations

import datetime as dt
import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg.errors import InvalidInput
from kg.events.message_shapes import Message
from kg.events.speakers import BatchSpeaker, build_name_rows, build_speaker_rows
from kg.events.validation import ValidatedEvent, validate_events
from kg.graph import Graph, as_datetime, memory_terms
from kg.language import name_skeleton
from kg.protocols import Embedder
from kg.runtime import Runtime
from kg.types import Event, Identity, canonical_session

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_BEGINNING = dt.datetime(1, 1, 1, tzinfo=dt.UTC)
_SECOND = dt.timedelta(seconds=1)
_MICROSECOND = dt.timedelta(microseconds=1)


def append_events(
    runtime: Runtime,
    events: Message | Iterable[Message],
    *,
    skip_digestion: bool = False,
    audience: str | None = None,
) -> list[str]:
    """Append a batch of events in one transaction and return their ids in the order given; idempotent.

    Args:
        runtime: the scope, or a transaction in it.
        events: a message, or several, in any of the forms of `kg.events.message_shapes`.
        skip_digestion: store the events as complete; search finds them only through records derived from them.
        audience: audience token that replaces those of the events, for statements about a private record.

    Raises:
        InvalidInput: an event is invalid, or its id is that of an event with other content; nothing is written.
    """
    validated, taken = _append(runtime, events, skip_digestion=skip_digestion, audience=audience)
    if taken:
        index = next(index for index, event in enumerate(validated) if event.id in taken)
        event_id = validated[index].id
        allowed = "an id of its own; another event or record has this one, with other content or another speaker"
        raise InvalidInput(f"events[{index}].id", event_id, allowed)
    return [event.id for event in validated]


def append_new_events(runtime: Runtime, events: Sequence[dict[str, Any]]) -> list[str]:
    """Append a batch of events without those whose id is that of another event; return the ids of the latter, sorted.

    Args:
        runtime: the scope.
        events: mappings with the fields of events.

    Raises:
        InvalidInput: an event is invalid; nothing is written.
    """
    first: dict[object, dict[str, Any]] = {}
    own = [event for event in events if event.get("id") is None or first.setdefault(event["id"], event) == event]
    left_out = {event["id"] for event in events if event.get("id") is not None and first[event["id"]] != event}
    _, taken = _append(runtime, own)
    while taken:
        left_out |= taken
        own = [event for event in own if event.get("id") not in taken]
        _, taken = _append(runtime, own)
    return sorted(left_out)


def _append(
    runtime: Runtime,
    events: Message | Iterable[Message],
    *,
    skip_digestion: bool = False,
    audience: str | None = None,
) -> tuple[list[ValidatedEvent], frozenset[str]]:
    """Append a batch of events, unless some have ids of other events or records; return the events and these ids."""
    graph, embedder, owners, now = runtime.graph, runtime.embedder, runtime.owners, runtime.clock.now()
    validated = validate_events(events, scope=graph.scope, now=now, settings=runtime.settings)
    if not validated:
        return [], frozenset()
    unique: dict[str, ValidatedEvent] = {}
    for event in validated:
        first = unique.setdefault(event.id, event if audience is None else replace(event, audience=audience))
        if (first.text, first.identity, first.session) != (event.text, event.identity, event.session):
            return validated, frozenset({event.id})
    # The sort is stable: events with the same time keep their order.
    ordered = sorted(unique.values(), key=lambda event: event.at)
    params = {
        "now": now,
        "embedder": embedder.name,
        "dimension": embedder.dimension,
        "owners": sorted(owners),
        "speakers": build_speaker_rows(_collect_speakers(ordered), graph.scope, owners),
        **_append_params(ordered, graph.scope, owners, skip_digestion=skip_digestion),
    }
    [row] = graph.run("events/append", **params)
    if not row["taken"] and row["stored"] + row["known"] < len(ordered):
        # Another writer took an id in the meantime.
        [row] = graph.run("events/append", **params)
    return validated, frozenset(row["taken"])


def ensure_speaker(
    graph: Graph,
    identity: Identity,
    name: str | None,
    *,
    now: dt.datetime,
    embedder: Embedder,
    owners: frozenset[str] = frozenset(),
) -> None:
    """Create an account with its person, as at its first event, in one round trip; a known account is unchanged."""
    speaker = BatchSpeaker(identity, name or identity.platform_id, now, now)
    graph.run(
        "events/append",
        now=now,
        embedder=embedder.name,
        dimension=embedder.dimension,
        owners=sorted(owners),
        speakers=build_speaker_rows([speaker], graph.scope, owners),
        display_names=[],
        sessions=[],
    )


def read_history(
    graph: Graph,
    session: str,
    *,
    last: int,
    audiences: Sequence[str] | None = None,
    since: dt.datetime | None = None,
    until: dt.datetime | None = None,
) -> list[Event]:
    """Return the newest `last` events of a session, oldest first, optionally limited by audience and time.

    Args:
        graph: the scope.
        session: the session, in any spelling.
        last: maximum number of events.
        audiences: visible audience tokens; None: all.
        since: only events from this time on.
        until: only events before this time.

    Raises:
        InvalidInput: `last` is less than 1, or the session name is invalid.
    """
    fragments: list[str] = []
    params: dict[str, Any] = {"session": canonical_session(session), "last": _check_last(last)}
    if audiences is not None:
        fragments.append("audience")
        params["audiences"] = list(audiences)
    for name, moment in (("since", since), ("until", until)):
        if moment is not None:
            fragments.append(name)
            params[name] = moment
    rows = graph.run("events/history", fragments, **params)
    return [event_record(row["event"]) for row in reversed(rows)]


def read_newest(graph: Graph, *, last: int, since: dt.datetime | None = None) -> list[Event]:
    """Return the newest `last` events of all sessions in the order of their times.

    Args:
        graph: the scope.
        last: maximum number of events.
        since: only events from this time on.

    Raises:
        InvalidInput: `last` is less than 1.
    """
    rows = graph.run("events/newest", last=_check_last(last), since=since or _BEGINNING)
    return [event_record(row["event"]) for row in reversed(rows)]


def _check_last(last: object) -> int:
    if not isinstance(last, int) or isinstance(last, bool) or last < 1:
        raise InvalidInput("last", last, "an integer of at least 1")
    return last


def event_record(stored: Mapping[str, Any]) -> Event:
    """Return the record of a stored event from its properties."""
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
        salience=stored.get("salience"),
    )


def _collect_speakers(events: Sequence[ValidatedEvent]) -> list[BatchSpeaker]:
    """Return each account once, with its first display name and the times of its first and last event."""
    found: dict[Identity, BatchSpeaker] = {}
    for event in events:
        who = event.identity
        if who is not None:
            first = found.setdefault(who, BatchSpeaker(who, event.speaker_name or who.platform_id, event.at, event.at))
            found[who] = replace(first, last=event.at)
    return list(found.values())


def _append_params(
    events: Sequence[ValidatedEvent], scope: str, owners: frozenset[str], *, skip_digestion: bool
) -> dict[str, Any]:
    """Return the parameters with sessions and display names; sorted, so that concurrent writers lock in the same order."""
    by_session = sorted(events, key=lambda event: event.session)
    names = (_display_name(event) for event in by_session if str(event.identity) not in owners)
    numbers = {each: number for number, each in enumerate(dict.fromkeys(each for each in names if each is not None))}
    protected = {name_skeleton(event.speaker_name or "") for event in events if str(event.identity) in owners}
    return {
        "display_names": build_name_rows(list(numbers), owners, protected),
        "sessions": [
            _session_row(name, list(group), scope, numbers, skip_digestion=skip_digestion)
            for name, group in itertools.groupby(by_session, key=lambda e: e.session)
        ],
    }


def _display_name(event: ValidatedEvent) -> tuple[Identity, str] | None:
    return None if event.identity is None else (event.identity, event.speaker_name or event.identity.platform_id)


def _session_row(
    name: str, events: list[ValidatedEvent], scope: str, numbers: Mapping[Any, int], *, skip_digestion: bool
) -> dict[str, Any]:
    return {
        "id": name,
        "channel": events[0].channel,
        "aliases": sorted({alias for event in events for alias in event.aliases}),
        "speakers": sorted({str(event.identity) for event in events if event.identity}),
        "first": events[0].at,
        "last": events[-1].at,
        "events": [
            _event_row(event, ordinal, scope, numbers.get(_display_name(event)), skip_digestion=skip_digestion)
            for ordinal, event in enumerate(events)
        ],
    }


def _event_row(
    event: ValidatedEvent, ordinal: int, scope: str, display_name: int | None, *, skip_digestion: bool
) -> dict[str, Any]:
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
        "name": _node_caption(event),
        "text": event.text,
        "terms": memory_terms(scope, "event", {**shared, "at": event.at, "current": not skip_digestion}),
        "current": not skip_digestion,
        **shared,
        "event_kind": event.kind,
        "role": event.role,
        "direction": event.direction,
        "parent": event.parent,
        "tool": event.tool,
        "metadata": event.metadata,
        "status": "complete" if skip_digestion else "pending",
    }
    since = event.at - _EPOCH
    return {
        "id": event.id,
        "ordinal": ordinal,
        "display_name": display_name,
        "platform": who.platform if who else None,
        "platform_id": who.platform_id if who else None,
        "parent": event.parent,
        # Two integers, since the driver takes a tenth of a millisecond to encode a datetime, most of the time of a batch.
        "second": since // _SECOND,
        "nanosecond": (since % _SECOND) // _MICROSECOND * 1000,
        "properties": {name: value for name, value in properties.items() if value is not None},
    }


def _node_caption(event: ValidatedEvent) -> str:
    """Return the caption of the node in a picture: the speaker and the beginning of the text."""
    begin = " ".join(event.text.split())
    begin = begin if len(begin) <= 40 else begin[:39] + "…"
    return f"{event.speaker_name}: {begin}" if event.speaker_name else begin
