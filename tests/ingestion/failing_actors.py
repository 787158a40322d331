"""Actors that fail on purpose: here, where processes of Ray find them."""

from __future__ import annotations

import os

from kg.errors import ModelUnavailable
from kg.ingestion.preparation import Ready
from kg.ingestion.ray_readers import Actor
from kg.ingestion.readers import Chunk


class Mortal(Actor):
    """An actor that dies of the word poison."""

    def ready(self, chunk: Chunk) -> Ready:
        if any("poison" in event["text"] for event in chunk):
            os._exit(1)
        return super().ready(chunk)


class Lacking(Actor):
    """An actor on a machine that has no weights."""

    def ready(self, chunk: Chunk) -> Ready:
        raise ModelUnavailable(f"The weights for {len(chunk)} events are not here.", how="Get them.")
