"""A fake language model for tests, which returns prepared answers in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kg.errors import ModelUnavailable
from kg.protocols import Reply


class ScriptedModel:
    """A `LanguageModel` for tests.

    Attributes:
        prompts: the prompts so far, in order.
    """

    name = "scripted"

    def __init__(self, answers: Iterable[str | BaseException]) -> None:
        self._answers = list(answers)
        self.prompts: list[str] = []

    def complete(self, prompt: str, *, schema: Mapping[str, Any] | None = None) -> Reply:  # noqa: ARG002 - of the protocol
        """See `LanguageModel.complete`; an answer that is an exception is raised."""
        self.prompts.append(prompt)
        if not self._answers:
            raise ModelUnavailable("The scripted model has no answers left.", how="Pass one answer for each call.")
        answer = self._answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return Reply(answer, self.name, prompt=len(prompt.split()), completion=len(answer.split()))
