"""The protocols of the parts that can be replaced: clock, embedder, extractor, language model, token counter."""

from kg.protocols.clock import Clock, FixedClock, SystemClock
from kg.protocols.embedder import Asked, Embedder, LateEmbedder, OpenEmbedder
from kg.protocols.extractor import Extraction, Extractor, Found, Mention, Statement, Utterance
from kg.protocols.hidden_states import Hidden
from kg.protocols.language_model import LanguageModel, Reply
from kg.protocols.token_counter import TokenCounter

__all__ = [
    "Asked",
    "Clock",
    "Embedder",
    "Extraction",
    "Extractor",
    "FixedClock",
    "Found",
    "Hidden",
    "LanguageModel",
    "LateEmbedder",
    "Mention",
    "OpenEmbedder",
    "Reply",
    "Statement",
    "SystemClock",
    "TokenCounter",
    "Utterance",
]
