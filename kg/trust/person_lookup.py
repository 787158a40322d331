"""Which person a caller means by an id, an account or a name, and how they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kg.errors import InvalidInput, NotFound
from kg.graph import Graph
from kg.language.name_keys import name_key
from kg.trust.person_record import person_record
from kg.trust.trust_state import Standing
from kg.types import Person, identifiers

_NAME = 2
_SHOWN = 10


@dataclass(frozen=True)
class Found:
    """A person that the graph has.

    Attributes:
        person: who they are.
        standing: how they stand, without the times at which they were there.
        edge: properties of the memory's trust edge to them, without its sittings; empty where there is none yet.
    """

    person: Person
    standing: Standing
    edge: Mapping[str, Any]


@dataclass(frozen=True)
class Wanted:
    """What a caller asks for, and how the statement `people/persons` is asked.

    Attributes:
        text: as it was given, without spaces at its ends.
        fragments: of the statement.
        params: of the statement.
    """

    text: str
    fragments: tuple[str, ...]
    params: Mapping[str, Any]


def wanted(who: object, field: str = "person") -> Wanted:
    """How to ask for somebody by id, account or name.

    `platform:id` is an account and nothing else: nobody is taken for another by what they call themselves. Anything else is an
    id or a name, and no account.

    Raises:
        InvalidInput: no text, blank, or too long.
    """
    text = identifiers.plain(field, who)
    platform, _, platform_id = text.partition(":")
    if platform and platform_id:
        return Wanted(text, ("account",), {"ids": [text], "platform": platform, "platform_id": platform_id})
    return Wanted(text, ("named",), {"ids": [text], "key": name_key(text)})


def find_person(graph: Graph, who: object, owners: frozenset[str], field: str = "person") -> Found:
    """The one person of that id, account (`platform:id`) or name, in one trip.

    Of several with one name, those who have accounts go before those who are only spoken of.

    Args:
        graph: where.
        who: id, account or name.
        owners: accounts of the owners.
        field: what to call it in an error.

    Raises:
        InvalidInput: the text is blank or too long, or several are called so.
        NotFound: there is nobody of that id, account or name.
    """
    ask = wanted(who, field)
    return found(chosen(graph, ask, graph.run("people/persons", ask.fragments, **ask.params), field), owners)


def chosen(graph: Graph, ask: Wanted, rows: Sequence[Mapping[str, Any]], field: str) -> Mapping[str, Any]:
    """Of the rows of `people/persons` the one that is meant.

    Raises:
        InvalidInput: several are called so; it names their accounts.
        NotFound: there are no rows.
    """
    if not rows:
        raise NotFound(f"person {ask.text!r} in scope {graph.scope!r}")
    first = min(row["step"] for row in rows)
    nearest = [row for row in rows if row["step"] == first]
    meant = [row for row in nearest if row["identities"]] or nearest
    if len(meant) > 1 and first == _NAME:
        told = sorted(", ".join(row["identities"]) or row["person"] for row in meant)
        rest = f" and {len(told) - _SHOWN} more" if len(told) > _SHOWN else ""
        raise InvalidInput(field, ask.text, f"several are called so: {'; '.join(told[:_SHOWN])}{rest}")
    return meant[0]


def found(row: Mapping[str, Any], owners: frozenset[str]) -> Found:
    """A person from a row of `people/persons`; who is an owner may be told later than who they are."""
    owner = row["owner"] or not owners.isdisjoint(row["identities"])
    return Found(
        person=replace(person_record(row["properties"], row["identities"]), owner=owner),
        standing=replace(Standing.read(row), owner=owner),
        edge={key: value for key, value in (row["edge"] or {}).items() if value is not None},
    )
