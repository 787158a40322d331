"""Forgetting: what is erased is gone from every node, edge and index, and a receipt says how much it was."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kg.erasure.copied_text import KINDS, Words, echoes, naming, take_back_asides
from kg.erasure.entity_cascade import Brought, retell, strike
from kg.erasure.event_cascade import Erased, Eraser, Manner
from kg.erasure.memory_cascade import reground
from kg.errors import InvalidInput, NotFound
from kg.graph import Graph
from kg.graph.full_text import lucene
from kg.graph.scoped_graph import Turn
from kg.knowledge import Vectors
from kg.knowledge.entity_lookup import one
from kg.knowledge.evidence_retraction import unsay
from kg.language.keywords import lucene_escape
from kg.protocols import Clock, Embedder
from kg.settings import Settings
from kg.trust.person_lookup import find_person
from kg.types import Receipt, identifiers

_BATCH = 5_000
EVENTS = 1_000
"""Events that are erased in one transaction."""
_HITS = 10_000

Pick = Callable[[Graph], Sequence[str]]


class _Rehearsed(Exception):
    """Ends a transaction whose outcome was only asked for."""


@dataclass(frozen=True)
class Asked:
    """What is to be forgotten.

    Attributes:
        what: its kind.
        pick: the ids of the next events that go.
        manner: how thoroughly.
        person: id of a person or thing that goes too, once its events are gone.
        accounts: theirs.
        named: names that nothing kept may tell any more.
        tokens: audiences that are theirs alone.
        session: id of the session that goes.
    """

    what: str
    pick: Pick
    manner: Manner = field(default_factory=Manner)
    person: str | None = None
    accounts: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    session: str | None = None


class Forgetting:
    """Forgetting in one scope.

    Attributes:
        most: events that are erased in one transaction.
    """

    def __init__(
        self,
        graph: Graph,
        embedder: Embedder,
        clock: Clock,
        settings: Settings,
        owners: frozenset[str],
        *,
        most: int = EVENTS,
    ) -> None:
        """Keep what is needed."""
        self.most = most
        self._graph = graph
        self._clock = clock
        self._owners = owners
        self._eraser = Eraser(embedder, clock, settings)
        self._vectors = Vectors(embedder)

    def forget(
        self,
        *,
        event: str | None = None,
        session: str | None = None,
        person: str | None = None,
        entity: str | None = None,
        dry_run: bool = False,
    ) -> Receipt:
        """Forget one of these, with all that only it held up.

        Raises:
            InvalidInput: what is named is blank or too long, or several are called so.
            NotFound: there is no such thing.
        """
        if event is not None:
            asked = self._event(event)
        elif session is not None:
            asked = self._session(session)
        elif person is not None:
            asked = self._person(person)
        else:
            asked = self._entity(str(entity))
        return self.carry_out(asked, dry_run=dry_run)

    def carry_out(self, asked: Asked, *, dry_run: bool) -> Receipt:
        """Erase what was asked for, a batch at a time; what is cut off half-way is finished by the next call."""
        receipt = f"receipt-{uuid.uuid4().hex[:12]}"
        if dry_run:
            return self._rehearsed(asked, receipt)
        done, more = Erased(), True
        while more:
            part, more = self._graph.transact(lambda turn: self._batch(turn, asked, done, receipt))
            done.add(part)
        return self._told(receipt, asked, done)

    def _rehearsed(self, asked: Asked, receipt: str) -> Receipt:
        """What would go: it is erased in a transaction that is never ended."""
        done = Erased()

        def work(turn: Turn) -> None:
            done.removed.clear()
            done.left.clear()
            done.gone.clear()
            more = True
            while more:
                part, more = self._batch(turn, asked, done, receipt)
                done.add(part)
            raise _Rehearsed

        try:
            self._graph.transact(work)
        except _Rehearsed:
            return self._told(receipt, asked, done)
        raise AssertionError("a rehearsal ends with its transaction undone")

    def _told(self, receipt: str, asked: Asked, done: Erased) -> Receipt:
        removed = {kind: count for kind, count in sorted(done.removed.items()) if count}
        kept = {kind: count for kind, count in sorted(done.kept.items()) if count}
        return Receipt(receipt, self._clock.now(), asked.what, removed, kept)

    def _batch(self, turn: Turn, asked: Asked, before: Erased, receipt: str) -> tuple[Erased, bool]:
        """Erase the next events, and with the last of them what goes besides; returns whether there are more."""
        now = self._clock.now()
        turn.run("knowledge/lock_writers", now=now)
        ids = asked.pick(turn)
        part = self._eraser.erase(turn, ids, asked.manner, asked.named)
        if len(ids) >= self.most:
            return part, True
        part.add(self._besides(turn, asked, now))
        total = before.removed + part.removed
        counts = [f"{kind} {count}" for kind, count in sorted(total.items()) if count]
        turn.run("erasure/receipt", receipt=receipt, now=now, what=asked.what, removed=counts)
        return part, False

    def _besides(self, turn: Turn, asked: Asked, now: dt.datetime) -> Erased:
        """What goes with a person, a thing or a session once its events are gone."""
        done = Erased()
        shelf, nothing = self._eraser.shelf(turn), Words.of(())
        touched: set[str] = set()
        if asked.person is not None:
            touched |= self._struck(turn, asked, now, done)
        struck: set[str] = set()
        if asked.tokens or asked.session:
            rows = turn.run(
                "erasure/private_memories", kinds=list(KINDS), tokens=list(asked.tokens), session=asked.session
            )
            struck |= {row["id"] for row in rows if row["kind"] != "note"}
            self._notes(turn, [row["id"] for row in rows if row["kind"] == "note"], done)
        if asked.named:
            found = echoes(turn, nothing, sessions=(), named=asked.named)
            struck |= {name for name, kind in found.kept.items() if kind != "note"}
            self._notes(turn, [name for name, kind in found.kept.items() if kind == "note"], done)
            done.add(self._eraser.erase(turn, found.events, asked.manner, asked.named))
            take_back_asides(turn, nothing, asked.named)
        gone, again = reground(turn, shelf, touched, nothing, struck, asked.named)
        done.removed.update(gone)
        done.left |= again
        return done

    def _struck(self, turn: Turn, asked: Asked, now: dt.datetime, done: Erased) -> set[str]:
        rows = turn.run("erasure/facts_of_entity", id=asked.person)
        gone = [str(asked.person), *(rows[0]["merged"] if rows else ())]
        unsaid = unsay(turn, rows[0]["facts"] if rows else (), vectors=self._vectors, now=now, whatever=True)
        done.removed["fact"] += len(unsaid.lost)
        removed, kept = strike(turn, gone)
        done.removed.update(removed)
        done.gone |= {*gone, *unsaid.lost}
        others = {name: Brought() for name in unsaid.ends - set(gone)}
        left = retell(turn, others, (), vectors=self._vectors, now=now) if others else None
        if left is not None:
            done.removed.update(left.removed)
            done.gone |= left.gone
            kept |= left.kept
        if asked.accounts:
            turn.run("erasure/remove_owner", accounts=list(asked.accounts))
        return {*unsaid.kept, *kept}

    def _notes(self, turn: Turn, ids: Collection[str], done: Erased) -> None:
        if ids:
            [row] = turn.run("erasure/erase_nodes", ids=sorted(ids))
            done.removed.update(row["kinds"])

    def _event(self, name: str) -> Asked:
        wanted = identifiers.plain("event", name)
        rows = self._graph.run("graph/get_memory", id=wanted)
        if not rows or rows[0]["properties"].get("kind") != "event":
            raise NotFound(f"event {wanted!r} in scope {self._graph.scope!r}")
        # Once it is gone, there is nothing more to pick.
        return Asked("event", lambda turn: [wanted] if turn.run("graph/get_memory", id=wanted) else [])

    def _session(self, name: str) -> Asked:
        wanted = identifiers.session_name(name)

        def pick(graph: Graph) -> Sequence[str]:
            return _ids(graph.run("erasure/events_of_session", session=wanted, limit=self.most))

        if not pick(self._graph) and not self._private(wanted):
            raise NotFound(f"session {wanted!r} in scope {self._graph.scope!r}")
        return Asked("session", pick, tokens=(f"session:{wanted}",), session=wanted)

    def _private(self, session: str) -> bool:
        return bool(
            self._graph.run(
                "erasure/private_memories", kinds=list(KINDS), tokens=[f"session:{session}"], session=session
            )
        )

    def _person(self, who: str) -> Asked:
        person = find_person(self._graph, who, self._owners).person
        tokens = tuple(f"person:{identifiers.identity(each, 'any').person}" for each in person.identities)

        def pick(graph: Graph) -> Sequence[str]:
            return _ids(graph.run("erasure/events_of_person", person=person.id, tokens=list(tokens), limit=self.most))

        return Asked(
            "person",
            pick,
            Manner(aloud=True),
            person=person.id,
            accounts=person.identities,
            named=tuple(dict.fromkeys((person.name, *person.aliases, *person.identities))),
            tokens=tokens,
        )

    def _entity(self, name: str) -> Asked:
        found = one(self._graph, name)
        called = (found.name, *found.aliases)
        filters: dict[str, list[object]] = {"scope": [self._graph.scope], "kind": ["event", "passage", "whole"]}
        query = lucene([f'"{lucene_escape(each)}"' for each in called], filters)
        theirs: Asked | None = None
        rows = self._graph.run("people/persons", ids=[found.id]) if found.type == "person" else []
        if rows and rows[0]["identities"]:
            theirs = self._person(found.id)

        def pick(graph: Graph) -> Sequence[str]:
            hits = graph.run("erasure/events_of_entity", id=found.id, query=query, limit=_HITS)
            ids = [row["id"] for row in hits if row["sure"] or naming(row["text"], called)]
            return list(dict.fromkeys([*ids, *(theirs.pick(graph) if theirs else ())]))[: self.most]

        asked = theirs or Asked("entity", pick, person=found.id)
        return replace(asked, what="entity", pick=pick, named=tuple(dict.fromkeys((*called, *asked.named))))


def _ids(rows: Sequence[Any]) -> list[str]:
    return [row["id"] for row in rows]


def chosen(**asked: object) -> str:
    """The one thing that is named among those that may be forgotten.

    Raises:
        InvalidInput: none, or several, or one that is no text.
    """
    given = {name: value for name, value in asked.items() if value is not None and value is not False}
    if len(given) != 1:
        raise InvalidInput(
            " and ".join(given) or "event", ", ".join(map(repr, given.values())) or None,
            "just one of event, session, person, entity, and scope=True, which erases everything of this scope",
        )  # fmt: skip
    [(name, value)] = given.items()
    if name == "scope" and value is not True:
        raise InvalidInput("scope", value, "True, which erases everything of this scope")
    return name


def forget_scope(graph: Graph, clock: Clock, *, dry_run: bool = False, receipt: str | None = None) -> Receipt:
    """Erase everything of a scope, in batches; what is cut off half-way is finished by the next call.

    The receipt's own node stays in the graph and holds nothing but counts.

    Args:
        graph: the scope.
        clock: the time of the receipt.
        dry_run: count only.
        receipt: its id, for a scope that is erased again and again and needs one receipt; by default a new one.
    """
    name, what = receipt or f"receipt-{uuid.uuid4().hex[:12]}", f"scope {graph.scope}"
    if dry_run:
        counted = Counter({row["kind"]: int(row["count"]) for row in graph.run("erasure/count_scope")})
        return Receipt(id=name, at=clock.now(), what=what, removed=dict(+counted))
    removed: Counter[str] = Counter()
    while kinds := graph.run("erasure/erase_memories", limit=_BATCH)[0]["kinds"]:
        removed.update(kinds)
    now = clock.now()
    counts = [f"{kind} {count}" for kind, count in sorted(removed.items())]
    [frame] = graph.run("erasure/erase_scope_frame", receipt=name, now=now, what=what, removed=counts)
    for kind in ("sessions", "channels", "identities"):
        if frame[kind]:
            removed[kind.removesuffix("s").replace("identitie", "identity")] += frame[kind]
    return Receipt(id=name, at=now, what=what, removed=dict(removed))
