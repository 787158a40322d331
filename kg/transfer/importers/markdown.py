"""Memories in Markdown: MEMORY.md and CORE.md, HISTORY.md, and notes that are named by their day."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

from kg.transfer.importers.items import Dated, Given, Item, Left, Line, Told
from kg.transfer.importers.source_folder import Place

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
_SCRATCH = "scratch"


def section_of(heading: str) -> str | None:
    """The section of core memory that a heading speaks of, or None."""
    return next((name for name, words in _SECTIONS if words.search(heading)), None)


def is_core(place: Place) -> bool:
    """MEMORY.md or CORE.md."""
    return not place.folder and place.name.lower() in _CORE


def core(place: Place, given: Given) -> Iterator[Item]:  # noqa: ARG001 - as every importer is called
    """Headings choose the section, those below one that says nothing keep it; a bullet or a paragraph is an entry."""
    text = place.text()
    # Behind the last that ends none is whole; each that opens before it would be followed to the end in vain.
    last = text.rfind("-->") + len("-->")
    line, seen = 1, 0
    for found in _COMMENT.finditer(text, 0, last):
        line, seen = line + text.count("\n", seen, found.start()), found.start()
        yield Left(f"line {line}", "a comment")
    bare = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text[:last]) + text[last:]
    chosen: list[tuple[int, str]] = []
    for number, heading, block in _blocks(bare):
        if heading:
            level = heading.count("#")
            chosen = [each for each in chosen if each[0] < level]
            if section := section_of(block):
                chosen.append((level, section))
        else:
            told = _OWN_ID.sub("", block)
            if told:
                yield Line(f"line {number}", told, chosen[-1][1] if chosen else _SCRATCH)


def _blocks(text: str) -> Iterator[tuple[int, str, str]]:
    """Line, marks of a heading or "", and the text, of each heading, bullet and paragraph."""
    begun, parents = 0, list[tuple[int, str]]()
    block: list[str] = []
    fenced = False

    def told() -> Iterator[tuple[int, str, str]]:
        if any(line.strip() for line in block):
            yield begun, "", "\n".join(block).strip()
        block.clear()

    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        heading, bullet = (None, None) if fenced else (_HEADING.match(line), _BULLET.match(line))
        if heading:
            yield from told()
            parents = []
            yield number, heading[1], heading[2]
        elif bullet and not _RULE.fullmatch(line):
            yield from told()
            indent, begun = len(bullet[1].expandtabs(4)), number
            parents = [each for each in parents if each[0] < indent]
            # What stands below "Family:" says little without it.
            before = [said for _, said in parents if said.endswith(":")]
            block.append(" ".join([*before, bullet[2].strip()]))
            parents.append((indent, bullet[2].strip()))
        elif fenced or (line.strip() and not _RULE.fullmatch(line)):
            begun = begun if block else number
            block.append(line.strip() if not fenced else line)
        else:
            yield from told()
    yield from told()


def is_history(place: Place) -> bool:
    """HISTORY.md."""
    return not place.folder and place.name.lower() == "history.md"


def history(place: Place, given: Given) -> Iterator[Item]:
    """Each paragraph that begins with `[YYYY-MM-DD HH:MM]` is an entry of the diary, with what follows up to the next one."""
    at: dt.datetime | None = None
    begun, block = 1, list[str]()

    def told() -> Iterator[Item]:
        text = "\n".join(block).strip()
        if text:
            yield _remembered(f"line {begun}", text, at, given)

    for number, line in enumerate(place.text().splitlines(), start=1):
        stamp = _STAMP.fullmatch(line)
        moment = given.time(f"{stamp[1]}T{stamp[2]}") if stamp else None
        if stamp and moment:
            yield from told()
            at, begun, block = moment, number, [stamp[3]]
        elif not (at is None and _HEADING.match(line)):
            block.append(line)
    yield from told()


def _remembered(where: str, text: str, at: dt.datetime | None, given: Given) -> Item:
    if at is None:
        return Dated(where, text, "note")
    event = {"id": given.own_id("history", at.isoformat(), text), "text": text, "at": at, "session": "notes:history"}
    return Dated(
        where, text, "diary", at, event=event | {"channel": "notes", "kind": "observation", "direction": "internal"}
    )


def is_daily(place: Place) -> bool:
    """A note that is named by its day."""
    return not place.folder and _DAY.fullmatch(place.name) is not None and _midnight(place.name) is not None


def daily(place: Place, given: Given) -> Iterator[Item]:
    """Each bullet and each paragraph is an event of that day, in their order; headings stand before what is below them."""
    day = _midnight(place.name)
    if day is None:
        return
    start, session, headings = given.aware(day), f"notes:{day:%Y-%m-%d}", list[tuple[int, str]]()
    for place_of, (number, heading, block) in enumerate(_blocks(place.text())):
        if heading:
            headings = [each for each in headings if each[0] < len(heading)]
            headings.append((len(heading), block))
            continue
        text = "\n".join([*(name for _, name in headings), block])
        at = start + dt.timedelta(seconds=place_of)
        yield Told(
            f"line {number}",
            {
                "id": given.own_id("note", day.date(), text),
                "text": text,
                "session": session,
                "channel": "notes",
                "at": at,
            }
            | {"kind": "observation", "direction": "internal"},
        )


def _midnight(name: str) -> dt.datetime | None:
    found = _DAY.fullmatch(name)
    try:
        return dt.datetime.fromisoformat(found[1]) if found else None
    except ValueError:
        return None
