"""Validation of arguments to the memory stores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kg.errors import InvalidInput
from kg.language import clean_text, make_fence_safe
from kg.types import Identity, parse_identity, validate_name

_MIN_IMPORTANCE, _MAX_IMPORTANCE = 1, 10
_MAX_LIMIT = 10_000
_MAX_NAMES = 1_000


def check_text(field: str, value: object, longest: int) -> str:
    """Return a text, cleaned and stripped.

    Args:
        field: name of the argument.
        value: the argument.
        longest: maximum length in characters.

    Raises:
        InvalidInput: not a string, blank after cleaning, or too long.
    """
    if not isinstance(value, str):
        raise InvalidInput(field, value, "text")
    if len(value) > longest:
        raise InvalidInput(field, value, f"text of at most {longest:,} characters")
    text = clean_text(value).strip()
    if not make_fence_safe(text):
        raise InvalidInput(field, value, "text that is not blank")
    return text


def check_texts(field: str, value: object, longest: int) -> tuple[str, ...]:
    """Return a list of texts, each checked by `check_text`.

    Raises:
        InvalidInput: not a list, or an item is invalid.
    """
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise InvalidInput(field, value, "a list of texts")
    return tuple(check_text(field, each, longest) for each in value)


def check_importance(value: object) -> int:
    """Return an importance, clamped to 1 to 10.

    Raises:
        InvalidInput: not an integer.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidInput("importance", value, "a whole number; values outside 1 to 10 are clamped")
    return min(_MAX_IMPORTANCE, max(_MIN_IMPORTANCE, value))


def check_share(field: str, value: object) -> float:
    """Return a number from 0 to 1.

    Raises:
        InvalidInput: not a number from 0 to 1.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidInput(field, value, "a number from 0 to 1")
    return float(value)


def check_audience(value: object) -> str:
    """Return an audience: shared, session:ID or person:ID.

    Raises:
        InvalidInput: anything else.
    """
    audience = validate_name("audience", value)
    kind, _, target = audience.partition(":")
    if audience == "shared" or (kind in ("session", "person") and target):
        return audience
    raise InvalidInput("audience", value, "shared, session:ID or person:ID")


def check_limit(field: str, value: object) -> int:
    """Return a limit from 1 to 10,000.

    Raises:
        InvalidInput: not an integer in that range.
    """
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _MAX_LIMIT:
        raise InvalidInput(field, value, f"a whole number from 1 to {_MAX_LIMIT:,}")
    return value


def check_whole_number(field: str, value: object, least: int, most: int) -> int:
    """Return an integer in a range.

    Raises:
        InvalidInput: not an integer from `least` to `most`.
    """
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InvalidInput(field, value, f"a whole number from {least} to {most:,}")
    return value


def check_names(field: str, value: object) -> tuple[str, ...]:
    """Return names or ids without duplicates, in their order.

    Raises:
        InvalidInput: a single string instead of a list, an invalid name, or more than 1,000.
    """
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise InvalidInput(field, value, "a list of texts")
    found = tuple(dict.fromkeys(validate_name(field, each) for each in value))
    if len(found) > _MAX_NAMES:
        raise InvalidInput(field, value, f"a list of at most {_MAX_NAMES:,} items")
    return found


def check_identities(field: str, value: object) -> tuple[Identity, ...]:
    """Return identities, each `platform:id`, without duplicates, in their order.

    Raises:
        InvalidInput: as for `check_names`.
    """
    return tuple(parse_identity(each, "any", field) for each in check_names(field, value))
