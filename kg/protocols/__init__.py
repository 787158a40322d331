"""Protocols of the replaceable parts: clock, embedder, extractor, language model and token counter."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.protocols.clock import Clock, FixedClock, SystemClock
    from kg.protocols.embedder import (
        Embedder,
        EncodedQuestion,
        HiddenStateEmbedder,
        LateEmbedder,
        TextClassifier,
        TextPart,
        TunableEmbedder,
    )
    from kg.protocols.extractor import (
        UNNAMED_AGENT,
        CachingExtractor,
        EarlierTurn,
        ExtractedStatement,
        Extraction,
        Extractor,
        Mention,
        TextExtraction,
        Utterance,
    )
    from kg.protocols.hidden_states import HiddenStates
    from kg.protocols.language_model import LanguageModel, Reply
    from kg.protocols.token_counter import TokenCounter
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "UNNAMED_AGENT",
    "CachingExtractor",
    "Clock",
    "EarlierTurn",
    "Embedder",
    "EncodedQuestion",
    "ExtractedStatement",
    "Extraction",
    "Extractor",
    "FixedClock",
    "HiddenStateEmbedder",
    "HiddenStates",
    "LanguageModel",
    "LateEmbedder",
    "Mention",
    "Reply",
    "SystemClock",
    "TextClassifier",
    "TextExtraction",
    "TextPart",
    "TokenCounter",
    "TunableEmbedder",
    "Utterance",
]
