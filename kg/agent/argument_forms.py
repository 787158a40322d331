"""The forms in which language models write arguments: numbers and lists in strings, plurals, other cases of names."""

from __future__ import annotations

import json
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BeforeValidator

from kg.types import KIND_SYNONYMS, MemoryKind, match_choice, snake_case


def lenient_type(hint: Any) -> Any:
    """Return a type that also reads other forms of its values; its JSON schema is the same.

    An enumeration takes another case, a plural and a synonym of its values; a list takes its items as JSON, with commas or
    alone; an object takes JSON.
    """
    if choices := literal_choices(hint):
        synonyms = KIND_SYNONYMS if set(choices) == set(get_args(MemoryKind)) else {}
        return Annotated[hint, BeforeValidator(_choice_reader(choices, synonyms, several=_contains(hint, list)))]
    if _contains(hint, list):
        return Annotated[hint, BeforeValidator(_read_list)]
    if _contains(hint, dict):
        return Annotated[hint, BeforeValidator(_read_json)]
    if _contains(hint, int) or _contains(hint, float):
        return Annotated[hint, BeforeValidator(_read_number)]
    return hint


def literal_choices(hint: Any) -> tuple[str, ...]:
    """Return the values of the enumeration in a type; empty if it has none."""
    return next((get_args(part) for part in _parts(hint) if get_origin(part) is Literal), ())


def rename_arguments(arguments: Mapping[Any, Any], names: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments by their names, which may be written as "Query" or "maxResults" are; unknown names stay."""
    given: dict[str, Any] = {}
    for name, value in arguments.items():
        known = name if name in names else snake_case(str(name))
        given[known if known in names and known not in given else str(name)] = value
    return given


def _parts(hint: Any) -> Iterator[Any]:
    yield hint
    for part in get_args(hint) if get_origin(hint) is not Literal else ():
        yield from _parts(part)


def _contains(hint: Any, kind: type) -> bool:
    return any(part is kind or typing.get_origin(part) is kind for part in _parts(hint))


def _choice_reader(choices: tuple[str, ...], synonyms: Mapping[str, str], *, several: bool) -> Callable[[Any], Any]:
    def read_one(value: Any) -> Any:
        return match_choice(value, choices, synonyms) or value

    def read_several(value: Any) -> Any:
        items = _read_list(value)
        return [read_one(item) for item in items] if isinstance(items, list) else items

    return read_several if several else read_one


def _read_list(value: Any) -> Any:
    """Read a list from JSON, from words between commas, or from one item."""
    if not isinstance(value, str):
        return value
    items = _read_json(value)
    return items if isinstance(items, list) else [item.strip() for item in value.split(",") if item.strip()]


def _read_json(value: Any) -> Any:
    if not isinstance(value, str) or not value.strip().startswith(("[", "{")):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def _read_number(value: Any) -> Any:
    """Refuse true and false, which pydantic would read as 1 and 0."""
    return str(value) if isinstance(value, bool) else value
