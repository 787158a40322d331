"""The skills of a Nano_Bot home: what it learned to do, as procedures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kg.memories import ImportedMemory
from kg.transfer.importers.items import ImportContext, ImportItem, RecordItem, SkippedItem
from kg.transfer.importers.sqlite_file import DatabaseFile
from kg.transfer.importers.values import read_count, read_number, read_text

TABLE = "skills"
COLUMNS = ("name", "content")
_VERSIONS, _TAGS = "skill_versions", "skill_tags"
_NAME_LENGTH = 200


def read_skills(database: DatabaseFile, name: str, context: ImportContext) -> Iterator[ImportItem]:
    """Read the newest version of each skill; how often it succeeded is its confidence."""
    faults: list[str] = []
    newest, older = _newest_versions(database, faults)
    tags: dict[str, list[str]] = {}
    for row in database.rows(_TAGS, faults) if _TAGS in database.tables else ():
        tags.setdefault(_skill_of(row), []).append(read_text(row.get("tag") or row.get("name")).strip())
    current = _newest_rows(database)
    for number, row in enumerate(database.rows(TABLE, faults), start=1):
        where = f"{name}, skill {row.get('id', number)}"
        title = read_text(row.get("name")).strip()
        if title and current[title] != _age(row, number):
            older += 1
            continue
        keys = {title, read_text(row.get("id"))}
        content = read_text(row.get("content")).strip()
        version = read_number(row.get("version")) or 0
        for key in keys & newest.keys():
            if newest[key][0] > version:
                version, content = newest[key]
        description = read_text(row.get("description")).strip()
        if not title or not (content or description):
            yield SkippedItem(where, "no name or no content")
            continue
        labels = [tag for key in sorted(keys) for tag in tags.get(key, ()) if tag]
        yield RecordItem(where, _procedure(row, title, description, content, labels, context))
    if older:
        yield SkippedItem(f"{name}, skills", f"{older} older versions of skills")
    yield from (SkippedItem(f"{name}, skills", fault) for fault in faults)


def _procedure(
    row: Mapping[str, Any], title: str, description: str, content: str, tags: list[str], context: ImportContext
) -> ImportedMemory:
    uses, successes = read_count(row.get("usage_count")), read_count(row.get("success_count"))
    words = " ".join(dict.fromkeys([title.replace("_", " ").replace("-", " "), description, *tags]))
    return ImportedMemory(
        kind="procedure",
        text=content or description,
        at=context.parse_time(row.get("updated_at") or row.get("created_at")),
        access_count=uses,
        last_accessed=context.parse_time(row.get("last_used") or row.get("last_used_at")),
        fields={
            "trigger": words.strip(),
            "confidence": round(min(1.0, successes / uses), 2) if uses else 0.6,
            "status": "rejected" if _is_off(row) else "approved",
            "learned_from": f"skill {title}"[:_NAME_LENGTH],
        },
    )


def _newest_rows(database: DatabaseFile) -> dict[str, tuple[float, str, int]]:
    """Return the age of the newest row by the name of the skill: some versions of the program keep a row a version."""
    newest: dict[str, tuple[float, str, int]] = {}
    for number, row in enumerate(database.rows(TABLE), start=1):
        title, age = read_text(row.get("name")).strip(), _age(row, number)
        newest[title] = max(newest.get(title, age), age)
    return newest


def _age(row: Mapping[str, Any], number: int) -> tuple[float, str, int]:
    return read_number(row.get("version")) or 0, read_text(row.get("updated_at") or row.get("created_at")), number


def _is_off(row: Mapping[str, Any]) -> bool:
    return any(read_number(row.get(column)) == 0 for column in ("enabled", "is_enabled", "active", "is_active"))


def _newest_versions(database: DatabaseFile, faults: list[str]) -> tuple[dict[str, tuple[float, str]], int]:
    """Return the newest version and content by name or id of the skill, and the number of older versions."""
    newest: dict[str, tuple[float, str]] = {}
    count = 0
    for row in database.rows(_VERSIONS, faults) if _VERSIONS in database.tables else ():
        content = read_text(row.get("content") or row.get("new_content")).strip()
        key, version = _skill_of(row), read_number(row.get("version")) or 0
        count += 1
        if content and version >= newest.get(key, (0.0, ""))[0]:
            newest[key] = (version, content)
    return newest, count - len(newest)


def _skill_of(row: Mapping[str, Any]) -> str:
    return read_text(row.get("skill_name") or row.get("skill_id") or row.get("skill")).strip()
