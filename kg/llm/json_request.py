"""Requesting JSON from a language model, and reading the fields of its answer."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from kg.errors import KgError, ModelUnavailable
from kg.llm.json_repair import read_json
from kg.protocols import LanguageModel

logger = logging.getLogger(__name__)


def ask_for_json(model: LanguageModel, prompt: str, schema: Mapping[str, Any]) -> Any | None:
    """Return the JSON of the model's answer; if it cannot be parsed, log a warning without its text and return None.

    Raises:
        ConnectionError, TimeoutError: a transient error.
        ModelUnavailable: the model rejects requests.
    """
    try:
        reply = model.complete(prompt, schema=schema)
    except ModelUnavailable:
        raise
    except KgError as error:
        logger.warning("no answer from %s: %s", model.name, error)
        return None
    value = read_json(reply.text)
    if value is None:
        logger.warning("an answer of %s (%d characters) contains no JSON", model.name, len(reply.text))
    return value


def list_field(value: Any, name: str) -> list[Any] | None:
    """Return the list in the field `name`, or the value if it is a list; None otherwise."""
    found = value.get(name) if isinstance(value, dict) else value
    return found if isinstance(found, list) else None


def plain_text(value: Any, longest: int) -> str:
    """Return a string or number as one trimmed line of at most `longest` characters; "" for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return " ".join(str(value).split())[:longest].rstrip()


def unit_number(value: Any, otherwise: float) -> float:
    """Return a number clamped to 0 to 1; `otherwise` for anything else, NaN included."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:  # noqa: PLR0124 - NaN alone differs
        return otherwise
    return float(min(max(value, 0), 1))
