"""Speakers of a batch of events: the rows from which the log creates accounts and persons at first sight."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from kg.graph import filter_term, memory_terms
from kg.language import name_key, name_skeleton
from kg.types import Identity


@dataclass(frozen=True)
class BatchSpeaker:
    """A speaker of a batch.

    Attributes:
        identity: the account.
        name: its display name.
        first: time of its first event in the batch.
        last: time of its last event in the batch.
    """

    identity: Identity
    name: str
    first: dt.datetime
    last: dt.datetime


def build_speaker_rows(speakers: Sequence[BatchSpeaker], scope: str, owners: frozenset[str]) -> list[dict[str, Any]]:
    """Return the speaker rows of `events/append`, sorted, so that concurrent writers take their locks in the same order.

    The statement checks names against the owners in the graph. Owners who have not spoken yet, and owners of the same batch, are
    checked here.
    """
    protected = owner_name_skeletons(owners)
    protected |= {name_skeleton(speaker.name) for speaker in speakers if str(speaker.identity) in owners}
    ordered = sorted(speakers, key=lambda speaker: str(speaker.identity))
    return [_speaker_row(speaker, scope, owners, protected) for speaker in ordered]


def build_name_rows(
    display_names: Sequence[tuple[Identity, str]], owners: frozenset[str], protected: Collection[str]
) -> list[dict[str, Any]]:
    """Return the display name rows of `events/append`: an account that uses the name of an owner is shown by its account.

    Args:
        display_names: accounts that are not an owner's, each with a display name.
        owners: accounts of the owners.
        protected: skeletons of the names of owners, as far as they are known here.
    """
    rows = []
    for number, (identity, name) in enumerate(display_names):
        skeleton = name_skeleton(name)
        rows.append(
            {
                "number": number,
                "name": name,
                "skeleton": skeleton,
                "imitates_owner": skeleton in protected or skeleton in owner_name_skeletons(owners),
                "token": filter_term("speaker_name", name),
                "account": str(identity),
                "account_token": filter_term("speaker_name", str(identity)),
            }
        )
    return rows


def owner_name_skeletons(owners: frozenset[str]) -> set[str]:
    """Return the skeletons of the names that owners have by their accounts."""
    return {name_skeleton(owner.partition(":")[2]) for owner in owners}


def _speaker_row(speaker: BatchSpeaker, scope: str, owners: frozenset[str], protected: set[str]) -> dict[str, Any]:
    account = str(speaker.identity)
    return {
        "platform": speaker.identity.platform,
        "platform_id": speaker.identity.platform_id,
        "identity": account,
        "person": speaker.identity.person,
        "owner": account in owners,
        "first": speaker.first,
        "last": speaker.last,
        "terms": memory_terms(scope, "person", {"audience": "shared"}),
        "display_name": _name_row(speaker.name),
        "account_name": _name_row(account),
        "imitates_owner": account not in owners and name_skeleton(speaker.name) in protected,
    }


def _name_row(name: str) -> dict[str, str]:
    return {"name": name, "key": name_key(name), "skeleton": name_skeleton(name)}
