"""Records of memories: core and working memory, notes, procedures, diary, journal, episodes, learnings, summaries."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True)
class CoreEntry:
    """A line of core memory, which every context contains.

    Attributes:
        id: six hexadecimal digits.
        text: content.
        section: identity, people, preferences, context or scratch.
        importance: 1 to 10.
        created_at: when it was added.
        updated_at: when it was last changed.
        audience: who may read it: shared, session:ID or person:ID.
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
    """The working memory of a session.

    Attributes:
        session: canonical id.
        task: the current task.
        context: what to keep in mind for it.
        pending: what remains to be done.
        notes: other notes.
        updated: time of the last change.
    """

    session: str
    task: str = ""
    context: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()
    notes: str = ""
    updated: dt.datetime | None = None


@dataclass(frozen=True)
class Note:
    """A long-term note; notes that are no longer used are archived.

    Attributes:
        id: stable id.
        text: content.
        importance: 1 to 10.
        at: date of the note.
        sources: ids of its sources.
        about: ids of its subjects, entities and persons.
        access_count: number of uses.
        last_accessed: time of the last use.
        created_at: time of creation.
        section: the section of core memory from which it was archived.
        audience: who may read it: shared, session:ID or person:ID.
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
class NoteSearchResult:
    """The results of a search in notes, best first; iterates and indexes as its pairs of note and score.

    Attributes:
        notes: each with its score, 0 to 1.
        degraded: what was not available (as "vectors: …"); empty if everything was.
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
    """A procedure: a response to a trigger.

    Attributes:
        id: stable id.
        trigger: words that describe when it applies.
        response: what to do.
        confidence: 0 to 1.
        usage_count: number of contexts that contained it.
        learned_from: its source.
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
    """A summary of a period, in the third person.

    Attributes:
        id: stable id.
        text: a few sentences.
        at: time of writing.
        participants: the participants, as `platform:id`.
        sources: ids of the events that it summarises.
        audience: who may read it: shared, session:ID or person:ID.
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
        text: content.
        date: the day that it describes.
        at: time of the first version.
        audience: who may read it: shared, session:ID or person:ID.
    """

    id: str
    text: str
    date: dt.date
    at: dt.datetime
    audience: str = "shared"


@dataclass(frozen=True)
class Episode:
    """An episode of one session, or of all.

    Attributes:
        id: stable id.
        text: description of what happened.
        at: time.
        session: the session; None: all.
        tags: its tags.
        participants: the participants, as `platform:id`.
        sources: ids of the events that it summarises.
        audience: who may read it: shared, session:ID or person:ID.
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
    """A learning of an agent about its own work.

    Attributes:
        id: stable id.
        content: the learning.
        sentiment: positive, negative or neutral.
        confidence: 0 to 1.
        tool: the tool concerned; None: none.
        recommendation: what to do about it.
        weight: 1 when learned or repeated, halved every 14 days, as of the moment of reading.
        updated_at: when it was learned or repeated.
        source: user_feedback or self_evaluation.
        superseded_by: id of the learning that replaced it.
        active: False if it was superseded or archived.
        sources: ids of its sources.
        audience: who may read it: shared, session:ID or person:ID.
        topic: what a preference is about, as "length of answers"; the newest about a topic supersedes the others. None: unknown.
        value: what is wanted, as "short"; None where there is no topic.
        polarity: False if a preference refuses something.
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
    topic: str | None = None
    value: str | None = None
    polarity: bool = True


@dataclass(frozen=True)
class Reflection:
    """A reflection on several memories, or on a tool failure.

    Attributes:
        id: stable id.
        text: content.
        sources: ids of its sources.
        at: time of creation.
        about: ids of the entities concerned.
        tool: the tool that failed; None for other reflections.
        arguments: arguments of the call, at most 500 characters.
        error: the error of the tool, at most 500 characters.
        session: session of the call.
        audience: who may read it: shared, session:ID or person:ID.
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
class SummarySentence:
    """One sentence of a summary, with its sources.

    Attributes:
        text: the sentence.
        sources: ids of the events and facts that support it; at least one.
        importance: how much it matters beside the others of its summary, 0 to 1.
    """

    text: str
    sources: tuple[str, ...]
    importance: float = field(default=0.0, compare=False)


@dataclass(frozen=True)
class Summary:
    """A node of the summary tree.

    Attributes:
        key: its position in the tree: root, channel:X, entity_type:X, entity:ID, topic:ID, session:ID or user_preferences.
        text: its sentences, joined; "" if there are none.
        confidence: 0 to .95, by the number of sources.
        stale: changes since it was written: new events of a leaf, rewritten children of a branch.
        sources: ids of the events and facts that support it, in the order of its sentences.
        id: the node's id.
        name: its subject, in words.
        parent: key of its parent; None for the root.
        sentences: the sentences of the text, each with its own sources.
        written_by: version of the writer: `extractive/1`, or that of a prompt.
        audience: who may read it: shared, session:ID or person:ID.
        updated_at: time of writing.
    """

    key: str
    text: str
    confidence: float
    stale: int
    sources: tuple[str, ...]
    id: str = ""
    name: str = ""
    parent: str | None = None
    sentences: tuple[SummarySentence, ...] = ()
    written_by: str = ""
    audience: str = "shared"
    updated_at: dt.datetime | None = None


@dataclass(frozen=True)
class SummaryRefreshResult:
    """The result of refreshing the summary tree.

    Attributes:
        nodes: number of nodes rewritten, including empty ones.
        keys: their keys, leaves first.
        trips: statements sent to the database.
        degraded: what was not available, such as a language model.
    """

    nodes: int
    keys: tuple[str, ...] = ()
    trips: int = 0
    degraded: tuple[str, ...] = ()


StoredMemory = (
    CoreEntry | WorkingMemory | DiaryEntry | JournalEntry | Episode | Note | Procedure | Learning | Reflection | Summary
)
"""The record of any memory."""
