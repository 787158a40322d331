"""Learnings of an agent about its own work, from feedback and from tool failures. Their weight halves every 14 days."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from kg.errors import InvalidInput
from kg.extraction import PreferenceTopic, open_feedback_reader, open_wish_reader
from kg.knowledge import Facts, content_words
from kg.memories import input_checks, tool_failures
from kg.memories.changed_wishes import find_changed_wishes
from kg.memories.conflicting_wishes import are_conflicting
from kg.memories.feedback import BASE_CONFIDENCE, DetectedFeedback, detect_all_feedback, list_lessons
from kg.memories.memory_store import MemoryRecord, MemoryStore, derive_memory_id
from kg.runtime import Runtime
from kg.types import Learning, Receipt, Reflection, validate_name

SENTIMENTS = ("positive", "negative", "neutral")
SOURCES = ("user_feedback", "self_evaluation")
HALF_LIFE_DAYS = 14.0
MAX_ACTIVE_LEARNINGS = 200
SIMILAR_COSINE = 0.82
"""Cosine similarity from which two learnings are about the same subject."""
# Cosine from which a message may change a preference.
_LEAST_COSINE = 0.15
# Share of the words of a fact's object that a preference has which says the same.
_SAME_SHARE = 0.5
_DAY = dt.timedelta(days=1)
_HEALTH_MIN_USES, _HEALTH_SUCCESS_SHARE, _HEALTH_DAYS = 3, 0.5, 7
_HEALTH = "health"


def learning_weight(age: dt.timedelta) -> float:
    """Return the weight of a learning: 2^(−age/14 days), or 1 for a date in the future."""
    return float(2.0 ** (-max(age, dt.timedelta()) / (HALF_LIFE_DAYS * _DAY)))


class Learnings:
    """The learnings of a scope."""

    def __init__(self, runtime: Runtime) -> None:
        self._store = MemoryStore(runtime)
        self._embedder = runtime.embedder
        self._facts = Facts(runtime)

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
        """Add a learning. A learning that it contradicts is superseded; beyond 200, the weakest are archived.

        Adding the same content about the same tool again restores the existing learning's full weight.

        Args:
            content: what was learnt.
            tool: the tool that it is about.
            sentiment: positive, negative or neutral; preferences are neutral.
            confidence: 0 to 1.
            recommendation: what to do about it.
            source: user_feedback or self_evaluation.
            sources: ids of the memories that it is based on; readers who may not see them cannot see the learning.
            audience: who may read it: shared, session:ID or person:ID.

        Raises:
            InvalidInput: an argument is invalid; nothing is written.
            NotFound: a source does not exist; nothing is written.
        """
        return self._add(
            content,
            tool,
            sentiment,
            confidence,
            recommendation,
            source,
            input_checks.check_names("sources", sources),
            audience,
        )

    def detect(
        self,
        message: str,
        previous: str | None = None,
        *,
        sources: Iterable[str] = (),
        audience: str = "shared",
        reads_wishes: bool = True,
    ) -> Learning | None:
        """Add learnings from a message to the agent, where it contains feedback; see `kg.memories.feedback`.

        A preference supersedes earlier ones about the same topic, in any words and any language. A message that changes or takes
        back earlier ones supersedes them; if it states no other, it is itself what is learnt. Praise is no learning. The
        caller must make sure that the speaker is allowed to instruct the agent.

        Args:
            message: a person's message to the agent.
            previous: the agent's last message or action.
            sources: ids of the events that it is based on.
            audience: who may read it: shared, session:ID or person:ID.
            reads_wishes: whether standing wishes of any field are read, and what takes them back; digestion did so before sleep.

        Returns:
            The learning; the first where there are several; None where there is nothing to learn.

        Raises:
            InvalidInput: an argument is invalid; nothing is written.
            NotFound: a source does not exist; nothing is written.
            ModelUnavailable: the embedder has no weights; nothing is written.
        """
        if not isinstance(message, str):
            raise InvalidInput("message", message, "text")
        if previous is not None and not isinstance(previous, str):
            raise InvalidInput("previous", previous, "text or None")
        source_ids, visible_to = input_checks.check_names("sources", sources), input_checks.check_audience(audience)
        basis = ("user_feedback", source_ids, visible_to)
        wish_reader = open_wish_reader(self._embedder) if reads_wishes else None
        lessons = [
            (found, *lesson)
            for found in detect_all_feedback(message, previous, open_feedback_reader(self._embedder), wish_reader)
            for lesson in list_lessons(found, previous)
        ]
        states_wish = any(found.kind == "preference" for found, *_ in lessons)
        changed = (
            find_changed_wishes(self._store, self._embedder, message, source_ids, visible_to, states_wish=states_wish)
            if reads_wishes
            else []
        )
        if changed and not states_wish:
            said = tool_failures.truncate_text(" ".join(message.split()), 300)
            lessons.append((DetectedFeedback("preference", "neutral", BASE_CONFIDENCE, said), said, None, None))
        added = []
        for found, content, advice, topic in lessons:
            # The first preference of the message supersedes them; for the others nothing is left to do.
            ended, changed = (changed, []) if found.kind == "preference" else ([], changed)
            added.append(
                self._add(content, None, found.sentiment, found.confidence, advice, *basis, topic, advice, ended)
            )
        return next(iter(added), None)

    def has_similar_wish(self, message: str) -> bool:
        """Whether a message is at all about what a learnt preference is about, for any audience."""
        near = self._store.find_similar("learning", message, limit=1)
        return any(cosine >= _LEAST_COSINE for _, cosine in near)

    def list(
        self, *, active: bool = True, limit: int = 1_000, audiences: Collection[str] | None = None
    ) -> Sequence[Learning]:
        """Return learnings by descending confidence × weight.

        Args:
            active: leave out superseded and archived learnings.
            limit: maximum number of learnings, 1 to 10,000.
            audiences: audience tokens of the reader, from `kg.types.identifiers.visible_audiences`; None: all audiences.

        Raises:
            InvalidInput: an argument is invalid.
        """
        most = input_checks.check_limit("limit", limit)
        seen = None if audiences is None else list(audiences)
        rows = self._store.list_rows("learning", current=active, audiences=seen)
        return self._rank(rows)[:most]

    def health(self, tool: str, uses: int, successes: int) -> Learning | None:
        """Add a learning that a tool fails in more than half of at least 3 uses; at most once in 7 days.

        The new learning supersedes the tool's previous one.

        Args:
            tool: name of the tool.
            uses: number of uses.
            successes: number of successful uses.

        Raises:
            InvalidInput: an argument is invalid; nothing is written.
        """
        name = validate_name("tool", tool)
        count = input_checks.check_whole_number("uses", uses, 0, 1_000_000_000)
        good = input_checks.check_whole_number("successes", successes, 0, count)
        if count < _HEALTH_MIN_USES or good / count >= _HEALTH_SUCCESS_SHARE:
            return None
        now = self._store.clock.now()
        # Archived learnings count too.
        earlier = [
            row
            for row in self._store.list_rows("learning", current=False)
            if row.get("of") == _HEALTH and row.get("tool") == name
        ]
        if any(now - _at(row) < _HEALTH_DAYS * _DAY for row in earlier):
            return None
        record = self._record(
            f"{name} failed {count - good} of {count} times.",
            key=(_HEALTH, name, now.isoformat()),
            properties={
                "tool": name, "sentiment": "negative", "confidence": 1 - good / count, "source": "self_evaluation",
                "recommendation": f"Check what {name} is given, or use another way.", "of": _HEALTH,
            },
        )  # fmt: skip
        self._store.supersede(record, [row["id"] for row in earlier if row["current"]])
        return to_learning(self._row(record), self._store.clock.now())

    def from_failures(self, reflections: Iterable[Reflection]) -> Sequence[Learning]:
        """Add learnings from reflections on tool failures whose cause is the tool itself or its configuration.

        The same failure is learnt once. A reflection that is based on a learning is skipped.

        Returns:
            The new learnings.

        Raises:
            NotFound: a reflection no longer exists.
        """
        by_lesson: dict[tuple[str, str, str], list[Reflection]] = {}
        for each in reflections:
            content = tool_failures.failure_lesson(each.tool, each.error) if each.tool else None
            if each.tool and content and not any(source.startswith("learning-") for source in each.sources):
                by_lesson.setdefault((each.tool, content, each.audience), []).append(each)
        known = {row["id"] for row in self._store.list_rows("learning", current=False)} if by_lesson else set()
        added = []
        for (tool, content, visible_to), group in by_lesson.items():
            if _id(tool, content, visible_to) not in known:
                sources = tuple(sorted(each.id for each in group))
                added.append(
                    self._add(
                        content,
                        tool,
                        "negative",
                        0.7,
                        tool_failures.error_advice(group[0].error),
                        "self_evaluation",
                        sources,
                        visible_to,
                    )
                )
        return added

    def prune(self) -> Receipt | None:
        """Archive the weakest learnings beyond 200; return a receipt, or None. Called after each addition."""
        weakest = [learning.id for learning in self._rank(self._store.list_rows("learning"))[MAX_ACTIVE_LEARNINGS:]]
        return self._store.archive(weakest, "archive", reason=f"the weakest beyond {MAX_ACTIVE_LEARNINGS} learnings")

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
        topic: PreferenceTopic | None = None,
        about: str | None = None,
        ended: Sequence[str] = (),
    ) -> Learning:
        checked = input_checks.check_text("content", content, 2_000)
        about_tool = None if tool is None else validate_name("tool", tool)
        properties = {
            "tool": about_tool,
            "sentiment": _one_of("sentiment", sentiment, SENTIMENTS),
            "confidence": input_checks.check_share("confidence", confidence),
            "recommendation": None
            if recommendation is None
            else input_checks.check_text("recommendation", recommendation, 2_000),
            "source": _one_of("source", source, SOURCES),
            "topic": topic.name if topic else None,
            "value": topic.value if topic else None,
            "polarity": topic.polarity if topic else None,
        }
        visible_to = self._store.require_sources(sources, input_checks.check_audience(audience))
        record = self._record(
            checked,
            # "No, three" corrects each time what was said before.
            key=(about_tool or "", checked, visible_to, *([about] if about else [])),
            properties=properties,
            sources=sources,
            audience=visible_to,
        )
        similar = self._store.find_similar("learning", checked, audience=visible_to)
        older = [
            row["id"]
            for row, cosine in similar
            if cosine >= SIMILAR_COSINE and row["id"] != record.id and _replaces(record, row)
        ]
        changed = [each for each in ended if each != record.id]
        self._store.supersede(record, [*older, *changed, *self._same_topic(record)])
        self._retract_stated(changed, record)
        self.prune()
        return to_learning(self._row(record), self._store.clock.now())

    def _retract_stated(self, ended: Sequence[str], record: MemoryRecord) -> None:
        """Retract the facts that say the same as preferences which a message took back."""
        rows = self._store.graph.run("memories/stated_preferences", ids=list(ended)) if ended else []
        for row in rows:
            stated, learnt = content_words(row["stated"]), content_words(row["learnt"])
            if stated and len(stated & learnt) >= _SAME_SHARE * len(stated):
                # The reason names the message and does not quote it, so that nothing of it stays when it is erased.
                self._facts.retract(row["fact"], reason=f"taken back in {', '.join(record.sources)}")

    def _same_topic(self, record: MemoryRecord) -> Sequence[str]:
        """Return the ids of the current learnings about the topic of a preference, for the same audience."""
        if record.properties["topic"] is None:
            return []
        rows = self._store.list_rows("learning", audiences=[record.audience])
        return [row["id"] for row in rows if row.get("topic") == record.properties["topic"] and row["id"] != record.id]

    def _record(
        self,
        content: str,
        *,
        key: tuple[str, ...],
        properties: Mapping[str, Any],
        sources: tuple[str, ...] = (),
        audience: str = "shared",
    ) -> MemoryRecord:
        return MemoryRecord(
            id=_id(*key),
            kind="learning",
            text=content,
            at=self._store.clock.now(),
            # A learning that is added again becomes current again.
            properties={**properties, "superseded_by": None},
            sources=sources,
            audience=audience,
        )

    def _rank(self, rows: Iterable[Mapping[str, Any]]) -> Sequence[Learning]:
        return rank_learnings(rows, self._store.clock.now())

    def _row(self, record: MemoryRecord) -> Mapping[str, Any]:
        stored = {"id": record.id, "text": record.text, "at": record.at, "current": True, "audience": record.audience}
        return {**record.properties, **stored, "sources": tuple(record.sources)}


def to_learning(row: Mapping[str, Any], now: dt.datetime) -> Learning:
    """Convert a row of `MemoryStore.find` to a `Learning`, with its weight at `now`."""
    updated = _at(row)
    return Learning(
        id=row["id"],
        content=row["text"],
        sentiment=row["sentiment"],
        confidence=row["confidence"],
        tool=row.get("tool"),
        recommendation=row.get("recommendation"),
        weight=learning_weight(now - updated),
        updated_at=updated,
        source=row["source"],
        superseded_by=row.get("superseded_by"),
        active=row["current"],
        sources=tuple(row["sources"]),
        audience=row["audience"],
        topic=row.get("topic"),
        value=row.get("value"),
        polarity=row.get("polarity") is not False,
    )


def rank_learnings(rows: Iterable[Mapping[str, Any]], now: dt.datetime) -> Sequence[Learning]:
    """Convert rows to learnings, by descending confidence × weight at `now`."""
    learnings = (to_learning(row, now) for row in rows)
    return sorted(learnings, key=lambda one: (-one.confidence * one.weight, -one.updated_at.timestamp(), one.id))


def _replaces(newer: MemoryRecord, older: Mapping[str, Any]) -> bool:
    """Whether a learning supersedes an older one of similar meaning."""
    if newer.properties["tool"] != older.get("tool"):
        return False
    topics = {newer.properties["topic"], older.get("topic")}
    if None not in topics and len(topics) > 1:
        # "Emojis are fine again" takes back no "no emojis in commit messages".
        return False
    both = {newer.properties["sentiment"], older["sentiment"]}
    return both == {"positive", "negative"} or (both == {"neutral"} and are_conflicting(newer.text, older["text"]))


def _id(*parts: str) -> str:
    return derive_memory_id("learning", *parts)


def _at(row: Mapping[str, Any]) -> dt.datetime:
    value = row["at"]
    native: dt.datetime = value if isinstance(value, dt.datetime) else value.to_native()
    return native.astimezone(dt.UTC)


def _one_of(field: str, value: object, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise InvalidInput(field, value, f"one of {', '.join(allowed)}")
    return value
