"""Choices from a fixed list: accept other spellings of them, and name the nearest one in a refusal."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping

_WORD_BORDER = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NOT_WORD = re.compile(r"[\W_]+")
_PLURALS = (("ies", "y"), ("es", "e"), ("es", ""), ("s", ""))


def snake_case(text: str) -> str:
    """Return words in snake_case: "Works at", "worksAt" and "works-at" give "works_at"."""
    return _NOT_WORD.sub("_", _WORD_BORDER.sub("_", text.strip()).casefold()).strip("_")


def match_choice(value: object, allowed: Collection[str], synonyms: Mapping[str, str] | None = None) -> str | None:
    """Return the choice that a value spells in another way, as a plural, a singular or a synonym; None if it spells none.

    Args:
        value: the value of a caller.
        allowed: the choices, in snake_case.
        synonyms: other words for them, in snake_case.
    """
    if not isinstance(value, str):
        return None
    if value in allowed:
        return value
    known = synonyms or {}
    word = snake_case(value)
    for form in (word, f"{word}s", *(word.removesuffix(end) + new for end, new in _PLURALS if word.endswith(end))):
        found = known.get(form, form)
        if found in allowed:
            return found
    return None


def list_choices(value: object, allowed: Collection[str]) -> str:
    """Return the choices as the end of a refusal, with the nearest one: "one of fact, event; did you mean 'fact'?"."""
    nearest = nearest_choice(value, allowed)
    return f"one of {', '.join(allowed)}{f'; did you mean {nearest!r}?' if nearest else ''}"


def nearest_choice(value: object, allowed: Collection[str]) -> str | None:
    """Return the choice whose spelling is nearest to a value; None if none is near."""
    if not isinstance(value, str):
        return None
    return next(iter(difflib.get_close_matches(snake_case(value), list(allowed), n=1, cutoff=0.6)), None)
