"""Facts as callers see them: add, read as of a moment, follow through time, correct and retract."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from kg import events as logs
from kg.errors import InvalidInput, NotFound
from kg.graph import GraphTransaction
from kg.knowledge.attribution import TrustPolicy
from kg.knowledge.batch_writer import readjudicate_facts
from kg.knowledge.contradictions import read_contradictions
from kg.knowledge.correction_policy import check_correction_allowed
from kg.knowledge.entity_lookup import check_limit, find_entities
from kg.knowledge.extracted_events import FactKey
from kg.knowledge.fact_arguments import (
    TimeLike,
    parse_audience,
    parse_fact_key,
    parse_kind,
    parse_object,
    parse_partial_date,
    parse_predicate,
    parse_predicate_filter,
    parse_probability,
)
from kg.knowledge.fact_records import (
    build_fact_record,
    build_fact_record_at,
    drop_private_duplicates,
    expand_validity_intervals,
    is_reversible,
    reconstruct_known_facts,
    reverse_fact,
)
from kg.knowledge.fact_state import SHARED
from kg.knowledge.hand_written_facts import HandWrittenFact, write_by_hand
from kg.knowledge.predicates import PREDICATES, get_predicate
from kg.knowledge.trust_growth import adjudicate_own_claims
from kg.knowledge.vector_cache import VectorCache
from kg.language import fold_text
from kg.protocols import ExtractedStatement
from kg.runtime import Runtime
from kg.types import Contradiction, Fact, parse_identity, validate_name, visible_audiences

FACT_STATUSES = ("current", "claimed", "contested", "superseded", "quarantined", "retracted")
_MAX_ROWS = 10_000


class Facts:
    """The facts of a scope."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._graph = runtime.graph
        self._vectors = VectorCache(runtime.embedder)
        self._clock = runtime.clock
        self._settings = runtime.settings
        self._owners = runtime.owners

    def add(
        self,
        subject: str,
        predicate: str,
        object: str,  # noqa: A002 - the contract's name
        *,
        speaker: str | None = None,
        at: TimeLike | None = None,
        valid_from: TimeLike | None = None,
        valid_to: TimeLike | None = None,
        confidence: float = 1.0,
        domain: str | None = None,
        category: str | None = None,
        key: str | None = None,
        audience: str = SHARED,
    ) -> Fact:
        """Add a fact by hand: an event of its own is its evidence, and it supersedes what it contradicts.

        Args:
            subject: the subject, by name or id.
            predicate: snake_case, preferably one of `kg.knowledge.predicates`.
            object: the other endpoint: a name, an id, or a value.
            speaker: who asserts it, as `platform:id`.
            at: when it was asserted; now by default.
            valid_from: start of validity: a time, or a date only as precise as known ("2025", "2025-05").
            valid_to: end of validity: the same, or "past".
            confidence: 0 to 1.
            domain: domain of its slot key; by default the domain that the key has already, else "general".
            category: category of its slot key; with `key`, a new value replaces the old one.
            key: name of its slot key.
            audience: `shared`, or `person`: for the speaker and owners.

        Raises:
            InvalidInput: names the field; nothing is written.
        """
        statement = ExtractedStatement(
            subject=validate_name("subject", subject),
            predicate=parse_predicate(predicate),
            object=parse_object(object),
            polarity=True,
            valid_from=parse_partial_date("valid_from", valid_from),
            valid_to=parse_partial_date("valid_to", valid_to),
            start=0,
            end=0,
            confidence=parse_probability("confidence", confidence),
        )
        fact_key = parse_fact_key(domain, category, key)
        if speaker is not None:
            parse_identity(speaker, "system", "speaker")
        audience_token = parse_audience(audience, speaker)
        written = HandWrittenFact(
            statement,
            self._clock.now() if at is None else logs.parse_time("at", at),
            speaker,
            fact_key,
            audience=audience_token,
        )
        return self.get(self._graph.transact(lambda turn: write_by_hand(self._runtime, turn, self._vectors, written)))

    def get(self, id: str) -> Fact:  # noqa: A002 - the contract's name
        """Return the fact of that id, whatever its status.

        Raises:
            NotFound: there is no such fact.
        """
        rows = self._graph.run("knowledge/facts", ["one"], limit=1, id=validate_name("id", id))
        if not rows:
            raise NotFound(f"fact {id!r} in scope {self._graph.scope!r}")
        return build_fact_record(rows[0])

    def list(
        self,
        *,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,  # noqa: A002 - the contract's name
        status: str | None = "current",
        as_of: TimeLike | None = None,
        known_at: TimeLike | None = None,
        limit: int = 100,
        asker: str | None = None,
        session: str | None = None,
        kind: str | None = None,
        min_worth: float | None = None,
    ) -> Sequence[Fact]:
        """Return facts, newest first; facts that hold in both directions are stated from the subject's side.

        Args:
            subject: their subject, by name or id.
            predicate: one predicate.
            object: the other endpoint, by name, id or value.
            status: current, claimed, contested, superseded, quarantined or retracted; None: all of them.
            as_of: facts that held then; with `status` current and no time, those that hold now.
            known_at: according to the evidence recorded up to then.
            limit: 1 to 10,000.
            asker: on whose behalf (`platform:id`); None: the caller's own code, which may read all audiences.
            session: the session in which they ask.
            kind: event, state, trait, preference, plan, opinion, relation, possession or task.
            min_worth: the least worth, 0 to 1; facts of closed predicates have 1.

        Raises:
            InvalidInput: names the field.
        """
        check_limit(limit)
        fragments, params, is_unknown_subject = self._endpoint_filters(subject, object)
        if kind is not None:
            fragments.append("kind")
            params |= parse_kind(kind)
        if min_worth is not None:
            fragments.append("worth")
            params["min_worth"] = parse_probability("min_worth", min_worth)
        audiences = None if asker is None else visible_audiences(asker, session, self._owners)
        if audiences is not None:
            fragments.append("audience")
            params["audiences"] = list(audiences)
        if predicate is not None:
            fragments.append("predicate")
            params["predicate"] = parse_predicate_filter(predicate)
        if status is not None and status not in FACT_STATUSES:
            raise InvalidInput("status", status, f"None or one of {', '.join(FACT_STATUSES)}")
        valid_at = None if as_of is None else logs.parse_time("as_of", as_of)
        recorded_until = None if known_at is None else logs.parse_time("known_at", known_at)
        if is_unknown_subject:
            return []
        if recorded_until is not None:
            # Recomputed from the evidence of that time, regardless of the current status.
            rows = self._graph.run("knowledge/facts", fragments, limit=_MAX_ROWS, **params)
            return drop_private_duplicates(
                reconstruct_known_facts(rows, recorded_until, valid_at or recorded_until, status)
            )[:limit]
        at_moment = valid_at or (self._clock.now() if status == "current" else None)
        if at_moment is not None:
            fragments.append("at")
            params["at"] = at_moment
        # A fact that held at another time may have been superseded since.
        statuses = ("current", "superseded") if status == "current" and valid_at else (status,)
        if status is not None:
            fragments.append("status")
            params["statuses"] = [one for one in statuses if one]
        if status == "current" and valid_at is None:
            fragments.append("unreplaced" if audiences is None else "unreplaced_here")
        rows = self._graph.run("knowledge/facts", fragments, limit=limit, **params)
        records = [
            build_fact_record(row) if valid_at is None else build_fact_record_at(row, at_moment or valid_at)
            for row in rows
        ]
        if subject is not None and object is None:
            records += self._list_reversed(fragments, params, predicate, limit)
        return drop_private_duplicates(records)[:limit]

    def adjudicate_own_claims(self) -> int:
        """Adjudicate again what persons have claimed of themselves, where they are trusted more now; return how many claims.

        The sleep calls it.
        """
        policy = TrustPolicy.from_settings(self._settings)
        return adjudicate_own_claims(self._graph, policy=policy, vectors=self._vectors, now=self._clock.now())

    def _list_reversed(
        self, fragments: Sequence[str], params: Mapping[str, Any], name: str | None, limit: int
    ) -> Sequence[Fact]:
        """Return facts of which the subject is the object, such as siblings and parents, reversed."""
        predicate = None if name is None else get_predicate(parse_predicate_filter(name))
        if predicate is not None and not (predicate.is_symmetric or predicate.inverse):
            return []
        reversed_params = {key: value for key, value in params.items() if key not in {"subjects", "predicate"}}
        if predicate is not None:
            reversed_params["predicate"] = predicate.inverse or predicate.name
        reversed_fragments = ["object" if each == "subject" else each for each in fragments]
        rows = self._graph.run(
            "knowledge/facts", reversed_fragments, limit=limit, objects=list(params["subjects"]), **reversed_params
        )
        records = map(build_fact_record, rows)
        return [
            reverse_fact(each) for each in records if each.subject_id not in params["subjects"] and is_reversible(each)
        ]

    def history(self, subject: str, predicate: str) -> Sequence[Fact]:
        """Return each validity interval of the facts of a subject and predicate, and retracted facts, oldest first.

        Raises:
            InvalidInput: names the field.
        """
        fragments, params, is_unknown_subject = self._endpoint_filters(subject, None)
        rows = [] if is_unknown_subject else self._graph.run(
            "knowledge/facts", [*fragments, "predicate"], limit=_MAX_ROWS, predicate=parse_predicate_filter(predicate), **params
        )  # fmt: skip
        return expand_validity_intervals(rows)

    def correct(
        self,
        id: str,  # noqa: A002 - the contract's name
        *,
        object: str,  # noqa: A002 - the contract's name
        reason: str = "corrected",
        by: str | None = None,
    ) -> Fact:
        """Correct a fact: the wrong one is retracted, and the right one takes its place.

        Args:
            id: of the wrong fact.
            object: the right object.
            reason: why, for the record.
            by: who corrects it, as `platform:id`.

        Raises:
            InvalidInput: names the field.
            NotFound: there is no such fact.
            Refused: `by` is not trusted enough to correct it.
        """
        value, now = parse_object(object), self._clock.now()
        check_correction_allowed(self._graph, lambda: self.get(id), by, self._owners, now)

        def work(turn: GraphTransaction) -> str:
            old = self._retract_stored(turn, id, reason, by, now)
            readjudicate_facts(turn, {old["subject"]: [old["predicate"]]}, vectors=self._vectors, now=now)
            statement = ExtractedStatement(old["name"], old["predicate"], value, old["polarity"], None, None, 0, 0, 1.0)
            fact_key = FactKey(old["domain"], old["category"], old["key"]) if old["key"] is not None else None
            # The corrected fact keeps its audience, so that the correction reveals it to no further readers.
            known = {fold_text(old["name"]): old["subject"]}
            written = HandWrittenFact(statement, now, by, fact_key, known, old["audience"])
            new_id = write_by_hand(self._runtime, turn, self._vectors, written)
            turn.run("knowledge/supersede_fact", id=new_id, older=id, now=now)
            return new_id

        return self.get(self._graph.transact(work))

    def retract(self, id: str, *, reason: str, by: str | None = None) -> Fact:  # noqa: A002 - the contract's name
        """Retract a fact: only history returns it, and what it had superseded holds again.

        Args:
            id: of the fact.
            reason: why, for the record.
            by: who retracts it, as `platform:id`.

        Raises:
            NotFound: there is no such fact.
            Refused: `by` is not trusted enough to retract it.
        """
        now = self._clock.now()
        check_correction_allowed(self._graph, lambda: self.get(id), by, self._owners, now)

        def work(turn: GraphTransaction) -> None:
            old = self._retract_stored(turn, id, reason, by, now)
            readjudicate_facts(turn, {old["subject"]: [old["predicate"]]}, vectors=self._vectors, now=now)

        self._graph.transact(work)
        return self.get(id)

    def contradictions(self, limit: int = 50) -> Sequence[Contradiction]:
        """Return facts that cannot both be true and that are not decided, each with who says it; `keep` decides. One trip.

        Args:
            limit: the maximum number of contested facts, 1 to 10,000; the newest are returned.

        Raises:
            InvalidInput: the limit.
        """
        return read_contradictions(self._graph, check_limit(limit))

    def keep(self, id: str, over: Sequence[str], *, by: str | None = None) -> Fact:  # noqa: A002 - the contract's name
        """Decide a contradiction: facts are retracted, and the one that is kept is believed.

        Args:
            id: of the fact to keep.
            over: ids of the facts to retract.
            by: who decides, as `platform:id`.

        Raises:
            InvalidInput: `over` is empty or names the fact to keep.
            NotFound: there is no such fact.
            Refused: `by` is not trusted enough to retract them.
        """
        kept, now = self.get(id), self._clock.now()
        if not over or kept.id in over:
            raise InvalidInput("over", ", ".join(over), "ids of the facts to retract, others than the fact to keep")
        for other in over:
            check_correction_allowed(self._graph, partial(self.get, other), by, self._owners, now)
        is_stated = kept.predicate in PREDICATES or kept.key is not None
        statement = ExtractedStatement(
            kept.subject_id, kept.predicate, kept.object_id or kept.object, kept.polarity,
            parse_partial_date("valid_from", kept.valid_from), None, 0, 0, 1.0,
        )  # fmt: skip
        fact_key = parse_fact_key(kept.domain, kept.category, kept.key) if kept.key is not None else None
        written = HandWrittenFact(statement, now, by, fact_key, audience=kept.audience)

        def work(turn: GraphTransaction) -> None:
            for other in over:
                old = self._retract_stored(turn, other, f"decided for {kept.id}", by, now)
                readjudicate_facts(turn, {old["subject"]: [old["predicate"]]}, vectors=self._vectors, now=now)
            [row] = turn.run("knowledge/facts", ["one"], limit=1, id=kept.id)
            # Without its contradiction it may be only a claim; the decision confirms it.
            if is_stated and row["fact"]["status"] != "current":
                write_by_hand(self._runtime, turn, self._vectors, written)

        self._graph.transact(work)
        return self.get(kept.id)

    def _retract_stored(
        self, turn: GraphTransaction, fact_id: str, reason: str, by: str | None, now: dt.datetime
    ) -> Any:
        audit = f"retract-{uuid.uuid4().hex[:12]}"
        rows = turn.run(
            "knowledge/retract_fact",
            id=validate_name("id", fact_id),
            now=now,
            reason=reason,
            by=by,
            audit=audit,
        )
        if not rows:
            raise NotFound(f"fact {fact_id!r} in scope {turn.scope!r}")
        return rows[0]

    def _endpoint_filters(self, subject: str | None, obj: str | None) -> tuple[Any, dict[str, Any], bool]:
        """Return the fragments and parameters for a subject and an object, and whether the subject is unknown."""
        params: dict[str, Any] = {}
        if subject is not None:
            params["subjects"] = [entity.id for entity in find_entities(self._graph, subject, "subject")]
        if obj is not None:
            object_ids = [entity.id for entity in find_entities(self._graph, obj, "object")]
            params["objects"] = [*object_ids, f"={fold_text(obj)}"]
        fragments = [name for name in ("subject", "object") if f"{name}s" in params] or ["all"]
        return fragments, params, params.get("subjects") == []
