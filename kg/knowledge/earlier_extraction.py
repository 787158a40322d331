"""What an earlier extraction wrote from events that are digested again, and how that differs from the present one."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg.graph import GraphTransaction
from kg.knowledge.entity_cascade import EntityContribution
from kg.knowledge.extracted_events import ExtractedEvent
from kg.knowledge.fact_state import FactState
from kg.language import name_key

_MENTION_PROPERTIES = ("count", "spans", "forms", "types", "ends")
_EVIDENCE_PROPERTIES = ("order", "said_from", "said_to", "start", "end", "confidence", "rests_on")


class EarlierExtraction:
    """The facts, mentions and topics that are stored for some events, and their changes by a new extraction.

    Attributes:
        events: ids of the events.
    """

    def __init__(self, events: Collection[str], row: Mapping[str, Any]) -> None:
        """Read what is stored, as `knowledge/earlier_extraction` returns it."""
        self.events = frozenset(events)
        self._facts = {each["id"]: each for each in row["facts"]}
        self._evidence = {(each["event"], each["fact"]): each for each in row["evidence"] if not each["void"]}
        self._retracted = {(each["event"], each["fact"]) for each in row["evidence"] if each["void"]}
        self._mentions = {(each["event"], each["entity"]): each for each in row["mentions"]}
        self._topics = {(each["event"], each["topic"]): each["relevance"] for each in row["topics"]}
        self._evidence_now: dict[tuple[str, str], dict[str, Any]] = {}
        self._mentions_now: dict[tuple[str, str], Mapping[str, Any]] = {}
        self._topics_now: dict[tuple[str, str], float] = {}

    @classmethod
    def read(cls, turn: GraphTransaction, events: Collection[str], now: dt.datetime) -> EarlierExtraction:
        """Take the scope's write lock, and read what is stored for these events."""
        [row] = turn.run("knowledge/earlier_extraction", ids=sorted(events), now=now)
        return cls(events, row)

    def settle_names(self, event: ExtractedEvent) -> ExtractedEvent:
        """Return an event with the entities that its names meant before; a name that meant two entities is left open."""
        if event.event not in self.events:
            return event
        meanings: dict[str, set[str]] = {}
        for (event_id, entity), mention in self._mentions.items():
            if event_id == event.event:
                for form in mention["forms"] or ():
                    meanings.setdefault(name_key(form), set()).add(entity)
        return replace(event, settled_names={key: min(found) for key, found in meanings.items() if len(found) == 1})

    def remove_evidence(self, facts: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """Return stored facts without the evidence of these events."""
        remaining: list[Mapping[str, Any]] = []
        for fact in facts:
            evidence = [each for each in fact["evidence"] if each[0] not in self.events]
            # Nothing but these events determined how worth noting it is.
            worth = fact["worth"] if evidence else None
            remaining.append({**fact, "evidence": evidence, "worth": worth})
        return remaining

    def is_retracted(self, event: str, state: FactState | None) -> bool:
        """Whether a fact that an event states was retracted, so that reading the event again must not restore it."""
        if event not in self.events or state is None or state.is_new:
            return False
        is_supported = bool(state.evidence) or any(fact == state.id for _, fact in self._evidence)
        return (event, state.id) in self._retracted or not is_supported

    def keep_attribution(self, states: Collection[FactState]) -> None:
        """Give the evidence for facts that these events state as before the attribution that it had."""
        for state in states:
            for event in self.events & state.evidence.keys():
                evidence = state.evidence[event]
                statement = evidence.statement
                if (earlier := self._evidence.get((event, state.id))) is None or statement is None:
                    continue
                state.evidence[event] = replace(
                    evidence,
                    tier=earlier["tier"],
                    is_about_self=bool(earlier["own"]),
                    quarantine=earlier["quarantine"],
                    authority=earlier["authority"],
                )
                self._evidence_now[event, state.id] = {
                    "order": evidence.order,
                    "said_from": evidence.said_from,
                    "said_to": evidence.said_to,
                    "start": statement.start,
                    "end": statement.end,
                    "confidence": statement.confidence,
                    "rests_on": list(evidence.rests_on) or None,
                }

    def compare_mentions(self, rows: Mapping[str, Mapping[str, Any]]) -> set[tuple[str, str]]:
        """Record what the events name and are about now; return the (event, entity) pairs that are named differently.

        Args:
            rows: event id → its mentions and topics, as `build_mention_rows` returns them.
        """
        for event in self.events & rows.keys():
            for mention in rows[event]["mentions"]:
                self._mentions_now[event, mention["entity"]] = mention
            for topic in rows[event]["topics"]:
                self._topics_now[event, topic["id"]] = topic["relevance"]
        return self._changed_mentions()

    def _changed_mentions(self) -> set[tuple[str, str]]:
        return {
            pair
            for pair, earlier in self._mentions.items()
            if _select(earlier, _MENTION_PROPERTIES) != _select(self._mentions_now.get(pair), _MENTION_PROPERTIES)
        }

    def evidence_changes(self) -> list[dict[str, Any]]:
        """Return the rows of `knowledge/replace_extraction` for evidence."""
        return [
            {"event": event, "fact": fact, "properties": now}
            for (event, fact), earlier in sorted(self._evidence.items())
            for now in [self._evidence_now.get((event, fact))]
            if now != _select(earlier, _EVIDENCE_PROPERTIES)
        ]

    def mention_changes(self) -> list[dict[str, Any]]:
        """Return the rows of `knowledge/replace_extraction` for mentions."""
        return [
            {
                "event": event,
                "entity": entity,
                "properties": _select(self._mentions_now.get((event, entity)), _MENTION_PROPERTIES),
            }
            for event, entity in sorted(self._changed_mentions())
        ]

    def topic_changes(self) -> list[dict[str, Any]]:
        """Return the rows of `knowledge/replace_extraction` for topics."""
        return [
            {"event": event, "topic": topic, "relevance": self._topics_now.get((event, topic))}
            for (event, topic), relevance in sorted(self._topics.items())
            if self._topics_now.get((event, topic)) != relevance
        ]

    def changed_facts(self) -> list[Mapping[str, Any]]:
        """Return the facts, as `retract_evidence` takes them, that lost evidence or whose evidence changed."""
        return [self._facts[fact] for fact in sorted({row["fact"] for row in self.evidence_changes()})]

    def contributions(self) -> dict[str, EntityContribution]:
        """Return what the mentions that changed contributed to each entity before."""
        found: dict[str, EntityContribution] = {}
        for pair in sorted(self._changed_mentions()):
            earlier, before = self._mentions[pair], found.get(pair[1], EntityContribution())
            found[pair[1]] = EntityContribution(
                before.forms | frozenset(earlier["forms"] or ()),
                before.types + Counter(earlier["types"] or ()),
                before.has_certain_type or any(each.endswith("!") for each in earlier["ends"] or ()),
            )
        return found


def _select(row: Mapping[str, Any] | None, names: Sequence[str]) -> dict[str, Any] | None:
    return None if row is None else {name: row[name] for name in names}
