"""Person lookup: find the one person that an id, an account or a name denotes, with their trust state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kg.errors import InvalidInput, NotFound
from kg.graph import Graph
from kg.language import mask_account, name_key
from kg.trust.person_records import person_record
from kg.trust.trust_state import TrustState
from kg.types import Person, validate_account, validate_name

_NAME_STEP = 2
_MAX_SHOWN = 10


@dataclass(frozen=True)
class PersonMatch:
    """A person found in the graph.

    Attributes:
        person: their record.
        state: their trust state, without activity sessions.
        edge: properties of the memory's trust edge to them, without activity sessions; empty if there is none yet.
    """

    person: Person
    state: TrustState
    edge: Mapping[str, Any]


@dataclass(frozen=True)
class PersonQuery:
    """A person that a caller asks for, as the statement `people/persons` takes it.

    Attributes:
        text: the caller's text, stripped.
        fragments: fragments of the statement.
        params: parameters of the statement.
    """

    text: str
    fragments: tuple[str, ...]
    params: Mapping[str, Any]


def person_query(who: object, field: str = "person") -> PersonQuery:
    """Return the query for a person by id, account or name.

    `platform:id` denotes an account and nothing else, so that a display name cannot impersonate an account. Any other text is
    an id or a name, never an account.

    Raises:
        InvalidInput: not text, blank, too long, or an account with white space at an end.
    """
    text = validate_name(field, who)
    platform, _, platform_id = text.partition(":")
    if platform and platform_id:
        validate_account(field, who)
        return PersonQuery(text, ("account",), {"ids": [text], "platform": platform, "platform_id": platform_id})
    return PersonQuery(text, ("named",), {"ids": [text], "key": name_key(text)})


def find_person(
    graph: Graph,
    who: object,
    owners: frozenset[str],
    field: str = "person",
    is_visible: Callable[[str], bool] | None = None,
) -> PersonMatch:
    """Return the person with that id, account (`platform:id`) or name, in one round trip.

    Among several persons with one name, those who have accounts take precedence over those who are only mentioned, except over
    one who was mentioned before any of the accounts wrote: the account of another may have taken the name.

    Args:
        graph: the scope.
        who: id, account or name.
        owners: accounts of the owners.
        field: name of the argument, for errors.
        is_visible: whether the asker may know of the person with an id, where several have the name; None: of all.

    Raises:
        InvalidInput: the text is blank or too long, or the name is ambiguous.
        NotFound: no person has that id, account or name.
    """
    query = person_query(who, field)
    rows = graph.run("people/persons", query.fragments, **query.params)
    return person_match(choose_person_row(graph, query, rows, field, is_visible), owners)


def choose_person_row(
    graph: Graph,
    query: PersonQuery,
    rows: Sequence[Mapping[str, Any]],
    field: str,
    is_visible: Callable[[str], bool] | None = None,
) -> Mapping[str, Any]:
    """Return the row of `people/persons` that the query denotes, see `find_person`.

    Raises:
        InvalidInput: the name is ambiguous; the message lists the accounts.
        NotFound: there are no rows.
    """
    if not rows:
        raise NotFound(f"person {query.text!r} in scope {graph.scope!r}")
    first = min(row["step"] for row in rows)
    nearest = [row for row in rows if row["step"] == first]
    candidates = _narrow_by_accounts(nearest)
    if is_visible is not None and len(candidates) > 1:
        candidates = [row for row in candidates if row["identities"] or is_visible(row["person"])] or candidates[:1]
    if len(candidates) > 1 and first == _NAME_STEP:
        accounts = sorted(_describe_row(row) for row in candidates)
        rest = f" and {len(accounts) - _MAX_SHOWN} more" if len(accounts) > _MAX_SHOWN else ""
        raise InvalidInput(
            field,
            query.text,
            f"an account or id, since several persons have this name; use one of {'; '.join(accounts[:_MAX_SHOWN])}{rest}",
        )
    return candidates[0]


def _narrow_by_accounts(rows: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """Return the rows of persons with accounts, and of those who were mentioned before; all rows if none has an account."""
    with_accounts = [row for row in rows if row["identities"]]
    first = min((row["first_seen"] for row in with_accounts if row["first_seen"] is not None), default=None)
    is_owner_there = any(row["owner"] for row in with_accounts)
    if first is None or is_owner_there:
        return with_accounts or rows
    earlier = [
        row for row in rows if not row["identities"] and row["first_seen"] is not None and row["first_seen"] < first
    ]
    return [*with_accounts, *earlier]


def _describe_row(row: Mapping[str, Any]) -> str:
    """Return the accounts of a person, with the id where they are private; the id without any."""
    accounts = [mask_account(account) for account in row["identities"]]
    is_private = accounts != list(row["identities"])
    return ", ".join([*accounts, *([row["person"]] if is_private or not accounts else [])])


def person_match(row: Mapping[str, Any], owners: frozenset[str]) -> PersonMatch:
    """Return the person of a row of `people/persons`. Owners may be configured after their person was stored."""
    owner = row["owner"] or not owners.isdisjoint(row["identities"])
    return PersonMatch(
        person=replace(person_record(row["properties"], row["identities"]), owner=owner),
        state=replace(TrustState.from_row(row), owner=owner),
        edge={key: value for key, value in (row["edge"] or {}).items() if value is not None},
    )
