"""The seams: what kg asks of the parts that can be exchanged. Tests swap a seam; they patch nothing."""

from kg.seams.clock import Clock
from kg.seams.embedder import Asked, Embedder, LateEmbedder
from kg.seams.tokens import TokenCounter

__all__ = ["Asked", "Clock", "Embedder", "LateEmbedder", "TokenCounter"]
