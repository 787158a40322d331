"""Search: a question, embedded and cut into words, one trip, one ranking."""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.errors import InvalidInput
from kg.graph import Graph
from kg.language.cleaning import clean
from kg.language.embedders import embed
from kg.language.words import keywords, lucene_escape
from kg.recall.candidates import Candidate, candidates
from kg.recall.confidence import LOOKED_AT, confidence
from kg.recall.filters import Filters
from kg.recall.fusion import Ranked, rank
from kg.records import Confidence, Hit, SearchResult
from kg.seams import Embedder
from kg.settings import Settings

log = logging.getLogger(__name__)

_LONGEST_LIMIT = 1000
_MOST_CANDIDATES = 8000
# Lucene refuses a query of more than 1,024 clauses, and a question's first words tell what it is about.
_MOST_WORDS = 64


@dataclass(frozen=True)
class Found:
    """A ranking: its first hits, how sure it is, and what was not available."""

    hits: tuple[Hit, ...]
    confidence: Confidence
    degraded: tuple[str, ...]


def search(
    graph: Graph,
    question: str,
    *,
    limit: int,
    filters: Filters,
    min_score: float | None,
    embedder: Embedder,
    settings: Settings,
) -> SearchResult:
    """The best `limit` memories for a question, in one trip.

    Raises:
        InvalidInput: a blank question, or a limit that is not 1 to 1,000.
    """
    if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= _LONGEST_LIMIT:
        raise InvalidInput("limit", limit, f"a whole number from 1 to {_LONGEST_LIMIT}")
    if min_score is not None and (
        isinstance(min_score, bool) or not isinstance(min_score, (int, float)) or math.isnan(min_score)
    ):
        raise InvalidInput("min_score", min_score, "a number")
    counted = graph.counting()
    found = find(counted, question, limit=limit, filters=filters, embedder=embedder, settings=settings)
    hits = found.hits if min_score is None else tuple(hit for hit in found.hits if hit.score >= min_score)
    return SearchResult(hits, found.confidence, counted.trips, found.degraded)


def find(
    graph: Graph,
    question: str,
    *,
    limit: int,
    filters: Filters,
    embedder: Embedder,
    settings: Settings,
    again: bool = True,
    field: str = "query",
) -> Found:
    """The first `limit` memories for a question, ranked.

    Args:
        graph: the scope.
        question: what is asked, or words.
        limit: how many at most.
        filters: what narrows it.
        embedder: makes the question's vector.
        settings: how many candidates, and how they are fused.
        again: whether more candidates are asked for, in a trip more, where the passages of a few long texts crowd out all else.
        field: what the caller calls the question, for errors.
    """
    if not isinstance(question, str):
        raise InvalidInput(field, question, "text")
    if len(question) > settings.max_text_chars:
        raise InvalidInput(field, question, f"at most {settings.max_text_chars:,} characters (KG_MAX_TEXT_CHARS)")
    text = clean(question).strip()
    if not text:
        raise InvalidInput(field, question, "text that is not blank")
    vector, degraded = _vector(text, embedder)
    words = list(dict.fromkeys(keywords(text)))[:_MOST_WORDS]
    found = _filled(graph, vector, words, limit if again else 1, filters, settings)
    ranked = rank(found, words, k=settings.rrf_k, limit=max(limit, LOOKED_AT))
    return Found(tuple(_hit(one) for one in ranked[:limit]), confidence(ranked, words), degraded)


def _filled(
    graph: Graph,
    vector: NDArray[np.float32] | None,
    words: list[str],
    limit: int,
    filters: Filters,
    settings: Settings,
) -> list[Candidate]:
    """The candidates of one trip. Where the passages of a few long texts fill it, more are asked for until there is enough."""
    k = max(settings.candidates, limit)
    while True:
        found = candidates(graph, vector, [lucene_escape(word) for word in words], filters, k, settings.neighbours)
        crowded = sum(one.meaning is not None for one in found) >= k or sum(one.words is not None for one in found) >= k
        if not crowded or k >= _MOST_CANDIDATES or len({one.event for one in found}) >= limit:
            return found
        k *= 4


def _vector(text: str, embedder: Embedder) -> tuple[NDArray[np.float32] | None, tuple[str, ...]]:
    """The question's vector; an embedder that fails is reported, and full text and graph go on."""
    try:
        return embed(embedder, [text])[0], ()
    except Exception as error:  # noqa: BLE001 - whatever a model may raise: told in the result, and in the log
        log.warning("the question could not be embedded: %s", error)
        return None, (f"vectors: {error}",)


def _hit(one: Ranked) -> Hit:
    best = one.best
    return Hit(
        id=best.event,
        kind="event" if best.kind == "passage" else best.kind,
        text=best.text,
        score=one.score,
        at=best.at,
        session=best.session,
        speaker=best.speaker,
        speaker_name=best.speaker_name,
        sources=(best.event,) if best.kind in ("event", "passage") else (),
        why=one.why,
    )
