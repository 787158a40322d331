"""Forgetting: erase events, sessions, persons, entities or a whole scope, and issue a receipt with counts."""

from __future__ import annotations

import contextlib
import datetime as dt
import uuid
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kg.erasure.copied_text import COPYING_KINDS, erase_copied_reasons, find_copies
from kg.erasure.derived_memories import rebuild_memories
from kg.erasure.erased_words import ErasedWords, contains_name
from kg.erasure.event_cascade import ErasureCounts, ErasureOptions, EventEraser
from kg.erasure.repeating_messages import choose_unshared_names, erase_copied_metadata, find_messages_with_names
from kg.errors import InvalidInput, ModelUnavailable, NotFound
from kg.graph import Graph, GraphTransaction, build_lucene_query
from kg.knowledge import (
    EntityContribution,
    VectorCache,
    erase_entities,
    get_entity,
    rebuild_entities,
    retract_evidence,
)
from kg.language import escape_lucene
from kg.protocols import Clock
from kg.runtime import Runtime
from kg.summaries import Summaries
from kg.trust import find_person
from kg.types import Progress, Receipt, canonical_session, parse_identity, validate_name

_BATCH = 5_000
MAX_EVENTS = 1_000
"""Events that are erased in one transaction."""
_MAX_HITS = 10_000

EventSelector = Callable[[Graph], Sequence[str]]


class _DryRunRollback(Exception):
    """Rolls back the transaction of a dry run."""


@dataclass(frozen=True)
class ErasureRequest:
    """What is to be erased.

    Attributes:
        what: its kind.
        select: returns the ids of the next events to erase.
        options: the extent of the erasure.
        person: id of a person or entity to erase after its events.
        accounts: accounts of the person.
        names: names that no remaining memory may contain.
        unshared_names: those that no other person has; no message of the agent may contain them.
        tokens: audience tokens of the person or session alone.
        session: id of the session to erase.
    """

    what: str
    select: EventSelector
    options: ErasureOptions = field(default_factory=ErasureOptions)
    person: str | None = None
    accounts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    unshared_names: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    session: str | None = None


class Erasure:
    """Erasure within one scope.

    Attributes:
        max_events: events that are erased in one transaction.
    """

    def __init__(self, runtime: Runtime, *, max_events: int = MAX_EVENTS) -> None:
        self.max_events = max_events
        self._runtime = runtime
        self._graph = runtime.graph
        self._clock = runtime.clock
        self._owners = runtime.owners
        self._eraser = EventEraser(runtime)
        self._vectors = VectorCache(runtime.embedder)

    def forget(
        self,
        *,
        event: str | None = None,
        session: str | None = None,
        person: str | None = None,
        entity: str | None = None,
        dry_run: bool = False,
    ) -> Receipt:
        """Erase one of these, with everything that only it supports.

        Raises:
            InvalidInput: the id or name is blank, too long or ambiguous.
            NotFound: it does not exist.
        """
        if event is not None:
            request = self._event_request(event)
        elif session is not None:
            request = self._session_request(session)
        elif person is not None:
            request = self._person_request(person)
        else:
            request = self._entity_request(str(entity))
        receipt = self.execute(request, dry_run=dry_run)
        if not dry_run and "summary" in receipt.removed:
            self._refresh_summaries(receipt.removed["summary"])
        return receipt

    def _refresh_summaries(self, removed: int) -> None:
        """Rewrite the summaries of the erased nodes; without an embedder they wait for the next sleep."""
        # Extractive summaries: a language model would delay the erasure.
        with contextlib.suppress(ModelUnavailable):
            Summaries(replace(self._runtime, llm=None)).refresh(limit=min(2 * removed + 20, 1_000))

    def execute(self, request: ErasureRequest, *, dry_run: bool) -> Receipt:
        """Erase what is requested in batches; an interrupted erasure is completed by the next call."""
        receipt = f"receipt-{uuid.uuid4().hex[:12]}"
        if dry_run:
            return self._dry_run(request, receipt)
        counts, has_more = ErasureCounts(), True
        while has_more:
            part, has_more = self._graph.transact(
                lambda transaction: self._erase_batch(transaction, request, counts, receipt)
            )
            counts.add(part)
        return self._build_receipt(receipt, request, counts)

    def _dry_run(self, request: ErasureRequest, receipt: str) -> Receipt:
        """Erase in a transaction that is rolled back, and return the counts."""
        counts = ErasureCounts()

        def work(transaction: GraphTransaction) -> None:
            counts.removed.clear()
            counts.remaining.clear()
            counts.erased.clear()
            has_more = True
            while has_more:
                part, has_more = self._erase_batch(transaction, request, counts, receipt)
                counts.add(part)
            raise _DryRunRollback

        try:
            self._graph.transact(work)
        except _DryRunRollback:
            return self._build_receipt(receipt, request, counts)
        raise AssertionError("a dry run must roll back its transaction")

    def _build_receipt(self, receipt: str, request: ErasureRequest, counts: ErasureCounts) -> Receipt:
        removed = {kind: count for kind, count in sorted(counts.removed.items()) if count}
        kept = {kind: count for kind, count in sorted(counts.kept.items()) if count}
        return Receipt(receipt, self._clock.now(), request.what, removed, kept)

    def _erase_batch(
        self, transaction: GraphTransaction, request: ErasureRequest, before: ErasureCounts, receipt: str
    ) -> tuple[ErasureCounts, bool]:
        """Erase the next events, and after the last of them the remaining records; return whether there are more."""
        now = self._clock.now()
        transaction.run("knowledge/lock_writers", now=now)
        ids = request.select(transaction)
        part = self._eraser.erase(transaction, ids, request.options, request.names)
        if len(ids) >= self.max_events:
            return part, True
        part.add(self._erase_subject(transaction, request, now))
        total = before.removed + part.removed
        counts = [f"{kind} {count}" for kind, count in sorted(total.items()) if count]
        transaction.run("erasure/receipt", receipt=receipt, now=now, what=request.what, removed=counts)
        return part, False

    def _erase_subject(self, transaction: GraphTransaction, request: ErasureRequest, now: dt.datetime) -> ErasureCounts:
        """Erase the remaining records of a person, an entity or a session after its events."""
        counts = ErasureCounts()
        store, no_words = self._eraser.memory_store(transaction), ErasedWords.from_texts(())
        affected: set[str] = set()
        if request.person is not None:
            affected |= self._erase_person(transaction, request, now, counts)
        to_erase: set[str] = set()
        if request.tokens or request.session:
            rows = transaction.run(
                "erasure/private_memories",
                kinds=list(COPYING_KINDS),
                tokens=list(request.tokens),
                session=request.session,
            )
            to_erase |= {row["id"] for row in rows if row["kind"] != "note"}
            self._erase_notes(transaction, [row["id"] for row in rows if row["kind"] == "note"], counts)
        if request.names:
            copies = find_copies(transaction, no_words, names=request.names)
            to_erase |= {name for name, kind in copies.memories.items() if kind != "note"}
            notes = [name for name, kind in copies.memories.items() if kind == "note"]
            self._erase_notes(transaction, notes, counts)
            messages = find_messages_with_names(transaction, request.unshared_names)
            counts.add(self._eraser.erase(transaction, [*copies.events, *messages], request.options, request.names))
            erase_copied_reasons(transaction, no_words, request.names)
            erase_copied_metadata(transaction, no_words, request.unshared_names, now)
        removed, rewritten = rebuild_memories(transaction, store, affected, no_words, to_erase, request.names)
        counts.removed.update(removed)
        counts.remaining |= rewritten
        return counts

    def _erase_person(
        self, transaction: GraphTransaction, request: ErasureRequest, now: dt.datetime, counts: ErasureCounts
    ) -> set[str]:
        """Erase a person or entity with its facts; return the ids of dependent memories."""
        rows = transaction.run("erasure/facts_of_entity", id=request.person)
        erased = [str(request.person), *(rows[0]["merged"] if rows else ())]
        facts = rows[0]["facts"] if rows else ()
        retraction = retract_evidence(transaction, facts, vectors=self._vectors, now=now, remove_all=True)
        counts.removed["fact"] += len(retraction.removed)
        removed, dependents = erase_entities(transaction, erased)
        counts.removed.update(removed)
        counts.erased |= {*erased, *retraction.removed}
        others = {name: EntityContribution() for name in retraction.endpoint_ids - set(erased)}
        if others:
            rebuilt = rebuild_entities(transaction, others, (), vectors=self._vectors, now=now)
            counts.removed.update(rebuilt.removed)
            counts.erased |= rebuilt.erased
            dependents |= rebuilt.dependents
        if request.accounts:
            transaction.run("erasure/remove_owner", accounts=list(request.accounts))
        return {*retraction.dependents, *dependents}

    def _erase_notes(self, transaction: GraphTransaction, ids: Collection[str], counts: ErasureCounts) -> None:
        if ids:
            [row] = transaction.run("erasure/erase_nodes", ids=sorted(ids))
            counts.removed.update(row["kinds"])

    def _event_request(self, name: str) -> ErasureRequest:
        event_id = validate_name("event", name)
        rows = self._graph.run("graph/get_memory", id=event_id)
        if not rows or rows[0]["properties"].get("kind") != "event":
            raise NotFound(f"event {event_id!r} in scope {self._graph.scope!r}")

        def select(transaction: Graph) -> Sequence[str]:
            return [event_id] if transaction.run("graph/get_memory", id=event_id) else []

        return ErasureRequest("event", select)

    def _session_request(self, name: str) -> ErasureRequest:
        session = canonical_session(name)

        def select(graph: Graph) -> Sequence[str]:
            return _ids(graph.run("erasure/events_of_session", session=session, limit=self.max_events))

        if not select(self._graph) and not self._has_private_memories(session):
            raise NotFound(f"session {session!r} in scope {self._graph.scope!r}")
        return ErasureRequest("session", select, tokens=(f"session:{session}",), session=session)

    def _has_private_memories(self, session: str) -> bool:
        return bool(
            self._graph.run(
                "erasure/private_memories", kinds=list(COPYING_KINDS), tokens=[f"session:{session}"], session=session
            )
        )

    def _person_request(self, who: str) -> ErasureRequest:
        person = find_person(self._graph, who, self._owners).person
        tokens = tuple(f"person:{parse_identity(each, 'any').person}" for each in person.identities)
        names = tuple(dict.fromkeys((person.name, *person.aliases, *person.identities)))
        others = {row["name"].casefold() for row in self._graph.run("erasure/speaker_names") if row["id"] != person.id}

        def select(graph: Graph) -> Sequence[str]:
            return _ids(
                graph.run("erasure/events_of_person", person=person.id, tokens=list(tokens), limit=self.max_events)
            )

        return ErasureRequest(
            "person",
            select,
            person=person.id,
            accounts=person.identities,
            names=names,
            unshared_names=choose_unshared_names(names, others),
            tokens=tokens,
        )

    def _entity_request(self, name: str) -> ErasureRequest:
        try:
            entity = get_entity(self._graph, name)
        except NotFound:
            return self._name_request(name)
        names = (entity.name, *entity.aliases)
        query = self._name_query(names)
        person_request: ErasureRequest | None = None
        rows = self._graph.run("people/persons", ids=[entity.id]) if entity.type == "person" else []
        if rows and rows[0]["identities"]:
            person_request = self._person_request(entity.id)

        def select(graph: Graph) -> Sequence[str]:
            hits = graph.run("erasure/events_of_entity", id=entity.id, query=query, limit=_MAX_HITS)
            ids = [row["id"] for row in hits if row["is_linked"] or contains_name(row["text"], names)]
            more = person_request.select(graph) if person_request else ()
            return list(dict.fromkeys([*ids, *more]))[: self.max_events]

        request = person_request or ErasureRequest("entity", select, person=entity.id)
        return replace(request, what="entity", select=select, names=tuple(dict.fromkeys((*names, *request.names))))

    def _name_request(self, name: str) -> ErasureRequest:
        """Return a request for the messages with a name that no entity has, such as that of a forgotten person."""
        names = (name,)
        query = self._name_query(names)

        def select(graph: Graph) -> Sequence[str]:
            hits = graph.run("erasure/events_with_words", queries=[query], limit=_MAX_HITS)
            return [row["id"] for row in hits if contains_name(row["text"], names)][: self.max_events]

        if not select(self._graph):
            raise NotFound(f"entity {name!r} in scope {self._graph.scope!r}")
        return ErasureRequest("entity", select, names=names)

    def _name_query(self, names: Sequence[str]) -> str:
        filters: dict[str, list[object]] = {"scope": [self._graph.scope], "kind": ["event", "passage", "whole"]}
        return build_lucene_query([f'"{escape_lucene(each)}"' for each in names], filters)


def _ids(rows: Sequence[Any]) -> list[str]:
    return [row["id"] for row in rows]


def choose_target(**targets: object) -> str:
    """Return the name of the one target that is given.

    Raises:
        InvalidInput: none or several are given, or scope is not True.
    """
    given = {name: value for name, value in targets.items() if value is not None and value is not False}
    if len(given) != 1:
        raise InvalidInput(
            " and ".join(given) or "event", ", ".join(map(repr, given.values())) or None,
            "exactly one of event, session, person, entity, and scope=True, which erases everything of this scope",
        )  # fmt: skip
    [(name, value)] = given.items()
    if name == "scope" and value is not True:
        raise InvalidInput("scope", value, "True, which erases everything of this scope")
    return name


def forget_scope(
    graph: Graph,
    clock: Clock,
    *,
    dry_run: bool = False,
    receipt: str | None = None,
    progress: Progress | None = None,
) -> Receipt:
    """Erase everything of a scope in batches; an interrupted erasure is completed by the next call.

    The node of the receipt remains in the graph and contains only counts.

    Args:
        graph: the scope.
        clock: the clock of the receipt.
        dry_run: only count.
        receipt: id of the receipt, for a scope that is erased repeatedly and needs one receipt; by default a new one.
        progress: called with the number of erased nodes, and of all that are counted first.
    """
    name, what = receipt or f"receipt-{uuid.uuid4().hex[:12]}", f"scope {graph.scope}"
    if dry_run:
        counted = Counter({row["kind"]: int(row["count"]) for row in graph.run("erasure/count_scope")})
        return Receipt(id=name, at=clock.now(), what=what, removed=dict(+counted))
    total = sum(int(row["count"]) for row in graph.run("erasure/count_scope")) if progress else 0
    removed: Counter[str] = Counter()
    while kinds := graph.run("erasure/erase_memories", limit=_BATCH)[0]["kinds"]:
        removed.update(kinds)
        if progress:
            progress(removed.total(), total)
    now = clock.now()
    counts = [f"{kind} {count}" for kind, count in sorted(removed.items())]
    [frame] = graph.run("erasure/erase_scope_frame", receipt=name, now=now, what=what, removed=counts)
    for kind in ("sessions", "channels", "identities"):
        if frame[kind]:
            removed[kind.removesuffix("s").replace("identitie", "identity")] += frame[kind]
    return Receipt(id=name, at=now, what=what, removed=dict(removed))
