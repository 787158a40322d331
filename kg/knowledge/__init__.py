"""Knowledge: entities, relations, facts and topics, written by resolving and settling, read, corrected, merged and split."""

from kg.knowledge.attribution import Spoken
from kg.knowledge.batch_writer import Lost, Written, texts_of, write
from kg.knowledge.extracted_events import Heard, Keyed, Speaker
from kg.knowledge.vector_cache import Vectors

__all__ = ["Heard", "Keyed", "Lost", "Speaker", "Spoken", "Vectors", "Written", "texts_of", "write"]
