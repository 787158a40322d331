"""What texts state, whom and what they name: by rules over tagged words, a recogniser of names, or a model."""

from kg.extraction.cascade import Cascade
from kg.extraction.extractors import extractor
from kg.extraction.scripted_extractor import Scripted

__all__ = ["Cascade", "Scripted", "extractor"]
