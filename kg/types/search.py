"""Records of searches and contexts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

Confidence = Literal["none", "low", "medium", "high"]
"""How probable it is that evidence is among the first five hits: high from .8, medium from .4, low from .1."""
MemoryKind = Literal[
    "event", "fact", "entity", "person", "topic", "core", "working", "longterm", "procedure", "learning", "reflection", "summary",
    "diary", "journal", "episode",
]  # fmt: skip
"""A kind of memory that can be searched; a passage counts as its event."""
KIND_SYNONYMS = {
    "message": "event",
    "conversation": "event",
    "note": "longterm",
    "memory": "longterm",
    "long_term": "longterm",
    "people": "person",
    "thing": "entity",
    "lesson": "learning",
    "working_memory": "working",
    "core_memory": "core",
}
"""Other words for these kinds."""


@dataclass(frozen=True)
class Hit:
    """One result of a search.

    Attributes:
        id: id of the node; for a passage, of its event.
        kind: event, person, …
        text: the text that matched; for a passage, the passage.
        score: probability that it is evidence for the question, calibrated on the training sets; 0 to 1.
        at: time of the event.
        session: its session.
        speaker: its speaker (`platform:id`); of a fact, the last who asserted it.
        speaker_name: display name of the speaker.
        role: role of the event: user, assistant, system or tool.
        instructs: whether it instructs an agent and its speaker is not an owner.
        sources: ids of the events that support it.
        subject: id of the entity that a fact is about.
        why: feature group → contribution to the log-odds of the score; with `base` they sum to the log-odds.
    """

    id: str
    kind: str
    text: str
    score: float
    at: dt.datetime | None = None
    session: str | None = None
    speaker: str | None = None
    speaker_name: str | None = None
    role: str | None = None
    instructs: bool = False
    sources: tuple[str, ...] = ()
    subject: str | None = None
    why: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class SearchResult:
    """The results of a search, best first; iterates and indexes as its hits.

    Attributes:
        hits: best first.
        confidence: none, low, medium or high: whether the memory contains an answer at all.
        trips: statements sent to the database.
        degraded: what was not available (as "vectors: …"); empty if everything was.
    """

    hits: tuple[Hit, ...]
    confidence: Confidence
    trips: int
    degraded: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)

    def __len__(self) -> int:
        return len(self.hits)

    def __getitem__(self, index: int) -> Hit:
        return self.hits[index]


@dataclass(frozen=True)
class Section:
    """A part of a context: its name, its size in tokens, and its items as they appear in the text."""

    name: str
    tokens: int
    items: tuple[str, ...]


@dataclass(frozen=True)
class Context:
    """A text for the prompt of an agent.

    Attributes:
        text: the context; never more than `budget` tokens.
        tokens: tokens of the whole text, by the configured counter.
        budget: the requested budget.
        sections: its parts in order.
        citations: marker without brackets ("m1") → node id.
        dropped: ids that were found and did not fit.
        trips: statements sent to the database.
        degraded: what was not available; empty if everything was.
    """

    text: str
    tokens: int
    budget: int
    sections: tuple[Section, ...] = ()
    citations: Mapping[str, str] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()
    trips: int = 0
    degraded: tuple[str, ...] = ()
