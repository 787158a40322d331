"""Recall: candidates in one trip, fused into one ranking, with what the graph knows beside."""

from kg.recall.filters import KINDS, Filters
from kg.recall.known import Known, KnownFact, telling
from kg.recall.search import Found, find, search

__all__ = ["KINDS", "Filters", "Found", "Known", "KnownFact", "find", "search", "telling"]
