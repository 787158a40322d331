"""Import of a KenoBot home: sessions, daily notes, long-term memory, chats, working memory, patterns, identity and rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kg.memories import ImportedMemory
from kg.people import ImportedPerson
from kg.transfer.importers import markdown
from kg.transfer.importers.chat_sessions import session_name, session_of_file
from kg.transfer.importers.home_files import HomeFiles, stem
from kg.transfer.importers.home_user import find_user, name_in_notes
from kg.transfer.importers.items import (
    CoreItem,
    EventItem,
    ImportContext,
    ImportItem,
    RecordItem,
    SkippedItem,
    note_item,
)
from kg.transfer.importers.kenobot_notes import (
    MemoryFiles,
    read_chat_notes,
    read_embedded_texts,
    read_memory,
    read_notes,
)
from kg.transfer.importers.seen_texts import SeenTexts
from kg.transfer.importers.session_lines import SessionForm, read_session
from kg.transfer.importers.source_folder import ImportSource
from kg.transfer.importers.values import read_count, read_mapping, read_names, read_share, read_text

_PATTERNS = r"procedural/patterns\.json"
_RULES = r"identity/rules\.json"
_CHAT = r"chats/[^/]+/"
_SESSIONS = r"sessions/[^/]+\.jsonl"
_DAY = r"\d{4}-\d\d-\d\d\.md"
_STATUS = {
    "approved": "approved", "active": "approved", "enabled": "approved", "pending": "proposed", "proposed": "proposed",
    "draft": "proposed", "rejected": "rejected", "disabled": "rejected", "inactive": "rejected", "archived": "rejected",
}  # fmt: skip
_WORKING_FIELDS = ("task", "context", "pending")


def recognise(source: ImportSource) -> bool:
    """Recognise patterns, rules, memories of chats, or daily notes next to sessions."""
    if not source.is_folder:
        return False
    files = HomeFiles(source, "KenoBot")
    marks = (_PATTERNS, _RULES, rf"memory/{_CHAT}(?:context|MEMORY|[\d-]+)\.md", r"memory/working/[^/]+\.(?:json|md)")
    return any(files.has(each) for each in marks)


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read the identity, sessions and memory; the memory of an old version has what it alone has."""
    files = HomeFiles(source, "KenoBot")
    seen = SeenTexts()
    yield from _read_identity(files, context)
    sessions = files.take(_SESSIONS)
    memories = files.take(r"memory/MEMORY\.md")
    yield from _read_user(files, sessions, memories, context)
    yield from files.read_each(sessions, lambda name: _read_session(source, name, seen, context))
    notes = _by_age(files.take(rf"memory/{_DAY}"))
    yield from files.read_each(notes, lambda name: read_notes(source, name, seen, context))
    memory = MemoryFiles(seen)
    yield from files.read_each(_by_age(memories), lambda name: read_memory(source, name, memory, context))
    yield from _read_chats(files, seen, context)
    working = _by_age(files.take(r"working/[^/]+\.(?:json|md)"))
    yield from files.read_each(working, lambda name: _read_working(source, name, context))
    yield from files.read(_PATTERNS, lambda name: _read_patterns(source, name, context))
    yield from files.read(r"embeddings/[^/]+\.jsonl", lambda name: read_embedded_texts(source, name, seen, context))
    yield from files.read(r"scheduler\.jsonl", lambda name: _read_schedule(source, name, context))
    yield from files.left()


def _read_session(source: ImportSource, name: str, seen: SeenTexts, context: ImportContext) -> Iterator[ImportItem]:
    for item in read_session(source, name, session_of_file(stem(name)), SessionForm("kenobot"), context):
        if isinstance(item, EventItem):
            seen.add(item.event["text"], item.event["at"])
        yield item


def _by_age(names: list[str]) -> list[str]:
    """Return the files of the memory before those in `data/`, where old versions had theirs."""
    return sorted(names, key=lambda name: (is_old(name), name))


def is_old(name: str) -> bool:
    """Return whether a file is in the memory of an old version."""
    return "/data/memory/" in f"/{name}"


def _read_user(
    files: HomeFiles, sessions: list[str], memories: list[str], context: ImportContext
) -> Iterator[ImportItem]:
    """Read the name of the user, which only the memory has."""
    name = files.find(_by_age(memories), name_in_notes)
    user = find_user((session_of_file(stem(each)) for each in sessions), context.owners, name)
    if user.account and name:
        yield RecordItem("the user", ImportedPerson(accounts=[user.account], name=name, origin="kenobot"))


def _read_identity(files: HomeFiles, context: ImportContext) -> Iterator[ImportItem]:
    source = files.source
    identity = r"identity/core\.md|identities/[^/]+\.md|SOUL\.md|IDENTITY\.md"
    yield from files.read(identity, lambda name: markdown.read_core(source, context, name, "identity"))
    yield from files.read(
        r"identity/preferences\.md", lambda name: markdown.read_core(source, context, name, "preferences")
    )
    yield from files.read(r"USER\.md", lambda name: markdown.read_core(source, context, name, "people"))
    yield from files.read(_RULES, lambda name: _read_rules(source.read_json(name), name))


def _read_rules(content: Any, name: str) -> Iterator[ImportItem]:
    groups = content.items() if isinstance(content, Mapping) else [("rules", content)]
    for group, listed in groups:
        for number, rule in enumerate(listed if isinstance(listed, list) else [listed], start=1):
            text = _rule_text(rule, is_forbidden=str(group).casefold() == "forbidden")
            where = f"{name}, {group} {number}"
            yield CoreItem(where, text, "preferences", 7) if text else SkippedItem(where, "no rule")


def _rule_text(rule: Any, *, is_forbidden: bool) -> str:
    """Return a rule as a sentence: the rule and how to follow it, or what is forbidden and why."""
    if isinstance(rule, str):
        return f"Forbidden: {rule}" if is_forbidden and rule.strip() else rule.strip()
    fields = read_mapping(rule)
    name = read_text(fields.get("pattern") or fields.get("rule") or fields.get("name") or fields.get("text")).strip()
    advice = read_text(fields.get("instruction") or fields.get("reason") or fields.get("description")).strip()
    listed = fields.get("examples")
    examples = (
        [each.strip() for each in listed if isinstance(each, str) and each.strip()] if isinstance(listed, list) else []
    )
    text = f"Forbidden: {name or advice}" if is_forbidden and (name or advice) else name or advice
    if name and advice and advice != name:
        text += f" ({advice})" if is_forbidden else f": {advice}"
    category = read_text(fields.get("category")).strip()
    prefix = f"{category}: " if category and text and category.casefold() not in text.casefold() else ""
    shown = f" (for example: {'; '.join(examples)})" if text and examples else ""
    return f"{prefix}{text}{shown}"


def _read_chats(files: HomeFiles, seen: SeenTexts, context: ImportContext) -> Iterator[ImportItem]:
    """Read the memory of each chat, for that chat alone."""
    contexts, memories, notes = (
        _by_age(files.take(rf"{_CHAT}{name}")) for name in (r"context\.md", r"MEMORY\.md", _DAY)
    )
    yield from files.read_each(contexts, lambda name: _read_chat_context(files.source, name))
    yield from files.read_each(memories, lambda name: _read_chat_memory(files.source, name, seen, context))
    yield from files.read_each(
        notes, lambda name: read_chat_notes(files.source, name, _session_of_folder(name), seen, context)
    )


def _session_of_folder(name: str) -> str:
    return session_name(session_of_file(name.split("/")[-2]))


def _read_chat_context(source: ImportSource, name: str) -> Iterator[ImportItem]:
    text = source.read_text(name).strip()
    if text:
        yield CoreItem(name, f"About this chat: {text}", "context", audience=f"session:{_session_of_folder(name)}")
    else:
        yield SkippedItem(name, "no text")


def _read_chat_memory(source: ImportSource, name: str, seen: SeenTexts, context: ImportContext) -> Iterator[ImportItem]:
    session = _session_of_folder(name)
    for item in markdown.read_core(source, context, name, "context", f"session:{session}"):
        if not isinstance(item, CoreItem) or seen.add_new(f"{session} {item.text}"):
            yield item
        else:
            yield SkippedItem(item.where, "the chat has it already")


def _read_working(source: ImportSource, name: str, context: ImportContext) -> Iterator[ImportItem]:
    """Read a working memory; it is also a note of its chat, since working memory is stale after some days."""
    session = session_name(session_of_file(stem(name)))
    at = source.modified(name)
    if name.endswith(".json"):
        row = read_mapping(source.read_json(name))
        text = read_text(row.get("content") or row.get("text"))
        at = context.parse_time(row.get("updatedAt") or row.get("updated_at") or row.get("timestamp")) or at
    else:
        text = source.read_text(name)
    if not text.strip():
        yield SkippedItem(name, "no text")
        return
    parts, audience = _working_parts(text), f"session:{session}"
    notes = parts.pop("notes")
    fields = {**parts, "session": session}
    yield RecordItem(name, ImportedMemory(kind="working", text=notes, at=at, audience=audience, fields=fields))
    yield note_item(name, text.strip(), at, 4, audience=audience)


def _working_parts(text: str) -> dict[str, Any]:
    """Return the task, context, pending steps and other notes of a working memory."""
    parts: dict[str, Any] = {"task": "", "context": [], "pending": []}
    notes: list[str] = []
    current, is_below_heading = "", False
    for line in text.splitlines():
        label, colon, rest = line.strip().lstrip("#-* ").partition(":")
        name, is_heading = label.strip(" *").casefold(), line.lstrip().startswith("#")
        if (colon or is_heading) and name in _WORKING_FIELDS:
            current, value, is_below_heading = name, rest.strip(" *"), is_heading
        elif line.strip() and not is_heading and (current in ("context", "pending") or (current and is_below_heading)):
            value = line.strip().lstrip("-* ")
        else:
            current, value = "", ""
        if not current:
            notes.append(line)
        elif current == "task":
            parts["task"] = f"{parts['task']} {value}".strip()
        elif value:
            parts[current].append(value)
    return {**parts, "notes": "\n".join(notes).strip()}


def _read_patterns(source: ImportSource, name: str, context: ImportContext) -> Iterator[ImportItem]:
    """Read the patterns as procedures; all were in use, unless one says otherwise."""
    content = source.read_json(name)
    listed = content.get("patterns") if isinstance(content, Mapping) else content
    for number, pattern in enumerate(listed if isinstance(listed, list) else [], start=1):
        fields = read_mapping(pattern)
        where = f"{name}, pattern {number}"
        trigger, response = (_joined(fields.get(each)) for each in ("trigger", "response"))
        if not trigger or not response:
            yield SkippedItem(where, "no trigger or no response")
            continue
        own = "disabled" if fields.get("enabled") is False else read_text(fields.get("status")).strip().casefold()
        memory = ImportedMemory(
            kind="procedure",
            text=response,
            at=context.parse_time(fields.get("createdAt") or fields.get("created_at")),
            key=read_text(fields.get("id")),
            access_count=read_count(fields.get("usageCount") or fields.get("usage_count")),
            last_accessed=context.parse_time(fields.get("lastUsed") or fields.get("last_used")),
            fields={
                "trigger": trigger,
                "confidence": read_share(fields.get("confidence"), 0.6),
                "status": _STATUS.get(own, "approved"),
                "learned_from": read_text(fields.get("learnedFrom") or fields.get("learned_from")).strip() or None,
            },
        )
        yield RecordItem(where, memory)
    if not isinstance(listed, list):
        yield SkippedItem(name, "no list of patterns")


def _joined(value: object) -> str:
    """Return a text, or the texts of a list."""
    return "; ".join(read_names(value)) if isinstance(value, list) else read_text(value).strip()


def _read_schedule(source: ImportSource, name: str, context: ImportContext) -> Iterator[ImportItem]:
    """Read scheduled tasks as notes of their chats."""
    for number, row in source.read_rows(name):
        where = f"{name}, line {number}"
        if isinstance(row, str):
            yield SkippedItem(where, row)
            continue
        words = [read_text(row.get(each)).strip() for each in ("description", "message")]
        text = ": ".join(dict.fromkeys(word for word in words if word))
        cron = read_text(row.get("cronExpr") or row.get("cron") or row.get("schedule")).strip()
        chat = f"{read_text(row.get('channel'))}-{read_text(row.get('chatId') or row.get('userId'))}"
        session = session_name(session_of_file(chat)) if row.get("channel") and chat[-1] != "-" else None
        if not text:
            yield SkippedItem(where, "no text")
            continue
        audience = f"session:{session}" if session else "shared"
        at = context.parse_time(row.get("createdAt") or row.get("created_at"))
        yield note_item(where, f"Scheduled task{f' ({cron})' if cron else ''}: {text}", at, audience=audience)
