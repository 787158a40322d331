"""Quarantine what a person said, and lift the quarantine again.

Nothing is deleted: evidence and messages are excluded, and the affected facts are adjudicated again.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence

from kg.errors import NotFound, Refused
from kg.events import parse_time
from kg.graph import GraphTransaction
from kg.knowledge.batch_writer import readjudicate_facts
from kg.knowledge.predicates import PERSON_RELATIONS
from kg.knowledge.vector_cache import VectorCache
from kg.runtime import Runtime
from kg.trust import MEMORY_TRUSTER, TrustLedger, check_reason, find_person, trust_edge_id
from kg.types import Receipt, parse_identity, validate_name

_BEGINNING_OF_TIME = dt.datetime(1, 1, 1, tzinfo=dt.UTC)


class PersonQuarantine:
    """Excludes what a distrusted person said from facts, searches and contexts."""

    def __init__(self, runtime: Runtime) -> None:
        """Create the quarantine of a scope."""
        self._graph = runtime.graph
        self._vectors = VectorCache(runtime.embedder)
        self._clock = runtime.clock

    def distrust(self, person: str, since: dt.datetime | None, reason: str, by: str | None = None) -> Receipt:
        """Exclude everything that a person said since a moment, and everything they say from now on.

        Facts with no other evidence are quarantined, what these had superseded holds again, and the person's messages are
        removed from searches and contexts.

        Args:
            person: their id.
            since: inclusive; None: everything they ever said.
            reason: why, for the record.
            by: who did it, for the record.

        Returns:
            A receipt that `restore` accepts.
        """
        receipt, now = f"distrust-{uuid.uuid4().hex[:12]}", self._clock.now()

        def work(turn: GraphTransaction) -> Receipt:
            [row] = turn.run(
                "knowledge/quarantine", person=person, edge=trust_edge_id(MEMORY_TRUSTER, person),
                since=since or _BEGINNING_OF_TIME, receipt=receipt, now=now, reason=reason,
                by=by,
            )  # fmt: skip
            return self._readjudicate(
                turn, row["slots"], Receipt(receipt, now, f"distrusted {row['person']}", {"event": row["events"]})
            )

        return self._graph.transact(work)

    def restore(self, receipt: str) -> Receipt:
        """Lift a quarantine.

        Raises:
            NotFound: there is no such quarantine, or it was lifted before.
        """
        now = self._clock.now()

        def work(turn: GraphTransaction) -> Receipt:
            rows = turn.run("knowledge/lift_quarantine", receipt=receipt, now=now)
            if not rows:
                raise NotFound(f"quarantine {receipt!r} that is not undone, in scope {turn.scope!r}")
            [row] = rows
            done = Receipt(receipt, now, f"restored {row['person']}", {}, {"event": row["events"]})
            return self._readjudicate(turn, row["slots"], done)

        return self._graph.transact(work)

    def _readjudicate(
        self, turn: GraphTransaction, slot_rows: Sequence[Mapping[str, str]], receipt: Receipt
    ) -> Receipt:
        slots: dict[str, list[str]] = {}
        for each in slot_rows:
            slots.setdefault(each["subject"], []).append(each["predicate"])
        if slots:
            readjudicate_facts(turn, slots, vectors=self._vectors, now=receipt.at)
        return receipt


class QuarantineLedger(TrustLedger):
    """The trust ledger of a scope, which can also quarantine the assertions of a person."""

    ties = PERSON_RELATIONS

    def __init__(self, runtime: Runtime) -> None:
        super().__init__(runtime)
        self._quarantine = PersonQuarantine(runtime)

    def distrust(
        self, person: str, since: dt.datetime | str | None = None, *, reason: str = "", by: str | None = None
    ) -> Receipt:
        """Quarantine what a person asserted: all reads leave it out until it is restored.

        Args:
            person: account, id or name.
            since: quarantine only what they asserted from this time on.
            reason: why, for the record.
            by: who did it, as `platform:id`, for the record.

        Returns:
            A receipt for `restore`.

        Raises:
            InvalidInput: an argument is invalid.
            NotFound: there is no such person.
            Refused: the person is an owner.
        """
        why = check_reason(reason)
        moment = None if since is None else parse_time("since", since)
        account = None if by is None else str(parse_identity(by, "system", "by"))
        match = find_person(self._graph, person, self._owners)
        if match.state.owner:
            raise Refused(f"{person} is an owner; the assertions of owners cannot be quarantined")
        return self._quarantine.distrust(match.person.id, moment, why, account)

    def restore(self, receipt: Receipt | str) -> Receipt:
        """Restore what `distrust` quarantined.

        Raises:
            NotFound: there is no such receipt, or it was restored already.
        """
        return self._quarantine.restore(
            receipt.id if isinstance(receipt, Receipt) else validate_name("receipt", receipt)
        )
