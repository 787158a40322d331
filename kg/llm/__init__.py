"""The optional language model: adapter, prompts, reading of its answers, and what it has cost."""

from kg.llm.chat_completions import HttpModel, language_model
from kg.llm.crystallisation import Crystal, Crystals, crystallise
from kg.llm.json_repair import read_json
from kg.llm.llm_extractor import Known, LlmExtractor
from kg.llm.scripted_model import ScriptedModel
from kg.llm.summarisation import summarised
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
