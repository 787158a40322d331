"""The ledger of token usage: tokens and requests of language models, one record for each day and model."""

from __future__ import annotations

import datetime as dt
import logging
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg.errors import InvalidInput, KgError
from kg.protocols import LanguageModel, Reply
from kg.runtime import Runtime
from kg.types import TokenUsage

logger = logging.getLogger(__name__)

_MAX_NAME_LENGTH = 200


class UsageLedger:
    """The usage ledger of one scope. Safe for threads and processes: concurrent records are summed exactly."""

    def __init__(self, runtime: Runtime) -> None:
        """Build the ledger; its days are those of the clock, in UTC."""
        self._graph = runtime.graph
        self._clock = runtime.clock

    def record(self, model: str, prompt: int, completion: int) -> None:
        """Add one answered request to today's record of a model, in one trip.

        Args:
            model: its name, 1 to 200 characters.
            prompt: tokens of the prompt.
            completion: tokens of the completion.

        Raises:
            InvalidInput: the name is empty or too long, or a number is negative or no integer.
        """
        _check_counts(model, prompt=prompt, completion=completion)
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

    def add_imported(self, records: Sequence[TokenUsage], origin: str) -> int:
        """Add the records of another memory, each once; return how many were new. One trip.

        Args:
            records: checked records, see `check_usage`.
            origin: name of that memory; the same record of it is not added again.
        """
        if not records:
            return 0
        rows = [{**vars(one), "id": f"{origin} {one.prompt} {one.completion} {one.requests}"} for one in records]
        [row] = self._graph.run("llm/import_usage", rows=rows, now=self._clock.now())
        return int(row["added"])

    def today(self) -> list[TokenUsage]:
        """Return today's records (UTC), by model; empty if there were no requests today. One trip."""
        rows = self._graph.run("llm/usage_of_day", date=self._clock.now().date().isoformat())
        return [_to_token_usage(row["usage"]) for row in rows]

    def period(self, days: int = 7) -> list[TokenUsage]:
        """Return the records of the last `days` dates that have any, newest date first, then by model. One trip.

        Raises:
            InvalidInput: `days` is below 1.
        """
        if not isinstance(days, int) or isinstance(days, bool) or days < 1:
            raise InvalidInput("days", days, "a whole number, 1 or more")
        return [_to_token_usage(row["usage"]) for row in self._graph.run("llm/usage_of_days", days=days)]


class MeteredModel:
    """A `LanguageModel` that forwards requests to another model and records the usage of each reply."""

    def __init__(self, model: LanguageModel, usage: UsageLedger) -> None:
        """Wrap a model and record its usage in a ledger."""
        self.name = model.name
        self._model = model
        self._usage = usage

    def complete(self, prompt: str, *, schema: Mapping[str, Any] | None = None) -> Reply:
        """See `LanguageModel.complete`. A failure to write the ledger is only logged, since the answer is paid for."""
        reply = self._model.complete(prompt, schema=schema)
        try:
            self._usage.record(self.name, reply.prompt, reply.completion)
        except KgError as error:
            logger.warning("could not record the usage of an answer of %s in the ledger: %s", self.name, error)
        return reply


def check_usage(record: TokenUsage) -> TokenUsage:
    """Return a record of another memory after checking it.

    Raises:
        InvalidInput: the date, the model or a number is invalid.
    """
    _check_counts(record.model, prompt=record.prompt, completion=record.completion, requests=record.requests)
    try:
        dt.date.fromisoformat(record.date)
    except ValueError:
        raise InvalidInput("date", record.date, "an ISO date") from None
    return replace(record, model=record.model.strip())


def _check_counts(model: object, **counts: object) -> None:
    if not isinstance(model, str) or not model.strip() or len(model) > _MAX_NAME_LENGTH:
        raise InvalidInput("model", model, f"a name of 1 to {_MAX_NAME_LENGTH} characters")
    for field, value in counts.items():
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**40:
            raise InvalidInput(field, value, "a number of tokens, 0 or more")


def _to_token_usage(row: Mapping[str, Any]) -> TokenUsage:
    return TokenUsage(**row)
