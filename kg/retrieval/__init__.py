"""Retrieval: candidates from both indexes and the graph in one round trip, ranked by a learnt model."""

from kg.retrieval.filters import SEARCH_KINDS, Filters
from kg.retrieval.graph_matches import GraphMatches, MatchedFact, select_context_facts
from kg.retrieval.search import RetrievalResult, retrieve, search

__all__ = [
    "SEARCH_KINDS",
    "Filters",
    "GraphMatches",
    "MatchedFact",
    "RetrievalResult",
    "retrieve",
    "search",
    "select_context_facts",
]
