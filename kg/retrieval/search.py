"""Search: a question, embedded and cut into words, one trip, one ranking."""

from __future__ import annotations

import logging
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from kg.errors import InvalidInput
from kg.graph import Graph
from kg.language.cleaning import clean
from kg.language.embedders import ask, late_version
from kg.protocols import Asked, Embedder
from kg.retrieval.candidates import Candidates, fetch, when
from kg.retrieval.confidence import LOOKED_AT, confidence
from kg.retrieval.filters import Filters
from kg.retrieval.graph_matches import Known, with_facts
from kg.retrieval.question import Question
from kg.retrieval.ranking import Ranking, rank
from kg.retrieval.tree_ranker import ranker
from kg.settings import Settings
from kg.types import Confidence, Hit, SearchResult

log = logging.getLogger(__name__)

_LONGEST_LIMIT = 1000
_MOST_CANDIDATES = 8000


@dataclass(frozen=True)
class Found:
    """A ranking: its first hits, how sure it is, what was not available, and what the graph knows beside."""

    hits: tuple[Hit, ...]
    confidence: Confidence
    degraded: tuple[str, ...]
    known: Known


def search(
    graph: Graph,
    question: str,
    *,
    limit: int,
    filters: Filters,
    min_score: float | None,
    embedder: Embedder,
    settings: Settings,
    people: Sequence[str] = (),
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
    found = find(counted, question, limit=limit, filters=filters, embedder=embedder, settings=settings, people=people)
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
    without: Collection[str] = (),
    people: Sequence[str] = (),
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
        without: groups of features that the ranking does without, for measuring what they bring.
        people: ids of persons that it is about without naming them, as who asks "where do I live?".
    """
    if not isinstance(question, str):
        raise InvalidInput(field, question, "text")
    if len(question) > settings.max_text_chars:
        raise InvalidInput(field, question, f"at most {settings.max_text_chars:,} characters (KG_MAX_TEXT_CHARS)")
    text = clean(question).strip()
    if not text:
        raise InvalidInput(field, question, "text that is not blank")
    asked, degraded = _asked(text, embedder)
    question_ = Question.read(text, asked)
    found, known = _filled(graph, question_, limit if again else 1, filters, settings, people)
    if asked is not None and known.model is not None and known.model != (embedder.name, embedder.dimension):
        # The scope was given another model since it was opened: what is near to this vector means nothing there.
        degraded += (f"vectors: the scope's are of {known.model[0]} now; open it with that model",)
        question_ = Question.read(text, None)
        found, known = _filled(graph, question_, limit if again else 1, filters, settings, people)
    elif known.renewing:
        degraded += ("vectors: not all of them are of the scope's new model yet",)
    learnt = ranker()
    version = late_version(embedder)
    ranked = rank(found, question_, learnt, version=version, limit=max(limit, LOOKED_AT), without=without)
    if ranked.stateless:
        degraded += (f"late interaction: {ranked.stateless} of {len(found)} candidates have no token states",)
    # What a fact rests on may stand further down than what is wanted.
    hits = [_hit(ranked, place) for place in range(min(max(limit, LOOKED_AT), len(ranked)))]
    shown = with_facts(hits, known, limit) if filters.facts else hits[:limit]
    return Found(tuple(shown), confidence(ranked.score, ranked.features, learnt.confidence), degraded, known)


def _filled(
    graph: Graph, question: Question, limit: int, filters: Filters, settings: Settings, people: Sequence[str]
) -> tuple[Candidates, Known]:
    """The candidates of one trip. Where the passages of a few long texts fill it, more are asked for until there is enough."""
    k = max(settings.candidates, limit)
    while True:
        found, known = fetch(graph, question, filters, k, settings.neighbours, people)
        crowded = any(np.count_nonzero(~np.isnan(column)) >= k for column in (found.meaning, found.words))
        if not crowded or k >= _MOST_CANDIDATES or len(set(found.event)) >= limit:
            return found, known
        k *= 4


def _asked(text: str, embedder: Embedder) -> tuple[Asked | None, tuple[str, ...]]:
    """The question as the model reads it; an embedder that fails is reported, and full text and graph go on."""
    try:
        return ask(embedder, text), ()
    except Exception as error:  # noqa: BLE001 - whatever a model may raise: told in the result, and in the log
        log.warning("the question could not be embedded: %s", error)
        return None, (f"vectors: {error}",)


def _hit(ranked: Ranking, place: int) -> Hit:
    found, row = ranked.found, ranked.row[place]
    kind = found.kind[row]
    return Hit(
        id=found.event[row],
        kind="event" if kind == "passage" else kind,
        text=found.text[row],
        score=ranked.score[place],
        at=when(found.at[row]),
        session=found.session[row],
        speaker=found.speaker[row],
        speaker_name=found.speaker_name[row],
        role=found.role[row],
        instructs=found.instructs[row],
        sources=(found.event[row],) if kind in ("event", "passage") else found.sources[row],
        why=ranked.why[place],
    )
