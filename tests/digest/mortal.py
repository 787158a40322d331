"""An actor that dies of a word: here, where processes of Ray find it."""

from __future__ import annotations

import os

from kg.digest.on_ray import Actor
from kg.digest.preparing import Ready
from kg.digest.readers import Chunk


class Mortal(Actor):
    """An actor that dies of the word poison."""

    def ready(self, chunk: Chunk) -> Ready:
        if any("poison" in event["text"] for event in chunk):
            os._exit(1)
        return super().ready(chunk)
