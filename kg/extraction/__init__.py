"""Information extraction: statements, names and topics from text, by rules, a name finder or a language model."""

from kg.extraction.cascade import CascadeExtractor
from kg.extraction.extractors import create_extractor
from kg.extraction.scripted_extractor import ScriptedExtractor

__all__ = ["CascadeExtractor", "ScriptedExtractor", "create_extractor"]
