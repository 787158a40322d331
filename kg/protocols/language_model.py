"""The seam for an optional language model. Default: none; over HTTP: `kg.llm.HttpModel`; fake: `kg.llm.ScriptedModel`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Reply:
    """A model's answer.

    Attributes:
        text: what it said.
        model: which model said it.
        prompt: tokens of what it was given.
        completion: tokens of what it said.
    """

    text: str
    model: str
    prompt: int = 0
    completion: int = 0


class LanguageModel(Protocol):
    """Anything that completes a prompt."""

    @property
    def name(self) -> str:
        """What it is called in the usage ledger."""
        ...

    def complete(self, prompt: str, *, schema: Mapping[str, Any] | None = None) -> Reply:
        """The model's answer to a prompt.

        Args:
            prompt: the whole of it.
            schema: JSON schema that the answer should follow, for models that can be held to one.

        Raises:
            ConnectionError, TimeoutError: a passing fault; the caller may try again.
            ModelUnavailable: it refuses (key, name), and will again.
            KgError: it answered, but nothing that is an answer.
        """
        ...
