"""What the language model has cost: a ledger of tokens and requests, one line for each day and model."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Mapping
from typing import Any

from kg.errors import InvalidInput, KgError
from kg.graph import Graph
from kg.protocols import Clock, LanguageModel, Reply
from kg.types import TokenUsage

logger = logging.getLogger(__name__)

_LONGEST_NAME = 200


class Usage:
    """The ledger of one scope. Safe for threads and processes: what is recorded at once is summed up exactly."""

    def __init__(self, graph: Graph, clock: Clock) -> None:
        """Keep where it is written, and whose days (UTC) are meant."""
        self._graph = graph
        self._clock = clock

    def record(self, model: str, prompt: int, completion: int) -> None:
        """Add one answered request to today's line of a model, in one trip.

        Args:
            model: its name, 1 to 200 characters.
            prompt: tokens of what it was given.
            completion: tokens of what it said.

        Raises:
            InvalidInput: no name, or a number that is negative or none.
        """
        if not isinstance(model, str) or not model.strip() or len(model) > _LONGEST_NAME:
            raise InvalidInput("model", model, f"a name of 1 to {_LONGEST_NAME} characters")
        for field, value in (("prompt", prompt), ("completion", completion)):
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**40:
                raise InvalidInput(field, value, "a number of tokens, 0 or more")
        now = self._clock.now()
        self._graph.run(
            "llm/record_usage",
            id=uuid.uuid4().hex[:12],
            date=now.date().isoformat(),
            model=model.strip(),
            prompt=prompt,
            completion=completion,
            now=now,
        )

    def today(self) -> list[TokenUsage]:
        """Today's lines (UTC), by model; empty where nothing was asked today. One trip."""
        rows = self._graph.run("llm/usage_of_day", date=self._clock.now().date().isoformat())
        return [_line(row["usage"]) for row in rows]

    def period(self, days: int = 7) -> list[TokenUsage]:
        """The lines of the last `days` dates that have any, newest date first, then by model. One trip.

        Raises:
            InvalidInput: days below 1.
        """
        if not isinstance(days, int) or isinstance(days, bool) or days < 1:
            raise InvalidInput("days", days, "a whole number, 1 or more")
        return [_line(row["usage"]) for row in self._graph.run("llm/usage_of_days", days=days)]


class Metered:
    """A `LanguageModel` that passes everything on to another and records each of its replies."""

    def __init__(self, model: LanguageModel, usage: Usage) -> None:
        """Keep the model that answers and the ledger that it is written into."""
        self.name = model.name
        self._model = model
        self._usage = usage

    def complete(self, prompt: str, *, schema: Mapping[str, Any] | None = None) -> Reply:
        """See `LanguageModel.complete`. A ledger that cannot be written is logged: the answer is paid for already."""
        reply = self._model.complete(prompt, schema=schema)
        try:
            self._usage.record(self.name, reply.prompt, reply.completion)
        except KgError as error:
            logger.warning("an answer of %s is not in the ledger: %s", self.name, error)
        return reply


def _line(row: Mapping[str, Any]) -> TokenUsage:
    return TokenUsage(**row)
