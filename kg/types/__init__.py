"""The public records: frozen dataclasses; times are aware and in UTC."""

from kg.types.addresses import LOCAL_ADDRESS, host_and_port, validate_address
from kg.types.consolidation import Proposal, SleepReport, SleepStatus, StepResult
from kg.types.events import Digest, Event
from kg.types.identifiers import (
    PERSON_PREFIX,
    Identity,
    asker_person,
    canonical_session,
    channel_of_session,
    parse_identity,
    passage_id,
    validate_event_id,
    validate_name,
    validate_scope,
    visible_audiences,
)
from kg.types.invisible_characters import INVISIBLE, is_visible, remove_invisible
from kg.types.knowledge import CrystallisationResult, Entity, Fact, NodeRecord, Path, Relation, Task, Topic
from kg.types.memories import (
    CoreEntry,
    DiaryEntry,
    Episode,
    JournalEntry,
    Learning,
    Note,
    NoteSearchResult,
    Procedure,
    Reflection,
    StoredMemory,
    Summary,
    SummaryRefreshResult,
    SummarySentence,
    WorkingMemory,
)
from kg.types.operations import Change, Health, Receipt, ReembeddingResult, TokenUsage
from kg.types.people import Decision, Mark, Person, Tie, Trust
from kg.types.plain_values import to_plain
from kg.types.search import Confidence, Context, Hit, SearchResult, Section
from kg.types.transfer import ExportResult, FileImportResult, ImportReport, Progress, ScopeMoveResult

Record = Event | Person | Entity | Fact | StoredMemory | NodeRecord
"""The record of any node of a scope."""

__all__ = [
    "INVISIBLE",
    "LOCAL_ADDRESS",
    "PERSON_PREFIX",
    "Change",
    "Confidence",
    "Context",
    "CoreEntry",
    "CrystallisationResult",
    "Decision",
    "DiaryEntry",
    "Digest",
    "Entity",
    "Episode",
    "Event",
    "ExportResult",
    "Fact",
    "FileImportResult",
    "Health",
    "Hit",
    "Identity",
    "ImportReport",
    "JournalEntry",
    "Learning",
    "Mark",
    "NodeRecord",
    "Note",
    "NoteSearchResult",
    "Path",
    "Person",
    "Procedure",
    "Progress",
    "Proposal",
    "Receipt",
    "ReembeddingResult",
    "Reflection",
    "Relation",
    "ScopeMoveResult",
    "SearchResult",
    "Section",
    "SleepReport",
    "SleepStatus",
    "StepResult",
    "StoredMemory",
    "Summary",
    "SummaryRefreshResult",
    "SummarySentence",
    "Task",
    "Tie",
    "TokenUsage",
    "Topic",
    "Trust",
    "WorkingMemory",
    "asker_person",
    "canonical_session",
    "channel_of_session",
    "host_and_port",
    "is_visible",
    "parse_identity",
    "passage_id",
    "remove_invisible",
    "to_plain",
    "validate_address",
    "validate_event_id",
    "validate_name",
    "validate_scope",
    "visible_audiences",
]
