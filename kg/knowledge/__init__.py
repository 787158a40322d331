"""Knowledge: entities, relations, facts and topics, written by resolving and settling, read, corrected, merged and split."""

from kg.knowledge.heard import Heard, Keyed, Speaker
from kg.knowledge.vectors import Vectors
from kg.knowledge.word import Spoken
from kg.knowledge.write import Lost, Written, texts_of, write

__all__ = ["Heard", "Keyed", "Lost", "Speaker", "Spoken", "Vectors", "Written", "texts_of", "write"]
