"""The summary tree: summaries by session, entity, topic and channel, and of the whole scope.

There is no counter of new events. Each leaf stores how many events it covers; its staleness is the difference to the current
number. So an event counts once, even if it is digested twice, and writers do not wait for a counter.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kg import events as logs
from kg.errors import InvalidInput, NotFound
from kg.graph import Graph, GraphTransaction
from kg.knowledge import PREFERENCE_PREDICATES, check_limit, find_entities, load_lasting_model
from kg.language import MINILM_NAME, fold_text, topic_id
from kg.memories import MemoryRecord, MemoryStore
from kg.people import SpeakerName, name_people
from kg.runtime import Runtime
from kg.summaries.extractive_text import summary_confidence
from kg.summaries.source_material import (
    SummaryMaterial,
    build_branch_material,
    build_leaf_material,
    build_preferences_material,
    list_fact_speakers,
)
from kg.summaries.summary_tree import (
    BRANCH_KINDS,
    LEAF_KINDS,
    PREFERENCES_KEY,
    PREFERENCES_NODE,
    ROOT_KEY,
    branch_node,
    collect_sources,
    leaf_node,
    summary_id,
)
from kg.summaries.summary_tree import to_summary as _record
from kg.summaries.summary_writer import SummaryDraft, SummaryWriter
from kg.trust import CREDIBLE_TIERS
from kg.types import Summary, SummaryRefreshResult, canonical_session, validate_name, visible_audiences

STALE_EVENTS = 10
"""Number of new events that make a leaf stale. A branch is stale as soon as one of its children was rewritten."""
PENDING_WINDOW = 200
"""Number of a session's newest events that are checked for pending ones."""
LEAF_EVENTS = 100
"""Maximum number of new events, and of facts of an entity, that a leaf is written from, plus those it cited before."""
NEWEST_WRITTEN = 400
"""Number of an entity's or topic's last written events among which the newest are selected: twice the batch of a digest."""
MAX_CHILDREN = 30
"""Maximum number of children that a branch is written from."""
LOW_CONFIDENCE, OLD_AGE, OUTDATED_EVENTS = 0.3, dt.timedelta(days=90), 200
"""Leaves below this confidence are pruned when they are this old, or when this many events are new."""
_MAX_PREFERENCES = 40
SummaryTime = dt.datetime | str


class Summaries:
    """The summary tree of a scope."""

    def __init__(self, runtime: Runtime) -> None:
        """Build the store. Without a language model, summaries are extractive."""
        self._graph = runtime.graph
        self._runtime = runtime
        self._clock = runtime.clock
        self._owners = runtime.owners
        self._llm = runtime.llm

    def get(self, key: str, *, asker: str | None = None, session: str | None = None) -> Summary:
        """Return the summary of a node.

        Args:
            key: root, channel:X, entity_type:X, entity:ID or NAME, topic:ID or LABEL, session:ID, or user_preferences.
            asker: identity of the reader (`platform:id`); None: the caller's own code, which sees all audiences.
            session: the session of the reader.

        Raises:
            InvalidInput: the key is of an unknown kind.
            NotFound: there is no summary, or none that the reader may see.
        """
        fragments, params = self._audience_filter(asker, session)
        for each in self._resolve_keys(validate_name("key", key)):
            rows = self._graph.run("summaries/tree", ["one", *fragments], id=summary_id(each), limit=1, **params)
            if rows:
                return _record(rows[0])
        raise NotFound(f"summary {key!r} in scope {self._graph.scope!r}")

    def tree(self, *, limit: int = 1_000, asker: str | None = None, session: str | None = None) -> list[Summary]:
        """Return the nodes in pre-order: the root first, and below each node the most important child first.

        Args:
            limit: maximum number of nodes, 1 to 10,000.
            asker: identity of the reader (`platform:id`); None: the caller's own code, which sees all audiences.
            session: the session of the reader.

        Raises:
            InvalidInput: an argument is invalid.
        """
        fragments, params = self._audience_filter(asker, session)
        rows = self._graph.run("summaries/tree", ["all", *fragments], limit=check_limit(limit), **params)
        below: dict[str | None, list[Summary]] = {}
        for row in rows:
            one = _record(row)
            below.setdefault(one.parent, []).append(one)
        return _preorder(None, below)

    def refresh(self, limit: int = 20) -> int:
        """Rewrite stale nodes: leaves first, then branches and the root. Return the number of rewritten nodes.

        Args:
            limit: maximum number of nodes in this cycle, 1 to 1,000.

        Raises:
            InvalidInput: the limit is invalid.
            ModelUnavailable: the embedder has no weights; nothing of that step was written.
        """
        return self.cycle(limit).nodes

    def cycle(self, limit: int = 20) -> SummaryRefreshResult:
        """As `refresh`, but return the rewritten nodes, the number of round trips and unavailable components.

        Raises:
            InvalidInput: the limit is invalid.
            ModelUnavailable: the embedder has no weights; nothing of that step was written.
        """
        if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= 1_000:
            raise InvalidInput("limit", limit, "a whole number from 1 to 1,000")
        graph, writer = self._graph.with_own_count(), SummaryWriter(self._llm)
        done = self._write(graph, writer, self._stale_leaves(graph, limit))
        for level in (1, 2):
            if len(done) < limit:
                done += self._write(graph, writer, self._stale_branches(graph, level, limit - len(done)))
        self._graph.trips += graph.trips
        return SummaryRefreshResult(len(done), tuple(done), graph.trips, tuple(writer.degraded))

    def prune(self, now: SummaryTime | None = None) -> list[str]:
        """Delete leaves without useful content and leaves whose subject no longer exists; return their keys.

        The root and the preferences are never deleted. A subject with new events gets a summary again.

        Args:
            now: the current time; by default the clock's.

        Raises:
            InvalidInput: the time is invalid.
        """
        moment = self._clock.now() if now is None else logs.parse_time("now", now)
        [row] = self._graph.run("summaries/prune", unsure=LOW_CONFIDENCE, before=moment - OLD_AGE, most=OUTDATED_EVENTS)
        return sorted(row["keys"])

    def stale_sessions(self, most: int) -> int:
        """Return the number of sessions with a stale summary, at most `most`."""
        rows = self._graph.run("summaries/stale_leaves", enough=STALE_EVENTS, window=PENDING_WINDOW, limit=most)
        return sum(row["kind"] == "session" for row in rows)

    def _stale_leaves(self, graph: Graph, limit: int) -> list[SummaryMaterial]:
        now = self._clock.now()
        rows = graph.run("summaries/stale_leaves", enough=STALE_EVENTS, window=PENDING_WINDOW, limit=limit)
        stale = sorted(rows, key=lambda row: (row["covered"] - row["count"], row["kind"], row["id"]))[:limit]
        preferred = self._changed_preferences(graph, now)
        stale = stale[: limit - len(preferred)]
        if not stale:
            return preferred
        nodes = {}
        for row in stale:
            node = leaf_node(row["kind"], row["name"], row["id"], row["group"])
            nodes[node.id] = (node, row)
        wanted = [
            {"summary": name, "kind": row["kind"], "id": row["id"], "until": row["count"]}
            for name, (_, row) in nodes.items()
        ]
        read = graph.run(
            "summaries/leaf_material",
            leaves=wanted,
            last=LEAF_EVENTS,
            reach=NEWEST_WRITTEN,
            max_facts=LEAF_EVENTS,
            now=now,
            credible_tiers=list(CREDIBLE_TIERS),
            embedder=MINILM_NAME,
            direction=load_lasting_model().direction,
        )
        found = {row["summary"]: row for row in read}
        names = name_people(
            graph,
            self._owners,
            now,
            speakers=[
                *(_speaker(event) for row in read for event in row["events"]),
                *(one for row in read for one in list_fact_speakers(row["facts"])),
            ],
            subjects=_people(fact for row in read for fact in row["facts"]),
        )
        return [
            *(build_leaf_material(node, row, found[name], now, names) for name, (node, row) in nodes.items()),
            *preferred,
        ]

    def _changed_preferences(self, graph: Graph, now: dt.datetime) -> list[SummaryMaterial]:
        """Return the preferences if they changed. They are few, so they are compared each time."""
        rows = graph.run(
            "summaries/preferences",
            summary=summary_id(PREFERENCES_KEY), predicates=list(PREFERENCE_PREDICATES), limit=_MAX_PREFERENCES, now=now,
            credible_tiers=list(CREDIBLE_TIERS),
        )  # fmt: skip
        names = name_people(graph, self._owners, now, speakers=list_fact_speakers(rows[0]["facts"]))
        material = build_preferences_material(PREFERENCES_NODE, rows[0], now, names)
        return [material] if SummaryWriter(None).write(material).sentences != material.previous else []

    def _stale_branches(self, graph: Graph, level: int, limit: int) -> list[SummaryMaterial]:
        rows = graph.run("summaries/branches", root=summary_id(ROOT_KEY), level=level, limit=limit, most=MAX_CHILDREN)
        now = self._clock.now()
        return [build_branch_material(branch_node(row["key"]), row, now) for row in rows]

    def _write(self, graph: Graph, writer: SummaryWriter, materials: Sequence[SummaryMaterial]) -> list[str]:
        """Write nodes in one transaction. Nodes that another process has written meanwhile are skipped."""
        if not materials:
            return []
        written = sorted(map(writer.write, materials), key=lambda each: each.material.node.id)
        now = self._clock.now()

        def work(transaction: GraphTransaction) -> list[str]:
            [row] = transaction.run("summaries/claim", rows=[_claim_row(each) for each in written], now=now)
            claimed = [each for each in written if each.material.node.id in set(row["claimed"])]
            MemoryStore(self._runtime.with_graph(transaction)).put(*map(_to_record, claimed))
            return [each.material.node.key for each in claimed]

        return graph.transact(work)

    def _audience_filter(self, asker: str | None, session: str | None) -> tuple[list[str], dict[str, list[str]]]:
        visible = None if asker is None else visible_audiences(asker, session, self._owners)
        return ([], {}) if visible is None else (["audience"], {"audiences": list(visible)})

    def _resolve_keys(self, key: str) -> list[str]:
        """Return the keys that a key may mean: the id for a name, the id for a topic label, the canonical session id."""
        kind, colon, name = key.partition(":")
        if key in (ROOT_KEY, PREFERENCES_KEY):
            return [key]
        if not colon or not name or kind not in (*LEAF_KINDS, *BRANCH_KINDS):
            allowed = ", ".join([ROOT_KEY, PREFERENCES_KEY, *(f"{one}:…" for one in (*BRANCH_KINDS, *LEAF_KINDS))])
            raise InvalidInput("key", key, f"one of {allowed}")
        if kind == "session":
            return [f"session:{canonical_session(name)}"]
        if kind == "topic":
            return [key, f"topic:{topic_id(fold_text(name))}"]
        if kind == "entity":
            return [key, *(f"entity:{one.id}" for one in find_entities(self._graph, name))]
        return [key]


def _people(facts: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the ids of the entities of facts."""
    return [entity for fact in facts for entity in (fact["subject_id"], fact["object_id"]) if entity is not None]


def _speaker(event: Mapping[str, Any]) -> SpeakerName:
    return event["speaker"], event["speaker_name"], event["role"]


def _preorder(parent: str | None, below: dict[str | None, list[Summary]]) -> list[Summary]:
    return [one for child in below.get(parent, ()) for one in (child, *_preorder(child.key, below))]


def _claim_row(written: SummaryDraft) -> dict[str, object]:
    material = written.material
    node = material.node
    return node.row() | {
        "revision": material.revision,
        "staleness_read": material.staleness_read,
        "covered": material.count,
        # The parent does not become stale where the node had and still has nothing to say.
        "notifies_parent": bool(node.parents) and bool(written.sentences or material.text),
        "subject_kind": node.subject_kind,
        "parents": [each.row() for each in node.parents],
    }


def _to_record(written: SummaryDraft) -> MemoryRecord:
    material = written.material
    node = material.node
    sources = collect_sources(written.sentences)
    node_confidence = material.confidence
    if node_confidence is None:
        node_confidence = summary_confidence(material.count if written.sentences else 0, len(material.facts))
    properties: dict[str, object] = {
        "key": node.key,
        "name": node.name,
        "confidence": node_confidence,
        "weight": material.weight,
        "sentences": [one.text for one in written.sentences],
        "cited": [json.dumps(one.sources) for one in written.sentences],
        "importances": [round(one.importance, 3) for one in written.sentences],
        "written_by": written.written_by,
    }
    if node.subject_kind == "session":
        properties["session"] = node.subject_id
    return MemoryRecord(
        id=node.id,
        kind="summary",
        text=written.text,
        at=material.at,
        properties=properties,
        sources=sources,
        about=[node.subject_id] if node.subject_id is not None and node.key.startswith("entity:") else [],
        audience=material.audience,
        current=bool(written.sentences),
    )
