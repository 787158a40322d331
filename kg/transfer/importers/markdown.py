"""Import of Markdown memories: MEMORY.md and CORE.md, HISTORY.md, and daily notes named by their date."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from kg.memories import ImportedMemory
from kg.transfer.importers.items import (
    CoreItem,
    EventItem,
    ImportContext,
    ImportItem,
    RecordItem,
    SkippedItem,
    note_item,
    observation,
)
from kg.transfer.importers.source_folder import ImportSource

_CORE = {"memory.md", "core.md"}
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*$")
_BULLET = re.compile(r"(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(.*)")
_RULE = re.compile(r"\s*([-*_])(\s*\1){2,}\s*")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_OWN_ID = re.compile(r"(?<!\s)\s*+\[id:[0-9a-f]{6}\]$")
_STAMP = re.compile(r"\s*(?:[-*]\s+)?\**\[(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)\]\**\s*(.*)", re.DOTALL)
_DAY = re.compile(r"(\d{4}-\d\d-\d\d)\.(?:md|markdown)", re.IGNORECASE)
_SECTIONS = (
    ("identity", re.compile(r"\bidentity\b|\bwho i am\b", re.IGNORECASE)),
    ("people", re.compile(r"\bpeople\b|\bpersons?\b", re.IGNORECASE)),
    ("preferences", re.compile(r"\bpreferences?\b|\brules?\b", re.IGNORECASE)),
    ("context", re.compile(r"\bcontext\b|\bcurrent", re.IGNORECASE)),
)
SCRATCH = "scratch"
# Entries that say nothing without their heading: `Birthday: 3 May`, "likes tea", or any below "About Rosa".
_PAIR = re.compile(r"\**[^\W\d_][^:\n]{0,59}:\**\s+\S.*", re.DOTALL)
_WITHOUT_SUBJECT = re.compile(r"(?:[^\W\d_A-Z]|[A-Z][a-z]+s\s)")
_SUBJECT_HEADING = re.compile(r"(?:about|project|person|contact|team)\b[\s:—–-]+\S", re.IGNORECASE)
_ABOUT = re.compile(r"about\b[\s:—–-]+", re.IGNORECASE)
# Words of headings that only sort entries.
_SORTING_WORDS = frozenset(
    """a about active all am an and background basic basics bio consolidated contact contacts context core current daily data
    details fact facts family for general goals health history hobbies i identity important info information interests key known
    learned log long me memories memory misc miscellaneous my new note notes of old ongoing open other others people person
    personal persons plans preference preferences profile profiles project projects recent remember rule rules scratch section
    settings soul summary task tasks term that the things to todo updates us user user's users we what who work""".split()  # noqa: SIM905
)
_HEADING_WORD = re.compile(r"[^\W\d_][\w'’]*")


def core_section(heading: str) -> str | None:
    """Return the section of core memory that a heading refers to, or None."""
    return next((name for name, words in _SECTIONS if words.search(heading)), None)


def is_core(source: ImportSource) -> bool:
    """Recognise MEMORY.md and CORE.md."""
    return not source.is_folder and source.name.lower() in _CORE


@dataclass(frozen=True, slots=True)
class MarkdownEntry:
    """A bullet or paragraph.

    Attributes:
        where: its location.
        text: its text.
        headings: the headings above it, from the outermost.
        section: the section of core memory that they choose; None: none does.
    """

    where: str
    text: str
    headings: tuple[str, ...]
    section: str | None

    @property
    def statement(self) -> str:
        """The text after the heading that says whom or what it is about, where the text alone does not say it."""
        subject = _subject(self.headings)
        if subject is None:
            return self.text
        is_complete = not (_PAIR.fullmatch(self.text) or _WITHOUT_SUBJECT.match(self.text))
        if is_complete and not _SUBJECT_HEADING.match(self.headings[-1]):
            return self.text
        return self.text if subject.casefold() in self.text.casefold() else f"{subject}: {self.text}"


def _subject(headings: tuple[str, ...]) -> str | None:
    """Return the innermost heading that does more than sort entries; the title of a file with sections does not count."""
    for heading in reversed(headings[1:] or headings):
        words = {word.casefold().replace("’", "'") for word in _HEADING_WORD.findall(heading)}
        if words - _SORTING_WORDS:
            return _ABOUT.sub("", heading).strip(" *:") or None
    return None


def read_core(
    source: ImportSource,
    context: ImportContext,  # noqa: ARG001 - the signature of all importers
    name: str = "",
    default: str = SCRATCH,
    audience: str = "shared",
) -> Iterator[ImportItem]:
    """Read each bullet and paragraph as an entry of core memory; headings choose the section.

    Args:
        source: the source.
        context: the context of the import.
        name: path of the file inside, "" for the source itself.
        default: the section where no heading chooses one.
        audience: who may read the entries.
    """
    for entry in read_entries(source, name):
        if isinstance(entry, SkippedItem):
            yield entry
        else:
            yield CoreItem(entry.where, entry.statement, entry.section or default, audience=audience)


def read_entries(source: ImportSource, name: str = "") -> Iterator[MarkdownEntry | SkippedItem]:
    """Read each bullet and paragraph with its headings; comments are left out."""
    text = source.read_text(name)
    place = f"{name}, " if name else ""
    # Only text up to the last comment end is searched: an unclosed comment would be scanned to the end each time (quadratic).
    last = text.rfind("-->") + len("-->")
    line, position = 1, 0
    for match in _COMMENT.finditer(text, 0, last):
        line, position = line + text.count("\n", position, match.start()), match.start()
        yield SkippedItem(f"{place}line {line}", "a comment")
    uncommented = _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text[:last]) + text[last:]
    headings: list[tuple[int, str]] = []
    for number, heading, block in read_blocks(uncommented):
        if heading:
            headings = [each for each in headings if each[0] < len(heading)]
            headings.append((len(heading), block))
        elif text_without_id := _OWN_ID.sub("", block):
            names = tuple(title for _, title in headings)
            section = next((found for title in reversed(names) if (found := core_section(title))), None)
            yield MarkdownEntry(f"{place}line {number}", text_without_id, names, section)


def read_blocks(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the marks of a heading or "", and the text of each heading, bullet and paragraph."""
    first_line, parents = 0, list[tuple[int, str]]()
    block: list[str] = []
    fenced = False

    def flush() -> Iterator[tuple[int, str, str]]:
        if any(line.strip() for line in block):
            yield first_line, "", "\n".join(block).strip()
        block.clear()

    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        heading, bullet = (None, None) if fenced else (_HEADING.match(line), _BULLET.match(line))
        if heading:
            yield from flush()
            parents = []
            yield number, heading[1], heading[2]
        elif bullet and not _RULE.fullmatch(line):
            yield from flush()
            indent, first_line = len(bullet[1].expandtabs(4)), number
            parents = [each for each in parents if each[0] < indent]
            # An entry below "Family:" needs this text as context.
            labels = [label for _, label in parents if label.endswith(":")]
            block.append(" ".join([*labels, bullet[2].strip()]))
            parents.append((indent, bullet[2].strip()))
        elif fenced or (line.strip() and not _RULE.fullmatch(line)):
            first_line = first_line if block else number
            block.append(line.strip() if not fenced else line)
        else:
            yield from flush()
    yield from flush()


def is_history(source: ImportSource) -> bool:
    """Recognise HISTORY.md."""
    return not source.is_folder and source.name.lower() == "history.md"


def read_history(source: ImportSource, context: ImportContext, name: str = "") -> Iterator[ImportItem]:
    """Read a diary entry from each `[YYYY-MM-DD HH:MM]` stamp up to the next one."""
    place = f"{name}, " if name else ""
    at: dt.datetime | None = None
    first_line, block = 1, list[str]()

    def flush() -> Iterator[ImportItem]:
        text = "\n".join(block).strip()
        if text:
            yield _history_item(f"{place}line {first_line}", text, at, context)

    for number, line in enumerate(source.read_text(name).splitlines(), start=1):
        stamp = _STAMP.fullmatch(line)
        time = context.parse_time(f"{stamp[1]}T{stamp[2]}") if stamp else None
        if stamp and time:
            yield from flush()
            at, first_line, block = time, number, [stamp[3]]
        elif not (at is None and _HEADING.match(line)):
            block.append(line)
    yield from flush()


def _history_item(where: str, text: str, at: dt.datetime | None, context: ImportContext) -> ImportItem:
    if at is None:
        return note_item(where, text)
    event = observation(context.make_id("history", at.isoformat(), text), text, at, "notes:history")
    return RecordItem(where, ImportedMemory(kind="diary", text=text, at=at), event)


def is_daily(source: ImportSource) -> bool:
    """Recognise a note whose name is a date."""
    return not source.is_folder and _DAY.fullmatch(source.name) is not None and _midnight(source.name) is not None


def read_daily(source: ImportSource, context: ImportContext, name: str = "") -> Iterator[ImportItem]:
    """Read each bullet and paragraph as an event of that day, in order, with its headings in front."""
    day = _midnight(PurePosixPath(name).name or source.name)
    place = f"{name}, " if name else ""
    if day is None:
        return
    start, session, headings = context.with_zone(day), f"notes:{day:%Y-%m-%d}", list[tuple[int, str]]()
    for index, (number, heading, block) in enumerate(read_blocks(source.read_text(name))):
        if heading:
            headings = [each for each in headings if each[0] < len(heading)]
            headings.append((len(heading), block))
            continue
        text = "\n".join([*(name for _, name in headings), block])
        at = start + dt.timedelta(seconds=index)
        yield EventItem(
            f"{place}line {number}", observation(context.make_id("note", day.date(), text), text, at, session)
        )


def _midnight(name: str) -> dt.datetime | None:
    match = _DAY.fullmatch(name)
    try:
        return dt.datetime.fromisoformat(match[1]) if match else None
    except ValueError:
        return None
