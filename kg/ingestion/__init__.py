"""Digestion: claim what is pending, cut and embed it, store it; and the worker that does so in the background."""

from kg.ingestion.digester import Digester, queue, requeue
from kg.ingestion.readers import readers_of
from kg.ingestion.worker import Worker, pause

__all__ = ["Digester", "Worker", "pause", "queue", "readers_of", "requeue"]
