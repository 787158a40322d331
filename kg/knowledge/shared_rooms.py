"""Who speaks in the same rooms: accounts that appear together do not confirm each other.

The sessions of a scope are many, and few batches ask, so they are read when the first one does.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from kg.graph import GraphTransaction
from kg.trust import ACQUAINTANCE

SharedRooms = Callable[[], Mapping[str, frozenset[str]]]
"""Returns person → the persons who speak in a room in which this one speaks too, with this one, if there is such a room."""


def no_shared_rooms() -> Mapping[str, frozenset[str]]:
    """Return that no rooms are known."""
    return {}


def shared_rooms_reader(
    turn: GraphTransaction, facts: Iterable[Mapping[str, Any]], speakers: Collection[str] = ()
) -> SharedRooms:
    """Return a function that reads at its first call who shares a room among those who may confirm each other.

    Args:
        turn: the transaction.
        facts: as `knowledge/resolution_candidates` returns them; the acquaintances behind their evidence may confirm.
        speakers: ids of the persons who speak in the batch.
    """
    persons = {
        person
        for fact in facts
        for _, _, _, _, _, person, tier, _, quarantine, *_ in fact["evidence"]
        if person is not None and tier == ACQUAINTANCE and quarantine is None
    }

    @functools.cache
    def read() -> Mapping[str, frozenset[str]]:
        [row] = turn.run("knowledge/shared_rooms", persons=sorted(persons.union(speakers)))
        return _collect_companions(row["rooms"])

    return read


def _collect_companions(rooms: Iterable[Sequence[str]]) -> dict[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for present in rooms:
        for person in present:
            found[person].update(present)
    return {person: frozenset(companions) for person, companions in found.items()}
