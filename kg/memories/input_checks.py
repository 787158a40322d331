"""What is given to the tiers from outside, checked once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from kg.errors import InvalidInput
from kg.language.cleaning import clean, fence_safe
from kg.types import identifiers

_LEAST_IMPORTANT, _MOST_IMPORTANT = 1, 10
_LONGEST_LIST = 10_000
_MOST_NAMES = 1_000


def text_of(field: str, value: object, longest: int) -> str:
    """A text, cleaned, without blanks at its ends.

    Args:
        field: what the caller calls it.
        value: what was given.
        longest: characters at most.

    Raises:
        InvalidInput: no text, a blank one or one of which nothing would be seen, or one that is too long.
    """
    if not isinstance(value, str):
        raise InvalidInput(field, value, "text")
    if len(value) > longest:
        raise InvalidInput(field, value, f"at most {longest:,} characters")
    text = clean(value).strip()
    if not fence_safe(text):
        raise InvalidInput(field, value, "text that is not blank")
    return text


def texts_of(field: str, value: object, longest: int) -> tuple[str, ...]:
    """A list of texts, each as by `text_of`.

    Raises:
        InvalidInput: no list, or one of them is refused.
    """
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise InvalidInput(field, value, "a list of texts")
    return tuple(text_of(field, each, longest) for each in value)


def importance_of(value: object) -> int:
    """An importance, brought within 1 to 10.

    Raises:
        InvalidInput: no whole number.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidInput("importance", value, "a whole number; what is beyond 1 to 10 counts as the nearest of them")
    return min(_MOST_IMPORTANT, max(_LEAST_IMPORTANT, value))


def share_of(field: str, value: object) -> float:
    """A share from 0 to 1.

    Raises:
        InvalidInput: anything else.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value) or not 0 <= value <= 1:
        raise InvalidInput(field, value, "a number from 0 to 1")
    return float(value)


def audience_of(value: object) -> str:
    """A token of who may know of something: shared, session:ID or person:ID.

    Raises:
        InvalidInput: anything else.
    """
    told = identifiers.plain("audience", value)
    kind, _, whose = told.partition(":")
    if told == "shared" or (kind in ("session", "person") and whose):
        return told
    raise InvalidInput("audience", value, "shared, session:ID or person:ID")


def count_of(field: str, value: object) -> int:
    """How many are wanted, from 1 to 10,000.

    Raises:
        InvalidInput: anything else.
    """
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _LONGEST_LIST:
        raise InvalidInput(field, value, f"a whole number from 1 to {_LONGEST_LIST:,}")
    return value


def whole_of(field: str, value: object, least: int, most: int) -> int:
    """A whole number.

    Raises:
        InvalidInput: anything but a whole number from `least` to `most`.
    """
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InvalidInput(field, value, f"a whole number from {least} to {most:,}")
    return value


def names_of(field: str, value: object) -> tuple[str, ...]:
    """Names or ids, each once, in their order.

    Raises:
        InvalidInput: one text instead of several, one that is no plain name, or more than 1,000.
    """
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise InvalidInput(field, value, "a list of texts")
    found = tuple(dict.fromkeys(identifiers.plain(field, each) for each in value))
    if len(found) > _MOST_NAMES:
        raise InvalidInput(field, value, f"at most {_MOST_NAMES:,} of them")
    return found


def identities_of(field: str, value: object) -> tuple[identifiers.Identity, ...]:
    """Accounts, each as `platform:id`, each once, in their order.

    Raises:
        InvalidInput: as `names_of`.
    """
    return tuple(identifiers.identity(each, "any", field) for each in names_of(field, value))
