"""mem0: messages as memories (`infer=False`) in its default vector store, Qdrant, embedded in the process and kept on disk.

This version has no store on Neo4j, so no database server takes part, and its search compares the question with every
vector. The embedder replaces that of the configuration, because mem0 takes none from outside. `Memory.search` is called
for one user with the default threshold. Bulk is `Memory.add` with a list of messages, which it stores one by one. It has no
context.
"""

from __future__ import annotations

import importlib.metadata
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.peer_runners.known_vectors import KnownVectors
from benchmarks.peer_runners.measuring import Line, System, run

_USER, _BATCH = "peers", 500
# A port on which nothing answers: a call of a language model would fail.
_NOWHERE = {"api_key": "none", "openai_base_url": "http://127.0.0.1:9"}


class _Embedder:
    """The embedder in the form that mem0 calls."""

    def __init__(self, vectors: KnownVectors) -> None:
        self._vectors = vectors

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:  # noqa: ARG002 - mem0's signature
        return self._vectors.embed_lists([text])[0]

    def embed_batch(self, texts: list[str], memory_action: str | None = None) -> list[list[float]]:  # noqa: ARG002
        return self._vectors.embed_lists(texts)


class Mem0(System):
    """The `System` of mem0."""

    version = importlib.metadata.version("mem0ai")
    left_out = (
        "extraction of memories from messages (a language model): messages are stored as they are",
        "full text and entities in the search (extras with models of their own): vectors only",
        "Neo4j: this version has no store on it",
    )

    def __init__(self, embedder: KnownVectors) -> None:
        folder = Path(tempfile.mkdtemp(dir=os.environ["KG_PEER_FOLDER"]))
        os.environ |= {"MEM0_TELEMETRY": "False", "MEM0_DIR": str(folder)}
        from mem0 import Memory  # noqa: PLC0415 - reads the variables when it is imported

        self._memory = Memory.from_config(
            {
                "vector_store": {
                    "provider": "qdrant",
                    "config": {
                        "path": str(folder / "qdrant"),
                        "on_disk": True,
                        "embedding_model_dims": embedder.dimension,
                    },
                },
                "llm": {"provider": "openai", "config": _NOWHERE},
                "embedder": {"provider": "openai", "config": _NOWHERE},
                "history_db_path": str(folder / "history.db"),
            }
        )
        self._memory.embedding_model = _Embedder(embedder)

    def write(self, line: Line) -> None:
        """See `System.write`."""
        self.write_many([line])

    def write_many(self, lines: Sequence[Line]) -> None:
        """See `System.write_many`."""
        for start in range(0, len(lines), _BATCH):
            messages = [
                {"role": "user", "name": line["speaker"], "content": line["text"]}
                for line in lines[start : start + _BATCH]
            ]
            self._memory.add(messages, user_id=_USER, infer=False)

    def search(self, question: str) -> list[str]:
        """See `System.search`."""
        return [hit["memory"] for hit in self._memory.search(question, filters={"user_id": _USER}, top_k=10)["results"]]


if __name__ == "__main__":
    run(Mem0)
