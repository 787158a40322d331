"""Actors that fail on purpose, in a module that Ray processes can import."""

from __future__ import annotations

import os

from kg.errors import ModelUnavailable
from kg.ingestion.engines import EventChunk
from kg.ingestion.preparation import PreparedBatch
from kg.ingestion.ray_engine import PreparationActor


class DyingActor(PreparationActor):
    """An actor whose process exits at the word poison."""

    def prepare(self, chunk: EventChunk) -> PreparedBatch:
        if any("poison" in event["text"] for event in chunk):
            os._exit(1)
        return super().prepare(chunk)


class ActorWithoutWeights(PreparationActor):
    """An actor on a machine without model weights."""

    def prepare(self, chunk: EventChunk) -> PreparedBatch:
        raise ModelUnavailable(f"The weights for {len(chunk)} events are not here.", how="Get them.")
