"""The people of a picture, and what connects them: stated and derived connections, ratings, and talk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.extraction import PETS
from kg.people import RELATIONSHIP_PREDICATES
from kg.trust import TrustState
from kg.types import Trust
from kg.visualize.talk_ties import MAX_MESSAGES, TalkTie, count_talk, select_strongest
from kg.visualize.viewer import Viewer

HIDDEN_CATEGORIES = ("mentioned", "pet", "tool")
"""The categories that pictures hide at first: people without accounts, and what agents call."""
# Speakers that are no people, by the only role of their messages.
_CATEGORY_OF_ROLE = {"assistant": "agent", "tool": "tool"}
_MAX_EDGES = 20_000
_MAX_PEOPLE = 10_000
_MANY_QUOTES_LIMIT = 400


@dataclass(frozen=True)
class PeopleNetwork:
    """The people of a picture and what connects them.

    Attributes:
        people: rows of `visualize/list_people`, owners first, then those with accounts, with `sees_activity`: whether the viewer
            may know how much they said and when, which includes messages that the viewer may not read.
        trust: the trust of each, by id.
        ties: rows of connections.
        ratings: rows of ratings.
        talk: ties that conversations show.
        is_truncated: whether there are more people.
        is_talk_truncated: whether there are more messages than those in which talk was counted.
        categories: the legend entry of each person, by id.
    """

    people: Sequence[Mapping[str, Any]]
    trust: Mapping[str, Trust]
    ties: Sequence[Mapping[str, Any]]
    ratings: Sequence[Mapping[str, Any]]
    talk: Sequence[TalkTie]
    is_truncated: bool
    is_talk_truncated: bool
    categories: Mapping[str, str]


def read_network(viewer: Viewer, *, min_strength: float, limit: int, has_talk: bool) -> PeopleNetwork:
    """Read the people of a picture and what connects them; restricted visibility takes one more round trip.

    Args:
        viewer: the viewer.
        min_strength: the minimum strength of a connection; above 1, only ratings are read.
        limit: the maximum number of people.
        has_talk: whether to read what conversations show.
    """
    graph = viewer.graph
    # People who are not visible must not count towards the limit.
    max_people = limit + 1 if viewer.audiences is None else _MAX_PEOPLE
    rows = graph.run(
        "visualize/list_people", viewer.fragments(), limit=max_people, owners=sorted(viewer.owners),
        predicates=list(RELATIONSHIP_PREDICATES), pets=sorted(PETS), **viewer.params(),
    )  # fmt: skip
    names = viewer.visible_names({row["person"]: row["name"] for row in rows})
    shown = {"sees_activity": viewer.audiences is None}
    people = [dict(row) | shown | {"name": names[row["person"]]} for row in rows if row["person"] in names]
    is_truncated = len(people) > limit
    people = people[:limit]
    ids = sorted({one["person"] for one in people})
    edges = _read_edges(viewer, ids, min_strength, 2 if limit <= _MANY_QUOTES_LIMIT else 1)
    trust = {one["person"]: _trust_at(one, viewer) for one in people}
    categories = {one["person"]: _category(one, trust[one["person"]]) for one in people}
    messages = _read_talk(viewer, ids) if has_talk else []
    known = set(ids)
    talk = [tie for tie in count_talk(messages) if {tie.one, tie.other} <= known and tie.strength >= min_strength]
    present = {one for one, category in categories.items() if category not in HIDDEN_CATEGORIES}
    between = [tie for tie in talk if tie.one in present and tie.other in present]
    return PeopleNetwork(
        people,
        trust,
        _deduplicate([row for row in edges if row["rating"] is None]),
        [row for row in edges if row["rating"] is not None],
        select_strongest(between) + select_strongest([tie for tie in talk if not {tie.one, tie.other} <= present]),
        is_truncated,
        len(messages) >= MAX_MESSAGES,
        categories,
    )


def _read_edges(viewer: Viewer, ids: Sequence[str], min_strength: float, max_quotes: int) -> list[Mapping[str, Any]]:
    rater = {"by": [viewer.asker]} if viewer.audiences is not None else {}
    rows = viewer.graph.run(
        "visualize/list_connections",
        viewer.fragments(),
        ids=list(ids),
        predicates=list(RELATIONSHIP_PREDICATES),
        min_strength=min_strength,
        limit=_MAX_EDGES,
        max_quotes=max_quotes,
        **rater,
        **viewer.params(),
    )
    known = set(ids)
    return [row for row in rows if row["other"] in known]


def _read_talk(viewer: Viewer, ids: Sequence[str]) -> Sequence[Mapping[str, Any]]:
    return viewer.graph.run(
        "visualize/list_talk", viewer.fragments(), ids=list(ids), last=MAX_MESSAGES, **viewer.params()
    )


def _category(row: Mapping[str, Any], trust: Trust) -> str:
    if row["owner"]:
        return "owner"
    if row["accounts"]:
        role = row["roles"][0] if len(row["roles"]) == 1 else ""
        return _CATEGORY_OF_ROLE.get(role, trust.tier)
    if row["is_pet"]:
        return "pet"
    return "related" if row["is_related"] else "mentioned"


def _trust_at(row: Mapping[str, Any], viewer: Viewer) -> Trust:
    state = TrustState.from_row(row)
    return state.trust_before(viewer.at) if viewer.is_past else state.trust(viewer.at)


def _deduplicate(ties: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return each connection once, the strongest: one may exist for several audiences."""
    found: dict[tuple[str, str, str], Mapping[str, Any]] = {}
    for tie in ties:
        found.setdefault((tie["one"], tie["other"], tie["relationship"] or tie["predicate"]), tie)
    return list(found.values())
