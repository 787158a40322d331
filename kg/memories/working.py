"""Working memory: what is under way in a session, replaced as a whole, and stale after a week."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from kg.errors import InvalidInput
from kg.graph.driver_values import as_datetime
from kg.language.cleaning import clean, fence_safe
from kg.memories.input_checks import texts_of
from kg.memories.memory_store import Shelf, Thing, identity
from kg.settings import Settings
from kg.types import Receipt, WorkingMemory, identifiers

_KIND = "working"
_UNITS = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


class Working:
    """The working memories of a scope, one a session; each is for its own session's eyes."""

    def __init__(self, shelf: Shelf, settings: Settings) -> None:
        """Keep where they are, and after how long they are stale."""
        self._shelf = shelf
        self._fresh = dt.timedelta(days=settings.working_days)
        self._longest = settings.max_text_chars

    def replace(
        self,
        session: str,
        *,
        task: str = "",
        context: Sequence[str] = (),
        pending: Sequence[str] = (),
        notes: str = "",
    ) -> WorkingMemory:
        """Write what is under way in a session; nothing of what stood there before stays. One trip.

        Args:
            session: which.
            task: what is being done.
            context: what must be kept in mind meanwhile.
            pending: what is still to be done.
            notes: anything else.

        Raises:
            InvalidInput: names the field.
            ModelUnavailable: the embedder has no weights; nothing was written.
        """
        where, now = identifiers.session_name(session), self._shelf.clock.now()
        written = WorkingMemory(
            where,
            self._text("task", task),
            texts_of("context", context, self._longest),
            texts_of("pending", pending, self._longest),
            self._text("notes", notes),
            now,
        )
        if _blank(written):
            self.clear(where)
            return written
        properties = {
            "name": written.task[:60] or f"working memory of {where}"[:60],
            "session": where,
            "task": written.task,
            "context": list(written.context),
            "pending": list(written.pending),
            "notes": written.notes,
        }
        audience = f"session:{where}"
        self._shelf.put(Thing(working_id(where), _KIND, _text(written), now, properties, audience=audience), now=now)
        return written

    def get(self, session: str) -> WorkingMemory | None:
        """What is under way in a session; None where nothing was written, it was cleared, or it is stale. One trip."""
        row = self._shelf.one(_KIND, working_id(identifiers.session_name(session)))
        if row is None or not row["current"]:
            return None
        found = working_memory(row)
        return found if found.updated is not None and self._shelf.clock.now() - found.updated <= self._fresh else None

    def exists(self, session: str) -> bool:
        """Whether anything is under way in a session. One trip."""
        return self.get(session) is not None

    def list(self) -> list[WorkingMemory]:
        """What is under way in every session, newest first. One trip."""
        rows = self._shelf.many(_KIND, since=self._shelf.clock.now() - self._fresh)
        return [working_memory(row) for row in rows]

    def clear(self, session: str) -> bool:
        """Forget what is under way in a session; returns whether anything was there. One trip."""
        return self._shelf.remove(working_id(identifiers.session_name(session))) > 0

    def render(self, session: str) -> str:
        """Working memory as an agent reads it, with its age; empty where there is none. One trip."""
        found = self.get(session)
        if found is None or found.updated is None:
            return ""
        lines = [f"## Working Memory (updated {age(self._shelf.clock.now() - found.updated)})"]
        if found.task:
            lines.append(f"Task: {fence_safe(found.task)}")
        for title, items in (("Context", found.context), ("Pending", found.pending)):
            lines += [f"{title}:", *(f"- {fence_safe(item)}" for item in items)] if items else []
        if found.notes:
            lines.append(f"Notes: {fence_safe(found.notes)}")
        return "\n".join(lines)

    def prune(self) -> Receipt | None:
        """Archive what is stale, with a receipt; None where nothing is. Two trips."""
        limit = self._shelf.clock.now() - self._fresh
        stale = self._shelf.many(_KIND, until=limit)
        return self._shelf.archive([row["id"] for row in stale], "prune", reason="working memory that is stale")

    def _text(self, field: str, value: object) -> str:
        if not isinstance(value, str):
            raise InvalidInput(field, value, "text")
        if len(value) > self._longest:
            raise InvalidInput(field, value, f"at most {self._longest:,} characters")
        return clean(value).strip()


def age(since: dt.timedelta) -> str:
    """How long ago something was, in the largest whole unit: `3 hours ago`, `just now`."""
    for seconds, unit in _UNITS:
        # A clock that was set back makes nothing younger than now.
        if (count := int(since.total_seconds()) // seconds) > 0:
            return f"{count} {unit}{'' if count == 1 else 's'} ago"
    return "just now"


def working_id(session: str) -> str:
    """The id of the working memory of a session, by its canonical name."""
    return identity(_KIND, session)


def _parts(memory: WorkingMemory) -> list[str]:
    return [part for part in (memory.task, *memory.context, *memory.pending, memory.notes) if part]


def _blank(memory: WorkingMemory) -> bool:
    return not any(fence_safe(part) for part in _parts(memory))


def _text(memory: WorkingMemory) -> str:
    return "\n".join(_parts(memory))


def working_memory(row: Mapping[str, Any]) -> WorkingMemory:
    """The record of a working memory, as `Shelf.one` gives it, stale or not."""
    return WorkingMemory(
        row["session"], row["task"], tuple(row["context"]), tuple(row["pending"]), row["notes"], as_datetime(row["at"])
    )
