"""Procedures: responses to a trigger, proposed by agents or learnt from episodes, approved, and matched by trigger words."""

from __future__ import annotations

import builtins
import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kg.errors import InvalidInput, NotFound
from kg.graph import GraphTransaction
from kg.language import fold_text
from kg.memories.input_checks import check_audience, check_share, check_text
from kg.memories.memory_store import MemoryRecord, MemoryStore, derive_memory_id
from kg.runtime import Runtime
from kg.types import Procedure, Receipt, validate_name

STATUSES = ("proposed", "approved", "rejected")
_KIND = "procedure"
_SPLIT = re.compile(r"[\s+,]+")
# Strips punctuation around a word.
_EDGES = re.compile(r"^\W+|\W+$")
# In characters; shorter words are ignored.
_IGNORED_LENGTH = 2
_LOW_CONFIDENCE = 0.3
_LEARNT_CONFIDENCE = 0.6
_MAX_TRIGGER_CHARS, _MAX_RESPONSE_CHARS = 100, 200
_NO_LIMIT = 100_000
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
# A question, a hope or a negation is not a solution.
_UNRESOLVED = re.compile(
    r"\?\s*$|\b(?:not|never|nothing|will|would|should|could|might|maybe|hope|try)\b|n['’]t\b", re.IGNORECASE
)


def trigger_words(trigger: str) -> frozenset[str]:
    """Return the words of a trigger, split on blanks, + and commas: more than two characters, case-folded."""
    found = (_EDGES.sub("", word) for word in _SPLIT.split(trigger.casefold()))
    return frozenset(word for word in found if len(word) > _IGNORED_LENGTH)


_words_of_trigger = functools.lru_cache(maxsize=1024)(trigger_words)


def trigger_fit(trigger: str, message: str) -> float:
    """Return the share of a trigger's words that a message contains as whole words."""
    wanted, said = _words_of_trigger(trigger), message.casefold()
    if not wanted:
        return 0.0
    return sum(_has_word(said, word) for word in wanted) / len(wanted)


def _has_word(text: str, word: str) -> bool:
    # A pattern is compiled only for a word that is there.
    return word in text and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def find_error_and_solution(text: str) -> tuple[str, str] | None:
    """Return the first sentence that reports an error and the next one that reports a solution; None where one is missing.

    Returns:
        A trigger of at most 100 characters and a response of at most 200, both cut between words.
    """
    sentences = [part.strip() for part in _SENTENCE.split(text) if part.strip()]
    error = next(
        (place for place, one in enumerate(sentences) if _ERROR.search(one) and not _SOLUTION.search(one)), None
    )
    if error is None:
        return None
    later = (one for one in sentences[error + 1 :] if _SOLUTION.search(one) and not _UNRESOLVED.search(one))
    solution = next(later, None)
    if solution is None or not trigger_words(sentences[error]):
        return None
    return _cut_between_words(sentences[error], _MAX_TRIGGER_CHARS), _cut_between_words(solution, _MAX_RESPONSE_CHARS)


def remove_solutions(text: str) -> str:
    """Return a text without its sentences that report a solution."""
    if _SOLUTION.search(text) is None:
        return text
    return "\n".join(part for part in _SENTENCE.split(text) if not _SOLUTION.search(part))


class Procedures:
    """The procedures of a scope. Only approved procedures are matched, and found by searches."""

    def __init__(self, runtime: Runtime) -> None:
        self._store = MemoryStore(runtime)
        self._is_approved_at_once = runtime.settings.procedures_approved
        self._longest = runtime.settings.max_text_chars

    def propose(
        self, trigger: str, response: str, *, confidence: float = 0.6, learned_from: str | None = None
    ) -> Procedure:
        """Propose a procedure. A procedure with the same trigger and response is returned unchanged.

        Args:
            trigger: words that describe the situation.
            response: what to do.
            confidence: 0 to 1.
            learned_from: what it was learnt from; if this is the id of a memory, its audience becomes the procedure's.

        Raises:
            InvalidInput: an argument is invalid.
            ModelUnavailable: the embedder has no weights; nothing was written.
        """
        sure, source = check_share("confidence", confidence), None
        if learned_from is not None:
            source = validate_name("learned_from", learned_from)
        return self._create(trigger, response, sure, source, [source] if source else [])[0]

    def learn(
        self, episode: str, *, sources: Sequence[str], audience: str = "shared", needs_approval: bool = False
    ) -> Procedure | None:
        """Propose a procedure from an episode that reports an error and its solution, unless it exists.

        Contexts show procedures without their authors: the caller leaves out solutions of persons without authority.

        Args:
            episode: the text of the episode.
            sources: ids of its sources, the episode first; all of one audience.
            audience: who may read it, where the sources do not restrict it further.
            needs_approval: whether it stays proposed, whatever the setting, since its solution is not an owner's or the agent's.

        Returns:
            The procedure if it is new, else None.
        """
        found = find_error_and_solution(episode)
        if found is None:
            return None
        source = sources[0] if sources else None
        procedure, is_new = self._create(
            *found, _LEARNT_CONFIDENCE, source, sources, audience, needs_approval=needs_approval
        )
        return procedure if is_new else None

    def approve(self, id: str) -> Procedure:  # noqa: A002 - the contract's name
        """Approve a procedure, so that it is matched and found.

        Raises:
            NotFound: there is no such procedure.
        """
        return self._set_status(id, "approved")

    def reject(self, id: str) -> Procedure:  # noqa: A002 - the contract's name
        """Reject a procedure, so that it is neither matched nor found. It remains stored, so that it is not learnt again.

        Raises:
            NotFound: there is no such procedure.
        """
        return self._set_status(id, "rejected")

    def remove(self, id: str) -> bool:  # noqa: A002 - the contract's name
        """Delete a procedure; return whether it existed."""
        name = validate_name("id", id)
        return self._store.find(_KIND, name) is not None and self._store.remove(name) > 0

    def list(self, status: str | None = None, *, audiences: Sequence[str] | None = None) -> list[Procedure]:
        """Return procedures that are not archived, newest first. One trip.

        Args:
            status: return only procedures with this status: proposed, approved or rejected.
            audiences: audience tokens of the reader; None: all audiences.

        Raises:
            InvalidInput: the status is unknown.
        """
        if status is not None and status not in STATUSES:
            raise InvalidInput("status", status, f"one of {', '.join(STATUSES)}")
        rows = self._store.list_rows(_KIND, limit=_NO_LIMIT, current=False, audiences=audiences)
        return [to_procedure(row) for row in rows if not row.get("archived_at") and status in (None, row["status"])]

    def match(self, message: str, *, audiences: Sequence[str] | None = None) -> builtins.list[tuple[Procedure, float]]:
        """Return approved procedures whose triggers share words with a message, best first. One trip.

        The score is the share of the trigger's words that the message contains, times the procedure's confidence.

        Args:
            message: the text of the message.
            audiences: audience tokens of the reader; None: all audiences.

        Raises:
            InvalidInput: the message is not a string.
        """
        if not isinstance(message, str):
            raise InvalidInput("message", message, "text")
        return match_procedures(self.list("approved", audiences=audiences), message)

    def used(self, ids: Sequence[str]) -> None:
        """Record that procedures were used in a context, in one trip."""
        self._store.touch(ids)

    def prune(self) -> Receipt | None:
        """Archive unused procedures with a confidence below .3; return a receipt, or None. Two trips.

        Rejected procedures are kept, so that they are not learnt again.
        """
        weak = [
            one.id
            for one in self.list()
            if one.confidence < _LOW_CONFIDENCE and not one.usage_count and one.status != "rejected"
        ]
        return self._store.archive(weak, "prune", reason="low confidence and never used")

    def _create(
        self,
        trigger: str,
        response: str,
        confidence: float,
        learned_from: str | None,
        sources: Sequence[str],
        audience: str = "shared",
        *,
        needs_approval: bool = False,
    ) -> tuple[Procedure, bool]:
        """Return the procedure with this trigger and response, and whether it is new."""
        when, what = check_text("trigger", trigger, self._longest), check_text("response", response, self._longest)
        if not trigger_words(when):
            raise InvalidInput("trigger", trigger, f"text with a word of more than {_IGNORED_LENGTH} characters")
        visible_to = self._store.narrow_audience(sources, check_audience(audience))
        is_approved = self._is_approved_at_once and not needs_approval
        properties = {"name": when[:60], "trigger": when, "response": what, "confidence": confidence}
        record = MemoryRecord(
            derive_memory_id(_KIND, visible_to, fold_text(when), fold_text(what)),
            _KIND,
            f"{when}: {what}",
            self._store.clock.now(),
            properties | {"learned_from": learned_from, "status": "approved" if is_approved else "proposed"},
            sources,
            audience=visible_to,
            # Agents find approved procedures only: an episode may propose one, and any account may speak in it.
            current=is_approved,
        )
        embeddings = self._store.embed_texts(record.text)

        def work(transaction: GraphTransaction) -> tuple[Procedure, bool]:
            transaction.run("knowledge/lock_writers", now=record.at)
            existing = self._store.find(_KIND, record.id, transaction=transaction)
            if existing is not None:
                return to_procedure(existing), False
            self._store.put(record, transaction=transaction, embeddings=embeddings)
            return to_procedure({**record.properties, "id": record.id}), True

        return self._store.graph.transact(work)

    def _set_status(self, id_: str, status: str) -> Procedure:
        name = validate_name("id", id_)

        def work(transaction: GraphTransaction) -> Procedure:
            transaction.run("knowledge/lock_writers", now=self._store.clock.now())
            row = self._store.find(_KIND, name, transaction=transaction)
            if row is None:
                raise NotFound(f"procedure {name!r} in scope {transaction.scope!r}")
            record = MemoryRecord(
                name,
                _KIND,
                row["text"],
                row["at"],
                {"name": row["name"], "status": status},
                audience=row["audience"],
                current=status == "approved",
            )
            self._store.put(record, transaction=transaction, embeddings={})
            return to_procedure({**row, "status": status})

        return self._store.graph.transact(work)


def match_procedures(procedures: Iterable[Procedure], message: str) -> list[tuple[Procedure, float]]:
    """Return the procedures whose triggers share words with a message, each with its score, best first."""
    scored = ((one, trigger_fit(one.trigger, message) * one.confidence) for one in procedures)
    return sorted((each for each in scored if each[1] > 0), key=lambda each: (-each[1], each[0].id))


def to_procedure(row: Mapping[str, Any]) -> Procedure:
    """Convert a row of `MemoryStore.find` to a `Procedure`."""
    return Procedure(
        row["id"],
        row["trigger"],
        row["response"],
        row["confidence"],
        row.get("access_count", 0),
        row.get("learned_from"),
        row["status"],
    )


def _cut_between_words(text: str, most: int) -> str:
    """Return a text of at most `most` characters, cut between words where possible."""
    if len(text) <= most:
        return text
    head = text[: most + 1]
    return (head.rsplit(None, 1)[0] if len(head.split()) > 1 else text[:most])[:most]
