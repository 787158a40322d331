"""Memories of another program: notes, procedures, learnings, diary entries and the like, with their dates, status and use."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.errors import InvalidInput
from kg.events import parse_time
from kg.language import find_instructions, fold_text
from kg.memories import input_checks, tool_failures
from kg.memories.diary import MAX_ENTRY_CHARS
from kg.memories.learnings import SENTIMENTS, SOURCES
from kg.memories.memory_store import MemoryRecord, MemoryStore, derive_memory_id
from kg.memories.procedures import STATUSES, trigger_words
from kg.memories.working import working_memory_id
from kg.runtime import Runtime
from kg.types import canonical_session, validate_name

_MAX_SHORT_CHARS = 2_000
_MAX_ABOUT = 50
MARKED_KINDS: frozenset[str] = frozenset(["longterm", "diary", "journal", "episode", "reflection"])
"""Kinds of imported memories that are marked if they instruct an agent; core memory, learnings and procedures do so by design."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedMemory:
    """A memory of another program.

    Attributes:
        kind: longterm, procedure, learning, reflection, diary, journal, episode or working.
        text: its text; of a procedure the response, of working memory the notes.
        at: its date; None: now.
        key: its id in that program; "" where it has none.
        replaced_by: the key of the memory that replaced it; "" where none did, or it is not known which.
        is_superseded: whether something newer replaced it.
        audience: who may read it: shared, session:ID or person:ID.
        about: names of the entities that it is about.
        sources: keys of the memories, or ids of the events, that it rests on.
        access_count: how often it was used.
        last_accessed: when it was used last.
        fields: by kind. longterm: importance; procedure: trigger, confidence, status, learned_from; learning: sentiment,
            confidence, tool, recommendation, source; reflection: importance, tool, arguments, error, session; diary and
            episode: participants (accounts), episode also session and tags; working: session, task, context, pending.
    """

    kind: str
    text: str = ""
    at: dt.datetime | None = None
    key: str = ""
    replaced_by: str = ""
    is_superseded: bool = False
    audience: str = "shared"
    about: Sequence[str] = ()
    sources: Sequence[str] = ()
    access_count: int = 0
    last_accessed: dt.datetime | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Content:
    """The checked content of a memory: its text, what its id is derived from, and its properties."""

    text: str
    identity: Sequence[str]
    properties: Mapping[str, Any]
    current: bool = True


@dataclass(frozen=True, slots=True)
class _Draft:
    """A memory with its date and checked audience, and the length of the longest text in characters."""

    memory: ImportedMemory
    at: dt.datetime
    audience: str
    longest: int


class MemoryImport:
    """Checks and writes memories of other programs; those that exist already stay unchanged."""

    def __init__(self, runtime: Runtime) -> None:
        self._store = MemoryStore(runtime)
        self._longest = runtime.settings.max_text_chars

    def check(self, memory: ImportedMemory) -> MemoryRecord:
        """Return the record of a memory, without its sources and subjects; one that instructs an agent is marked.

        Raises:
            InvalidInput: names the field.
            ModelUnavailable: the English pipeline cannot be loaded.
        """
        if memory.kind not in _CONTENTS:
            raise InvalidInput("kind", memory.kind, f"one of {', '.join(_CONTENTS)}")
        audience = input_checks.check_audience(memory.audience)
        at = self._store.clock.now() if memory.at is None else parse_time("at", memory.at)
        content = _CONTENTS[memory.kind](_Draft(memory, at, audience, self._longest))
        name = (
            working_memory_id(content.identity[0])
            if memory.kind == "working"
            else derive_memory_id(memory.kind, *content.identity)
        )
        # What was used there counts here; a new record starts from this count.
        use = {"access_count": max(0, memory.access_count), "last_accessed": memory.last_accessed}
        # Its writer is not known: the other program may have taken it from a stranger's message.
        is_instruction = memory.kind in MARKED_KINDS and bool(find_instructions(content.text))
        mark = {"instructs": True} if is_instruction else {}
        return MemoryRecord(
            name,
            memory.kind,
            content.text,
            at,
            {"created_at": at, **use, **content.properties, **mark},
            audience=audience,
            current=content.current and not memory.is_superseded and not memory.replaced_by,
        )

    def write(self, records: Sequence[MemoryRecord]) -> list[str]:
        """Write those of the records that do not exist yet; return their ids.

        Raises:
            ModelUnavailable: the embedder has no weights; nothing was written.
        """
        unique = {record.id: record for record in reversed(records)}
        existing = self._store.source_audiences(list(unique))
        return self._store.put(*(record for name, record in unique.items() if name not in existing))

    def supersede(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Record which memories replaced others.

        Args:
            pairs: ids of the newer and the older one.
        """
        if pairs:
            rows = [{"newer": newer, "older": older} for newer, older in pairs]
            self._store.graph.run("memories/link_superseded", pairs=rows, now=self._store.clock.now())


def _text(memory: ImportedMemory, longest: int) -> str:
    return input_checks.check_text("text", memory.text, longest)


def _note(draft: _Draft) -> _Content:
    text = _text(draft.memory, draft.longest)
    weight = input_checks.check_importance(draft.memory.fields.get("importance", 5))
    return _Content(text, (draft.audience, text), {"importance": weight})


def _procedure(draft: _Draft) -> _Content:
    response = _text(draft.memory, draft.longest)
    trigger = input_checks.check_text("trigger", draft.memory.fields.get("trigger"), draft.longest)
    if not trigger_words(trigger):
        raise InvalidInput("trigger", trigger, "text with a word of more than two characters")
    status = draft.memory.fields.get("status") or "proposed"
    if status not in STATUSES:
        raise InvalidInput("status", status, f"one of {', '.join(STATUSES)}")
    learned_from = draft.memory.fields.get("learned_from")
    properties = {
        "name": trigger[:60],
        "trigger": trigger,
        "response": response,
        "confidence": input_checks.check_share("confidence", draft.memory.fields.get("confidence", 0.6)),
        "learned_from": None if learned_from is None else validate_name("learned_from", str(learned_from)),
        "status": status,
    }
    identity = (draft.audience, fold_text(trigger), fold_text(response))
    return _Content(f"{trigger}: {response}", identity, properties, current=status == "approved")


def _learning(draft: _Draft) -> _Content:
    content = _text(draft.memory, _MAX_SHORT_CHARS)
    tool, advice = draft.memory.fields.get("tool"), draft.memory.fields.get("recommendation")
    sentiment, source = draft.memory.fields.get("sentiment"), draft.memory.fields.get("source")
    about_tool = validate_name("tool", tool) if tool else None
    properties = {
        "tool": about_tool,
        "sentiment": sentiment if sentiment in SENTIMENTS else "neutral",
        "confidence": input_checks.check_share("confidence", draft.memory.fields.get("confidence", 0.7)),
        "recommendation": input_checks.check_text("recommendation", advice, _MAX_SHORT_CHARS) if advice else None,
        "source": source if source in SOURCES else "self_evaluation",
    }
    return _Content(content, (about_tool or "", content, draft.audience), properties)


def _reflection(draft: _Draft) -> _Content:
    text = _text(draft.memory, _MAX_SHORT_CHARS)
    tool, chat = draft.memory.fields.get("tool"), draft.memory.fields.get("session")
    if not tool:
        return _Content(text, (draft.audience, text), {"importance": draft.memory.fields.get("importance")})
    arguments, error = str(draft.memory.fields.get("arguments") or ""), str(draft.memory.fields.get("error") or "")
    properties = {
        "tool": validate_name("tool", tool),
        "arguments": tool_failures.truncate_text(arguments, tool_failures.MAX_ARGUMENTS_CHARS),
        "error": tool_failures.truncate_text(error, tool_failures.MAX_ERROR_CHARS),
        "session": canonical_session(chat) if chat else None,
    }
    identity = [str(properties[name] or "") for name in ("tool", "arguments", "error", "session")]
    text = tool_failures.truncate_text(text, tool_failures.MAX_INSIGHT_CHARS)
    return _Content(text, (*identity, draft.at.isoformat(), text), properties)


def _diary(draft: _Draft) -> _Content:
    text = _text(draft.memory, MAX_ENTRY_CHARS)
    return _Content(text, (draft.at.isoformat(), draft.audience, text), {"participants": _participants(draft.memory)})


def _journal(draft: _Draft) -> _Content:
    text, day = _text(draft.memory, MAX_ENTRY_CHARS), draft.at.date().isoformat()
    # A journal has days, not times: each is at midnight UTC.
    written_at = draft.memory.fields.get("written_at") or draft.at
    return _Content(text, (day, draft.audience, text), {"day": day, "written_at": written_at})


def _episode(draft: _Draft) -> _Content:
    text, chat = _text(draft.memory, MAX_ENTRY_CHARS), draft.memory.fields.get("session")
    session = canonical_session(chat) if chat else None
    tags = dict.fromkeys(
        tag.casefold() for tag in input_checks.check_names("tags", draft.memory.fields.get("tags") or ())
    )
    properties = {"participants": _participants(draft.memory), "tags": list(tags), "session": session}
    return _Content(text, (draft.at.isoformat(), session or "", draft.audience, text), properties)


def _working(draft: _Draft) -> _Content:
    session = canonical_session(draft.memory.fields.get("session"))
    parts: dict[str, Any] = {
        "task": str(draft.memory.fields.get("task") or "").strip(),
        "context": list(input_checks.check_texts("context", draft.memory.fields.get("context") or (), draft.longest)),
        "pending": list(input_checks.check_texts("pending", draft.memory.fields.get("pending") or (), draft.longest)),
        "notes": draft.memory.text.strip(),
    }
    whole = "\n".join(part for part in (parts["task"], *parts["context"], *parts["pending"], parts["notes"]) if part)
    text = input_checks.check_text("text", whole, draft.longest)
    name = (parts["task"] or f"working memory of {session}")[:60]
    return _Content(text, (session,), {"name": name, "session": session, **parts})


def _participants(memory: ImportedMemory) -> list[str]:
    people = input_checks.check_identities("participants", memory.fields.get("participants") or ())
    return [str(each) for each in people]


_CONTENTS: Mapping[str, Callable[[_Draft], _Content]] = {
    "longterm": _note,
    "procedure": _procedure,
    "learning": _learning,
    "reflection": _reflection,
    "diary": _diary,
    "journal": _journal,
    "episode": _episode,
    "working": _working,
}
