"""The optional language model: HTTP client, prompts, parsing of answers, and a ledger of token usage."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.llm.chat_completions import HttpModel, create_language_model
    from kg.llm.crystallisation import Crystallisation, CrystallisedFact, crystallise_conversation
    from kg.llm.json_repair import read_json
    from kg.llm.llm_extractor import KnownLabels, LlmExtractor
    from kg.llm.prompts import SUMMARY_VERSION
    from kg.llm.scripted_model import ScriptedModel
    from kg.llm.summarisation import summarise_lines
    from kg.llm.usage import MeteredModel, UsageLedger, check_usage
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "SUMMARY_VERSION",
    "Crystallisation",
    "CrystallisedFact",
    "HttpModel",
    "KnownLabels",
    "LlmExtractor",
    "MeteredModel",
    "ScriptedModel",
    "UsageLedger",
    "check_usage",
    "create_language_model",
    "crystallise_conversation",
    "read_json",
    "summarise_lines",
]
