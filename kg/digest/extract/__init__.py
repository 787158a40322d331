"""What texts state, whom and what they name: by rules over tagged words, a recogniser of names, or a model."""

from kg.digest.extract.cascade import Cascade
from kg.digest.extract.rules import Rules
from kg.digest.extract.scripted import Scripted
from kg.digest.extract.statements import extract

__all__ = ["Cascade", "Rules", "Scripted", "extract"]
