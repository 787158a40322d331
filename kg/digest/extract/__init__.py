"""What texts state, whom and what they name: by rules over tagged words, a recogniser of names, or a model."""

from kg.digest.extract.cascade import Cascade
from kg.digest.extract.choose import extractor
from kg.digest.extract.scripted import Scripted

__all__ = ["Cascade", "Scripted", "extractor"]
