"""Benchmarks behind `kg bench`; each runs in a temporary scope that is erased afterwards."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.bench.attack_scenarios import measure_scenarios, read_scenarios
    from kg.bench.attacks import measure_attack_detection
    from kg.bench.audiences import measure_audience_leaks
    from kg.bench.changes import measure_changes
    from kg.bench.cold_start import measure_cold_start
    from kg.bench.common import temporary_memory
    from kg.bench.community import measure_community
    from kg.bench.concurrent_clients import measure_concurrent_clients
    from kg.bench.contexts import measure_contexts
    from kg.bench.diary import measure_diary
    from kg.bench.entities import LabelCounts, count_names, measure_entity_recognition
    from kg.bench.facts import measure_fact_extraction
    from kg.bench.faults.campaign import run_fault_campaign
    from kg.bench.imports import measure_import
    from kg.bench.ingest import measure_ingestion
    from kg.bench.labelled_names import ALL_LABELS, LabelledName, LabelledText, read_labelled_texts
    from kg.bench.latency import measure_latency
    from kg.bench.load import measure_load
    from kg.bench.mcp_clients import measure_mcp_clients
    from kg.bench.observations import measure_observations
    from kg.bench.poisoning import measure_poisoning
    from kg.bench.public_sets import PublicForm, conversation_folders
    from kg.bench.ratings import (
        Reporter,
        average_precision,
        load_ratings,
        measure_rating_prediction,
        roc_auc,
        stream_ratings,
    )
    from kg.bench.recall import (
        UNANSWERABLE_CATEGORIES,
        QuestionResult,
        log_folder,
        measure_recall,
        read_json_lines,
        summarise_confidence,
    )
    from kg.bench.reembedding import measure_reembedding
    from kg.bench.servers import measure_servers
    from kg.bench.sleep import measure_sleep
    from kg.bench.summaries import measure_summaries
    from kg.bench.tool_calls import measure_tool_calls
    from kg.bench.vector_recall import measure_vector_recall
    from kg.bench.workers import measure_workers
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "ALL_LABELS",
    "UNANSWERABLE_CATEGORIES",
    "LabelCounts",
    "LabelledName",
    "LabelledText",
    "PublicForm",
    "QuestionResult",
    "Reporter",
    "average_precision",
    "conversation_folders",
    "count_names",
    "load_ratings",
    "log_folder",
    "measure_attack_detection",
    "measure_audience_leaks",
    "measure_changes",
    "measure_cold_start",
    "measure_community",
    "measure_concurrent_clients",
    "measure_contexts",
    "measure_diary",
    "measure_entity_recognition",
    "measure_fact_extraction",
    "measure_import",
    "measure_ingestion",
    "measure_latency",
    "measure_load",
    "measure_mcp_clients",
    "measure_observations",
    "measure_poisoning",
    "measure_rating_prediction",
    "measure_recall",
    "measure_reembedding",
    "measure_scenarios",
    "measure_servers",
    "measure_sleep",
    "measure_summaries",
    "measure_tool_calls",
    "measure_vector_recall",
    "measure_workers",
    "read_json_lines",
    "read_labelled_texts",
    "read_scenarios",
    "roc_auc",
    "run_fault_campaign",
    "stream_ratings",
    "summarise_confidence",
    "temporary_memory",
]
