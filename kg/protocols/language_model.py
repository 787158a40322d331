"""The protocol of the optional language model.

Default: none; over HTTP: `kg.llm.chat_completions.HttpModel`; fake: `kg.llm.scripted_model.ScriptedModel`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Reply:
    """An answer of a language model.

    Attributes:
        text: the answer.
        model: name of the model.
        prompt: tokens of the prompt.
        completion: tokens of the answer.
    """

    text: str
    model: str
    prompt: int = 0
    completion: int = 0


class LanguageModel(Protocol):
    """A model that completes a prompt."""

    @property
    def name(self) -> str:
        """Name of the model in the usage records."""
        ...

    def complete(self, prompt: str, *, schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the model's answer to a prompt.

        Args:
            prompt: the whole prompt.
            schema: JSON schema that the answer should follow, for models that support one.

        Raises:
            ConnectionError, TimeoutError: a transient fault; the caller may try again.
            ModelUnavailable: a permanent refusal (API key, model name).
            KgError: the response contains no answer.
        """
        ...
