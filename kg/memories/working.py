"""Working memory: the current task of a session, replaced as a whole, stale after a week."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from kg.errors import InvalidInput
from kg.graph import as_datetime
from kg.language import clean_text, make_fence_safe
from kg.memories.input_checks import check_texts
from kg.memories.memory_store import MemoryRecord, MemoryStore, derive_memory_id
from kg.runtime import Runtime
from kg.types import Receipt, WorkingMemory, canonical_session

_KIND = "working"
_UNITS = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


class WorkingMemories:
    """The working memories of a scope: one per session, visible only in that session."""

    def __init__(self, runtime: Runtime) -> None:
        self._store = MemoryStore(runtime)
        self._fresh = dt.timedelta(days=runtime.settings.working_days)
        self._longest = runtime.settings.max_text_chars

    def replace(
        self,
        session: str,
        *,
        task: str = "",
        context: Sequence[str] = (),
        pending: Sequence[str] = (),
        notes: str = "",
    ) -> WorkingMemory:
        """Replace the working memory of a session. One trip.

        Args:
            session: the session.
            task: the current task.
            context: points to remember for the task.
            pending: remaining steps.
            notes: anything else.

        Raises:
            InvalidInput: an argument is invalid.
            ModelUnavailable: the embedder has no weights; nothing was memory.
        """
        session_id, now = canonical_session(session), self._store.clock.now()
        memory = WorkingMemory(
            session_id,
            self._text("task", task),
            check_texts("context", context, self._longest),
            check_texts("pending", pending, self._longest),
            self._text("notes", notes),
            now,
        )
        if _blank(memory):
            self.clear(session_id)
            return memory
        properties = {
            "name": memory.task[:60] or f"working memory of {session_id}"[:60],
            "session": session_id,
            "task": memory.task,
            "context": list(memory.context),
            "pending": list(memory.pending),
            "notes": memory.notes,
        }
        audience = f"session:{session_id}"
        self._store.put(
            MemoryRecord(working_memory_id(session_id), _KIND, _text(memory), now, properties, audience=audience),
            now=now,
        )
        return memory

    def get(self, session: str) -> WorkingMemory | None:
        """Return the working memory of a session; None if there is none or it is stale. One trip."""
        row = self._store.find(_KIND, working_memory_id(canonical_session(session)))
        if row is None or not row["current"]:
            return None
        found = to_working_memory(row)
        return found if found.updated is not None and self._store.clock.now() - found.updated <= self._fresh else None

    def set_chat_context(self, session: str, lines: Sequence[str]) -> tuple[str, ...]:
        """Replace what the agent keeps about a session; it does not expire. No lines remove it. One trip.

        It is separate from the working memory, which is about the current task, and visible in the session alone.

        Raises:
            InvalidInput: an argument is invalid.
            ModelUnavailable: the embedder has no weights; nothing was written.
        """
        session_id, now = canonical_session(session), self._store.clock.now()
        kept = check_texts("lines", [line for line in lines if line.strip()], self._longest)
        if not any(make_fence_safe(line) for line in kept):
            self._store.remove(chat_context_id(session_id))
            return ()
        properties = {
            "name": f"about {session_id}"[:60],
            "session": session_id,
            "task": "",
            "context": list(kept),
            "pending": [],
            "notes": "",
        }
        record = MemoryRecord(
            chat_context_id(session_id), _KIND, "\n".join(kept), now, properties, audience=f"session:{session_id}"
        )
        self._store.put(record, now=now)
        return kept

    def chat_context(self, session: str) -> tuple[str, ...]:
        """Return what the agent keeps about a session. One trip."""
        row = self._store.find(_KIND, chat_context_id(canonical_session(session)))
        return tuple(row["context"]) if row is not None and row["current"] else ()

    def exists(self, session: str) -> bool:
        """Whether a session has a working memory that is not stale. One trip."""
        return self.get(session) is not None

    def list(self) -> list[WorkingMemory]:
        """Return the working memories of all sessions that are not stale, newest first. One trip."""
        rows = self._store.list_rows(_KIND, since=self._store.clock.now() - self._fresh)
        return [to_working_memory(row) for row in rows if _expires(row)]

    def clear(self, session: str) -> bool:
        """Delete the working memory of a session; return whether there was one. One trip."""
        return self._store.remove(working_memory_id(canonical_session(session))) > 0

    def render(self, session: str) -> str:
        """Return the working memory as Markdown, with its age; empty where there is none. One trip."""
        found = self.get(session)
        if found is None or found.updated is None:
            return ""
        lines = [f"## Working Memory (updated {format_age(self._store.clock.now() - found.updated)})"]
        if found.task:
            lines.append(f"Task: {make_fence_safe(found.task)}")
        for title, items in (("Context", found.context), ("Pending", found.pending)):
            lines += [f"{title}:", *(f"- {make_fence_safe(item)}" for item in items)] if items else []
        if found.notes:
            lines.append(f"Notes: {make_fence_safe(found.notes)}")
        return "\n".join(lines)

    def prune(self) -> Receipt | None:
        """Archive stale working memories; return a receipt, or None. Two trips."""
        limit = self._store.clock.now() - self._fresh
        stale = self._store.list_rows(_KIND, until=limit)
        return self._store.archive(
            [row["id"] for row in stale if _expires(row)], "prune", reason="stale working memory"
        )

    def _text(self, field: str, value: object) -> str:
        if not isinstance(value, str):
            raise InvalidInput(field, value, "text")
        if len(value) > self._longest:
            raise InvalidInput(field, value, f"text of at most {self._longest:,} characters")
        return clean_text(value).strip()


def format_age(since: dt.timedelta) -> str:
    """Return an age in the largest whole unit: `3 hours ago`, `just now`."""
    for seconds, unit in _UNITS:
        # A negative age (the clock was set back) counts as now.
        if (count := int(since.total_seconds()) // seconds) > 0:
            return f"{count} {unit}{'' if count == 1 else 's'} ago"
    return "just now"


def working_memory_id(session: str) -> str:
    """Return the id of the working memory of a session, given its canonical id."""
    return derive_memory_id(_KIND, session)


def chat_context_id(session: str) -> str:
    """Return the id of what the agent keeps about a session, given its canonical id."""
    return derive_memory_id(_KIND, session, "chat context")


def _expires(row: Mapping[str, Any]) -> bool:
    """Whether a row is a working memory, and not what is kept about a session."""
    return bool(row["id"] == working_memory_id(row["session"]))


def _parts(memory: WorkingMemory) -> list[str]:
    return [part for part in (memory.task, *memory.context, *memory.pending, memory.notes) if part]


def _blank(memory: WorkingMemory) -> bool:
    return not any(make_fence_safe(part) for part in _parts(memory))


def _text(memory: WorkingMemory) -> str:
    return "\n".join(_parts(memory))


def to_working_memory(row: Mapping[str, Any]) -> WorkingMemory:
    """Convert a row of `MemoryStore.find` to a `WorkingMemory`, stale or not."""
    return WorkingMemory(
        row["session"], row["task"], tuple(row["context"]), tuple(row["pending"]), row["notes"], as_datetime(row["at"])
    )
