"""Import of mem0 memories: what `get_all` returns, as JSON, with memories and the relations of its graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from kg.knowledge import PREDICATES, ImportedFact
from kg.transfer.importers.items import ImportContext, ImportItem, RecordItem, SkippedItem, note_item
from kg.transfer.importers.keyed_facts import closed_predicate, predicate_name
from kg.transfer.importers.source_folder import ImportSource
from kg.transfer.importers.user_audiences import UserAudiences
from kg.transfer.importers.values import read_names, read_text

_LISTS = ("results", "memories")
_KNOWN = frozenset(
    ["id", "memory", "hash", "score", "user_id", "agent_id", "run_id", "actor_id", "role", "attributed_to", "created_at",
     "updated_at", "expiration_date", "categories", "metadata"]
)  # fmt: skip


def recognise(source: ImportSource) -> bool:
    """Recognise a list of memories, in an object or alone."""
    if not source.has_ending(".json"):
        return False
    found = _memories(source.read_json())
    return (
        bool(found) and isinstance(found[0], Mapping) and isinstance(found[0].get("memory"), str) and "id" in found[0]
    )


def _memories(content: Any) -> list[Any]:
    if isinstance(content, Mapping):
        content = next((content[name] for name in _LISTS if isinstance(content.get(name), list)), None)
    return content if isinstance(content, list) else []


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read the memories as notes, and relations as facts; what has expired is superseded."""
    content = source.read_json()
    rows = _memories(content)
    relations = content.get("relations") if isinstance(content, Mapping) else None
    users = UserAudiences.of("mem0", (row.get("user_id") for row in rows if isinstance(row, Mapping)))
    unplaced: Counter[str] = Counter()
    for number, row in enumerate(rows, start=1):
        where = f"memory {number}"
        text = read_text(row.get("memory")).strip() if isinstance(row, Mapping) else ""
        if not text:
            yield SkippedItem(where, "no memory")
            continue
        unplaced.update(name for name in row if name not in _KNOWN)
        unplaced.update(f"metadata.{name}" for name in row.get("metadata") or {})
        yield _note(f"memory {row.get('id', number)}", row, text, users, context)
    for number, relation in enumerate(relations if isinstance(relations, list) else [], start=1):
        yield _relation(f"relation {number}", relation, context)
    for name, count in sorted(unplaced.items()):
        yield SkippedItem(f"field {name}", f"a note has no place for it ({count} memories)")


def _note(where: str, row: Mapping[str, Any], text: str, users: UserAudiences, context: ImportContext) -> ImportItem:
    run, user = read_text(row.get("run_id")).strip(), row.get("user_id")
    expires = context.parse_time(row.get("expiration_date"))
    return note_item(
        where,
        text,
        context.parse_time(row.get("updated_at")) or context.parse_time(row.get("created_at")),
        key=read_text(row.get("id")),
        audience=f"session:{run}" if run and not user else users.audience(user),
        about=read_names(row.get("categories")),
        is_superseded=expires is not None and expires < context.now,
    )


def _relation(where: str, relation: Any, context: ImportContext) -> ImportItem:
    fields = relation if isinstance(relation, Mapping) else {}
    one, other = (
        read_text(fields.get("source")).strip(),
        read_text(fields.get("target") or fields.get("destination")).strip(),
    )
    words = " ".join(read_text(fields.get("relationship") or fields.get("relation")).replace("_", " ").split())
    if not (one and other and words):
        return SkippedItem(where, "no source, relationship or target")
    predicate = closed_predicate(words) or predicate_name(words)
    template = "" if predicate in PREDICATES else f"{{s}} {words.replace('{', '(').replace('}', ')')} {{o}}"
    at = context.parse_time(fields.get("created_at")) or context.now
    fact = ImportedFact(
        origin=f"mem0: {where}", subject=_spoken(one), predicate=predicate, object=_spoken(other), at=at, template=template,
        kind="relation",
    )  # fmt: skip
    return RecordItem(where, fact)


def _spoken(name: str) -> str:
    """Return a name of a node, which has underscores for spaces."""
    return name.replace("_", " ")
