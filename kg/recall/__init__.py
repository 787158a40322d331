"""Recall: candidates in one trip, fused into one ranking."""

from kg.recall.filters import KINDS, Filters, audiences
from kg.recall.search import Found, find, search

__all__ = ["KINDS", "Filters", "Found", "audiences", "find", "search"]
