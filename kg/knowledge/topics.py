"""Topics as callers see them: what is spoken of, and where."""

from __future__ import annotations

from collections.abc import Sequence

from kg import events as logs
from kg.graph import Graph
from kg.knowledge.entity_lookup import at_most
from kg.language.name_keys import fold, topic_id
from kg.types import Event, Topic, identifiers


class Topics:
    """The topics of a scope."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def list(self, *, limit: int = 100) -> list[Topic]:
        """What is spoken of most.

        Args:
            limit: 1 to 10,000.

        Raises:
            InvalidInput: the limit.
        """
        rows = self._graph.run("knowledge/topics", limit=at_most(limit))
        return [
            Topic(row["topic"]["id"], row["topic"]["name"], row["topic"]["event_count"], row["parent"]) for row in rows
        ]

    def events(self, label: str, *, limit: int = 100) -> Sequence[Event]:
        """The events on a topic, newest first; none for a topic that nobody spoke of.

        Args:
            label: the topic, in any spelling.
            limit: 1 to 10,000.

        Raises:
            InvalidInput: names the field.
        """
        name = topic_id(fold(identifiers.plain("label", label)))
        rows = self._graph.run("knowledge/topic_events", id=name, limit=at_most(limit))
        return [logs.as_event(row["event"]) for row in rows]
