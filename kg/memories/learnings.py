"""What an agent learnt about its own work: told by people, or seen in what its tools did. It fades by half in a fortnight."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from kg.errors import InvalidInput
from kg.language.keywords import keywords
from kg.memories import input_checks, tool_failures
from kg.memories.feedback import detect
from kg.memories.memory_store import Shelf, Thing, identity
from kg.types import Learning, Receipt, Reflection, identifiers

SENTIMENTS = ("positive", "negative", "neutral")
SOURCES = ("user_feedback", "self_evaluation")
HALF_LIFE_DAYS = 14.0
MOST_ACTIVE = 200
ALIKE = 0.82
"""The cosine from which two learnings speak of the same."""
_DAY = dt.timedelta(days=1)
_HEALTH_USES, _HEALTH_SHARE, _HEALTH_DAYS = 3, 0.5, 7
_HEALTH = "health"
_NEGATIONS = frozenset(
    {"not", "never", "no", "dont", "don't", "doesn't", "stop", "avoid", "without", "cannot", "can't"}
)
_PREFERS = frozenset({"always", "prefer", "prefers", "please", "want", "wants", "like", "likes", "user"})


def weight(age: dt.timedelta) -> float:
    """What is left of a learning: 2^(−age/14 days); 1 of one that is dated later than now."""
    return float(2.0 ** (-max(age, dt.timedelta()) / (HALF_LIFE_DAYS * _DAY)))


def conflicting(one: str, other: str) -> bool:
    """Whether two preferences that mean nearly the same want the contrary.

    One forbids what the other asks for, or both ask for the same but for a word: metric units, imperial units.
    """
    mine, theirs = _bare(one), _bare(other)
    only_mine, only_theirs = (
        [word for word in mine if word not in theirs],
        [word for word in theirs if word not in mine],
    )
    exchanged = len(only_mine) == len(only_theirs) == 1 and mine.index(only_mine[0]) == theirs.index(only_theirs[0])
    if _forbids(one) != _forbids(other):
        # Never imperial and always metric want the same.
        return not exchanged and len(only_mine) + len(only_theirs) <= min(len(mine), len(theirs))
    return exchanged and len(mine) == len(theirs) > 1


class Learnings:
    """The learnings of a scope."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def add(
        self,
        content: str,
        *,
        tool: str | None = None,
        sentiment: str = "neutral",
        confidence: float = 0.7,
        recommendation: str | None = None,
        source: str = "user_feedback",
        sources: Iterable[str] = (),
        audience: str = "shared",
    ) -> Learning:
        """Keep a learning; one that it contradicts is superseded, and beyond 200 the weakest is archived.

        The same content about the same tool is the same learning, said again: it has its full weight anew.

        Args:
            content: what was learnt.
            tool: the tool that it is about.
            sentiment: positive, negative or neutral; what is wanted is neutral.
            confidence: 0 to 1.
            recommendation: what to do about it.
            source: user_feedback or self_evaluation.
            sources: ids of what it rests on; it is for nobody who may not see them.
            audience: who may know: shared, session:ID or person:ID.

        Raises:
            InvalidInput: names the field; nothing is written.
            NotFound: one of the sources is not there; nothing is written.
        """
        return self._add(
            content,
            tool,
            sentiment,
            confidence,
            recommendation,
            source,
            input_checks.names_of("sources", sources),
            audience,
        )

    def detect(
        self,
        message: str,
        previous: str | None = None,
        *,
        sources: Iterable[str] = (),
        audience: str = "shared",
    ) -> Learning | None:
        """Keep what a message to the agent says of its work, where it says something; see `kg.memories.feedback`.

        Whoever calls it answers for it that the speaker may instruct the agent.

        Args:
            message: what a person said to the agent.
            previous: what the agent had said or done last.
            sources: ids of the events that it rests on.
            audience: who may know: shared, session:ID or person:ID.

        Raises:
            InvalidInput: names the field; nothing is written.
            NotFound: one of the sources is not there; nothing is written.
        """
        if not isinstance(message, str):
            raise InvalidInput("message", message, "text")
        if previous is not None and not isinstance(previous, str):
            raise InvalidInput("previous", previous, "text or None")
        rests_on, ears = input_checks.names_of("sources", sources), input_checks.audience_of(audience)
        found = detect(message, previous)
        if found is None:
            return None
        advice = None
        if found.kind == "correction" and previous and previous.strip():
            advice = f"It was said of: {tool_failures.bounded(' '.join(previous.split()), 300)}"
        return self._add(found.text, None, found.sentiment, found.confidence, advice, "user_feedback", rests_on, ears)

    def list(
        self, *, active: bool = True, limit: int = 1_000, audiences: Collection[str] | None = None
    ) -> Sequence[Learning]:
        """Learnings, the one with the greatest confidence × weight first.

        Args:
            active: without what was superseded or archived.
            limit: 1 to 10,000.
            audiences: tokens of who may see, as `kg.types.identifiers.audiences` gives them; None: all.

        Raises:
            InvalidInput: names the field.
        """
        most = input_checks.count_of("limit", limit)
        seen = None if audiences is None else list(audiences)
        rows = self._shelf.many("learning", current=active, audiences=seen)
        return self._ranked(rows)[:most]

    def health(self, tool: str, uses: int, successes: int) -> Learning | None:
        """Learn that a tool fails more often than not: of 3 uses or more, and once in 7 days; the newer takes the older's place.

        Args:
            tool: its name.
            uses: how often it was used.
            successes: how often it did what it should.

        Raises:
            InvalidInput: names the field; nothing is written.
        """
        name = identifiers.plain("tool", tool)
        count = input_checks.whole_of("uses", uses, 0, 1_000_000_000)
        good = input_checks.whole_of("successes", successes, 0, count)
        if count < _HEALTH_USES or good / count >= _HEALTH_SHARE:
            return None
        now = self._shelf.clock.now()
        # Those that were archived count too.
        told = [
            row
            for row in self._shelf.many("learning", current=False)
            if row.get("of") == _HEALTH and row.get("tool") == name
        ]
        if any(now - _at(row) < _HEALTH_DAYS * _DAY for row in told):
            return None
        thing = self._thing(
            f"{name} failed {count - good} of {count} times.",
            key=(_HEALTH, name, now.isoformat()),
            properties={
                "tool": name, "sentiment": "negative", "confidence": 1 - good / count, "source": "self_evaluation",
                "recommendation": f"Check what {name} is given, or use another way.", "of": _HEALTH,
            },
        )  # fmt: skip
        self._shelf.supersede(thing, [row["id"] for row in told if row["current"]])
        return learning_of(self._row(thing), self._shelf.clock.now())

    def from_failures(self, reflections: Iterable[Reflection]) -> Sequence[Learning]:
        """Learn from reflections on tools that failed, where the failure was the tool's own or its configuration's.

        The same failure is learnt once; a reflection that rests on a learning teaches nothing.

        Returns:
            What is new.

        Raises:
            NotFound: a reflection is not there any more.
        """
        drawn: dict[tuple[str, str, str], list[Reflection]] = {}
        for each in reflections:
            told = tool_failures.lesson(each.tool, each.error) if each.tool else None
            if each.tool and told and not any(source.startswith("learning-") for source in each.sources):
                drawn.setdefault((each.tool, told, each.audience), []).append(each)
        known = {row["id"] for row in self._shelf.many("learning", current=False)} if drawn else set()
        made = []
        for (tool, told, ears), of in drawn.items():
            if _id(tool, told, ears) not in known:
                sources = tuple(sorted(each.id for each in of))
                made.append(
                    self._add(
                        told, tool, "negative", 0.7, tool_failures.advice(of[0].error), "self_evaluation", sources, ears
                    )
                )
        return made

    def prune(self) -> Receipt | None:
        """Archive the weakest beyond 200, with a receipt; None where there are no more. Each learning that is added does so."""
        weakest = [record.id for record in self._ranked(self._shelf.many("learning"))[MOST_ACTIVE:]]
        return self._shelf.archive(weakest, "archive", reason=f"the weakest beyond {MOST_ACTIVE} learnings")

    def _add(
        self,
        content: str,
        tool: str | None,
        sentiment: str,
        confidence: float,
        recommendation: str | None,
        source: str,
        sources: tuple[str, ...],
        audience: str,
    ) -> Learning:
        told = input_checks.text_of("content", content, 2_000)
        about = None if tool is None else identifiers.plain("tool", tool)
        properties = {
            "tool": about,
            "sentiment": _one_of("sentiment", sentiment, SENTIMENTS),
            "confidence": input_checks.share_of("confidence", confidence),
            "recommendation": None
            if recommendation is None
            else input_checks.text_of("recommendation", recommendation, 2_000),
            "source": _one_of("source", source, SOURCES),
        }
        ears = self._shelf.grounds(sources, input_checks.audience_of(audience))
        thing = self._thing(told, key=(about or "", told, ears), properties=properties, sources=sources, audience=ears)
        alike = self._shelf.alike("learning", told, audience=ears)
        older = [
            row["id"] for row, cosine in alike if cosine >= ALIKE and row["id"] != thing.id and _replaces(thing, row)
        ]
        self._shelf.supersede(thing, older)
        self.prune()
        return learning_of(self._row(thing), self._shelf.clock.now())

    def _thing(
        self,
        content: str,
        *,
        key: tuple[str, ...],
        properties: Mapping[str, Any],
        sources: tuple[str, ...] = (),
        audience: str = "shared",
    ) -> Thing:
        return Thing(
            id=_id(*key),
            kind="learning",
            text=content,
            at=self._shelf.clock.now(),
            # Said again, it stands again.
            properties={**properties, "superseded_by": None},
            sources=sources,
            audience=audience,
        )

    def _ranked(self, rows: Iterable[Mapping[str, Any]]) -> Sequence[Learning]:
        return ranked(rows, self._shelf.clock.now())

    def _row(self, thing: Thing) -> Mapping[str, Any]:
        kept = {"id": thing.id, "text": thing.text, "at": thing.at, "current": True, "audience": thing.audience}
        return {**thing.properties, **kept, "sources": tuple(thing.sources)}


def learning_of(row: Mapping[str, Any], now: dt.datetime) -> Learning:
    """The record of a learning, as `Shelf.one` gives it, with its weight as of now."""
    updated = _at(row)
    return Learning(
        id=row["id"],
        content=row["text"],
        sentiment=row["sentiment"],
        confidence=row["confidence"],
        tool=row.get("tool"),
        recommendation=row.get("recommendation"),
        weight=weight(now - updated),
        updated_at=updated,
        source=row["source"],
        superseded_by=row.get("superseded_by"),
        active=row["current"],
        sources=tuple(row["sources"]),
        audience=row["audience"],
    )


def ranked(rows: Iterable[Mapping[str, Any]], now: dt.datetime) -> Sequence[Learning]:
    """The records of learnings, the one with the greatest confidence × weight first, as of now."""
    told = (learning_of(row, now) for row in rows)
    return sorted(told, key=lambda one: (-one.confidence * one.weight, -one.updated_at.timestamp(), one.id))


def _replaces(newer: Thing, older: Mapping[str, Any]) -> bool:
    """Whether a learning takes the place of one that means nearly the same."""
    if newer.properties["tool"] != older.get("tool"):
        return False
    both = {newer.properties["sentiment"], older["sentiment"]}
    return both == {"positive", "negative"} or (both == {"neutral"} and conflicting(newer.text, older["text"]))


def _bare(content: str) -> list[str]:
    return [word for word in dict.fromkeys(keywords(content)) if word not in _NEGATIONS | _PREFERS]


def _forbids(content: str) -> bool:
    return not _NEGATIONS.isdisjoint(re.findall(r"[\w']+", content.casefold().replace("’", "'")))


def _id(*parts: str) -> str:
    return identity("learning", *parts)


def _at(row: Mapping[str, Any]) -> dt.datetime:
    value = row["at"]
    native: dt.datetime = value if isinstance(value, dt.datetime) else value.to_native()
    return native.astimezone(dt.UTC)


def _one_of(field: str, value: object, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise InvalidInput(field, value, f"one of {', '.join(allowed)}")
    return value
