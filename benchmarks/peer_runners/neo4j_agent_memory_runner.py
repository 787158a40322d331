"""neo4j-agent-memory: its message store, its vector search over messages and its context, on Neo4j.

Messages are written by `short_term.add_message`, the bulk by `short_term.add_messages_batch` for each conversation, with the
default batch. A search is `short_term.search_messages` with the default threshold. A context is `get_context` with the default
sections: messages, long-term memory and reasoning; the last two are empty, because only extraction fills them.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import os
from collections.abc import Callable, Sequence

from neo4j_agent_memory import MemoryClient, MemorySettings
from neo4j_agent_memory.config.settings import ExtractionConfig, ExtractorType, Neo4jConfig

from benchmarks.peer_runners.known_vectors import KnownVectors
from benchmarks.peer_runners.measuring import Line, System, run
from kg.bench.synthetic_chat import ROOM


class _Embedder:
    """The embedder in the form that the client takes."""

    def __init__(self, vectors: KnownVectors) -> None:
        self._vectors = vectors
        self.dimensions = vectors.dimension

    async def embed(self, text: str) -> list[float]:
        return self._vectors.embed_lists([text])[0]

    async def embed_batch(self, texts: list[str]) -> list[list[float]]:
        return self._vectors.embed_lists(texts)


class AgentMemory(System):
    """The `System` of neo4j-agent-memory."""

    version = importlib.metadata.version("neo4j-agent-memory")
    left_out = ("extraction of entities and relations (spaCy, GLiNER or a language model)", "reasoning traces")

    def __init__(self, embedder: KnownVectors) -> None:
        self._runner = asyncio.Runner()
        settings = MemorySettings(
            backend="bolt",
            neo4j=Neo4jConfig(
                uri=os.environ["KG_NEO4J_URI"],
                username=os.environ["KG_NEO4J_USER"],
                password=os.environ["KG_NEO4J_PASSWORD"],
            ),
            extraction=ExtractionConfig(extractor_type=ExtractorType.NONE),
        )
        self._client = MemoryClient(settings, embedder=_Embedder(embedder))
        self._runner.run(self._client.connect())

    def write(self, line: Line) -> None:
        """See `System.write`."""
        self._runner.run(self._client.short_term.add_message(line["session"], "user", line["text"]))

    def write_many(self, lines: Sequence[Line]) -> None:
        """See `System.write_many`."""
        conversations: dict[str, list[dict[str, str]]] = {}
        for line in lines:
            message = {"role": "user", "content": line["text"], "timestamp": line["at"].isoformat()}
            conversations.setdefault(line["session"], []).append(message)
        for session, messages in conversations.items():
            self._runner.run(self._client.short_term.add_messages_batch(session, messages))

    def search(self, question: str) -> list[str]:
        """See `System.search`."""
        found = self._runner.run(self._client.short_term.search_messages(question, limit=10))
        return [message.content for message in found]

    def list_calls(self) -> dict[str, Callable[[str], object]]:
        """See `System.list_calls`."""
        return {"context": lambda question: self._runner.run(self._client.get_context(question, session_id=ROOM))}


if __name__ == "__main__":
    run(AgentMemory)
