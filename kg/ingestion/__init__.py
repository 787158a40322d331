"""Digestion: claim, cut, embed and extract from pending events, and store them; the worker that does so."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.ingestion.batch_extraction import PreparedEvent
    from kg.ingestion.digester import Digester, count_queue, requeue_failed_events
    from kg.ingestion.engines import EventChunk, PreparationEngine, open_engine
    from kg.ingestion.preparation import EventPreparer, PreparedBatch
    from kg.ingestion.repeated_digestion import mark_events_again
    from kg.ingestion.worker import Worker, choose_pause
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "Digester",
    "EventChunk",
    "EventPreparer",
    "PreparationEngine",
    "PreparedBatch",
    "PreparedEvent",
    "Worker",
    "choose_pause",
    "count_queue",
    "mark_events_again",
    "open_engine",
    "requeue_failed_events",
]
