"""Information extraction: statements, names and topics from text, by rules, a name finder or a language model."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.extraction.cascade import CascadeExtractor
    from kg.extraction.dates import find_dates
    from kg.extraction.ended_statements import (
        EarlierStatement,
        EndReader,
        end_parts,
        may_end_statements,
        open_end_reader,
        split_news,
    )
    from kg.extraction.extractors import create_extractor
    from kg.extraction.feedback_cues import feedback_features
    from kg.extraction.feedback_model import (
        FEEDBACK_KINDS,
        FeedbackModel,
        FeedbackRates,
        FeedbackSentence,
        find_feedback,
        rate_feedback,
        split_for_feedback,
    )
    from kg.extraction.feedback_reader import FeedbackReader, feedback_parts, open_feedback_reader
    from kg.extraction.message_facts import extract_statements
    from kg.extraction.message_salience import estimate_salience, rate_sentences, salience_features
    from kg.extraction.observation_worth import WORTH_LAYERS, WorthModel, clause_states, observation_features
    from kg.extraction.observations import find_observations
    from kg.extraction.open_requests import may_be_answered
    from kg.extraction.preference_topics import PreferenceTopic, find_topics, split_wishes
    from kg.extraction.quoted_speech import blank_quoted_speech, clear_recent_messages
    from kg.extraction.scripted_extractor import ScriptedExtractor
    from kg.extraction.spoken_wishes import is_standing
    from kg.extraction.standing_wishes import StandingWish, WishReader, open_wish_reader, standing_parts
    from kg.extraction.word_lists import PETS
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "FEEDBACK_KINDS",
    "PETS",
    "WORTH_LAYERS",
    "CascadeExtractor",
    "EarlierStatement",
    "EndReader",
    "FeedbackModel",
    "FeedbackRates",
    "FeedbackReader",
    "FeedbackSentence",
    "PreferenceTopic",
    "ScriptedExtractor",
    "StandingWish",
    "WishReader",
    "WorthModel",
    "blank_quoted_speech",
    "clause_states",
    "clear_recent_messages",
    "create_extractor",
    "end_parts",
    "estimate_salience",
    "extract_statements",
    "feedback_features",
    "feedback_parts",
    "find_dates",
    "find_feedback",
    "find_observations",
    "find_topics",
    "is_standing",
    "may_be_answered",
    "may_end_statements",
    "observation_features",
    "open_end_reader",
    "open_feedback_reader",
    "open_wish_reader",
    "rate_feedback",
    "rate_sentences",
    "salience_features",
    "split_for_feedback",
    "split_news",
    "split_wishes",
    "standing_parts",
]
