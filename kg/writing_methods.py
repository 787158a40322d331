"""Methods of `Memory` that write what was said, and digest it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from kg import events as logs
from kg.events import Message
from kg.ingestion import Digester, mark_events_again, open_engine, requeue_failed_events
from kg.types import Digest

if TYPE_CHECKING:
    from kg.memory import Memory


def log(self: Memory, events: Message | Iterable[Message]) -> list[str]:
    """Append a message or a batch of them, all or none, in one trip; return their ids in the order given.

    An event that is stored already, by its id or by its content, is not written again.

    Args:
        events: one message or several: each an `Event`, a mapping with its fields or with `role` and `content`, or a text.

    Raises:
        InvalidInput: names the event and the field; also for an id that is stored with other content.
    """
    return logs.append_events(self.runtime, events)


def add(
    self: Memory,
    text: str,
    *,
    speaker: str | None = None,
    session: str | None = None,
    kind: str = "message",
    audience: str | None = None,
) -> list[str]:
    """Log a text and digest it at once; return its id, in a list. Other pending events stay pending. Takes four trips.

    Args:
        text: the text. "I" in it is the speaker.
        speaker: who says it, as `platform:id`.
        session: the conversation; `default` if none is given.
        kind: message, or note: something observed about the conversation.
        audience: shared, session or person; by default the channel's setting.

    Raises:
        InvalidInput: names the field; nothing was written.
        ModelUnavailable: the embedder has no weights; the event is logged, and stays pending.
    """
    event = {"text": text, "speaker": speaker, "session": session, "kind": kind, "audience": audience}
    return Digester(self.runtime, preparer=self._preparer).add(event)


def digest(
    self: Memory,
    *,
    retry: bool = False,
    again: bool = False,
    since: dt.datetime | str | None = None,
    engine: str = "local",
    only: Collection[str] | None = None,
) -> Digest:
    """Digest all pending events now.

    Args:
        retry: also events that failed before.
        again: also messages and observations that were digested before: what the present extractor finds in them
            replaces what was found then. Facts that were written or retracted by hand stay as they are.
        since: with `again`: only those from this time on.
        engine: where texts are embedded and read: `local`, in this process; `ray`, in actors on Ray (extra kg-agent-memory[ray]).
        only: ids of events; those among them that are pending are digested, and no others.

    Raises:
        InvalidInput: the engine, `since`, `again` without an extractor, or a model that actors cannot create.
        ModelUnavailable: the embedder has no weights, or Ray is not installed; all events stay pending. With `again`
            also the extractor: nothing was marked.
        ConnectionFailed: no Ray cluster answers at the address of the settings.
    """
    runtime, preparer = self.runtime, self._preparer
    with open_engine(
        engine, self.settings, runtime.embedder, runtime.extractor, preparer=preparer
    ) as preparation_engine:
        mark_events_again(self.runtime, again=again, since=since)
        if retry:
            requeue_failed_events(self.runtime.graph, self.clock.now())
        return Digester(self.runtime).run(engine=preparation_engine, only=None if only is None else list(only))
