"""What texts state, whom and what they name, what they are about: rules over tagged words, and recognisers of names."""

from kg.digest.extract.choose import extractor
from kg.digest.extract.gliner import Gliner
from kg.digest.extract.names import Named, PassNames, Recogniser, SpacyNames
from kg.digest.extract.rules import Rules
from kg.digest.extract.scripted import Scripted
from kg.digest.extract.statements import extract
from kg.digest.extract.topics import fold

__all__ = [
    "Gliner",
    "Named",
    "PassNames",
    "Recogniser",
    "Rules",
    "Scripted",
    "SpacyNames",
    "extract",
    "extractor",
    "fold",
]
