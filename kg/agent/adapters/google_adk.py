"""Google ADK: a memory service, for `Runner(memory_service=…)` and the tools `load_memory` and `preload_memory`."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kg.agent.adapters.conversation import Conversation, missing_framework
from kg.errors import InvalidInput

if TYPE_CHECKING:
    from kg.memory import Memory

try:
    from google.adk.memory.base_memory_service import BaseMemoryService, SearchMemoryResponse
    from google.adk.memory.memory_entry import MemoryEntry
    from google.genai import types
except ImportError:
    BaseMemoryService = missing_framework("google-adk", "google-adk")


class KgMemoryService(BaseMemoryService):  # type: ignore[misc]
    """The memory of all users of an application: each finds what was said with them, and what is shared.

    A user is the account `APP:USER`, and a session of theirs the session `APP:SESSION`.
    """

    def __init__(self, memory: Memory, *, limit: int = 10, audience: str = "person") -> None:
        """Make the service of a memory.

        Args:
            memory: the memory.
            limit: how many memories a search returns at most.
            audience: who finds what is said: person, the user alone; or shared, all users.
        """
        self._memory = memory
        self._limit = limit
        self._audience = audience

    async def add_session_to_memory(self, session: Any) -> None:
        """Log and digest the events of a session; those that are logged already are left alone."""
        await asyncio.to_thread(self._add, session.app_name, session.user_id, session.id, session.events)

    async def add_events_to_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        events: Sequence[Any],
        session_id: str | None = None,
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Log and digest events."""
        del custom_metadata
        await asyncio.to_thread(self._add, app_name, user_id, session_id or user_id, events)

    async def add_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        memories: Sequence[Any],
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Store texts, as said by the user."""
        del custom_metadata
        conversation = self._conversation(app_name, user_id, user_id)
        texts = [_text_of(memory.content) for memory in memories]
        await asyncio.to_thread(conversation.add, [{"role": "user", "text": text} for text in texts if text])

    async def search_memory(self, *, app_name: str, user_id: str, query: str) -> Any:
        """Return what answers a query among what the user may read."""
        conversation = self._conversation(app_name, user_id, user_id)
        hits = await asyncio.to_thread(lambda: conversation.search(query, limit=self._limit))
        return SearchMemoryResponse(
            memories=[
                MemoryEntry(
                    id=hit.id,
                    content=types.Content(role="user", parts=[types.Part(text=hit.text)]),
                    author=hit.speaker_name or hit.speaker or hit.role,
                    timestamp=hit.at.isoformat() if hit.at else None,
                    custom_metadata={"kind": hit.kind, "score": hit.score, "sources": list(hit.sources)},
                )
                for hit in hits
            ]
        )

    async def delete_memory(self, *, app_name: str, user_id: str, memory_id: str | None = None) -> None:
        """Erase a memory of the user with all that was derived only from it; a fact is retracted."""
        if memory_id is None:
            raise InvalidInput("memory_id", None, "given")
        toolbox = self._conversation(app_name, user_id, user_id).tools("all")
        from kg.agent.tools.records import get_visible_record  # noqa: PLC0415

        record = await asyncio.to_thread(get_visible_record, toolbox.caller, memory_id)
        account = f"{app_name}:{user_id}"
        if account not in (getattr(record, "speaker", None), getattr(record, "asserted_by", None)):
            raise InvalidInput("memory_id", memory_id, "of what this user has said")
        await asyncio.to_thread(self._erase, record, memory_id, account)

    def _erase(self, record: Any, memory_id: str, account: str) -> None:
        if hasattr(record, "predicate"):
            self._memory.facts.retract(memory_id, reason="deleted by its author", by=account)
        else:
            self._memory.forget(event=memory_id)

    def _conversation(self, app_name: str, user_id: str, session_id: str) -> Conversation:
        speaker, session = f"{app_name}:{user_id}", f"{app_name}:{session_id}"
        return Conversation(self._memory, speaker=speaker, session=session, audience=self._audience)

    def _add(self, app_name: str, user_id: str, session_id: str, events: Sequence[Any]) -> None:
        conversation = self._conversation(app_name, user_id, session_id)
        messages = [
            {
                "id": f"{app_name}:{session_id}:{event.id}",
                "role": "user" if event.author == "user" else "assistant",
                "text": _text_of(event.content),
                "at": dt.datetime.fromtimestamp(event.timestamp, dt.UTC),
            }
            for event in events
        ]
        conversation.add(message for message in messages if message["text"])


def _text_of(content: Any) -> str:
    return "\n".join(part.text for part in (content.parts if content else None) or [] if part.text)
