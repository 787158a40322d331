"""Records of what is kept beside what was said: core memory, working memory, notes, procedures, diary, learnings and the like."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class CoreEntry:
    """A line of core memory, which every context holds.

    Attributes:
        id: six hexadecimal digits.
        text: what it says.
        section: identity, people, preferences, context or scratch.
        importance: 1 to 10.
        created_at: when it was added.
        updated_at: when it was last changed.
        audience: who may know: shared, session:ID or person:ID.
    """

    id: str
    text: str
    section: str
    importance: int = 5
    created_at: dt.datetime | None = None
    updated_at: dt.datetime | None = None
    audience: str = "shared"


@dataclass(frozen=True)
class WorkingMemory:
    """What is under way in a session.

    Attributes:
        session: canonical id.
        task: what is being done.
        context: what must be kept in mind meanwhile.
        pending: what is still to be done.
        notes: anything else.
        updated: when it was written.
    """

    session: str
    task: str = ""
    context: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()
    notes: str = ""
    updated: dt.datetime | None = None


@dataclass(frozen=True)
class Note:
    """Something kept for long, until nobody has any use for it.

    Attributes:
        id: stable id.
        text: what it says.
        importance: 1 to 10.
        at: the date that it is filed under.
        sources: ids of what it rests on.
        about: ids of the entities and persons that it is about.
        access_count: how often it was of use.
        last_accessed: when it was last of use.
        created_at: when it was written.
        section: the section of core memory that it was once in.
        audience: who may know: shared, session:ID or person:ID.
    """

    id: str
    text: str
    importance: int = 5
    at: dt.datetime | None = None
    sources: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    access_count: int = 0
    last_accessed: dt.datetime | None = None
    created_at: dt.datetime | None = None
    section: str | None = None
    audience: str = "shared"


@dataclass(frozen=True)
class Recalled:
    """Notes that answer a question, best first; iterates and indexes as its pairs of note and score.

    Attributes:
        notes: each with its score, 0 to 1.
        degraded: what was not available (as "vectors: …"); empty when all was.
    """

    notes: tuple[tuple[Note, float], ...]
    degraded: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[tuple[Note, float]]:
        return iter(self.notes)

    def __len__(self) -> int:
        return len(self.notes)

    def __getitem__(self, index: int) -> tuple[Note, float]:
        return self.notes[index]


@dataclass(frozen=True)
class Procedure:
    """What to do when something happens.

    Attributes:
        id: stable id.
        trigger: words that tell when.
        response: what to do.
        confidence: 0 to 1.
        usage_count: how often a context held it.
        learned_from: what it was learnt from.
        status: proposed, approved or rejected.
    """

    id: str
    trigger: str
    response: str
    confidence: float = 0.6
    usage_count: int = 0
    learned_from: str | None = None
    status: str = "proposed"


@dataclass(frozen=True)
class DiaryEntry:
    """What a stretch of time was about, told in the third person.

    Attributes:
        id: stable id.
        text: a few sentences.
        at: when it was written.
        participants: who took part, as `platform:id`.
        sources: ids of the events that it rests on.
        audience: who may know: shared, session:ID or person:ID.
    """

    id: str
    text: str
    at: dt.datetime
    participants: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    audience: str = "shared"


@dataclass(frozen=True)
class JournalEntry:
    """A dated entry; a date may have any number of them.

    Attributes:
        id: stable id.
        text: what it says.
        date: the day that it is of.
        at: when it was written first.
        audience: who may know: shared, session:ID or person:ID.
    """

    id: str
    text: str
    date: dt.date
    at: dt.datetime
    audience: str = "shared"


@dataclass(frozen=True)
class Episode:
    """Something that happened in a chat, or in all of them.

    Attributes:
        id: stable id.
        text: what happened.
        at: when.
        session: the chat; None: it belongs to all of them.
        tags: what it was tagged with.
        participants: who took part, as `platform:id`.
        sources: ids of the events that it rests on.
        audience: who may know: shared, session:ID or person:ID.
    """

    id: str
    text: str
    at: dt.datetime
    session: str | None = None
    tags: tuple[str, ...] = ()
    participants: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    audience: str = "shared"


@dataclass(frozen=True)
class Learning:
    """What an agent learnt about its own work.

    Attributes:
        id: stable id.
        content: what was learnt.
        sentiment: positive, negative or neutral.
        confidence: 0 to 1.
        tool: the tool that it is about; None: about none.
        recommendation: what to do about it.
        weight: 1 when it was learnt or said again, and half as much after every 14 days, as of the moment of reading.
        updated_at: when it was learnt or said again.
        source: user_feedback or self_evaluation.
        superseded_by: id of the learning that took its place.
        active: False where it was superseded or archived.
        sources: ids of what it rests on.
        audience: who may know: shared, session:ID or person:ID.
    """

    id: str
    content: str
    sentiment: str
    confidence: float
    tool: str | None
    recommendation: str | None
    weight: float
    updated_at: dt.datetime
    source: str = "user_feedback"
    superseded_by: str | None = None
    active: bool = True
    sources: tuple[str, ...] = ()
    audience: str = "shared"


@dataclass(frozen=True)
class Reflection:
    """A thought about several memories, or about a tool that failed.

    Attributes:
        id: stable id.
        text: the thought.
        sources: ids of what it rests on.
        at: when it was drawn.
        about: ids of the entities that it is about.
        tool: the tool that failed; None where it is no such reflection.
        arguments: what the tool was called with, 500 characters at most.
        error: what it answered, 500 characters at most.
        session: where it failed.
        audience: who may know: shared, session:ID or person:ID.
    """

    id: str
    text: str
    sources: tuple[str, ...]
    at: dt.datetime
    about: tuple[str, ...] = ()
    tool: str | None = None
    arguments: str = ""
    error: str = ""
    session: str | None = None
    audience: str = "shared"


@dataclass(frozen=True)
class Said:
    """One sentence of a summary, and what it rests on.

    Attributes:
        text: the sentence.
        sources: ids of the events and facts that it rests on, never none.
    """

    text: str
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Summary:
    """What one node of the summary tree says.

    Attributes:
        key: its place: root, channel:X, entity_type:X, entity:ID, topic:ID, session:ID or user_preferences.
        text: its sentences, one after the other; "" where there is nothing to say.
        confidence: 0 to .95, by how much it rests on.
        stale: what came since it was written: events of a leaf, rewritten children of a branch.
        sources: ids of the events and facts that it rests on, in the order of its sentences.
        id: the node's id.
        name: what it is about, in words.
        parent: the key above it; None for the root.
        sentences: the same text, each sentence with its own sources.
        written_by: what wrote it: `extractive/1`, or a prompt's version.
        audience: who may know: shared, session:ID or person:ID.
        updated_at: when it was written.
    """

    key: str
    text: str
    confidence: float
    stale: int
    sources: tuple[str, ...]
    id: str = ""
    name: str = ""
    parent: str | None = None
    sentences: tuple[Said, ...] = ()
    written_by: str = ""
    audience: str = "shared"
    updated_at: dt.datetime | None = None


@dataclass(frozen=True)
class Refreshed:
    """What a cycle through the summary tree did.

    Attributes:
        nodes: how many were written anew, those that had nothing to say included.
        keys: which, leaves first.
        trips: statements sent.
        degraded: what was not available, such as a language model, and was done without.
    """

    nodes: int
    keys: tuple[str, ...] = ()
    trips: int = 0
    degraded: tuple[str, ...] = ()


Kept = (
    CoreEntry | WorkingMemory | DiaryEntry | JournalEntry | Episode | Note | Procedure | Learning | Reflection | Summary
)
"""The record of anything that a tier keeps."""
