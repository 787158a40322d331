"""Records of what was said, of searches and contexts, and of the memory itself."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Literal

Confidence = Literal["none", "low", "medium", "high"]


@dataclass(frozen=True)
class Event:
    """Something that was said or done, immutable once logged.

    Attributes:
        text: what was said; never truncated.
        speaker: who, as `platform:id`; a bare name takes the channel as its platform.
        speaker_name: what to call them; by default the id part of `speaker`.
        session: the conversation, best as `channel:chat`.
        channel: where; by default the session's prefix.
        at: when (aware datetime or ISO 8601); by default the moment of logging.
        kind: message, tool_call, tool_result or observation.
        role: user, assistant, system or tool.
        direction: inbound, outbound or internal.
        parent: the event that this one answers, as a tool_result its tool_call.
        tool: name of the tool.
        id: the caller's own id; by default derived from what the event is, so that a repeat is the same event.
        metadata: a JSON object.
        audience: shared, session or person (see docs); by default the channel's setting.
        seq: 0, 1, 2 … within the session; set when stored.
        status: pending, processing, complete, skipped, failed or failed_permanent; set when stored.
        instructs: whether it tells an agent what to do and is not an owner's; set when digested.
    """

    text: str
    _: KW_ONLY
    speaker: str | None = None
    speaker_name: str | None = None
    session: str = "default"
    channel: str | None = None
    at: dt.datetime | str | None = None
    kind: str = "message"
    role: str = "user"
    direction: str = "inbound"
    parent: str | None = None
    tool: str | None = None
    id: str | None = None
    metadata: Mapping[str, Any] | None = None
    audience: str | None = None
    seq: int | None = None
    status: str | None = None
    instructs: bool = False


@dataclass(frozen=True)
class Digest:
    """What one digestion did.

    Attributes:
        events: events that are now complete.
        passages: passages cut from long texts.
        entities: entities that are new.
        facts: facts that are new.
        topics: topics that are new.
        skipped: events that carry nothing to learn from (they stay searchable).
        failed: events whose digestion failed.
        trips: statements sent to the database.
        degraded: what was not available (as "extraction: …"); empty when all was.
    """

    events: int = 0
    passages: int = 0
    entities: int = 0
    facts: int = 0
    topics: int = 0
    skipped: int = 0
    failed: int = 0
    trips: int = 0
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hit:
    """Something that a search found.

    Attributes:
        id: the node; for a passage, its event.
        kind: event, person, …
        text: what was found; for a passage, the passage.
        score: the probability that it is evidence for the question, as it was on average on the training sets; 0 to 1.
        at: when it was said.
        session: where.
        speaker: who said it (`platform:id`).
        speaker_name: what they are called.
        instructs: whether it tells an agent what to do and is not an owner's.
        sources: ids of the events that it rests on.
        why: group of features → what it added to the log-odds of the score; with `base` they sum up to them.
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
    why: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class SearchResult:
    """What a search found, best first; iterates and indexes as its hits.

    Attributes:
        hits: best first.
        confidence: none, low, medium or high: whether the memory knows about it at all.
        trips: statements sent to the database.
        degraded: what was not available (as "vectors: …"); empty when all was.
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
    """A part of a context: its name, its tokens, and its items as they stand in the text."""

    name: str
    tokens: int
    items: tuple[str, ...]


@dataclass(frozen=True)
class Context:
    """What an agent is given to read.

    Attributes:
        text: the context; never more than `budget` tokens.
        tokens: of the whole text, by the configured counter.
        budget: what was asked for.
        sections: its parts in order.
        citations: marker without brackets ("m1") → node id.
        dropped: ids that were found and did not fit.
        trips: statements sent to the database.
        degraded: what was not available; empty when all was.
    """

    text: str
    tokens: int
    budget: int
    sections: tuple[Section, ...] = ()
    citations: Mapping[str, str] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()
    trips: int = 0
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True)
class Person:
    """Somebody that the memory knows.

    Attributes:
        id: stable id.
        name: what they are called.
        identities: `platform:id` of each account.
        aliases: other names.
        summary: what is known in short.
        notes: at most 50.
        owner: whether they own the agent.
        first_seen: first event.
        last_seen: last event.
    """

    id: str
    name: str
    identities: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    summary: str = ""
    notes: tuple[str, ...] = ()
    owner: bool = False
    first_seen: dt.datetime | None = None
    last_seen: dt.datetime | None = None


@dataclass(frozen=True)
class Tie:
    """What a person is to another.

    Attributes:
        person: the other.
        relationship: what they are to the one that was asked about, as "friend".
        source: stated, or facts.
        strength: 0 to 1; 1 where it was stated.
        facts: ids of the facts that say so.
        context: where it comes from, as it was stated.
    """

    person: Person
    relationship: str
    source: str
    strength: float = 1.0
    facts: tuple[str, ...] = ()
    context: str | None = None


@dataclass(frozen=True)
class Trust:
    """How far somebody is trusted.

    Attributes:
        score: 0 to 1, three decimals.
        tier: stranger, acquaintance, familiar, trusted or inner_circle.
        reasons: what it is made of, one sentence each.
    """

    score: float
    tier: str
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mark:
    """What somebody's trust was marked with, once.

    Attributes:
        id: stable id.
        kind: positive, negative, violation, attempt (at a restricted tool) or suspicious.
        severity: of a violation when it was new; else 0.
        reason: why.
        at: when.
        by: who said so (`platform:id`); None: the memory itself, or its caller.
        event: id of the event that it is for.
    """

    id: str
    kind: str
    severity: float
    reason: str
    at: dt.datetime
    by: str | None = None
    event: str | None = None


@dataclass(frozen=True)
class Decision:
    """What a gate says.

    Attributes:
        allowed: whether it lets through.
        reason: why, or why not.
        until: when it will be open again, where that is known.
    """

    allowed: bool
    reason: str
    until: dt.datetime | None = None


@dataclass(frozen=True)
class Receipt:
    """Proof of what was removed.

    Attributes:
        id: of the receipt's own node, which holds no content of what was removed.
        at: when.
        what: what was asked to be forgotten.
        removed: kind → count.
        kept: kind → count of what others still support.
    """

    id: str
    at: dt.datetime
    what: str
    removed: Mapping[str, int]
    kept: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Node:
    """Any other node, as `get` returns it: its labels and its properties without embedding."""

    id: str
    kind: str
    labels: tuple[str, ...]
    properties: Mapping[str, Any]


@dataclass(frozen=True)
class Renewed:
    """A scope that has another embedding model.

    Attributes:
        embedder: name of the model that it has now.
        dimension: length of its vectors.
        memories: how many got a vector of it.
    """

    embedder: str
    dimension: int
    memories: int


@dataclass(frozen=True)
class Health:
    """Whether all is well.

    Attributes:
        healthy: no errors.
        checks: name → what was found.
        warnings: what should be looked at.
        errors: what does not work.
    """

    healthy: bool
    checks: Mapping[str, str]
    warnings: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()


@dataclass(frozen=True)
class TokenUsage:
    """What a language model took on one day.

    Attributes:
        date: ISO date, UTC.
        model: its name.
        prompt: tokens of what it was given.
        completion: tokens of what it said.
        requests: answers.
    """

    date: str
    model: str
    prompt: int
    completion: int
    requests: int
