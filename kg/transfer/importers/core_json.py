"""Core memory as JSON: `core.json`, by section, or a list of entries that each name their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kg.settings import CORE_LIMITS
from kg.transfer.importers.items import Given, Item, Left, Line
from kg.transfer.importers.markdown import section_of
from kg.transfer.importers.source_folder import Place

_SCRATCH = "scratch"


def recognise(place: Place) -> bool:
    """`core.json`."""
    return not place.folder and place.name.lower() == "core.json" and isinstance(place.json(), (dict, list))


def read(place: Place, given: Given) -> Iterator[Item]:  # noqa: ARG001 - as every importer is called
    """Every entry: a text, or an object with a text (or `content`), perhaps a section and an importance."""
    found = place.json()
    if isinstance(found, Mapping):
        inner = found.get("sections", found.get("entries"))
        found = inner if isinstance(inner, (dict, list)) else found
    groups = found.items() if isinstance(found, Mapping) else [(_SCRATCH, found)]
    for name, entries in groups:
        listed = entries.get("entries", [entries]) if isinstance(entries, Mapping) else entries
        for number, entry in enumerate(listed if isinstance(listed, list) else [listed], start=1):
            yield _line(f"{name}, entry {number}", str(name), entry)


def _line(where: str, group: str, entry: Any) -> Item:
    told = entry if isinstance(entry, Mapping) else {"text": entry}
    text = told.get("text") or told.get("content")
    if not isinstance(text, str) or not text.strip():
        return Left(where, "no text")
    section = str(told.get("section") or group).strip().lower()
    weight = told.get("importance")
    return Line(
        where,
        text,
        section if section in CORE_LIMITS else section_of(section) or _SCRATCH,
        round(weight) if isinstance(weight, (int, float)) and not isinstance(weight, bool) else 5,
    )
