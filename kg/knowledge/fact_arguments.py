"""Check and parse the arguments with which callers add and read facts."""

from __future__ import annotations

import datetime as dt

from kg import events as logs
from kg.errors import InvalidInput
from kg.knowledge.extracted_events import FactKey
from kg.knowledge.fact_state import SHARED
from kg.knowledge.predicate_spelling import choose_predicate, spell_predicate
from kg.knowledge.predicates import FACT_KINDS, PREDICATES, fact_kind
from kg.language import clean_text
from kg.types import list_choices, match_choice, parse_identity, validate_name

_MAX_VALUE_CHARS = 2_000
TimeLike = dt.datetime | str


def parse_predicate(name: object) -> str:
    """Return the predicate of a new fact: the closed one that a word means, else the word in snake_case."""
    return choose_predicate(name)


def parse_predicate_filter(name: object) -> str:
    """Return a predicate by which facts are selected, in snake_case; an open one may be a synonym of a closed one."""
    return spell_predicate(name)


def parse_object(value: object, field: str = "object") -> str:
    """Return an object, or another text of a fact, with normalised white space after checking it."""
    if not isinstance(value, str) or not clean_text(value).strip():
        raise InvalidInput(field, value, "must not be blank")
    text = " ".join(clean_text(value).split())
    if len(text) > _MAX_VALUE_CHARS:
        raise InvalidInput(field, value, f"at most {_MAX_VALUE_CHARS} characters")
    return text


def parse_audience(audience: object, speaker: str | None) -> str:
    """Return the audience token for `shared` or `person`."""
    if audience == SHARED:
        return SHARED
    if audience != "person" or speaker is None:
        raise InvalidInput("audience", audience, "'shared', or 'person' together with a speaker")
    return f"person:{parse_identity(speaker, 'system', 'speaker').person}"


def parse_probability(field: str, value: object) -> float:
    """Return a confidence or worth after checking it."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidInput(field, value, "a number from 0 to 1")
    return float(value)


def parse_kind(kind: object) -> dict[str, object]:
    """Return the parameters that select facts of a kind after checking it."""
    chosen = match_choice(kind, FACT_KINDS)
    if chosen is None:
        raise InvalidInput("kind", kind, list_choices(kind, FACT_KINDS))
    return {"kind": chosen, "predicates_of_kind": [name for name in PREDICATES if fact_kind(name) == chosen]}


def parse_partial_date(field: str, value: TimeLike | None) -> str | None:
    """Return a date as text, only as precise as given; "past" and None stay as they are."""
    if value is None or value == "past":
        return value  # type: ignore[return-value]
    if isinstance(value, str) and len(value) in {4, 7} and value.replace("-", "").isdigit():
        logs.parse_time(field, value + "-01" * (1 if len(value) == 7 else 0) + ("-01-01" if len(value) == 4 else ""))
        return value
    moment = logs.parse_time(field, value)
    is_date = isinstance(value, str) and len(value) == 10
    return moment.date().isoformat() if is_date else moment.isoformat()


def parse_fact_key(domain: str | None, category: str | None, key: str | None) -> FactKey | None:
    """Return the slot key for a domain, category and key; None where none is given."""
    if key is None and category is None and domain is None:
        return None
    if key is None or category is None:
        missing = "key" if key is None else "category"
        raise InvalidInput(
            missing, None, "given together with the rest of the slot key; pass both category and key, or neither"
        )
    has_no_domain = domain is None or not str(domain).strip()
    return FactKey(
        None if has_no_domain else validate_name("domain", domain),
        validate_name("category", category),
        validate_name("key", key),
    )
