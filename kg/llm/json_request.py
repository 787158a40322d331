"""One question to a language model whose answer is JSON, and the plain values that its fields are read as."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from kg.errors import KgError, ModelUnavailable
from kg.llm.json_repair import read_json
from kg.protocols import LanguageModel

logger = logging.getLogger(__name__)


def ask(model: LanguageModel, prompt: str, schema: Mapping[str, Any]) -> Any | None:
    """The JSON of the model's answer; None, and a line in the log without the answer, where it cannot be read.

    Raises:
        ConnectionError, TimeoutError: a passing fault.
        ModelUnavailable: the model refuses, and will again.
    """
    try:
        reply = model.complete(prompt, schema=schema)
    except ModelUnavailable:
        raise
    except KgError as error:
        logger.warning("no answer of %s: %s", model.name, error)
        return None
    value = read_json(reply.text)
    if value is None:
        logger.warning("an answer of %s with %d characters is no JSON", model.name, len(reply.text))
    return value


def rows(value: Any, name: str) -> list[Any] | None:
    """The list under a name, or the list that stands there bare; None where there is neither."""
    found = value.get(name) if isinstance(value, dict) else value
    return found if isinstance(found, list) else None


def plain(value: Any, longest: int) -> str:
    """A text or number on one line, trimmed, cut at `longest` characters; "" for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return " ".join(str(value).split())[:longest].rstrip()


def share(value: Any, otherwise: float) -> float:
    """A number held between 0 and 1; `otherwise` for anything else, NaN included."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:  # noqa: PLR0124 - NaN alone differs
        return otherwise
    return float(min(max(value, 0), 1))
