"""Every parser of outside text, with what it is fed and what must hold of what it makes of that: the registry of fuzzing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st


@dataclass
class Target:
    """A parser.

    Attributes:
        name: of it.
        inputs: what it is fed with.
        check: raises where something does not hold of what it makes of an input.
        examples: inputs that broke it once, and are tried each time.
        weight: its share of the inputs.
    """

    name: str
    inputs: st.SearchStrategy[Any]
    check: Callable[[Any], None]
    weight: float = 1.0
    examples: list[Any] = field(default_factory=list)


TARGETS: dict[str, Target] = {}


def target(
    inputs: st.SearchStrategy[Any], *, weight: float = 1.0, broke: tuple[Any, ...] = ()
) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Register what checks a parser, by its name.

    Args:
        inputs: what it is fed with.
        weight: its share of the inputs: less where one takes long.
        broke: inputs that broke it once.
    """

    def register(check: Callable[[Any], None]) -> Callable[[Any], None]:
        name = check.__name__
        TARGETS[name] = Target(name, inputs, check, weight, list(broke))
        return check

    return register
