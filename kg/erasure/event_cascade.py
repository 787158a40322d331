"""Erasing events with the records that only they support; records with other sources are rebuilt without them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.erasure.copied_text import erase_copied_reasons, find_copies
from kg.erasure.derived_memories import erase_summaries, rebuild_memories
from kg.erasure.erased_words import ErasedWords
from kg.erasure.repeating_messages import erase_copied_metadata, find_messages_with_words
from kg.erasure.trust_cascade import rebuild_trust_states
from kg.graph import GraphTransaction
from kg.knowledge import EntityContribution, VectorCache, rebuild_entities, rebuild_topics, retract_evidence
from kg.memories import MemoryStore
from kg.runtime import Runtime


@dataclass
class ErasureCounts:
    """The records that an erasure removed and affected.

    Attributes:
        removed: kind → number of removed records.
        remaining: id of each affected record that remains → its kind.
        erased: ids of removed records, some of which may be in `remaining` from an earlier batch.
    """

    removed: Counter[str] = field(default_factory=Counter)
    remaining: dict[str, str] = field(default_factory=dict)
    erased: set[str] = field(default_factory=set)

    @property
    def kept(self) -> Counter[str]:
        """Kind → number of affected records that remain."""
        return Counter(kind for name, kind in self.remaining.items() if name not in self.erased)

    def add(self, other: ErasureCounts) -> None:
        """Add the counts of a further batch."""
        self.removed.update(other.removed)
        self.remaining |= other.remaining
        self.erased |= other.erased


@dataclass(frozen=True)
class ErasureOptions:
    """The extent of an erasure.

    Attributes:
        copies: also erase unlinked copies of the text, and messages of agents and tools that repeat it.
        trust: also rebuild the trust states of the speakers.
    """

    copies: bool = True
    trust: bool = True


class EventEraser:
    """Erases events of one scope, one batch per transaction."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._clock = runtime.clock
        self._vectors = VectorCache(runtime.embedder)
        self._half_life = runtime.settings.violation_half_life_days

    def memory_store(self, transaction: GraphTransaction) -> MemoryStore:
        """Return a memory store that works within a transaction."""
        return MemoryStore(self._runtime.with_graph(transaction))

    def erase(
        self,
        transaction: GraphTransaction,
        ids: Sequence[str],
        options: ErasureOptions,
        names: Collection[str] = (),
    ) -> ErasureCounts:
        """Erase these events and the copies of their text within a transaction.

        Args:
            transaction: the transaction; it locks out other writers of the scope first.
            ids: ids of events; unknown ones are skipped.
            options: the extent of the erasure.
            names: names that no remaining memory may contain.
        """
        counts = ErasureCounts()
        waiting: Sequence[str] = list(dict.fromkeys(ids))
        is_requested = True
        while waiting:
            # Messages that repeat a repeating message may share only its other words.
            waiting = self._erase(transaction, waiting, options, names, counts, repeated=is_requested)
            is_requested = False
        return counts

    def _erase(
        self,
        transaction: GraphTransaction,
        ids: Sequence[str],
        options: ErasureOptions,
        names: Collection[str],
        counts: ErasureCounts,
        *,
        repeated: bool,
    ) -> Sequence[str]:
        """Erase one batch; return the ids of events that copy its text and are to be erased next."""
        now = self._clock.now()
        transaction.run("knowledge/lock_writers", now=now)
        rows = transaction.run("erasure/derived_records", ids=list(ids), now=now)
        if not rows or not rows[0]["events"]:
            return ()
        [derived] = rows
        events = derived["events"]
        # The name of a speaker who remains is in use, and no copy.
        speakers = {event["speaker_name"] for event in events if event["role"] == "user" and event["speaker_name"]}
        words = ErasedWords.from_texts([event["text"] for event in events], speakers)
        [erased] = transaction.run("erasure/erase_events", ids=[event["id"] for event in events])
        counts.removed.update({"event": erased["events"], "passage": erased["passages"], "mark": erased["marks"]})
        retraction = retract_evidence(transaction, derived["facts"], vectors=self._vectors, now=now)
        counts.removed["fact"] += len(retraction.removed)
        counts.remaining |= dict.fromkeys(retraction.remaining, "fact")
        topics = rebuild_topics(transaction, derived["topics"], now)
        counts.removed.update(topics.removed)
        counts.remaining |= dict.fromkeys(topics.remaining, "topic")
        entities = _entity_contributions(derived, retraction.endpoint_ids)
        # Retention keeps persons with accounts as they are: the memory still knows them.
        written_at = {event["created_at"] for event in events} if options.trust else None
        rebuilt = rebuild_entities(transaction, entities, written_at, vectors=self._vectors, now=now)
        counts.removed.update(rebuilt.removed)
        counts.remaining |= rebuilt.remaining
        sessions, summaries = self._update_sessions(transaction, derived, sorted(entities), counts)
        if options.trust:
            persons = {event["person"] for event in events if event["person"]} | set(erased["persons"])
            rebuild_trust_states(transaction, persons, now, self._half_life)
        store = self.memory_store(transaction)
        counts.removed["summary"] += erase_summaries(
            transaction, store, summaries, [*sorted(entities), *topics.remaining], sessions
        )
        copying_events: Sequence[str] = ()
        copying_memories: Mapping[str, str] = {}
        if options.copies:
            messages = find_messages_with_words(transaction, words) if repeated else ()
            copies = find_copies(transaction, words, messages=messages, names=names)
            copying_events = copies.events
            copying_memories = {name: kind for name, kind in copies.memories.items() if kind != "note"}
            notes = sorted(name for name, kind in copies.memories.items() if kind == "note")
            if notes:
                transaction.run("erasure/erase_nodes", ids=notes)
                counts.removed["note"] += len(notes)
            erase_copied_reasons(transaction, words, names)
            erase_copied_metadata(transaction, words, (), now)
        affected = {*derived["dependents"], *retraction.dependents, *rebuilt.dependents, *topics.dependents}
        removed, rewritten = rebuild_memories(transaction, store, affected, words, set(copying_memories), names)
        counts.removed.update(removed)
        counts.remaining |= rewritten
        counts.removed = +counts.removed
        counts.erased |= {*retraction.removed, *rebuilt.erased, *topics.erased}
        return copying_events

    def _update_sessions(
        self,
        transaction: GraphTransaction,
        derived: Mapping[str, Any],
        entities: Sequence[str],
        counts: ErasureCounts,
    ) -> tuple[list[str], list[str]]:
        """Update sessions and erase empty ones; return the ids of all of them, and of the summaries of the erased."""
        by_session: dict[str, list[Mapping[str, Any]]] = {}
        for event in derived["events"]:
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
        ids = [event["id"] for event in derived["events"]]
        [row] = transaction.run("erasure/update_sessions", sessions=rows, ids=ids, entities=list(entities))
        counts.removed.update({"session": row["sessions"], "channel": row["channels"]})
        return list(by_session), [*row["leaves"], *row["branches"]]


def _entity_contributions(derived: Mapping[str, Any], endpoints: Collection[str]) -> dict[str, EntityContribution]:
    """Return what the events contributed to each entity and person that they affect."""
    found = {name: EntityContribution() for name in endpoints}
    for row in derived["mentions"]:
        found[row["id"]] = EntityContribution(
            frozenset(form for forms in row["forms"] for form in forms),
            Counter(kind for types in row["types"] for kind in types),
            any(kind.endswith("!") for kinds in row["ends"] for kind in kinds),
        )
    for event in derived["events"]:
        if event["person"]:
            before = found.get(event["person"], EntityContribution())
            forms = before.forms | {event["speaker_name"]} if event["speaker_name"] else before.forms
            found[event["person"]] = EntityContribution(forms, before.types, before.has_certain_type)
    return found
