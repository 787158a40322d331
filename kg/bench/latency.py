"""Latency: search and context beside one bare filtered vector query, in the same run."""

from __future__ import annotations

import hashlib
import statistics
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from neo4j.vector import Vector
from numpy.typing import NDArray

from kg.bench.common import quantiles, scratch, timed
from kg.bench.synthetic_texts import chat, questions, sentence
from kg.graph import Graph
from kg.language.embedders import ask, late_version
from kg.language.embedders import embedder as default_embedder
from kg.memories.core import SECTIONS
from kg.memory import Memory
from kg.protocols import Asked, Embedder, LateEmbedder
from kg.retrieval import Filters
from kg.retrieval.candidates import Candidates, candidates
from kg.retrieval.question import Question
from kg.retrieval.ranking import rank
from kg.retrieval.tree_ranker import ranker
from kg.settings import Settings

_BATCH = 500
_BASES = 1_000
_NOISE = 0.6
_WARM_UP = 30
_SPEAKER, _SESSION = "chat:Ann", "chat:7-1"
# What is kept beside what was said: of each kind as many.
_KEPT = 30
_CYCLES = 3


class Scattered:
    """An embedder for filling: each text gets a real vector of another one, with noise of its own.

    Embedding 100,000 texts takes ten minutes and tells nothing about the database; random vectors have none of the
    neighbourhoods of real ones. So real vectors of a thousand texts are scattered: cosine to the original about .86.
    """

    def __init__(self, real: Embedder, known: dict[str, NDArray[np.float32]], texts: Sequence[str]) -> None:
        self.name, self.dimension, self.window = real.name, real.dimension, real.window
        self.pieces = real.pieces
        self._known = known
        self._bases = real.embed(texts)
        self._late = real if isinstance(real, LateEmbedder) and real.late_version else None
        self._blocks = self._late.embed_late(texts)[1] if self._late else []
        self._asked = {text: ask(real, text) for text in known}

    @property
    def late_version(self) -> int:
        """Of the real embedder."""
        return self._late.late_version if self._late else 0

    def embed_late(self, texts: Sequence[str]) -> tuple[NDArray[np.float32], list[bytes]]:
        """See `LateEmbedder.embed_late`: the token states are those of the text whose vector is scattered."""
        return self.embed(texts), [self._blocks[_seed(text) % len(self._blocks)] for text in texts]

    def ask(self, question: str) -> Asked:
        """See `LateEmbedder.ask`: read beforehand, so that what is left is the search."""
        return self._asked[question]

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """See `Embedder.embed`; questions that were embedded beforehand get their own vectors."""
        return np.stack([self._known[text] if text in self._known else self._scatter(text) for text in texts])

    def _scatter(self, text: str) -> NDArray[np.float32]:
        seed = _seed(text)
        random = np.random.default_rng(seed)
        noise = random.normal(size=self.dimension).astype(np.float32)
        vector = self._bases[seed % len(self._bases)] + _NOISE * noise / np.linalg.norm(noise)
        scattered: NDArray[np.float32] = (vector / np.linalg.norm(vector)).astype(np.float32)
        return scattered


def _seed(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())


def run(size: int, asked: int, settings: Settings, tell: Callable[[str], None]) -> dict[str, Any]:
    """Fill a scope with `size` memories, then ask `asked` questions of each kind in turn.

    Returns:
        {"size", "candidates", "token_state_bytes", "bare_vector_ms", "bare_vector_of_one_index_ms", "ranking_ms",
        "search_without_embedding_ms", "search_ms", "context_without_embedding_ms", "full_context_without_embedding_ms",
        "context_ms", "ratio", "context_ratio"}: each time {p50, p95}; candidates and bytes are medians of what a search reads;
        bare_vector is one query with as many candidates, the other with as many as one index gives; ratio is
        search_without_embedding over bare_vector, at p50, and context_ratio the same of a context.
    """
    import random  # noqa: PLC0415

    real = default_embedder(settings)
    asking = questions(asked)
    known = dict(zip(asking, real.embed(asking), strict=True))
    random_ = random.Random(3)  # noqa: S311
    scattered = Scattered(real, known, [sentence(random_) for _ in range(_BASES)])
    with scratch(settings, "latency", embedder=scattered) as memory:
        _fill(memory, size, tell)
        _keep(memory, tell)
        with Memory.connect(memory.scope, settings=settings, embedder=real) as embedding:
            return {"size": size} | _measure(memory, embedding, known, settings)


def _fill(memory: Memory, size: int, tell: Callable[[str], None]) -> None:
    events = chat(size)
    for start in range(0, size, _BATCH):
        memory.log(events[start : start + _BATCH])
    tell(f"logged {size}")
    done = memory.digest()
    tell(f"stored {done.events + done.skipped} vectors")


def _keep(memory: Memory, tell: Callable[[str], None]) -> None:
    """Let every section of a context have something to tell."""
    texts = [event["text"] for event in chat(_KEPT)]
    memory.working.replace(_SESSION, task=texts[0], context=texts[1:3], pending=texts[3:5])
    for place, text in enumerate(texts):
        memory.core.add(f"{text} ({place})", SECTIONS[place % len(SECTIONS)])
        memory.longterm.add(f"Noted: {text}")
        memory.learnings.add(f"Say so: {text}", tool="search" if place % 2 else None)
        memory.procedures.approve(memory.procedures.propose(f"{text} fails", "Try again").id)
        memory.diary.add(f"It was said: {text}")
        memory.episodes.add(f"It happened: {text}", session=_SESSION)
    told = sum(memory.summaries.refresh() for _ in range(_CYCLES))
    tell(f"kept {6 * len(texts) + 1} things, summed up {told}")


def _measure(
    memory: Memory, embedding: Memory, known: dict[str, NDArray[np.float32]], settings: Settings
) -> dict[str, Any]:
    graph = memory.graph
    asked = {question: _found(memory, question) for question in known}
    many = round(statistics.median(len(found) for _, found in asked.values()))
    state_bytes = statistics.median(sum(len(block or b"") for block in found.states) for _, found in asked.values())
    version = late_version(memory.embedder)
    calls: dict[str, Callable[[str], Any]] = {
        "bare_vector_ms": lambda question: _bare(graph, known[question], many),
        "bare_vector_of_one_index_ms": lambda question: _bare(graph, known[question], settings.candidates),
        "ranking_ms": lambda question: rank(
            asked[question][1], asked[question][0], ranker(), version=version, limit=10
        ),
        "search_without_embedding_ms": memory.search,
        "search_ms": embedding.search,
        "context_without_embedding_ms": lambda question: memory.context(question, speaker=_SPEAKER, session=_SESSION),
        "full_context_without_embedding_ms": lambda question: memory.context(
            question, speaker=_SPEAKER, session=_SESSION, profile="full"
        ),
        "context_ms": lambda question: embedding.context(question, speaker=_SPEAKER, session=_SESSION),
    }
    times: dict[str, list[float]] = {name: [] for name in calls}
    for place, question in enumerate(known):
        # In turn, so that a slow moment of the machine falls on all of them.
        for name, call in calls.items():
            ms, _ = timed(lambda call=call, question=question: call(question))  # type: ignore[misc]
            if place >= _WARM_UP:
                times[name].append(ms)
    told: dict[str, Any] = {"candidates": many, "token_state_bytes": round(state_bytes)}
    told |= {name: quantiles(values) for name, values in times.items()}
    for name, measured in (("ratio", "search_without_embedding_ms"), ("context_ratio", "context_without_embedding_ms")):
        told[name] = round(told[measured]["p50"] / told["bare_vector_ms"]["p50"], 2)
    return told


def _found(memory: Memory, text: str) -> tuple[Question, Candidates]:
    """A question and what a search of it reads."""
    question = Question.read(text, ask(memory.embedder, text))
    settings = memory.settings
    return question, candidates(memory.graph, question, Filters.checked(), settings.candidates, settings.neighbours)


def _bare(graph: Graph, vector: NDArray[np.float32], k: int) -> Any:
    return graph.run("bench/bare_vector", vector=Vector.from_numpy(vector), kinds=["event", "passage"], k=k)
