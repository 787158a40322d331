"""Import of core memory as JSON: `core.json`, with entries by section, or a list of entries with a section each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kg.settings import CORE_LIMITS
from kg.transfer.importers.items import CoreItem, ImportContext, ImportItem, SkippedItem
from kg.transfer.importers.markdown import core_section
from kg.transfer.importers.source_folder import ImportSource
from kg.transfer.importers.values import read_importance

_SCRATCH = "scratch"


def recognise(source: ImportSource) -> bool:
    """Recognise a file named `core.json`."""
    return not source.is_folder and source.name.lower() == "core.json" and isinstance(source.read_json(), (dict, list))


def read(source: ImportSource, context: ImportContext, name: str = "") -> Iterator[ImportItem]:
    """Read all entries: a text, or an object with `text` or `content`, and `section`, `importance` and `created_at` if given."""
    content = source.read_json(name)
    if isinstance(content, Mapping):
        inner = content.get("sections", content.get("entries"))
        content = inner if isinstance(inner, (dict, list)) else content
    groups = content.items() if isinstance(content, Mapping) else [(_SCRATCH, content)]
    place = f"{name}, " if name else ""
    for group, entries in groups:
        listed = entries.get("entries", [entries]) if isinstance(entries, Mapping) else entries
        for number, entry in enumerate(listed if isinstance(listed, list) else [listed], start=1):
            yield _line(f"{place}{group}, entry {number}", str(group), entry, context)


def _line(where: str, group: str, entry: Any, context: ImportContext) -> ImportItem:
    fields = entry if isinstance(entry, Mapping) else {"text": entry}
    text = fields.get("text") or fields.get("content")
    if not isinstance(text, str) or not text.strip():
        return SkippedItem(where, "no text")
    section = str(fields.get("section") or group).strip().lower()
    return CoreItem(
        where,
        text,
        section if section in CORE_LIMITS else core_section(section) or _SCRATCH,
        read_importance(fields.get("importance")),
        at=context.parse_time(fields.get("created_at")),
    )
