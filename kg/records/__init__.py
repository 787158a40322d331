"""The records that go in and come out: frozen dataclasses, times aware and in UTC."""

from kg.records.known import Crystallised, Entity, Fact, Path, Relation, Topic
from kg.records.said import (
    Confidence,
    Context,
    Digest,
    Event,
    Health,
    Hit,
    Node,
    Person,
    Receipt,
    SearchResult,
    Section,
    TokenUsage,
)

__all__ = [
    "Confidence",
    "Context",
    "Crystallised",
    "Digest",
    "Entity",
    "Event",
    "Fact",
    "Health",
    "Hit",
    "Node",
    "Path",
    "Person",
    "Receipt",
    "Relation",
    "SearchResult",
    "Section",
    "TokenUsage",
    "Topic",
]
