"""The registry of fuzz targets: each parser of external text, with its inputs and its check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st


@dataclass
class Target:
    """A fuzz target.

    Attributes:
        name: name of the target.
        inputs: strategy that generates inputs.
        check: function that raises if the parser mishandles an input.
        examples: inputs that failed once and are always tried.
        weight: relative share of the inputs.
    """

    name: str
    inputs: st.SearchStrategy[Any]
    check: Callable[[Any], None]
    weight: float = 1.0
    examples: list[Any] = field(default_factory=list)


TARGETS: dict[str, Target] = {}


def target(
    inputs: st.SearchStrategy[Any], *, weight: float = 1.0, failed_inputs: tuple[Any, ...] = ()
) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Register a check as a fuzz target under its function name.

    Args:
        inputs: strategy that generates inputs.
        weight: relative share of the inputs; lower for slow targets.
        failed_inputs: inputs that failed once and are always tried.
    """

    def register(check: Callable[[Any], None]) -> Callable[[Any], None]:
        name = check.__name__
        TARGETS[name] = Target(name, inputs, check, weight, list(failed_inputs))
        return check

    return register
