"""Information extraction: statements, names and topics from text, by rules, a name finder or a language model."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.extraction.cascade import CascadeExtractor
    from kg.extraction.extractors import create_extractor
    from kg.extraction.message_facts import extract_statements
    from kg.extraction.message_salience import estimate_salience, rate_sentences, salience_features
    from kg.extraction.observation_worth import WORTH_LAYERS, WorthModel, clause_states, observation_features
    from kg.extraction.observations import find_observations
    from kg.extraction.scripted_extractor import ScriptedExtractor
    from kg.extraction.word_lists import PETS
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "PETS",
    "WORTH_LAYERS",
    "CascadeExtractor",
    "ScriptedExtractor",
    "WorthModel",
    "clause_states",
    "create_extractor",
    "estimate_salience",
    "extract_statements",
    "find_observations",
    "observation_features",
    "rate_sentences",
    "salience_features",
]
