"""Facts as callers see them: said by hand, read as of a moment, followed through time, corrected, taken back."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from kg import events as logs
from kg.errors import InvalidInput, NotFound
from kg.graph import Graph
from kg.graph.scoped_graph import Turn
from kg.knowledge.batch_writer import settle_again, texts_of, write
from kg.knowledge.correction_policy import may_correct
from kg.knowledge.entity_lookup import at_most, find
from kg.knowledge.extracted_events import Heard, Keyed, Speaker
from kg.knowledge.fact_records import expanded, fact_record, known_then, now_holding, told_once, turnable, turned
from kg.knowledge.fact_state import SHARED, filed
from kg.knowledge.predicates import predicate, sentence
from kg.knowledge.vector_cache import Vectors
from kg.language.cleaning import clean
from kg.language.name_keys import fold
from kg.protocols import Clock, Embedder, Statement
from kg.settings import Settings
from kg.types import Event, Fact, identifiers

STATUSES = ("current", "claimed", "contested", "superseded", "quarantined", "retracted")
SESSION = "system:facts"
"""The session of what was said by hand: every fact rests on an event, this one's too."""
_ALL = 10_000
_LONGEST = 2_000
Timeish = dt.datetime | str


class Facts:
    """The facts of a scope."""

    def __init__(
        self, graph: Graph, embedder: Embedder, clock: Clock, settings: Settings, owners: frozenset[str]
    ) -> None:
        self._graph = graph
        self._embedder = embedder
        self._vectors = Vectors(embedder)
        self._clock = clock
        self._settings = settings
        self._owners = owners

    def add(
        self,
        subject: str,
        predicate: str,
        object: str,  # noqa: A002 - the contract's name
        *,
        speaker: str | None = None,
        at: Timeish | None = None,
        valid_from: Timeish | None = None,
        valid_to: Timeish | None = None,
        confidence: float = 1.0,
        domain: str | None = None,
        category: str | None = None,
        key: str | None = None,
        audience: str = SHARED,
    ) -> Fact:
        """State a fact by hand. It rests on an event of its own; what it contradicts is superseded.

        Args:
            subject: whom or what it is about, by name or id.
            predicate: snake_case, best one of `kg.knowledge.predicates`.
            object: the other end: a name, an id, or a value.
            speaker: who says so, as `platform:id`.
            at: when that was said; now by default.
            valid_from: since when it holds: a time, or a date only as precise as known ("2025", "2025-05").
            valid_to: until when it held: the same, or "past"; `confidence`: 0 to 1.
            domain: what it is filed under; by default what the key is filed under already, else "general".
            category, key: with both, a new value replaces the old one.
            audience: `shared`, or `person`: for whoever says so, and owners.

        Raises:
            InvalidInput: names the field; nothing is written.
        """
        said = Statement(
            subject=identifiers.plain("subject", subject),
            predicate=_predicate(predicate),
            object=_value(object),
            polarity=True,
            valid_from=_said("valid_from", valid_from),
            valid_to=_said("valid_to", valid_to),
            start=0,
            end=0,
            confidence=_share(confidence),
        )
        keyed = _keyed(domain, category, key)
        if speaker is not None:
            identifiers.identity(speaker, "system", "speaker")
        ears = _ears(audience, speaker)
        moment = self._clock.now() if at is None else logs.moment("at", at)
        told = self._graph.transact(lambda turn: self._said(turn, said, speaker, moment, keyed, {}, ears))
        return self.get(told)

    def get(self, id: str) -> Fact:  # noqa: A002 - the contract's name
        """The fact of that id, whatever its status.

        Raises:
            NotFound: there is no such fact.
        """
        rows = self._graph.run("knowledge/facts", ["one"], limit=1, id=identifiers.plain("id", id))
        if not rows:
            raise NotFound(f"fact {id!r} in scope {self._graph.scope!r}")
        return fact_record(rows[0])

    def list(
        self,
        *,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,  # noqa: A002 - the contract's name
        status: str | None = "current",
        as_of: Timeish | None = None,
        known_at: Timeish | None = None,
        limit: int = 100,
        asker: str | None = None,
        session: str | None = None,
    ) -> Sequence[Fact]:
        """Facts, the newest first; what is said of both ends alike (siblings, parents) is told from the subject's side.

        Args:
            subject: whom or what they are about, by name or id.
            predicate: one predicate.
            object: the other end, by name, id or value.
            status: current, claimed, contested, superseded, quarantined or retracted; None: all of them.
            as_of: that held then; with `status` current and no time, those that hold now.
            known_at: as the memory knew it then.
            limit: 1 to 10,000.
            asker: on whose behalf (`platform:id`); None: the caller's own code, which sees all audiences.
            session: where they ask.

        Raises:
            InvalidInput: names the field.
        """
        at_most(limit)
        fragments, params, missed = self._ends(subject, object)
        seen = None if asker is None else identifiers.audiences(asker, session, self._owners)
        if seen is not None:
            fragments.append("audience")
            params["audiences"] = list(seen)
        if predicate is not None:
            fragments.append("predicate")
            params["predicate"] = _predicate(predicate)
        if status is not None and status not in STATUSES:
            raise InvalidInput("status", status, f"None or one of {', '.join(STATUSES)}")
        world = None if as_of is None else logs.moment("as_of", as_of)
        known = None if known_at is None else logs.moment("known_at", known_at)
        if missed:
            return []
        if known is not None:
            # What was known then is told anew from the evidence that was there: whatever the facts became since.
            rows = self._graph.run("knowledge/facts", fragments, limit=_ALL, **params)
            return told_once(known_then(rows, known, world or known, status))[:limit]
        moment = world or (self._clock.now() if status == "current" else None)
        if moment is not None:
            fragments.append("at")
            params["at"] = moment
        # What held at another time may have been superseded since.
        wanted = ("current", "superseded") if status == "current" and world else (status,)
        if status is not None:
            fragments.append("status")
            params["statuses"] = [one for one in wanted if one]
        if status == "current" and world is None:
            fragments.append("unreplaced" if seen is None else "unreplaced_here")
        rows = self._graph.run("knowledge/facts", fragments, limit=limit, **params)
        found = [fact_record(row) if world is None else now_holding(row, moment or world) for row in rows]
        if subject is not None and object is None:
            found += self._from_the_other_end(fragments, params, predicate, limit)
        return told_once(found)[:limit]

    def _from_the_other_end(
        self, fragments: Sequence[str], params: Mapping[str, Any], name: str | None, limit: int
    ) -> Sequence[Fact]:
        """Facts that are about a subject as much as about the other end: siblings, parents; told from the subject's side."""
        kind = None if name is None else predicate(name)
        if kind is not None and not (kind.symmetric or kind.inverse):
            return []
        others = {key: value for key, value in params.items() if key not in {"subjects", "predicate"}}
        if kind is not None:
            others["predicate"] = kind.inverse or kind.name
        turned_fragments = ["object" if each == "subject" else each for each in fragments]
        rows = self._graph.run(
            "knowledge/facts", turned_fragments, limit=limit, objects=list(params["subjects"]), **others
        )
        records = map(fact_record, rows)
        return [turned(each) for each in records if each.subject_id not in params["subjects"] and turnable(each)]

    def history(self, subject: str, predicate: str) -> Sequence[Fact]:
        """How something went: each stretch of time in which a fact held, and what was taken back, oldest first.

        Raises:
            InvalidInput: names the field.
        """
        fragments, params, missed = self._ends(subject, None)
        rows = [] if missed else self._graph.run(
            "knowledge/facts", [*fragments, "predicate"], limit=_ALL, predicate=_predicate(predicate), **params
        )  # fmt: skip
        return expanded(rows)

    def correct(
        self,
        id: str,  # noqa: A002 - the contract's name
        *,
        object: str,  # noqa: A002 - the contract's name
        reason: str = "corrected",
        by: str | None = None,
    ) -> Fact:
        """Say that a fact was wrong, and what is right: the old one is taken back, the new one takes its place.

        Args:
            id: of the fact that was wrong.
            object: what is right.
            reason: why, for the record.
            by: who says so, as `platform:id`.

        Raises:
            InvalidInput: names the field.
            NotFound: there is no such fact.
            Refused: whose word does not count corrects nobody else's.
        """
        right, now = _value(object), self._clock.now()
        may_correct(self._graph, lambda: self.get(id), by, self._owners, now)

        def work(turn: Turn) -> str:
            old = self._taken_back(turn, id, reason, by, now)
            settle_again(turn, {old["subject"]: [old["predicate"]]}, vectors=self._vectors, now=now)
            said = Statement(old["name"], old["predicate"], right, old["polarity"], None, None, 0, 0, 1.0)
            keyed = Keyed(old["domain"], old["category"], old["key"]) if old["key"] is not None else None
            # Who could not know of it before does not learn of it by its being corrected.
            told = self._said(turn, said, by, now, keyed, {fold(old["name"]): old["subject"]}, old["audience"])
            turn.run("knowledge/supersede_fact", id=told, older=id, now=now)
            return told

        return self.get(self._graph.transact(work))

    def retract(self, id: str, *, reason: str, by: str | None = None) -> Fact:  # noqa: A002 - the contract's name
        """Take a fact back: it leaves all reads but history, and what it had superseded holds again.

        Args:
            id: of the fact.
            reason: why, for the record.
            by: who did it, as `platform:id`.

        Raises:
            NotFound: there is no such fact.
            Refused: whose word does not count takes nobody else's back.
        """
        now = self._clock.now()
        may_correct(self._graph, lambda: self.get(id), by, self._owners, now)

        def work(turn: Turn) -> None:
            old = self._taken_back(turn, id, reason, by, now)
            settle_again(turn, {old["subject"]: [old["predicate"]]}, vectors=self._vectors, now=now)

        self._graph.transact(work)
        return self.get(id)

    def _taken_back(self, turn: Turn, name: str, reason: str, by: str | None, now: dt.datetime) -> Any:
        audit = f"retract-{uuid.uuid4().hex[:12]}"
        rows = turn.run(
            "knowledge/retract_fact", id=identifiers.plain("id", name), now=now, reason=reason, by=by, audit=audit
        )
        if not rows:
            raise NotFound(f"fact {name!r} in scope {turn.scope!r}")
        return rows[0]

    def _said(
        self,
        turn: Turn,
        said: Statement,
        speaker: str | None,
        at: dt.datetime,
        keyed: Keyed | None,
        known: dict[str, str],
        audience: str,
    ) -> str:
        """Log what is said by hand, and write its fact; returns the fact's id."""
        # All of them stand in one session: writers that meet there one after the other do not lock each other out.
        turn.run("knowledge/lock_writers", now=self._clock.now())
        text = sentence(predicate(said.predicate), said.subject, said.object, polarity=said.polarity)
        if keyed is not None:
            text += f" ({filed(keyed)})"
        # The time is part of what is said: the same words with another one are another event.
        spell = [f"from {said.valid_from}"] if said.valid_from else []
        spell += [f"until {said.valid_to}"] if said.valid_to else []
        text += f" ({', '.join(spell)})" if spell else ""
        event = Event(
            text, speaker=speaker, session=SESSION, at=at, kind="observation", role="system", direction="internal",
        )  # fmt: skip
        [name] = logs.append(
            turn,
            [event],
            settings=self._settings,
            clock=self._clock,
            embedder=self._embedder,
            owners=self._owners,
            quiet=True,
            audience=audience,
        )
        seq = turn.run("events/session_position", id=name)[0]["seq"]
        who = None if speaker is None else identifiers.identity(speaker, "system")
        heard = Heard(
            event=name,
            at=at,
            order=f"{seq:09d} {name}",
            session=SESSION,
            audience=audience,
            speaker=None if who is None else Speaker(who.person, who.platform_id, str(who)),
            statements=(said,),
            keyed=keyed,
            known=known | self._ids(said),
        )
        self._vectors.make(texts_of(heard))
        written = write(
            turn,
            [heard],
            vectors=self._vectors,
            now=self._clock.now(),
            fading_days=self._settings.violation_half_life_days,
        )
        if not written.told:
            raise InvalidInput("object", said.object, "something else than the subject")
        return written.told[name][0]

    def _ids(self, said: Statement) -> dict[str, str]:
        """Ends that were given as ids of entities."""
        found: dict[str, str] = {}
        for name in (said.subject, said.object):
            if name.startswith(("entity-", "person-")):
                found |= {fold(name): entity.id for entity in find(self._graph, name)[:1]}
        return found

    def _ends(self, subject: str | None, thing: str | None) -> tuple[Any, dict[str, Any], bool]:
        """The fragments and parameters that a subject and an object ask for; whether the subject is unknown."""
        params: dict[str, Any] = {}
        if subject is not None:
            params["subjects"] = [entity.id for entity in find(self._graph, subject, "subject")]
        if thing is not None:
            things = [entity.id for entity in find(self._graph, thing, "object")]
            params["objects"] = [*things, f"={fold(thing)}"]
        fragments = [name for name in ("subject", "object") if f"{name}s" in params] or ["all"]
        return fragments, params, params.get("subjects") == []


def _predicate(name: object) -> str:
    return predicate(name).name


def _value(value: object) -> str:
    if not isinstance(value, str) or not clean(value).strip():
        raise InvalidInput("object", value, "text that is not blank")
    text = " ".join(clean(value).split())
    if len(text) > _LONGEST:
        raise InvalidInput("object", value, f"at most {_LONGEST} characters")
    return text


def _ears(audience: object, speaker: str | None) -> str:
    if audience == SHARED:
        return SHARED
    if audience != "person" or speaker is None:
        raise InvalidInput("audience", audience, "shared, or person where a speaker is named")
    return f"person:{identifiers.identity(speaker, 'system', 'speaker').person}"


def _share(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidInput("confidence", value, "a number from 0 to 1")
    return float(value)


def _said(field: str, value: Timeish | None) -> str | None:
    if value is None or value == "past":
        return value  # type: ignore[return-value]
    if isinstance(value, str) and len(value) in {4, 7} and value.replace("-", "").isdigit():
        logs.moment(field, value + "-01" * (1 if len(value) == 7 else 0) + ("-01-01" if len(value) == 4 else ""))
        return value
    moment = logs.moment(field, value)
    return value if isinstance(value, str) and len(value) == 10 else moment.isoformat()


def _keyed(domain: str | None, category: str | None, key: str | None) -> Keyed | None:
    if key is None and category is None and domain is None:
        return None
    if key is None or category is None:
        raise InvalidInput(
            "key" if key is None else "category", None, "a category and a key, if the fact is filed at all"
        )
    blank = domain is None or not str(domain).strip()
    return Keyed(
        None if blank else identifiers.plain("domain", domain),
        identifiers.plain("category", category),
        identifiers.plain("key", key),
    )
