"""Import of Chroma collections: documents with their metadata, from its SQLite file; vectors are computed again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from kg.knowledge import FactKey, ImportedEntity, ImportedFact
from kg.memories import ImportedMemory
from kg.transfer.importers.items import (
    EventItem,
    ImportContext,
    ImportItem,
    RecordItem,
    SkippedItem,
    note_item,
    qualify_speaker,
)
from kg.transfer.importers.keyed_facts import keyed_fact
from kg.transfer.importers.source_folder import ImportSource
from kg.transfer.importers.sqlite_file import DatabaseFile
from kg.transfer.importers.values import entity_type, read_count, read_importance, read_names, read_text

FILE = "chroma.sqlite3"
_TIME = ("timestamp", "created_at", "at", "ts", "date", "time", "updated_at")
_SESSION = ("session", "session_id", "session_key", "conversation_id", "chat_id")
_SPEAKER = ("speaker", "sender", "author", "user_id", "user")
_ROLES = ("user", "assistant", "system", "tool")
_DOCUMENT = "chroma:document"
_ADD, _UPDATE, _UPSERT, _DELETE = range(4)


def recognise(source: ImportSource) -> bool:
    """Recognise a folder with a Chroma database."""
    return source.is_folder and source.find_file(FILE) is not None


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read all collections of all databases inside."""
    for name in source.file_names():
        if name == FILE or name.endswith(f"/{FILE}"):
            yield from read_database(source, name, context)


def read_database(source: ImportSource, name: str, context: ImportContext) -> Iterator[ImportItem]:
    """Read the collections of a database.

    Documents with a role, a speaker or a session are events. Others are what their metadata says: entities, reflections, keyed
    facts, and otherwise notes; a reflection is also a note, which searches find. What something newer has replaced arrives as
    replaced.
    """
    with DatabaseFile(source, name) as database:
        faults: list[str] = []
        for collection, key, text, meta in _records(database, faults):
            where = f"{collection}, {key}"
            if not text.strip():
                yield SkippedItem(where, "no document")
            else:
                item = _item(where, collection, key, text, meta, context)
                yield item
                if (
                    isinstance(item, RecordItem)
                    and isinstance(item.record, ImportedMemory)
                    and item.record.kind == "reflection"
                ):
                    yield _note_of(item.record, where)
        yield from (SkippedItem(name, fault) for fault in faults)


def _records(database: DatabaseFile, faults: list[str]) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Yield collection, id, document and metadata of each record."""
    names = {row["id"]: str(row["name"]) for row in database.rows("collections", faults)}
    segments = {
        row["id"]: row["collection"]
        for row in database.rows("segments", faults)
        if "METADATA" in str(row.get("scope")) and row["collection"] in names
    }
    pending = _pending_changes(database, segments, faults)
    for row in database.rows("embeddings", faults):
        collection = segments.get(row["segment_id"])
        if collection is None:
            continue
        key = str(row["embedding_id"])
        changes = pending.pop((collection, key), [])
        meta: dict[str, Any] | None = _metadata(database, row["id"])
        for operation, changed in changes:
            meta = None if operation == _DELETE else {**(meta or {}), **changed}
        if meta is not None:
            yield names[collection], key, read_text(meta.pop(_DOCUMENT, "")), meta
    for (collection, key), changes in pending.items():
        meta = None
        for operation, changed in changes:
            # An update of a record that is not there does nothing.
            meta = (
                None if operation == _DELETE or (meta is None and operation == _UPDATE) else {**(meta or {}), **changed}
            )
        if meta is not None:
            yield names[collection], key, read_text(meta.pop(_DOCUMENT, "")), meta


def _metadata(database: DatabaseFile, record: Any) -> dict[str, Any]:
    meta: dict[str, Any] = {}
    for row in database.select("embedding_metadata", "id", record):
        values = (row.get(column) for column in ("string_value", "int_value", "float_value"))
        value = next((each for each in values if each is not None), None)
        flag = row.get("bool_value")
        meta[str(row["key"])] = bool(flag) if value is None and flag is not None else value
    return meta


def _pending_changes(
    database: DatabaseFile, segments: Mapping[Any, Any], faults: list[str]
) -> dict[tuple[Any, str], list[tuple[int, dict[str, Any]]]]:
    """Return the changes that were logged and not applied yet, by collection and record."""
    applied: dict[Any, int] = {}
    for row in database.rows("max_seq_id", faults):
        number = row["seq_id"]
        done = int.from_bytes(number, "big") if isinstance(number, bytes) else int(number or 0)
        if row["segment_id"] in segments:
            applied[segments[row["segment_id"]]] = done
    changes: dict[tuple[Any, str], list[tuple[int, dict[str, Any]]]] = {}
    known = set(segments.values())
    for row in database.rows("embeddings_queue", faults):
        collection = str(row["topic"]).rpartition("/")[2]
        if collection not in known or row["seq_id"] <= applied.get(collection, 0):
            continue
        try:
            meta = json.loads(row["metadata"] or "{}")
        except (TypeError, ValueError, RecursionError):
            faults.append(f"embeddings_queue, row {row['seq_id']}: no JSON")
            continue
        changed = meta if isinstance(meta, dict) else {}
        changes.setdefault((collection, str(row["id"])), []).append((int(row["operation"] or 0), changed))
    return changes


def _item(
    where: str, collection: str, key: str, text: str, meta: Mapping[str, Any], context: ImportContext
) -> ImportItem:
    at = next((moment for name in _TIME if (moment := context.parse_time(meta.get(name)))), None)
    role, session, speaker = meta.get("role"), _first(meta, _SESSION), _first(meta, _SPEAKER)
    if role is not None or session is not None or speaker is not None:
        return _event_item(where, collection, key, text, meta, at, context)
    if meta.get("entity_type") or (collection == "entities" and meta.get("name")):
        return RecordItem(where, _entity(text, meta, context))
    is_replaced = meta.get("superseded_by") not in (None, "", False)
    shared: dict[str, Any] = {
        "key": key,
        "is_superseded": is_replaced,
        "replaced_by": read_text(meta.get("superseded_by")) if is_replaced else "",
        "about": read_names(meta.get("related_entities")) + read_names(meta.get("topic")),
        "access_count": read_count(meta.get("access_count")),
        "last_accessed": context.parse_time(meta.get("last_accessed_at") or meta.get("last_accessed")),
    }
    if collection == "reflections" or meta.get("type") == "reflection":
        sources = read_names(meta.get("source_memory_ids"))
        fields = {"importance": read_importance(meta.get("importance"))}
        return RecordItem(
            where, ImportedMemory(kind="reflection", text=text, at=at, sources=sources, fields=fields, **shared)
        )
    if fact := _keyed_fact(where, meta, at):
        return RecordItem(where, fact)
    return note_item(where, text, at, read_importance(meta.get("importance")), **shared)


def _note_of(reflection: ImportedMemory, where: str) -> RecordItem:
    """Return a note with the text of a reflection, which searches find."""
    fields = {"importance": reflection.fields.get("importance")}
    return RecordItem(where, replace(reflection, kind="longterm", key="", replaced_by="", sources=(), fields=fields))


def _keyed_fact(where: str, meta: Mapping[str, Any], at: Any) -> ImportedFact | None:
    category, name, value = (read_text(meta.get(field)).strip() for field in ("category", "key", "value"))
    if not (category and name and value) or at is None:
        return None
    key = FactKey(read_text(meta.get("domain")).strip() or None, category, name)
    return keyed_fact(f"chroma: {where}", key, value, at, part=read_text(meta.get("sub_category")).strip())


def _entity(text: str, meta: Mapping[str, Any], context: ImportContext) -> ImportedEntity:
    name = read_text(meta.get("name")).strip() or text.partition(":")[0]
    return ImportedEntity(
        name=name,
        type=entity_type(meta.get("entity_type")),
        aliases=read_names(meta.get("aliases")),
        description=text.removeprefix(name).removeprefix(":").strip(),
        importance=read_importance(meta.get("importance")),
        mention_count=read_count(meta.get("interaction_count") or meta.get("mention_count")),
        first_seen=context.parse_time(meta.get("first_seen")),
        last_seen=context.parse_time(meta.get("last_seen")),
    )


def _event_item(
    where: str, collection: str, key: str, text: str, meta: Mapping[str, Any], at: Any, context: ImportContext
) -> EventItem:
    session = _first(meta, _SESSION) or f"chroma:{collection}"
    role = meta.get("role")
    event = {
        "id": context.make_id("chroma", collection, key, text),
        "text": text,
        "speaker": qualify_speaker(_first(meta, _SPEAKER), session, "chroma"),
        "session": session,
        "at": at,
        "role": role if role in _ROLES else "user",
        "metadata": {name: value for name, value in meta.items() if value is not None} or None,
    }
    return EventItem(where, event)


def _first(meta: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    return next((str(meta[name]) for name in names if meta.get(name) not in (None, "")), None)
