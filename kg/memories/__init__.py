"""Memory stores: core, working and long-term memory, diary, journal, episodes, procedures, learnings and reflections."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.memories.answered_questions import add_questions, find_questions
    from kg.memories.changed_wishes import may_change_wish
    from kg.memories.core import CORE_SECTIONS, CoreMemory, check_core_budget, render_core_line, to_core_entry
    from kg.memories.core_usage import CoreUsage
    from kg.memories.diary import (
        EPISODE_DAYS,
        MAX_ENTRY_CHARS,
        Diary,
        Episodes,
        Journal,
        build_diary_record,
        build_episode_record,
        start_of_recent_days,
        to_diary_entry,
        to_episode,
    )
    from kg.memories.diary_text import DiaryText, write_diary_texts
    from kg.memories.fact_patterns import LATEST_FACTS
    from kg.memories.feedback import detect_feedback, find_messages_to_agent
    from kg.memories.feedback_learning import learn_feedback, list_agent_messages
    from kg.memories.imported_memories import MARKED_KINDS, ImportedMemory, MemoryImport
    from kg.memories.input_checks import check_text
    from kg.memories.learnings import MAX_ACTIVE_LEARNINGS, Learnings, rank_learnings
    from kg.memories.long_term import LongTermMemory
    from kg.memories.memory_records import to_typed_record
    from kg.memories.memory_store import MemoryRecord, MemoryStore, derive_memory_id
    from kg.memories.notable_sentences import (
        EventStatement,
        NotableSentence,
        choose_notable,
        choose_statements,
        display_speaker,
        read_event_statements,
        shorten_names,
    )
    from kg.memories.procedures import Procedures, match_procedures, remove_solutions, to_procedure
    from kg.memories.reflections import Reflections
    from kg.memories.salience import KEEP_SALIENCE, EpisodeSignals, episode_salience
    from kg.memories.tool_failures import is_failed_result
    from kg.memories.working import (
        WorkingMemories,
        chat_context_id,
        format_age,
        to_working_memory,
        working_memory_id,
    )
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "CORE_SECTIONS",
    "EPISODE_DAYS",
    "KEEP_SALIENCE",
    "LATEST_FACTS",
    "MARKED_KINDS",
    "MAX_ACTIVE_LEARNINGS",
    "MAX_ENTRY_CHARS",
    "CoreMemory",
    "CoreUsage",
    "Diary",
    "DiaryText",
    "EpisodeSignals",
    "Episodes",
    "EventStatement",
    "ImportedMemory",
    "Journal",
    "Learnings",
    "LongTermMemory",
    "MemoryImport",
    "MemoryRecord",
    "MemoryStore",
    "NotableSentence",
    "Procedures",
    "Reflections",
    "WorkingMemories",
    "add_questions",
    "build_diary_record",
    "build_episode_record",
    "chat_context_id",
    "check_core_budget",
    "check_text",
    "choose_notable",
    "choose_statements",
    "derive_memory_id",
    "detect_feedback",
    "display_speaker",
    "episode_salience",
    "find_messages_to_agent",
    "find_questions",
    "format_age",
    "is_failed_result",
    "learn_feedback",
    "list_agent_messages",
    "match_procedures",
    "may_change_wish",
    "rank_learnings",
    "read_event_statements",
    "remove_solutions",
    "render_core_line",
    "shorten_names",
    "start_of_recent_days",
    "to_core_entry",
    "to_diary_entry",
    "to_episode",
    "to_procedure",
    "to_typed_record",
    "to_working_memory",
    "working_memory_id",
    "write_diary_texts",
]
