"""LangChain: a retriever over the memory, and the history of a chat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pydantic import ConfigDict

from kg.agent.adapters.conversation import Conversation, missing_framework

try:
    from langchain_core.chat_history import BaseChatMessageHistory
    from langchain_core.documents import Document
    from langchain_core.messages import messages_from_dict, messages_to_dict
    from langchain_core.retrievers import BaseRetriever
except ImportError:
    BaseChatMessageHistory = missing_framework("langchain-core", "langchain")
    BaseRetriever = missing_framework("langchain-core", "langchain")

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

_ROLES = {"human": "user", "ai": "assistant", "system": "system", "tool": "tool"}
_TYPES = {"user": "human", "assistant": "ai", "system": "system", "tool": "tool"}


class MemoryRetriever(BaseRetriever):  # type: ignore[misc]
    """A retriever that searches the memory on behalf of the person of a conversation.

    Attributes:
        conversation: the conversation.
        k: how many documents it returns at most.
        kinds: only these kinds of memory; None: messages, facts and notes.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    conversation: Conversation
    k: int = 5
    kinds: list[str] | None = None

    def _get_relevant_documents(self, query: str, *, run_manager: Any) -> list[Any]:
        del run_manager
        return [
            Document(
                page_content=hit.text,
                id=hit.id,
                metadata={
                    "id": hit.id,
                    "kind": hit.kind,
                    "score": hit.score,
                    "speaker": hit.speaker_name or hit.speaker,
                    "session": hit.session,
                    "at": hit.at.isoformat() if hit.at else None,
                    "sources": list(hit.sources),
                },
            )
            for hit in self.conversation.search(query, limit=self.k, kinds=self.kinds)
        ]


class MemoryChatHistory(BaseChatMessageHistory):  # type: ignore[misc]
    """The history of a conversation, for `RunnableWithMessageHistory`."""

    def __init__(self, conversation: Conversation, *, last: int = 50) -> None:
        """Open the history of a conversation.

        Args:
            conversation: the conversation.
            last: how many of the newest messages `messages` has at most.
        """
        self._conversation = conversation
        self._last = last

    @property
    def messages(self) -> list[BaseMessage]:
        """The newest messages, oldest first."""
        found = []
        for event in self._conversation.history(self._last):
            stored = (event.metadata or {}).get("langchain")
            found.append(
                stored or {"type": _TYPES[event.role], "data": _data(event.text, event.role, event.metadata or {})}
            )
        return list(messages_from_dict(found))

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Log messages, and digest them."""
        self._conversation.add(
            {
                "role": _ROLES.get(message.type, "system"),
                "text": str(message.text) or f"({message.type})",
                "metadata": {"langchain": messages_to_dict([message])[0]},
                "kind": _kind_of(message),
            }
            for message in messages
        )

    def clear(self) -> None:
        """Erase the conversation, with all that was derived only from it."""
        self._conversation.memory.forget(session=self._conversation.session)


def _kind_of(message: BaseMessage) -> str:
    if message.type == "tool":
        return "tool_result"
    return "message" if str(message.text).strip() else "tool_call"


def _data(text: str, role: str, metadata: Any) -> dict[str, Any]:
    """Return the data of a message that another program logged."""
    return {"content": text} | ({"tool_call_id": str(metadata.get("tool_call_id", ""))} if role == "tool" else {})
