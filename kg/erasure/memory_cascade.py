"""Kept things some of whose grounds are gone: told anew from what is left where that needs no model, else they go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg import events as logs
from kg.erasure.copied_text import Words, naming
from kg.graph.scoped_graph import Turn
from kg.language.keywords import keywords
from kg.memories.diary import entry_told, episode_told
from kg.memories.diary_text import Told, tell
from kg.memories.memory_store import Shelf, Thing
from kg.summaries.extractive_text import VERSION
from kg.types import Event

_TOLD = frozenset({"diary", "episode"})
# What stays as it was when it is told anew.
# It is judged, and learnt from, anew.
_AS_BEFORE = ("tags", "access_count", "last_accessed", "archived_at", "archived_terms")


def reground(
    turn: Turn,
    shelf: Shelf,
    touched: Collection[str],
    words: Words,
    struck: Collection[str] = (),
    named: Collection[str] = (),
) -> tuple[Counter[str], dict[str, str]]:
    """Tell kept things anew that rested on what is gone; returns the kinds of those that went, and id → kind of those told anew.

    Args:
        turn: the transaction in which it was erased.
        shelf: where things are kept.
        touched: ids of what rested on it.
        words: of what is gone.
        struck: ids of kept things that go, whatever they rest on.
        named: names that nothing told of them may tell any more.
    """
    removed: Counter[str] = Counter()
    waiting, looked = set(touched) | set(struck), set[str]()
    summaries, again = set[str](), dict[str, str]()
    while waiting:
        looked |= waiting
        gone: list[str] = []
        for row in turn.run("erasure/remaining_sources", ids=sorted(waiting)):
            node = row["node"]
            if node["kind"] == "summary":
                summaries.add(node["id"])
            elif node["id"] in struck or not _stays(turn, shelf, node, row["sources"], words, named, looked, again):
                gone.append(node["id"])
        waiting = set()
        if gone:
            standing = _stand_again(turn, shelf, gone)
            [done] = turn.run("erasure/erase_nodes", ids=sorted(gone))
            removed.update(done["kinds"])
            # What rested on it in its turn.
            waiting = set(done["kept"]) - looked
            if standing:
                turn.run("erasure/update_nodes", rows=standing, now=shelf.clock.now())
    removed["summary"] += strike_summaries(turn, shelf, sorted(summaries))
    # What is told anew is another node, and the same entry.
    removed.subtract(again.values())
    return +removed, again


def strike_summaries(
    turn: Turn, shelf: Shelf, ids: Sequence[str], named: Sequence[str] = (), sessions: Sequence[str] = ()
) -> int:
    """Take summaries out of the tree, with the leaves of these entities, topics and sessions; returns how many said something."""
    [row] = turn.run(
        "erasure/erase_summaries", ids=list(ids), named=list(named), sessions=list(sessions), plain=VERSION,
        now=shelf.clock.now(),
    )  # fmt: skip
    return int(row["leaves"]) + int(row["branches"])


def _stays(
    turn: Turn,
    shelf: Shelf,
    node: Mapping[str, Any],
    sources: Sequence[Mapping[str, Any]],
    words: Words,
    named: Collection[str],
    doubtful: Collection[str],
    again: dict[str, str],
) -> bool:
    """Whether a kept thing stays as it is; what is told from events is told anew from those that are left.

    What rests on what is gone itself, and may go, bears out nothing.
    """
    if not sources:
        return False
    if node["kind"] in _TOLD:
        events = [each for each in sources if each["kind"] == "event"]
        told = _tell_again(turn, shelf, node, events)
        again |= dict.fromkeys(sorted(told - {node["id"]})[:1], node["kind"])
        return node["id"] in told
    if node["kind"] == "reflection" or naming(node["text"], named):
        return False
    firm = [each for each in sources if each["id"] not in doubtful]
    supported = {word for each in firm for word in keywords(each["text"] or "")}
    return not (set(keywords(node["text"])) & words.all) - supported


def _tell_again(turn: Turn, shelf: Shelf, node: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> set[str]:
    events = [_event(row) for row in rows]
    found = set()
    for told in tell(sorted(events, key=lambda event: (str(event.at), event.seq or 0))):
        thing = _thing(node, told)
        before = {key: node[key] for key in _AS_BEFORE if node.get(key) is not None}
        made = shelf.embedded(thing.text)
        shelf.put(thing, turn=turn, made=made)
        rows_ = [{"id": thing.id, "properties": {"at": node["at"], **before}, "vector": None}]
        turn.run("erasure/update_nodes", rows=rows_, now=shelf.clock.now())
        found.add(thing.id)
    return found


def _thing(node: Mapping[str, Any], told: Told) -> Thing:
    at = node["at"].to_native()
    if node["kind"] == "diary":
        thing = entry_told(told, at)
    else:
        ends = {"seq_from": node.get("seq_from") or 0, "seq_to": node.get("seq_to") or 0}
        thing = episode_told(told, at, node.get("session") or "", **ends)
        if node.get("session") is None:
            thing = replace(thing, properties={**thing.properties, "session": None})
    return replace(thing, current=bool(node["current"]))


def _event(row: Mapping[str, Any]) -> Event:
    return replace(logs.as_event(row), audience=row["audience"])


def _stand_again(turn: Turn, shelf: Shelf, gone: Sequence[str]) -> list[dict[str, Any]]:
    """What only these had taken the place of holds again."""
    rows = []
    for row in turn.run("erasure/superseded_memories", ids=sorted(gone)):
        node = row["node"]
        thing = Thing(node["id"], node["kind"], node["text"], node["at"].to_native(), node, audience=node["audience"])
        known = {"current": True, "terms": shelf.terms(thing), "superseded_by": None}
        rows.append({"id": node["id"], "properties": known, "vector": None})
    return rows
