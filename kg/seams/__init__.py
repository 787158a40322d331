"""The seams: what kg asks of the parts that can be exchanged. Tests swap a seam; they patch nothing."""

from kg.seams.clock import Clock
from kg.seams.embedder import Embedder
from kg.seams.tokens import TokenCounter

__all__ = ["Clock", "Embedder", "TokenCounter"]
