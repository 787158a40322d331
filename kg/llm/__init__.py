"""The optional language model: adapter, prompts, reading of its answers, and what it has cost."""

from kg.llm.crystallise import Crystal, Crystals, crystallise
from kg.llm.extractor import Known, LlmExtractor
from kg.llm.http import HttpModel, language_model
from kg.llm.ladder import read_json
from kg.llm.scripted import ScriptedModel
from kg.llm.summarise import summarised
from kg.llm.usage import Metered, Usage

__all__ = [
    "Crystal",
    "Crystals",
    "HttpModel",
    "Known",
    "LlmExtractor",
    "Metered",
    "ScriptedModel",
    "Usage",
    "crystallise",
    "language_model",
    "read_json",
    "summarised",
]
