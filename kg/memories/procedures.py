"""Procedures: what to do when something happens, proposed, approved by somebody, and found by the words of their triggers."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kg.errors import InvalidInput, NotFound
from kg.graph.scoped_graph import Turn
from kg.language.name_keys import fold
from kg.memories.input_checks import audience_of, share_of, text_of
from kg.memories.memory_store import Shelf, Thing, identity
from kg.settings import Settings
from kg.types import Procedure, Receipt, identifiers

STATUSES = ("proposed", "approved", "rejected")
_KIND = "procedure"
_SPLIT = re.compile(r"[\s+,]+")
# The full stop behind a number is no part of it.
_EDGES = re.compile(r"^\W+|\W+$")
# In characters: shorter words tell little.
_SHORT = 2
_UNSURE = 0.3
_LEARNT = 0.6
_LONGEST_TRIGGER, _LONGEST_RESPONSE = 100, 200
_ALL = 100_000
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+|;\s+")
_ERROR = re.compile(
    r"\b(?:errors?|exceptions?|traceback|failed|fails|failing|failure|crash(?:e[sd]|ing)?|broken?|timed out|time-?out|denied"
    r"|refused|(?:does|did|would)(?: not|n['’]t) (?:work|start|load|run|compile|connect)|(?:http|status|code) ?[45]\d\d)\b",
    re.IGNORECASE,
)
_SOLUTION = re.compile(
    r"\b(?:fixed|fixes|fix was|the fix|solved|resolved|solution|solves|works? (?:now|again)|worked|helped|repaired)\b",
    re.IGNORECASE,
)
# What is still asked, hoped or denied solved nothing.
_OPEN = re.compile(
    r"\?\s*$|\b(?:not|never|nothing|will|would|should|could|might|maybe|hope|try)\b|n['’]t\b", re.IGNORECASE
)


def trigger_words(trigger: str) -> frozenset[str]:
    """The words of a trigger that count: split on blanks, + and commas, more than two characters, case folded."""
    found = (_EDGES.sub("", word) for word in _SPLIT.split(trigger.casefold()))
    return frozenset(word for word in found if len(word) > _SHORT)


def fit(trigger: str, message: str) -> float:
    """The share of a trigger's words that stand in a message as whole words."""
    wanted, said = trigger_words(trigger), message.casefold()
    if not wanted:
        return 0.0
    return sum(bool(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", said)) for word in wanted) / len(wanted)


def error_and_solution(text: str) -> tuple[str, str] | None:
    """The sentence of an episode that tells an error, and the next one that tells what solved it; None where there is none.

    Returns:
        trigger of at most 100 characters and response of at most 200, each cut between two words.
    """
    sentences = [part.strip() for part in _SENTENCE.split(text) if part.strip()]
    error = next(
        (place for place, one in enumerate(sentences) if _ERROR.search(one) and not _SOLUTION.search(one)), None
    )
    if error is None:
        return None
    later = (one for one in sentences[error + 1 :] if _SOLUTION.search(one) and not _OPEN.search(one))
    solution = next(later, None)
    if solution is None or not trigger_words(sentences[error]):
        return None
    return _cut(sentences[error], _LONGEST_TRIGGER), _cut(solution, _LONGEST_RESPONSE)


class Procedures:
    """The procedures of a scope. Only what is approved is ever matched."""

    def __init__(self, shelf: Shelf, settings: Settings) -> None:
        """Keep where procedures are, and whether what is proposed is approved at once."""
        self._shelf = shelf
        self._first = "approved" if settings.procedures_approved else "proposed"
        self._longest = settings.max_text_chars

    def propose(
        self, trigger: str, response: str, *, confidence: float = 0.6, learned_from: str | None = None
    ) -> Procedure:
        """Propose a procedure; the same trigger and response are the same procedure, which stays as it is.

        Args:
            trigger: words that tell when.
            response: what to do.
            confidence: 0 to 1.
            learned_from: what it was learnt from; where that is a memory's id, its audience is the procedure's.

        Raises:
            InvalidInput: names the field.
            ModelUnavailable: the embedder has no weights; nothing was written.
        """
        sure, source = share_of("confidence", confidence), None
        if learned_from is not None:
            source = identifiers.plain("learned_from", learned_from)
        return self._kept(trigger, response, sure, source, [source] if source else [])[0]

    def learn(self, episode: str, *, sources: Sequence[str], audience: str = "shared") -> Procedure | None:
        """Propose what an episode teaches, where it tells an error and its solution; the same once only.

        Args:
            episode: its text.
            sources: ids of what it rests on, the episode first; all of one audience.
            audience: who may know, where the sources do not say it more narrowly.

        Returns:
            The procedure where it is new, else None.
        """
        found = error_and_solution(episode)
        if found is None:
            return None
        kept, fresh = self._kept(*found, _LEARNT, sources[0] if sources else None, sources, audience)
        return kept if fresh else None

    def approve(self, id: str) -> Procedure:  # noqa: A002 - the contract's name
        """Let a procedure be matched.

        Raises:
            NotFound: there is no such procedure.
        """
        return self._settled(id, "approved")

    def reject(self, id: str) -> Procedure:  # noqa: A002 - the contract's name
        """Let a procedure be neither matched nor found; it is kept, so that it is not learnt again.

        Raises:
            NotFound: there is no such procedure.
        """
        return self._settled(id, "rejected")

    def remove(self, id: str) -> bool:  # noqa: A002 - the contract's name
        """Let a procedure go for good; returns whether there was one."""
        name = identifiers.plain("id", id)
        return self._shelf.one(_KIND, name) is not None and self._shelf.remove(name) > 0

    def list(self, status: str | None = None, *, audiences: Sequence[str] | None = None) -> list[Procedure]:
        """Procedures that are not archived, newest first. One trip.

        Args:
            status: only those that are proposed, approved or rejected.
            audiences: tokens of who may see; None: all.

        Raises:
            InvalidInput: another status.
        """
        if status is not None and status not in STATUSES:
            raise InvalidInput("status", status, f"one of {', '.join(STATUSES)}")
        rows = self._shelf.many(_KIND, limit=_ALL, current=False, audiences=audiences)
        return [procedure_of(row) for row in rows if not row.get("archived_at") and status in (None, row["status"])]

    def match(self, message: str, *, audiences: Sequence[str] | None = None) -> builtins.list[tuple[Procedure, float]]:
        """Approved procedures whose triggers a message has words of, best first. One trip.

        The score is the share of the trigger's words that stand in the message, times the procedure's confidence.

        Args:
            message: what was said.
            audiences: tokens of who may see; None: all.

        Raises:
            InvalidInput: no text.
        """
        if not isinstance(message, str):
            raise InvalidInput("message", message, "text")
        return matching(self.list("approved", audiences=audiences), message)

    def used(self, ids: Sequence[str]) -> None:
        """Count procedures that were put into a context as used, all of them in one trip."""
        self._shelf.touch(ids)

    def prune(self) -> Receipt | None:
        """Archive those of confidence below .3 that were never used, with a receipt; None where there is none. Two trips.

        What was rejected stays, so that it is not learnt again.
        """
        weak = [
            one.id
            for one in self.list()
            if one.confidence < _UNSURE and not one.usage_count and one.status != "rejected"
        ]
        return self._shelf.archive(weak, "prune", reason="unsure, and never used")

    def _kept(
        self,
        trigger: str,
        response: str,
        confidence: float,
        learned_from: str | None,
        sources: Sequence[str],
        audience: str = "shared",
    ) -> tuple[Procedure, bool]:
        """The procedure of that trigger and response, and whether it is new."""
        when, what = text_of("trigger", trigger, self._longest), text_of("response", response, self._longest)
        if not trigger_words(when):
            raise InvalidInput("trigger", trigger, f"text with a word of more than {_SHORT} characters")
        seen_by = self._shelf.audience(sources, audience_of(audience))
        properties = {"name": when[:60], "trigger": when, "response": what, "confidence": confidence}
        thing = Thing(
            identity(_KIND, seen_by, fold(when), fold(what)),
            _KIND,
            f"{when}: {what}",
            self._shelf.clock.now(),
            properties | {"learned_from": learned_from, "status": self._first},
            sources,
            audience=seen_by,
        )
        made = self._shelf.embedded(thing.text)

        def work(turn: Turn) -> tuple[Procedure, bool]:
            turn.run("knowledge/lock_writers", now=thing.at)
            known = self._shelf.one(_KIND, thing.id, turn=turn)
            if known is not None:
                return procedure_of(known), False
            self._shelf.put(thing, turn=turn, made=made)
            return procedure_of({**thing.properties, "id": thing.id}), True

        return self._shelf.graph.transact(work)

    def _settled(self, id_: str, status: str) -> Procedure:
        name = identifiers.plain("id", id_)

        def work(turn: Turn) -> Procedure:
            turn.run("knowledge/lock_writers", now=self._shelf.clock.now())
            row = self._shelf.one(_KIND, name, turn=turn)
            if row is None:
                raise NotFound(f"procedure {name!r} in scope {turn.scope!r}")
            thing = Thing(
                name,
                _KIND,
                row["text"],
                row["at"],
                {"name": row["name"], "status": status},
                audience=row["audience"],
                current=status != "rejected",
            )
            self._shelf.put(thing, turn=turn, made={})
            return procedure_of({**row, "status": status})

        return self._shelf.graph.transact(work)


def matching(procedures: Iterable[Procedure], message: str) -> list[tuple[Procedure, float]]:
    """The procedures whose triggers a message has words of, each with what it scores, best first."""
    scored = ((one, fit(one.trigger, message) * one.confidence) for one in procedures)
    return sorted((each for each in scored if each[1] > 0), key=lambda each: (-each[1], each[0].id))


def procedure_of(row: Mapping[str, Any]) -> Procedure:
    """The record of a procedure, as `Shelf.one` gives it."""
    return Procedure(
        row["id"],
        row["trigger"],
        row["response"],
        row["confidence"],
        row.get("access_count", 0),
        row.get("learned_from"),
        row["status"],
    )


def _cut(text: str, most: int) -> str:
    """A text of at most so many characters, cut between two words where there are any."""
    if len(text) <= most:
        return text
    head = text[: most + 1]
    return (head.rsplit(None, 1)[0] if len(head.split()) > 1 else text[:most])[:most]
