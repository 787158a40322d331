"""The seams: what kg asks of the parts that can be exchanged. Tests swap a seam; they patch nothing."""

from kg.seams.clock import Clock
from kg.seams.embedder import Asked, Embedder, LateEmbedder, OpenEmbedder
from kg.seams.extractor import Extraction, Extractor, Found, Mention, Statement, Utterance
from kg.seams.hidden import Hidden
from kg.seams.language_model import LanguageModel, Reply
from kg.seams.tokens import TokenCounter

__all__ = [
    "Asked",
    "Clock",
    "Embedder",
    "Extraction",
    "Extractor",
    "Found",
    "Hidden",
    "LanguageModel",
    "LateEmbedder",
    "Mention",
    "OpenEmbedder",
    "Reply",
    "Statement",
    "TokenCounter",
    "Utterance",
]
