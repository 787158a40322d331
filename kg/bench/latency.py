"""Latency benchmark: search and context compared with one bare filtered vector query in the same run."""

from __future__ import annotations

import hashlib
import statistics
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from neo4j.vector import Vector
from numpy.typing import NDArray

from kg.bench.common import compute_quantiles, temporary_memory, time_call
from kg.bench.synthetic_texts import generate_chat, generate_questions, generate_sentence
from kg.graph import Graph
from kg.language import create_embedder as default_embedder
from kg.language import encode_question, get_late_version
from kg.memories import CORE_SECTIONS
from kg.memory import Memory
from kg.protocols import Embedder, EncodedQuestion, LateEmbedder
from kg.retrieval import Candidates, Filters, Question, fetch_candidates, load_ranker, rank_candidates
from kg.settings import Settings

_BATCH = 500
_BASE_TEXTS = 1_000
_NOISE = 0.6
_WARM_UP = 30
_SPEAKER, _SESSION = "chat:Ann", "chat:7-1"
# Number of memories of each kind (core, diary, …) in addition to the events.
_MEMORIES_PER_KIND = 30
_SUMMARY_CYCLES = 3


class ScatteredEmbedder:
    """A fast embedder for filling a scope: each text gets the real vector of a base text plus noise.

    Embedding 100,000 texts takes ten minutes and does not measure the database, and random vectors lack the neighbourhoods
    of real ones. So noise is added to the real vectors of a thousand texts; the cosine to the original is about 0.86.
    """

    def __init__(self, real: Embedder, question_vectors: dict[str, NDArray[np.float32]], texts: Sequence[str]) -> None:
        self.name, self.dimension, self.window = real.name, real.dimension, real.window
        self.pieces = real.pieces
        self._question_vectors = question_vectors
        self._base_vectors = real.embed(texts)
        self._late_embedder = real if isinstance(real, LateEmbedder) and real.late_version else None
        self._state_blocks = self._late_embedder.embed_late(texts)[1] if self._late_embedder else []
        self._encoded_questions = {text: encode_question(real, text) for text in question_vectors}

    @property
    def late_version(self) -> int:
        """The version of the real embedder."""
        return self._late_embedder.late_version if self._late_embedder else 0

    def embed_late(self, texts: Sequence[str]) -> tuple[NDArray[np.float32], list[bytes]]:
        """See `LateEmbedder.embed_late`; the token states are those of the base text."""
        return self.embed(texts), [self._state_blocks[_hash_text(text) % len(self._state_blocks)] for text in texts]

    def encode_question(self, question: str) -> EncodedQuestion:
        """See `LateEmbedder.encode_question`; questions are encoded in advance, so that only the search is timed."""
        return self._encoded_questions[question]

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """See `Embedder.embed`; questions that were embedded in advance get their own vectors."""
        return np.stack(
            [self._question_vectors[text] if text in self._question_vectors else self._scatter(text) for text in texts]
        )

    def _scatter(self, text: str) -> NDArray[np.float32]:
        seed = _hash_text(text)
        rng = np.random.default_rng(seed)
        noise = rng.normal(size=self.dimension).astype(np.float32)
        vector = self._base_vectors[seed % len(self._base_vectors)] + _NOISE * noise / np.linalg.norm(noise)
        scattered: NDArray[np.float32] = (vector / np.linalg.norm(vector)).astype(np.float32)
        return scattered


def _hash_text(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())


def measure_latency(
    size: int, question_count: int, settings: Settings, report: Callable[[str], None]
) -> dict[str, Any]:
    """Fill a scope with `size` memories, then time each kind of call with every question.

    Args:
        size: number of memories.
        question_count: number of questions, of which the first 30 warm up.
        settings: settings of the server and the embedder.
        report: called with lines of progress.

    Returns:
        {"size", "candidates", "token_state_bytes", "bare_vector_ms", "bare_vector_of_one_index_ms", "ranking_ms",
        "search_without_embedding_ms", "search_ms", "context_without_embedding_ms", "full_context_without_embedding_ms",
        "context_ms", "ratio", "context_ratio"}: each time is {p50, p95}; candidates and token_state_bytes are medians per
        search; bare_vector is one vector query with that number of candidates, bare_vector_of_one_index with the limit of one
        index; ratio is search_without_embedding over bare_vector, at p50, and context_ratio the same for a context.
    """
    real = default_embedder(settings)
    question_texts = generate_questions(question_count)
    question_vectors = dict(zip(question_texts, real.embed(question_texts), strict=True))
    scattered = create_filler(real, question_vectors)
    with temporary_memory(settings, "latency", embedder=scattered) as memory:
        fill_scope(memory, size, report)
        _add_memories(memory, report)
        with Memory.connect(memory.scope, settings=settings, embedder=real) as embedding_memory:
            return {"size": size} | _measure(memory, embedding_memory, question_vectors, settings)


def create_filler(real: Embedder, question_vectors: dict[str, NDArray[np.float32]]) -> ScatteredEmbedder:
    """Return a fast embedder for generated messages, with the real vectors of these questions."""
    import random  # noqa: PLC0415

    rng = random.Random(3)  # noqa: S311
    return ScatteredEmbedder(real, question_vectors, [generate_sentence(rng) for _ in range(_BASE_TEXTS)])


def fill_scope(memory: Memory, size: int, report: Callable[[str], None]) -> None:
    """Log and digest generated messages."""
    events = generate_chat(size)
    for start in range(0, size, _BATCH):
        memory.log(events[start : start + _BATCH])
    report(f"logged {size}")
    digest = memory.digest()
    report(f"stored {digest.events + digest.skipped} vectors")


def _add_memories(memory: Memory, report: Callable[[str], None]) -> None:
    """Add memories of every kind, so that no section of a context is empty."""
    texts = [event["text"] for event in generate_chat(_MEMORIES_PER_KIND)]
    memory.working.replace(_SESSION, task=texts[0], context=texts[1:3], pending=texts[3:5])
    for index, text in enumerate(texts):
        memory.core.add(f"{text} ({index})", CORE_SECTIONS[index % len(CORE_SECTIONS)])
        memory.longterm.add(f"Noted: {text}")
        memory.learnings.add(f"Say so: {text}", tool="search" if index % 2 else None)
        memory.procedures.approve(memory.procedures.propose(f"{text} fails", "Try again").id)
        memory.diary.add(f"It was said: {text}")
        memory.episodes.add(f"It happened: {text}", session=_SESSION)
    rewritten = sum(memory.summaries.refresh() for _ in range(_SUMMARY_CYCLES))
    report(f"added {6 * len(texts) + 1} memories, wrote {rewritten} summaries")


def _measure(
    memory: Memory, embedding_memory: Memory, question_vectors: dict[str, NDArray[np.float32]], settings: Settings
) -> dict[str, Any]:
    graph = memory.graph
    searches = {question: _read_candidates(memory, question) for question in question_vectors}
    candidate_count = round(statistics.median(len(candidates_) for _, candidates_ in searches.values()))
    state_bytes = statistics.median(
        sum(len(block or b"") for block in candidates_.states) for _, candidates_ in searches.values()
    )
    version = get_late_version(memory.embedder)
    calls: dict[str, Callable[[str], Any]] = {
        "bare_vector_ms": lambda question: _query_bare_vector(graph, question_vectors[question], candidate_count),
        "bare_vector_of_one_index_ms": lambda question: _query_bare_vector(
            graph, question_vectors[question], settings.candidates
        ),
        "ranking_ms": lambda question: rank_candidates(
            searches[question][1], searches[question][0], load_ranker(), version=version, limit=10
        ),
        "search_without_embedding_ms": memory.search,
        "search_ms": embedding_memory.search,
        "context_without_embedding_ms": lambda question: memory.context(question, speaker=_SPEAKER, session=_SESSION),
        "full_context_without_embedding_ms": lambda question: memory.context(
            question, speaker=_SPEAKER, session=_SESSION, profile="full"
        ),
        "context_ms": lambda question: embedding_memory.context(question, speaker=_SPEAKER, session=_SESSION),
    }
    times: dict[str, list[float]] = {name: [] for name in calls}
    for index, question in enumerate(question_vectors):
        # Calls alternate, so that a slow phase of the machine affects all of them equally.
        for name, call in calls.items():
            ms, _ = time_call(lambda call=call, question=question: call(question))  # type: ignore[misc]
            # The write that a context defers is no part of its time, and must not be part of the next call's.
            for each in (memory, embedding_memory):
                each.graph.connection.wait_for_deferred_writes()
            if index >= _WARM_UP:
                times[name].append(ms)
    results: dict[str, Any] = {"candidates": candidate_count, "token_state_bytes": round(state_bytes)}
    results |= {name: compute_quantiles(values) for name, values in times.items()}
    for name, name_ in (("ratio", "search_without_embedding_ms"), ("context_ratio", "context_without_embedding_ms")):
        results[name] = round(results[name_]["p50"] / results["bare_vector_ms"]["p50"], 2)
    return results


def _read_candidates(memory: Memory, text: str) -> tuple[Question, Candidates]:
    """Return a question and the candidates that its search reads."""
    question = Question.parse(text, encode_question(memory.embedder, text))
    settings = memory.settings
    return question, fetch_candidates(
        memory.graph, question, Filters.from_arguments(), settings.candidates, settings.neighbours
    )


def _query_bare_vector(graph: Graph, vector: NDArray[np.float32], k: int) -> Any:
    return graph.run("bench/bare_vector", vector=Vector.from_numpy(vector), kinds=["event", "passage"], k=k)
