"""Shapes of sentences that tell feedback from other messages, in several languages: "X, not Y", "you forgot …", "no … please"."""

from __future__ import annotations

import functools
import re
import tomllib
from pathlib import Path

_FILE = Path(__file__).with_name("feedback_shapes.toml")


def find_shapes(sentence: str) -> list[str]:
    """Return the names of the shapes of a sentence, which is case folded and has straight apostrophes."""
    text = sentence.strip(" -–—*•")
    return [name for name, shape in _patterns().items() if shape.match(text)]


@functools.lru_cache(maxsize=1)
def _patterns() -> dict[str, re.Pattern[str]]:
    shapes: dict[str, str] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {name: re.compile(rf"(?:{shape})", re.VERBOSE) for name, shape in shapes.items()}
