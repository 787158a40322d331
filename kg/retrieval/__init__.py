"""Recall: candidates in one trip, fused into one ranking, with what the graph knows beside."""

from kg.retrieval.filters import KINDS, Filters
from kg.retrieval.graph_matches import Known, KnownFact, telling
from kg.retrieval.search import Found, find, search

__all__ = ["KINDS", "Filters", "Found", "Known", "KnownFact", "find", "search", "telling"]
