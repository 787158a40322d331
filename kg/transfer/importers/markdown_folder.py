"""Import of a folder of Markdown notes, such as an Obsidian vault: notes by heading, links as subjects, daily notes by date."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from kg.knowledge import ImportedEntity
from kg.transfer.importers import markdown
from kg.transfer.importers.home_files import HomeFiles, stem
from kg.transfer.importers.items import ImportContext, ImportItem, RecordItem, SkippedItem, note_item
from kg.transfer.importers.source_folder import ImportSource

_ENDINGS = (".md", ".markdown")
_VAULT = ".obsidian/"
# Files with another importer.
_MEMORIES = frozenset(["memory.md", "core.md", "history.md"])
_OTHERS = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".pdf", ".canvas", ".base", ".css", ".txt")
_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
_LINK = re.compile(r"!?\[\[([^\]\[|#^]+)(?:[#^][^\]\[|]*)?(?:\|([^\]\[]*))?\]\]")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_FIELD = re.compile(r"([^\s:#-][^:]{0,99}):(?:\s+(.*)|)")
_ITEM = re.compile(r"\s*-\s+(.*)")
_DATES = ("date", "created", "created_at", "modified", "updated")
_MAX_LINKS = 20


def recognise(source: ImportSource) -> bool:
    """Recognise a vault, and a folder of notes that has no files of other forms."""
    if not source.is_folder:
        return False
    names = [name.lower() for name in source.file_names()]
    if any(f"/{_VAULT}" in f"/{name}" for name in names):
        return True
    notes = [name for name in names if name.endswith(_ENDINGS)]
    others = [
        name
        for name in names
        if not name.endswith((*_ENDINGS, *_OTHERS)) and not PurePosixPath(name).name.startswith(".")
    ]
    plain = [name for name in notes if PurePosixPath(name).name not in _MEMORIES and not _DAY.fullmatch(stem(name))]
    return bool(plain) and not others and len(plain) == len([name for name in notes if not _DAY.fullmatch(stem(name))])


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read each note: its title is an entity, and each of its bullets and paragraphs a note about it."""
    files = HomeFiles(source, "a vault")
    hidden = [name for name in source.file_names() if any(part.startswith(".") for part in PurePosixPath(name).parts)]
    for name in hidden:
        files.take_file(name)
    yield from (SkippedItem(name, "settings of the program") for name in hidden)
    yield from files.read(r"[^/]+\.(?:md|markdown)", lambda name: _read_note(source, name, context))
    yield from files.left()


def _read_note(source: ImportSource, name: str, context: ImportContext) -> Iterator[ImportItem]:
    title, text = stem(name), source.read_text(name)
    if _DAY.fullmatch(title):
        yield from markdown.read_daily(source, context, name)
        return
    front = _FRONT_MATTER.match(text)
    fields = _fields(front[1]) if front else {}
    body = text[front.end() :] if front else text
    offset = text.count("\n", 0, front.end()) if front else 0
    at = next(
        (found for each in _DATES for value in fields.get(each, ()) if (found := context.parse_time(value))), None
    )
    moment = at or source.modified(name)
    aliases = [*fields.get("aliases", ()), *fields.get("alias", ())]
    yield RecordItem(name, ImportedEntity(name=title, type="concept", aliases=aliases))
    others = {key: values for key, values in fields.items() if key not in ("aliases", "alias", *_DATES)}
    described = "; ".join(f"{key}: {', '.join(values)}" for key, values in others.items())
    if described:
        yield note_item(f"{name}, front matter", f"{title} — {described}", moment, about=[title])
    headings: list[tuple[int, str]] = []
    for number, heading, block in markdown.read_blocks(body):
        if heading:
            headings = [each for each in headings if each[0] < len(heading)]
            headings.append((len(heading), block))
            continue
        path = " › ".join(dict.fromkeys([title, *(each for _, each in headings)]))
        links = list(dict.fromkeys(stem(match[1].strip()) for match in _LINK.finditer(block)))[:_MAX_LINKS]
        said = _LINK.sub(lambda match: match[2] or match[1], block)
        yield note_item(f"{name}, line {number + offset}", f"{path}: {said}", moment, about=[title, *links])


def _fields(text: str) -> dict[str, list[str]]:
    """Return the values of each field of front matter: `key: value`, `key: [a, b]`, or a list of `- a` below."""
    found: dict[str, list[str]] = {}
    current = ""
    for line in text.splitlines():
        if item := _ITEM.fullmatch(line):
            found.setdefault(current, []).append(_plain(item[1]))
        elif field := _FIELD.fullmatch(line):
            current, value = field[1].strip(), (field[2] or "").strip()
            is_list = value.startswith("[") and value.endswith("]")
            found[current] = [_plain(each) for each in (value[1:-1].split(",") if is_list else [value])]
    return {name: kept for name, values in found.items() if name and (kept := [value for value in values if value])}


def _plain(value: str) -> str:
    """Return a value without its quotation marks."""
    text = value.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
