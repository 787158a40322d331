"""What texts state, whom and what they name, what they are about: rules over tagged words, and recognisers of names."""

from kg.digest.extract.choose import extractor
from kg.digest.extract.scripted import Scripted

__all__ = ["Scripted", "extractor"]
