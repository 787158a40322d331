"""Erasing events: what only they held up goes with them, and what others hold up is told as if they had never been said."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.erasure.copied_text import Words, echoes, take_back_asides
from kg.erasure.entity_cascade import Brought, retell
from kg.erasure.memory_cascade import reground, strike_summaries
from kg.erasure.trust_cascade import restand
from kg.graph.full_text import memory_terms
from kg.graph.scoped_graph import Turn
from kg.knowledge import Vectors
from kg.knowledge.evidence_retraction import unsay
from kg.knowledge.extracted_events import widest
from kg.memories.memory_store import Shelf
from kg.protocols import Clock, Embedder
from kg.settings import Settings


@dataclass
class Erased:
    """What went, and what others hold up.

    Attributes:
        removed: kind → count.
        left: id of what was touched and stays → its kind.
        gone: ids of what went, which may have stayed when others were erased before.
    """

    removed: Counter[str] = field(default_factory=Counter)
    left: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)

    @property
    def kept(self) -> Counter[str]:
        """How many of each kind were touched and stay."""
        return Counter(kind for name, kind in self.left.items() if name not in self.gone)

    def add(self, other: Erased) -> None:
        """Count what went besides."""
        self.removed.update(other.removed)
        self.left |= other.left
        self.gone |= other.gone


@dataclass(frozen=True)
class Manner:
    """How thoroughly.

    Attributes:
        echoes: also what repeats the words without resting on them.
        standings: also what persons came to be trusted for.
        aloud: also what the agent said again, in the sessions where it was said.
    """

    echoes: bool = True
    standings: bool = True
    aloud: bool = False


class Eraser:
    """Erases events of one scope, a batch in one transaction."""

    def __init__(self, embedder: Embedder, clock: Clock, settings: Settings) -> None:
        """Keep what is needed."""
        self._embedder = embedder
        self._clock = clock
        self._vectors = Vectors(embedder)
        self._half_life = settings.violation_half_life_days

    def shelf(self, turn: Turn) -> Shelf:
        """Where things are kept, within a transaction."""
        return Shelf(turn, self._embedder, self._clock)

    def erase(self, turn: Turn, ids: Sequence[str], manner: Manner, named: Collection[str] = ()) -> Erased:
        """Erase these events, and what repeats their words, within a transaction.

        Args:
            turn: the transaction; it takes the scope's turn first, so that nobody writes what is read here.
            ids: of events; those that are not there are left out.
            manner: how thoroughly.
            named: names that nothing kept may tell any more.
        """
        done = Erased()
        waiting: Sequence[str] = list(dict.fromkeys(ids))
        while waiting:
            waiting = self._erase(turn, waiting, manner, named, done)
        return done

    def _erase(
        self, turn: Turn, ids: Sequence[str], manner: Manner, named: Collection[str], done: Erased
    ) -> Sequence[str]:
        now = self._clock.now()
        turn.run("knowledge/lock_writers", now=now)
        rows = turn.run("erasure/derived_records", ids=list(ids), now=now)
        if not rows or not rows[0]["events"]:
            return ()
        [reach] = rows
        events = reach["events"]
        words = Words.of(event["text"] for event in events)
        [struck] = turn.run("erasure/erase_events", ids=[event["id"] for event in events])
        done.removed.update({"event": struck["events"], "passage": struck["passages"], "mark": struck["marks"]})
        unsaid = unsay(turn, reach["facts"], vectors=self._vectors, now=now)
        done.removed["fact"] += len(unsaid.lost)
        done.left |= dict.fromkeys(unsaid.left, "fact")
        topics, about = self._topics(turn, reach["topics"], done, now)
        entities = _brought(reach, unsaid.ends)
        # Who has an account is known by more than what they said, where that only grew old.
        born = {event["created_at"] for event in events} if manner.standings else None
        left = retell(turn, entities, born, vectors=self._vectors, now=now)
        done.removed.update(left.removed)
        done.left |= left.left
        sessions, summaries = self._sessions(turn, reach, sorted(entities), done)
        if manner.standings:
            persons = {event["person"] for event in events if event["person"]} | set(struck["persons"])
            restand(turn, persons, now, self._half_life)
        shelf = self.shelf(turn)
        told = strike_summaries(turn, shelf, summaries, [*sorted(entities), *topics], sessions)
        done.removed["summary"] += told
        more: Sequence[str] = ()
        repeating: Mapping[str, str] = {}
        if manner.echoes:
            found = echoes(turn, words, sessions=sessions if manner.aloud else (), named=named)
            more, repeating = found.events, {name: kind for name, kind in found.kept.items() if kind != "note"}
            notes = sorted(name for name, kind in found.kept.items() if kind == "note")
            if notes:
                turn.run("erasure/erase_nodes", ids=notes)
                done.removed["note"] += len(notes)
            take_back_asides(turn, words, named)
        touched = {*reach["kept"], *unsaid.kept, *left.kept, *about}
        gone, again = reground(turn, shelf, touched, words, set(repeating), named)
        done.removed.update(gone)
        done.left |= again
        done.removed = +done.removed
        done.gone |= {*unsaid.lost, *left.gone}
        return more

    def _topics(self, turn: Turn, ids: Sequence[str], done: Erased, now: dt.datetime) -> tuple[list[str], list[str]]:
        """Tell topics anew; those of which nobody speaks any more go. Returns ids: of the others, and of what rested on these."""
        rows = list(turn.run("erasure/remaining_topics", ids=list(ids)))
        gone = sorted(row["id"] for row in rows if not row["count"])
        kept: list[str] = []
        if gone:
            [struck] = turn.run("erasure/erase_nodes", ids=gone)
            done.removed.update(struck["kinds"])
            kept = struck["kept"]
        left = sorted((row for row in rows if row["count"]), key=lambda row: row["id"])
        changed = [{"id": row["id"], "properties": _topic(turn.scope, row), "vector": None} for row in left]
        if changed:
            turn.run("erasure/update_nodes", rows=changed, now=now)
        done.gone |= set(gone)
        done.left |= {row["id"]: "topic" for row in left}
        return [row["id"] for row in left], kept

    def _sessions(
        self, turn: Turn, reach: Mapping[str, Any], named: Sequence[str], done: Erased
    ) -> tuple[list[str], list[str]]:
        """Tell sessions anew; those in which nothing was said any more go. Returns all of them, and summaries of what went."""
        by_session: dict[str, list[Mapping[str, Any]]] = {}
        for event in reach["events"]:
            by_session.setdefault(event["session"], []).append(event)
        rows = [
            {
                "id": name,
                "ids": [event["id"] for event in events],
                "speakers": sorted({event["speaker"] for event in events if event["speaker"]}),
                "replies": sum(event["role"] == "assistant" and event["event_kind"] == "message" for event in events),
                "first": min(event["at"] for event in events),
                "last": max(event["at"] for event in events),
            }
            for name, events in sorted(by_session.items())
        ]
        ids = [event["id"] for event in reach["events"]]
        [row] = turn.run("erasure/update_sessions", sessions=rows, ids=ids, named=list(named))
        done.removed.update({"session": row["sessions"], "channel": row["channels"]})
        return list(by_session), [*row["leaves"], *row["branches"]]


def _topic(scope: str, row: Mapping[str, Any]) -> dict[str, Any]:
    held = set(row["audiences"])
    audience = row["audience"] if row["audience"] != "shared" and row["audience"] in held else widest(held)
    found: dict[str, Any] = {"event_count": row["count"]}
    if audience != row["audience"]:
        found |= {"audience": audience, "terms": memory_terms(scope, "topic", {"audience": audience})}
    return found


def _brought(reach: Mapping[str, Any], ends: Collection[str]) -> dict[str, Brought]:
    """What the events brought to each entity and person that they touch."""
    found = {name: Brought() for name in ends}
    for row in reach["named"]:
        found[row["id"]] = Brought(
            frozenset(form for forms in row["forms"] for form in forms),
            Counter(kind for types in row["types"] for kind in types),
            any(kind.endswith("!") for kinds in row["ends"] for kind in kinds),
        )
    for event in reach["events"]:
        if event["person"]:
            before = found.get(event["person"], Brought())
            forms = before.forms | {event["speaker_name"]} if event["speaker_name"] else before.forms
            found[event["person"]] = Brought(forms, before.types, before.sure)
    return found
