"""Search: embed a question, fetch candidates in one round trip, and rank them."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from kg.errors import InvalidInput
from kg.graph import Graph
from kg.language import clean_text, encode_question, find_instructions, get_late_version, is_small_talk
from kg.probabilities import log_odds
from kg.protocols import Embedder, EncodedQuestion
from kg.retrieval.agreement import confirm_answer, measure_agreement
from kg.retrieval.asked_period import AskedPeriod
from kg.retrieval.candidates import Candidates, fetch_matches, from_microseconds
from kg.retrieval.confidence import MOST_WITH_UNKNOWN_NAMES, RATED_RESULTS, answer_probability, rate_confidence
from kg.retrieval.fact_ranking import best_fact_relevance, best_kept_relevance, insert_facts, select_context_facts
from kg.retrieval.fact_relevance import (
    MANY_MESSAGES,
    NOTHING_ASKED,
    AskedWords,
    confirm_memory,
    rate_facts,
    rate_lone,
    rate_memories,
    temper_ranking,
)
from kg.retrieval.filters import Filters
from kg.retrieval.graph_matches import GraphMatches, MatchedFact, add_validity
from kg.retrieval.lexical import normalise_texts
from kg.retrieval.question import Question
from kg.retrieval.ranking import Ranking, rank_candidates
from kg.retrieval.relevance import asks_about_unknown_names, measure_signals, message_relevance
from kg.retrieval.tree_ranker import Ranker, load_ranker
from kg.runtime import Runtime
from kg.settings import Settings
from kg.types import Confidence, Hit, SearchResult

log = logging.getLogger(__name__)

_MESSAGE_KINDS = frozenset({"event", "passage"})
_MATCHED_HITS = 10
_MAX_LIMIT = 1000
_MAX_CANDIDATES = 8000


@dataclass(frozen=True, eq=False)
class RankedMemories:
    """The candidates of a search: the messages, which are ranked, and the other memories, as notes and facts."""

    messages: Ranking
    others: Candidates


@dataclass(frozen=True)
class RetrievalResult:
    """The result of `retrieve`.

    Attributes:
        hits: the best hits, in order.
        confidence: the confidence that the answer is among them.
        degraded: unavailable components.
        graph_matches: matching facts and entities.
        signals: what `kg.retrieval.relevance` computes the relevance from; empty if nothing was searched.
        probability: the probability that the confidence names.
        agreement: what it is computed from, see `kg.retrieval.agreement`; None where that cannot be measured.
        asked: what the question asks for.
        period: the period of which it asks for everything; None: none.
        places: id of a message or fact of that period → its place in reading order.
        vector: of the question; None where it was not embedded.
    """

    hits: tuple[Hit, ...]
    confidence: Confidence
    degraded: tuple[str, ...]
    graph_matches: GraphMatches
    signals: tuple[float, ...] = ()
    probability: float = 0.0
    agreement: tuple[float, ...] | None = None
    asked: AskedWords = NOTHING_ASKED
    period: AskedPeriod | None = None
    places: Mapping[str, str] = dataclass_field(default_factory=dict)
    vector: NDArray[np.float32] | None = dataclass_field(default=None, compare=False)

    @cached_property
    def relevance(self) -> float:
        """The probability that the scope holds anything for the message."""
        found = message_relevance(self.signals) if self.signals else 0.0
        return max(found, best_fact_relevance(self.graph_matches))

    @cached_property
    def context_facts(self) -> list[MatchedFact]:
        """The facts for a context, the relevant ones first; see `kg.retrieval.fact_ranking.select_context_facts`."""
        return select_context_facts(self.graph_matches) if self.period is None else list(self.graph_matches.facts)


_NOTHING_FOUND = RetrievalResult((), "none", (), GraphMatches())


def search_memories(
    runtime: Runtime,
    question: str,
    *,
    limit: int,
    filters: Filters,
    min_score: float | None = None,
    people: Sequence[str] = (),
) -> SearchResult:
    """Return the best `limit` memories for a question, in one round trip.

    Args:
        runtime: the scope and its embedder.
        question: a question or words.
        limit: 1 to 1,000.
        filters: what the search is narrowed by.
        min_score: leave out hits with a lower score.
        people: ids of persons that the question is about without naming them, as the asker of "where do I live?".

    Raises:
        InvalidInput: the question is blank, or the limit is not from 1 to 1,000.
    """
    if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= _MAX_LIMIT:
        raise InvalidInput("limit", limit, f"a whole number from 1 to {_MAX_LIMIT}")
    if min_score is not None and (
        isinstance(min_score, bool) or not isinstance(min_score, (int, float)) or math.isnan(min_score)
    ):
        raise InvalidInput("min_score", min_score, "a number")
    counted = runtime.graph.with_own_count()
    candidates = retrieve(
        counted,
        question,
        limit=limit,
        filters=filters,
        embedder=runtime.embedder,
        settings=runtime.settings,
        people=people,
    )
    hits = candidates.hits if min_score is None else tuple(hit for hit in candidates.hits if hit.score >= min_score)
    return SearchResult(hits, candidates.confidence, counted.trips, candidates.degraded)


def retrieve(
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
    with_same_text: bool = True,
    with_small_talk: bool = True,
    explain: bool = True,
) -> RetrievalResult:
    """Retrieve the best `limit` memories for a question.

    Args:
        graph: the scope's graph.
        question: a question or keywords.
        limit: maximum number of hits.
        filters: the filters of the search.
        embedder: the embedder of the question.
        settings: the settings, as the number of candidates.
        again: whether to fetch more candidates, in another trip, where passages of a few long texts fill the first.
        field: name of the question argument, for errors.
        without: feature groups that the ranking must not use, to measure their effect.
        people: ids of persons that the question is about without naming them, as the asker of "where do I live?".
        with_same_text: whether to include events with the very text of the question, as the stored message that a context is for.
        with_small_talk: whether to search for a text that asks for nothing, such as "ok"; otherwise nothing is found.
        explain: whether hits explain their order (`Hit.why`).
    """
    if not isinstance(question, str):
        raise InvalidInput(field, question, "text")
    if len(question) > settings.max_text_chars:
        raise InvalidInput(field, question, f"at most {settings.max_text_chars:,} characters (KG_MAX_TEXT_CHARS)")
    text = clean_text(question).strip()
    if not text:
        raise InvalidInput(field, question, "text that is not blank")
    if not with_small_talk and is_small_talk(text):
        return _NOTHING_FOUND
    asked, degraded = _encode_question(text, embedder)
    question_ = Question.parse(text, asked)
    ranker, version, said = load_ranker(), get_late_version(embedder), _fold(text)

    def fetch(question: Question) -> tuple[RankedMemories, GraphMatches]:
        def rank(candidates: Candidates) -> RankedMemories:
            if not with_same_text:
                candidates = candidates.select(
                    [row for row, other in enumerate(candidates.text) if _fold(other) != said]
                )
            return rank_memories(
                question, candidates, ranker, version=version, limit=limit, explain=explain, without=without
            )

        return _fetch_enough(graph, question, limit if again else 1, filters, settings, people, rank)

    ranked, matches = fetch(question_)
    if asked is not None and matches.model is not None and matches.model != (embedder.name, embedder.dimension):
        # The scope's embedding model was changed after it was opened, so distances to this vector are meaningless.
        degraded += (f"vectors: the scope uses {matches.model[0]} now; open it with that model",)
        question_ = Question.parse(text, None)
        ranked, matches = fetch(question_)
    elif matches.is_reembedding:
        degraded += ("vectors: re-embedding with the scope's new model is not complete",)
    found = rate_matches(question_, ranked, matches, ranker, filters, limit=limit)
    return replace(
        found, degraded=(*degraded, *found.degraded), vector=question_.asked.vector if question_.asked else None
    )


def rank_memories(
    question: Question,
    candidates: Candidates,
    ranker: Ranker,
    *,
    version: int,
    limit: int,
    explain: bool = True,
    without: Collection[str] = (),
) -> RankedMemories:
    """Rank the messages among the candidates.

    Args:
        question: the question.
        candidates: the candidates.
        ranker: the ranking model.
        version: the version of token states that the question's can be compared with.
        limit: maximum number of hits.
        explain: whether to explain the order.
        without: feature groups that the ranking must not use.
    """
    is_message = [kind in _MESSAGE_KINDS for kind in candidates.kind]
    others = candidates.select([row for row, message in enumerate(is_message) if not message])
    messages = candidates.select([row for row, message in enumerate(is_message) if message])
    most = max(limit, RATED_RESULTS)
    return RankedMemories(
        rank_candidates(messages, question, ranker, version=version, limit=most, explain=explain, without=without),
        others,
    )


def rate_matches(
    question: Question, memories: RankedMemories, matches: GraphMatches, ranker: Ranker, filters: Filters, *, limit: int
) -> RetrievalResult:
    """Order everything that was fetched for a question, and rate whether it answers.

    Args:
        question: the question.
        memories: the ranked candidates.
        matches: the facts and entities that match.
        ranker: the ranking model.
        filters: the filters of the search.
        limit: maximum number of hits.
    """
    ranked, others = memories.messages, memories.others
    most = max(limit, RATED_RESULTS)
    degraded: tuple[str, ...] = ()
    if ranked.missing_states:
        degraded = (
            f"late interaction: {ranked.missing_states} of {len(ranked.candidates)} candidates have no token states",
        )
    asked_words = AskedWords.parse(question, matches)
    ranked = temper_ranking(ranked, asked_words)
    answer = _rate_answer(ranked, ranker.confidence)
    lone, lone_texts = rate_lone(asked_words, others, matches)
    texts = [ranked.candidates.text[row] for row in ranked.row[:_MATCHED_HITS]]
    unknown_names = not asked_words.names and asks_about_unknown_names(
        question, partial(_read_known, ranked, others, matches)
    )
    signals = measure_signals(question, max(answer, lone), [*texts, *lone_texts], matches, unknown_names=unknown_names)
    asked_words = asked_words.with_message(message_relevance(signals))
    if filters.include_facts:
        events = [ranked.candidates.event[row] for row in ranked.row]
        matches = rate_facts(matches, asked_words, events, ranked.score)
    first = {ranked.candidates.event[row] for row in ranked.row[:limit]}
    rated = [
        (row, relevance)
        for row, relevance in rate_memories(others, asked_words)
        # The messages of an episode say what its note says.
        if not (others.of_episode[row] and first.intersection(others.sources[row]))
    ]
    close = max(answer, best_fact_relevance(matches))
    agreement = measure_agreement(question, ranked, matches, close)
    answer = close if agreement is None else max(confirm_answer(agreement), best_kept_relevance(matches))
    answer = max([answer, *(confirm_memory(relevance, others.text[row], asked_words) for row, relevance in rated[:1])])
    if unknown_names:
        answer = min(answer, MOST_WITH_UNKNOWN_NAMES)
    # The sources of a fact may be ranked below `limit`.
    hits = [
        _hit(ranked.candidates, row, ranked.score[place], ranked.why[place] if place < len(ranked.why) else {}, matches)
        for place, row in enumerate(ranked.row[:most])
    ]
    hits += [_hit(others, row, relevance, {"memory": log_odds(relevance)}, matches) for row, relevance in rated[:most]]
    hits.sort(key=lambda hit: -hit.score)
    shown = insert_facts(hits, matches, limit) if filters.include_facts else hits[:limit]
    return RetrievalResult(
        tuple(shown), rate_confidence(answer), degraded, matches, signals, answer, agreement, asked_words
    )


def _read_known(ranked: Ranking, others: Candidates, matches: GraphMatches) -> Iterator[str]:
    """Yield the texts of everything that was found, and the names of speakers and entities, normalised."""
    yield from ranked.match.texts
    speakers = {*ranked.candidates.speaker, *ranked.candidates.speaker_name}
    entities = [name for entity in matches.entities for name in (entity.name, *entity.aliases)]
    facts = [fact.text for fact in matches.facts]
    yield from normalise_texts([*filter(None, speakers), *entities, *others.text, *facts])


def _fetch_enough(
    graph: Graph,
    question: Question,
    limit: int,
    filters: Filters,
    settings: Settings,
    people: Sequence[str],
    rank: Callable[[Candidates], RankedMemories],
) -> tuple[RankedMemories, GraphMatches]:
    """Fetch and rank candidates. If passages of a few long texts fill the result, fetch more until there are enough events."""
    k = max(settings.candidates, limit)

    def rank_enough(candidates: Candidates) -> RankedMemories | None:
        is_full = any(np.count_nonzero(~np.isnan(column)) >= k for column in (candidates.meaning, candidates.words))
        return None if is_full and k < _MAX_CANDIDATES and len(set(candidates.event)) < limit else rank(candidates)

    while True:
        ranked, matches = fetch_matches(graph, question, filters, k, settings.neighbours, people, use=rank_enough)
        if ranked is not None:
            return ranked, matches
        k *= 4


def _encode_question(text: str, embedder: Embedder) -> tuple[EncodedQuestion | None, tuple[str, ...]]:
    """Encode the question; if the embedder fails, report it, so that full text and graph are searched."""
    try:
        return encode_question(embedder, text), ()
    except Exception as error:  # noqa: BLE001 - any error of a model is reported in the result and logged
        log.warning("the question could not be embedded: %s", error)
        return None, (f"vectors: {error}",)


def _rate_answer(ranked: Ranking, weights: Mapping[str, float]) -> float:
    """Return the probability that the first messages have an answer: of a few messages, at least that of the first one."""
    if not len(ranked):
        return 0.0
    answer = answer_probability(ranked.score, ranked.features, weights)
    return max(answer, ranked.score[0]) if len(ranked) < MANY_MESSAGES else answer


def _fold(text: str) -> str:
    return " ".join(text.casefold().split())


def _hit(candidates: Candidates, row: int, score: float, why: Mapping[str, float], matches: GraphMatches) -> Hit:
    kind = candidates.kind[row]
    subject, speaker, speaker_name = None, candidates.speaker[row], candidates.speaker_name[row]
    text, instructs, at = candidates.text[row], candidates.instructs[row], candidates.at[row]
    fact = matches.attributions.get(candidates.id[row])
    if fact is not None:
        subject, speaker, speaker_name = fact.subject, fact.speaker, fact.speaker_name
        text = add_validity(text, fact.predicate, fact.valid_from, fact.valid_to, at or 0)
    return Hit(
        id=candidates.event[row],
        kind="event" if kind == "passage" else kind,
        text=text,
        score=score,
        at=from_microseconds(at),
        session=candidates.session[row],
        speaker=speaker,
        speaker_name=speaker_name,
        role=candidates.role[row],
        instructs=bool(find_instructions(candidates.text[row])) if instructs is None else instructs,
        sources=(candidates.event[row],) if kind in _MESSAGE_KINDS else candidates.sources[row],
        subject=subject,
        why=why,
    )
