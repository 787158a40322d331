"""Digestion: claim, cut, embed and extract from pending events, and store them; the worker that does so."""

from kg.ingestion.digester import Digester, count_queue, requeue_failed_events
from kg.ingestion.engines import open_engine
from kg.ingestion.worker import Worker, choose_pause

__all__ = ["Digester", "Worker", "choose_pause", "count_queue", "open_engine", "requeue_failed_events"]
