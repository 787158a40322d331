"""Retrieval: candidates from both indexes and the graph in one round trip, ranked by a learnt model."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.retrieval.agreement import AGREEMENT_SIGNALS
    from kg.retrieval.asked_period import AskedPeriod
    from kg.retrieval.candidates import Candidates, fetch_candidates, fetch_matches
    from kg.retrieval.confidence import CONFIDENCE_SIGNALS, answer_probability, confidence_signals, rate_confidence
    from kg.retrieval.fact_relevance import FACT_SIGNALS, LONE_FACT_SIGNALS, stem_keywords
    from kg.retrieval.features import FEATURE_GROUPS, compute_features
    from kg.retrieval.filters import SEARCH_KINDS, Filters, parse_kind_of_memory
    from kg.retrieval.graph_matches import GraphMatches, MatchedFact, extract_name_keys
    from kg.retrieval.lexical import count_occurrences, inverse_document_frequency, normalise_text
    from kg.retrieval.memory_search import (
        RankedMemories,
        RetrievalResult,
        rank_memories,
        rate_matches,
        retrieve,
        search_memories,
    )
    from kg.retrieval.period_search import search_period
    from kg.retrieval.question import Question
    from kg.retrieval.question_match import match_question, token_weights
    from kg.retrieval.ranking import match_candidates, rank_candidates
    from kg.retrieval.relevance import RELEVANCE_SIGNALS
    from kg.retrieval.tree_ranker import TREE_DEPTH, UNKNOWN_VALUE, Ranker, load_ranker, logistic, serialize_ranker
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "AGREEMENT_SIGNALS",
    "CONFIDENCE_SIGNALS",
    "FACT_SIGNALS",
    "FEATURE_GROUPS",
    "LONE_FACT_SIGNALS",
    "RELEVANCE_SIGNALS",
    "SEARCH_KINDS",
    "TREE_DEPTH",
    "UNKNOWN_VALUE",
    "AskedPeriod",
    "Candidates",
    "Filters",
    "GraphMatches",
    "MatchedFact",
    "Question",
    "RankedMemories",
    "Ranker",
    "RetrievalResult",
    "answer_probability",
    "compute_features",
    "confidence_signals",
    "count_occurrences",
    "extract_name_keys",
    "fetch_candidates",
    "fetch_matches",
    "inverse_document_frequency",
    "load_ranker",
    "logistic",
    "match_candidates",
    "match_question",
    "normalise_text",
    "parse_kind_of_memory",
    "rank_candidates",
    "rank_memories",
    "rate_confidence",
    "rate_matches",
    "retrieve",
    "search_memories",
    "search_period",
    "serialize_ranker",
    "stem_keywords",
    "token_weights",
]
