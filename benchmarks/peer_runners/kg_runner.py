"""Kg, as it ships: `Memory.add` digests each message with the shipped extractor.

The bulk is logged and digested with the extractor of the synthetic chat, which knows its names by pattern: entities, facts
and topics are stored and resolved, and no time is spent on reading English, which no peer does in this run. The rate of
the shipped extractor is measured in addition, with embedding (`bulk_shipped_texts_per_s`). The floor is measured on the
same graph: one filtered vector query (`bare_vector`) with as many candidates as one index of a search has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from neo4j.vector import Vector

from benchmarks.peer_runners.known_vectors import KnownVectors
from benchmarks.peer_runners.measuring import Line, System, run
from kg import Memory, __version__
from kg.bench.common import time_call
from kg.bench.synthetic_chat import ROOM, KnownNamesExtractor, generate_lines
from kg.settings import Settings

_SCOPE, _BATCH = "peers", 500
_SPEAKER = "chat:Ann"
# Lines far behind those of the bulk and of single writes.
_FIRST_SHIPPED, _SHIPPED = 5_000_000, 500


class Kg(System):
    """The `System` of kg."""

    version = __version__
    left_out = ("rewriting summaries, reflections and all else that sleep does",)

    def __init__(self, embedder: KnownVectors) -> None:
        self._embedder = embedder
        self._settings = Settings()
        self._memory = Memory.connect(_SCOPE, settings=self._settings, embedder=embedder)
        self._bulk_memory = Memory.connect(
            _SCOPE, settings=self._settings, embedder=embedder, extractor=KnownNamesExtractor()
        )

    def write(self, line: Line) -> None:
        """See `System.write`."""
        self._memory.add(line["text"], speaker=line["speaker"], session=line["session"])

    def write_many(self, lines: Sequence[Line]) -> None:
        """See `System.write_many`."""
        _digest(self._bulk_memory, lines)

    def search(self, question: str) -> list[str]:
        """See `System.search`."""
        return [hit.text for hit in self._memory.search(question).hits]

    def list_calls(self) -> dict[str, Callable[[str], object]]:
        """See `System.list_calls`."""
        return {
            "context": lambda question: self._memory.context(question, speaker=_SPEAKER, session=ROOM),
            "bare_vector": self._query_bare_vector,
        }

    def measure_more(self) -> dict[str, object]:
        """See `System.measure_more`."""
        lines = list(generate_lines(_FIRST_SHIPPED, _SHIPPED))
        milliseconds, _ = time_call(lambda: _digest(self._memory, lines))
        return {"bulk_shipped_texts_per_s": round(_SHIPPED / milliseconds * 1000, 1)}

    def _query_bare_vector(self, question: str) -> object:
        return self._memory.graph.run(
            "bench/bare_vector",
            vector=Vector.from_numpy(self._embedder.embed([question])[0]),
            kinds=["event", "passage"],
            k=self._settings.candidates,
        )


def _digest(memory: Memory, lines: Sequence[Line]) -> None:
    for start in range(0, len(lines), _BATCH):
        memory.log(lines[start : start + _BATCH])
    memory.digest()


if __name__ == "__main__":
    run(Kg)
