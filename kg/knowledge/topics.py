"""Topics as callers see them: what at least two events of people share, and their events."""

from __future__ import annotations

from collections.abc import Sequence

from kg import events as logs
from kg.knowledge.entity_lookup import check_limit
from kg.language import fold_text, topic_id
from kg.runtime import Runtime
from kg.types import Event, Topic, validate_name


class Topics:
    """The topics of a scope."""

    def __init__(self, runtime: Runtime) -> None:
        self._graph = runtime.graph

    def list(self, *, limit: int = 100) -> list[Topic]:
        """Return the most mentioned topics.

        Args:
            limit: 1 to 10,000.

        Raises:
            InvalidInput: the limit.
        """
        rows = self._graph.run("knowledge/topics", limit=check_limit(limit))
        return [
            Topic(row["topic"]["id"], row["topic"]["name"], row["topic"]["event_count"], row["parent"]) for row in rows
        ]

    def events(self, label: str, *, limit: int = 100) -> Sequence[Event]:
        """Return the events on a topic, newest first; also the only event on what is no topic yet.

        Args:
            label: the topic, in any spelling.
            limit: 1 to 10,000.

        Raises:
            InvalidInput: names the field.
        """
        name = topic_id(fold_text(validate_name("label", label)))
        rows = self._graph.run("knowledge/topic_events", id=name, limit=check_limit(limit))
        return [logs.event_record(row["event"]) for row in rows]
