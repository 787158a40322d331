"""What the bots of a Turbo home learned, what they know well, and the summaries that they wrote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kg.memories import ImportedMemory
from kg.transfer.importers.items import ImportContext, ImportItem, RecordItem, SkippedItem, note_item
from kg.transfer.importers.outdated_texts import OutdatedTexts
from kg.transfer.importers.sqlite_file import DatabaseFile
from kg.transfer.importers.values import read_count, read_mapping, read_number, read_share, read_text

_SUMMARY_IMPORTANCE = 3


def read_memories(
    database: DatabaseFile, name: str, outdated: OutdatedTexts, context: ImportContext
) -> Iterator[ImportItem]:
    """Read learnings, summaries, and the expertise of bots."""
    faults: list[str] = []
    if database.has_columns("learnings", "content"):
        for number, row in enumerate(database.rows("learnings", faults), start=1):
            yield _learning(f"{name}, learning {row.get('id', number)}", row, context)
    if database.has_columns("summary_nodes", "summary"):
        for number, row in enumerate(database.rows("summary_nodes", faults), start=1):
            yield _summary(f"{name}, summary {row.get('key', number)}", row, outdated, context)
    if database.has_columns("bot_expertise", "bot_id"):
        for number, row in enumerate(database.rows("bot_expertise", faults), start=1):
            yield _expertise(f"{name}, expertise {number}", row, context)
    if "bot_memory_ledger" in database.tables and (count := database.count("bot_memory_ledger")):
        yield SkippedItem(f"{name}, table bot_memory_ledger", f"{count} rows of which bot read what, no memory")
    yield from (SkippedItem(name, fault) for fault in faults)


def _learning(where: str, row: Mapping[str, Any], context: ImportContext) -> ImportItem:
    content = read_text(row["content"]).strip()
    if not content:
        return SkippedItem(where, "no text")
    bot = read_text(row.get("bot_id") or read_mapping(row.get("metadata")).get("bot_id")).strip()
    audience = f"person:bot:{bot}" if bot and _is_private(row) else "shared"
    replaced_by = read_text(row.get("superseded_by")).strip()
    fields = {
        "sentiment": read_text(row.get("sentiment")).strip().casefold(),
        "confidence": read_share(row.get("confidence"), 0.7),
        "tool": read_text(row.get("tool_name")).strip() or None,
        "recommendation": read_text(row.get("recommendation")).strip() or None,
        "source": read_text(row.get("source")).strip(),
    }
    memory = ImportedMemory(
        kind="learning",
        text=content,
        at=context.parse_time(row.get("created_at") or row.get("updated_at")),
        key=read_text(row.get("id")),
        replaced_by=replaced_by,
        is_superseded=bool(replaced_by),
        audience=audience,
        access_count=read_count(row.get("times_accessed")),
        last_accessed=context.parse_time(row.get("last_accessed")),
        fields=fields,
    )
    return RecordItem(where, memory)


def _is_private(row: Mapping[str, Any]) -> bool:
    """Return whether a learning is its bot's alone: the column decides, and the metadata where there is no column."""
    own = row.get("is_private")
    value = own if own is not None else read_mapping(row.get("metadata")).get("is_private")
    return value.casefold() in ("1", "true") if isinstance(value, str) else bool(value)


def _summary(where: str, row: Mapping[str, Any], outdated: OutdatedTexts, context: ImportContext) -> ImportItem:
    text = read_text(row["summary"]).strip()
    if not text:
        return SkippedItem(where, "no text")
    at = context.parse_time(row.get("last_updated") or row.get("updated_at"))
    return note_item(where, text, at, _SUMMARY_IMPORTANCE, is_superseded=outdated.has(text))


def _expertise(where: str, row: Mapping[str, Any], context: ImportContext) -> ImportItem:
    bot, domain = read_text(row["bot_id"]).strip(), read_text(row.get("domain")).strip()
    if not bot or not domain:
        return SkippedItem(where, "no bot or no domain")
    confidence = read_number(row.get("confidence") or row.get("expertise_score"))
    share = "" if confidence is None else f" (confidence {confidence:.2f})"
    at = context.parse_time(row.get("last_updated") or row.get("updated_at") or row.get("last_used"))
    return note_item(where, f"The bot {bot} knows about {domain}{share}.", at, _SUMMARY_IMPORTANCE)
