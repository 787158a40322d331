"""Who speaks, as the log writes them at first sight: an account, and what its person is called."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from kg.graph.full_text import memory_terms, term
from kg.language.name_keys import name_key, skeleton
from kg.types import identifiers


@dataclass(frozen=True)
class Speaking:
    """An account in a batch.

    Attributes:
        identity: which.
        name: what it is called.
        first: when it is first heard in the batch.
        last: when last.
    """

    identity: identifiers.Identity
    name: str
    first: dt.datetime
    last: dt.datetime


def rows(speaking: Sequence[Speaking], scope: str, owners: frozenset[str]) -> list[dict[str, Any]]:
    """What `events/append` takes of each; sorted, so that two writers take their locks in one order.

    An owner who has not spoken yet is known by the account alone, and one of the same batch may come behind who takes their
    name: both are looked at here, those that the graph knows there.
    """
    kept = owners_names(owners) | {skeleton(one.name) for one in speaking if str(one.identity) in owners}
    return [_row(one, scope, owners, kept) for one in sorted(speaking, key=lambda each: str(each.identity))]


def called(
    names_: Sequence[tuple[identifiers.Identity, str]], owners: frozenset[str], kept: Collection[str]
) -> list[dict[str, Any]]:
    """What `events/append` takes of each name that an account goes by: where it is an owner's, the account stands in its place.

    Args:
        names_: accounts that are no owner's, each with a name.
        owners: accounts of the owners.
        kept: what the names of owners look like, as far as they are known here.
    """
    found = []
    for number, (who, name) in enumerate(names_):
        looks = skeleton(name)
        found.append(
            {
                "number": number,
                "name": name,
                "skeleton": looks,
                "taken": looks in kept or looks in owners_names(owners),
                "token": term("speaker_name", name),
                "account": str(who),
                "account_token": term("speaker_name", str(who)),
            }
        )
    return found


def owners_names(owners: frozenset[str]) -> set[str]:
    """What the names look like that owners have by their accounts alone."""
    return {skeleton(one.partition(":")[2]) for one in owners}


def _row(one: Speaking, scope: str, owners: frozenset[str], kept: set[str]) -> dict[str, Any]:
    account = str(one.identity)
    return {
        "platform": one.identity.platform,
        "platform_id": one.identity.platform_id,
        "identity": account,
        "person": one.identity.person,
        "owner": account in owners,
        "first": one.first,
        "last": one.last,
        "terms": memory_terms(scope, "person", {"audience": "shared"}),
        "named": _called(one.name),
        "account": _called(account),
        "taken": account not in owners and skeleton(one.name) in kept,
    }


def _called(name: str) -> dict[str, str]:
    return {"name": name, "key": name_key(name), "skeleton": skeleton(name)}
