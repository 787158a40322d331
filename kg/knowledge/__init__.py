"""Entities, relations, facts and topics: resolve, merge and adjudicate what was extracted; read, correct and split it."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.knowledge.attribution import SpokenMessage, TrustPolicy
    from kg.knowledge.batch_contents import collect_embedding_texts
    from kg.knowledge.batch_writer import BatchResult, LeaseLost, write_batch
    from kg.knowledge.change_log import ChangeLog
    from kg.knowledge.crystallised_facts import save_crystallised_facts
    from kg.knowledge.ended_activities import OVER
    from kg.knowledge.entities import Entities
    from kg.knowledge.entity_cascade import EntityContribution, erase_entities, rebuild_entities
    from kg.knowledge.entity_lookup import build_entity_record, check_limit, find_entities, get_entity, narrow_entities
    from kg.knowledge.entity_state import build_entity_text, choose_spelling
    from kg.knowledge.evidence_retraction import retract_evidence
    from kg.knowledge.extracted_events import ExtractedEvent, FactKey, Speaker, widest_audience
    from kg.knowledge.fact_ends import FactEnd, write_fact_ends
    from kg.knowledge.fact_merging import build_fact_text, statement_text
    from kg.knowledge.fact_overview import OverviewFact, OverviewLine, write_overview
    from kg.knowledge.fact_records import expand_validity_intervals
    from kg.knowledge.fact_state import read_fact_key, text_to_embed
    from kg.knowledge.facts import Facts
    from kg.knowledge.hand_written_facts import FACTS_SESSION
    from kg.knowledge.imported_entities import ImportedEntity, check_imported_entity, import_entities
    from kg.knowledge.imported_facts import FactImport, ImportedFact, check_imported_fact
    from kg.knowledge.lasting_value import (
        LastingModel,
        card_features,
        estimate_lasting_value,
        lasting_features,
        load_lasting_model,
    )
    from kg.knowledge.outdated_statements import put_plan_in_past
    from kg.knowledge.partial_dates import parse_date_end
    from kg.knowledge.passing_states import is_passed
    from kg.knowledge.past_sentences import put_in_past
    from kg.knowledge.predicates import (
        DENIAL,
        PERSON_RELATIONS,
        PREDICATES,
        PREFERENCE_PREDICATES,
        format_fact_sentence,
        get_predicate,
    )
    from kg.knowledge.quarantine import QuarantineLedger
    from kg.knowledge.quoted_messages import MAX_QUOTABLE_CHARS, UNNAMED, QuotableMessage
    from kg.knowledge.redigestion import redigest_batch
    from kg.knowledge.relations import Relations
    from kg.knowledge.task_store import TASK_STATUSES, Tasks, is_overdue
    from kg.knowledge.task_verbs import FINISH
    from kg.knowledge.thing_names import content_words
    from kg.knowledge.tool_kinds import name_tool
    from kg.knowledge.topic_cascade import rebuild_topics
    from kg.knowledge.topics import Topics
    from kg.knowledge.vector_cache import CachedVector, VectorCache
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "DENIAL",
    "FACTS_SESSION",
    "FINISH",
    "MAX_QUOTABLE_CHARS",
    "OVER",
    "PERSON_RELATIONS",
    "PREDICATES",
    "PREFERENCE_PREDICATES",
    "TASK_STATUSES",
    "UNNAMED",
    "BatchResult",
    "CachedVector",
    "ChangeLog",
    "Entities",
    "EntityContribution",
    "ExtractedEvent",
    "FactEnd",
    "FactImport",
    "FactKey",
    "Facts",
    "ImportedEntity",
    "ImportedFact",
    "LastingModel",
    "LeaseLost",
    "OverviewFact",
    "OverviewLine",
    "QuarantineLedger",
    "QuotableMessage",
    "Relations",
    "Speaker",
    "SpokenMessage",
    "Tasks",
    "Topics",
    "TrustPolicy",
    "VectorCache",
    "build_entity_record",
    "build_entity_text",
    "build_fact_text",
    "card_features",
    "check_imported_entity",
    "check_imported_fact",
    "check_limit",
    "choose_spelling",
    "collect_embedding_texts",
    "content_words",
    "erase_entities",
    "estimate_lasting_value",
    "expand_validity_intervals",
    "find_entities",
    "format_fact_sentence",
    "get_entity",
    "get_predicate",
    "import_entities",
    "is_overdue",
    "is_passed",
    "lasting_features",
    "load_lasting_model",
    "name_tool",
    "narrow_entities",
    "parse_date_end",
    "put_in_past",
    "put_plan_in_past",
    "read_fact_key",
    "rebuild_entities",
    "rebuild_topics",
    "redigest_batch",
    "retract_evidence",
    "save_crystallised_facts",
    "statement_text",
    "text_to_embed",
    "widest_audience",
    "write_batch",
    "write_fact_ends",
    "write_overview",
]
