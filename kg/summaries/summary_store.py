"""The summary tree: what was said, summed up by chat, by whom and what it is about, by topic, and as a whole.

Nobody counts news as they come. Each leaf keeps how many events it has covered; what there is beyond is how stale it is. So
an event counts once, whoever digests it and however often, and writers wait for no counter.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Sequence

from kg import events as logs
from kg.errors import InvalidInput, NotFound
from kg.graph import Graph
from kg.graph.scoped_graph import Turn
from kg.knowledge.entity_lookup import at_most, find
from kg.knowledge.predicates import PREDICATES
from kg.language.name_keys import fold, topic_id
from kg.memories.memory_store import Shelf, Thing
from kg.protocols import Clock, Embedder, LanguageModel
from kg.summaries.extractive_text import confidence
from kg.summaries.source_material import Material, of_branch, of_leaf, of_preferences
from kg.summaries.summary_tree import (
    BRANCHES,
    LEAVES,
    PREFERENCES,
    PREFERRED,
    ROOT,
    branch,
    leaf,
    sources_of,
    summary_id,
)
from kg.summaries.summary_tree import summary_record as _record
from kg.summaries.summary_writer import Writer, Written
from kg.types import Refreshed, Summary, identifiers

STALE = 10
"""New events that make a leaf stale. A branch is, as soon as one of its children was written anew."""
WINDOW = 200
"""Newest events of a session of which it is looked at whether they still wait to be digested."""
READ = 100
"""Events that a leaf is written from at most, beside those that it cited before; and as many facts of an entity."""
REACH = 400
"""Among how many of the last written of an entity or topic its newest are looked for: twice what is digested at once."""
CHILDREN = 30
"""Children that a branch is written from at most."""
UNSURE, OLD, FORGOTTEN = 0.3, dt.timedelta(days=90), 200
"""Childless nodes below this confidence go, when they are so old, or when so many events came since."""
_PREFERENCES = tuple(name for name, one in PREDICATES.items() if one.fact == "preference")
_PREFERRED = 40
Timeish = dt.datetime | str


class Summaries:
    """The summary tree of a scope."""

    def __init__(
        self,
        graph: Graph,
        embedder: Embedder,
        clock: Clock,
        owners: frozenset[str],
        llm: LanguageModel | None = None,
    ) -> None:
        """Keep what is needed; without a language model, summaries are drawn from what is there."""
        self._graph = graph
        self._embedder = embedder
        self._clock = clock
        self._owners = owners
        self._llm = llm

    def get(self, key: str, *, asker: str | None = None, session: str | None = None) -> Summary:
        """The summary at a place of the tree.

        Args:
            key: root, channel:X, entity_type:X, entity:ID or NAME, topic:ID or LABEL, session:ID, or user_preferences.
            asker: on whose behalf (`platform:id`); None: the caller's own code, which sees all audiences.
            session: where they ask.

        Raises:
            InvalidInput: no such kind of key.
            NotFound: nothing was summed up there yet, or nothing that they may see.
        """
        fragments, params = self._seen(asker, session)
        for each in self._spellings(identifiers.plain("key", key)):
            rows = self._graph.run("summaries/tree", ["one", *fragments], id=summary_id(each), limit=1, **params)
            if rows:
                return _record(rows[0])
        raise NotFound(f"summary {key!r} in scope {self._graph.scope!r}")

    def tree(self, *, limit: int = 1_000, asker: str | None = None, session: str | None = None) -> list[Summary]:
        """The nodes, each after its parent: the root first, and below each the weightiest first.

        Args:
            limit: 1 to 10,000.
            asker: on whose behalf (`platform:id`); None: the caller's own code, which sees all audiences.
            session: where they ask.

        Raises:
            InvalidInput: names the field.
        """
        fragments, params = self._seen(asker, session)
        rows = self._graph.run("summaries/tree", ["all", *fragments], limit=at_most(limit), **params)
        below: dict[str | None, list[Summary]] = {}
        for row in rows:
            one = _record(row)
            below.setdefault(one.parent, []).append(one)
        return _down(None, below)

    def refresh(self, limit: int = 20) -> int:
        """Write stale nodes anew, leaves first, then the branches and the root above them; returns how many. 0: all is told.

        Args:
            limit: how many nodes at most in this cycle, 1 to 1,000.

        Raises:
            InvalidInput: the limit.
            ModelUnavailable: the embedder has no weights; nothing of that step was written.
        """
        return self.cycle(limit).nodes

    def cycle(self, limit: int = 20) -> Refreshed:
        """As `refresh`, and tells what was written, in how many trips, and what was done without.

        Raises:
            InvalidInput: the limit.
            ModelUnavailable: the embedder has no weights; nothing of that step was written.
        """
        if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= 1_000:
            raise InvalidInput("limit", limit, "1 to 1,000")
        graph, writer = self._graph.counting(), Writer(self._llm)
        done = self._write(graph, writer, self._leaves(graph, limit))
        for level in (1, 2):
            if len(done) < limit:
                done += self._write(graph, writer, self._branches(graph, level, limit - len(done)))
        self._graph.trips += graph.trips
        return Refreshed(len(done), tuple(done), graph.trips, tuple(writer.degraded))

    def prune(self, now: Timeish | None = None) -> list[str]:
        """Let go of leaves that nobody can say anything with, and of those whose subject is no more; returns their keys.

        The root and the preferences stay. What is spoken of again comes back.

        Args:
            now: the present; by default the clock's.

        Raises:
            InvalidInput: the time.
        """
        moment = self._clock.now() if now is None else logs.moment("now", now)
        [row] = self._graph.run("summaries/prune", unsure=UNSURE, before=moment - OLD, most=FORGOTTEN)
        return sorted(row["keys"])

    def stale_sessions(self, most: int) -> int:
        """How many sessions have news that no summary tells, `most` of them at most."""
        rows = self._graph.run("summaries/stale_leaves", enough=STALE, window=WINDOW, limit=most)
        return sum(row["kind"] == "session" for row in rows)

    def _leaves(self, graph: Graph, limit: int) -> list[Material]:
        now = self._clock.now()
        rows = graph.run("summaries/stale_leaves", enough=STALE, window=WINDOW, limit=limit)
        stale = sorted(rows, key=lambda row: (row["covered"] - row["count"], row["kind"], row["id"]))[:limit]
        preferred = self._preferences(graph, now)
        stale = stale[: limit - len(preferred)]
        if not stale:
            return preferred
        places = {}
        for row in stale:
            place = leaf(row["kind"], row["name"], row["id"], row["group"])
            places[place.id] = (place, row)
        wanted = [
            {"summary": name, "kind": row["kind"], "id": row["id"], "until": row["count"]}
            for name, (_, row) in places.items()
        ]
        read = graph.run("summaries/leaf_material", leaves=wanted, last=READ, reach=REACH, told=READ, now=now)
        found = {row["summary"]: row for row in read}
        return [*(of_leaf(place, row, found[name], now) for name, (place, row) in places.items()), *preferred]

    def _preferences(self, graph: Graph, now: dt.datetime) -> list[Material]:
        """The preferences, where they are not what was told before: they are few, and looked at each time."""
        rows = graph.run(
            "summaries/preferences",
            summary=summary_id(PREFERENCES), predicates=list(_PREFERENCES), limit=_PREFERRED, now=now,
        )  # fmt: skip
        material = of_preferences(PREFERRED, rows[0], now)
        return [material] if Writer(None).write(material).said != material.before else []

    def _branches(self, graph: Graph, level: int, limit: int) -> list[Material]:
        rows = graph.run("summaries/branches", root=summary_id(ROOT), level=level, limit=limit, most=CHILDREN)
        now = self._clock.now()
        return [of_branch(branch(row["key"]), row, now) for row in rows]

    def _write(self, graph: Graph, writer: Writer, materials: Sequence[Material]) -> list[str]:
        """Write nodes in one transaction; what somebody else has written meanwhile is left to them."""
        if not materials:
            return []
        written = sorted(map(writer.write, materials), key=lambda each: each.material.place.id)
        now = self._clock.now()

        def work(turn: Turn) -> list[str]:
            [row] = turn.run("summaries/claim", rows=[_row(each) for each in written], now=now)
            taken = [each for each in written if each.material.place.id in set(row["taken"])]
            Shelf(turn, self._embedder, self._clock).put(*map(_thing, taken))
            return [each.material.place.key for each in taken]

        return graph.transact(work)

    def _seen(self, asker: str | None, session: str | None) -> tuple[list[str], dict[str, list[str]]]:
        visible = None if asker is None else identifiers.audiences(asker, session, self._owners)
        return ([], {}) if visible is None else (["audience"], {"audiences": list(visible)})

    def _spellings(self, key: str) -> list[str]:
        """The keys that are meant: a name for an id, a label for a topic, another spelling of a session."""
        kind, colon, name = key.partition(":")
        if key in (ROOT, PREFERENCES):
            return [key]
        if not colon or not name or kind not in (*LEAVES, *BRANCHES):
            allowed = ", ".join([ROOT, PREFERENCES, *(f"{one}:…" for one in (*BRANCHES, *LEAVES))])
            raise InvalidInput("key", key, f"one of {allowed}")
        if kind == "session":
            return [f"session:{identifiers.session_name(name)}"]
        if kind == "topic":
            return [key, f"topic:{topic_id(fold(name))}"]
        if kind == "entity":
            return [key, *(f"entity:{one.id}" for one in find(self._graph, name))]
        return [key]


def _down(parent: str | None, below: dict[str | None, list[Summary]]) -> list[Summary]:
    return [one for child in below.get(parent, ()) for one in (child, *_down(child.key, below))]


def _row(written: Written) -> dict[str, object]:
    material = written.material
    place = material.place
    return place.row() | {
        "revision": material.revision,
        "seen": material.seen,
        "covered": material.count,
        # Nothing above changes where there was nothing to say, and still is not.
        "told": bool(place.parents) and bool(written.said or material.text),
        "of_kind": place.of_kind,
        "parents": [each.row() for each in place.parents],
    }


def _thing(written: Written) -> Thing:
    material = written.material
    place = material.place
    sources = sources_of(written.said)
    sure = material.confidence
    if sure is None:
        sure = confidence(material.count if written.said else 0, len(material.facts))
    properties: dict[str, object] = {
        "key": place.key,
        "name": place.name,
        "confidence": sure,
        "weight": material.weight,
        "sentences": [one.text for one in written.said],
        "cited": [json.dumps(one.sources) for one in written.said],
        "written_by": written.by,
    }
    if place.of_kind == "session":
        properties["session"] = place.of
    return Thing(
        id=place.id,
        kind="summary",
        text=written.text,
        at=material.at,
        properties=properties,
        sources=sources,
        about=[place.of] if place.of is not None and place.key.startswith("entity:") else [],
        audience=material.audience,
        current=bool(written.said),
    )
