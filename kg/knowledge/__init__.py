"""Entities, relations, facts and topics: resolve, merge and adjudicate what was extracted; read, correct and split it."""

from kg.knowledge.attribution import SpokenMessage
from kg.knowledge.batch_contents import collect_embedding_texts
from kg.knowledge.batch_writer import BatchResult, LeaseLost, write_batch
from kg.knowledge.extracted_events import ExtractedEvent, FactKey, Speaker
from kg.knowledge.vector_cache import VectorCache

__all__ = [
    "BatchResult",
    "ExtractedEvent",
    "FactKey",
    "LeaseLost",
    "Speaker",
    "SpokenMessage",
    "VectorCache",
    "collect_embedding_texts",
    "write_batch",
]
