"""What a sleep has changed, in words, for the end of `kg sleep`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from kg.cli.common import format_date, print_line, print_paragraph
from kg.types import SleepReport, WrittenMemories

_LINE_CHARS = 110
# Episodes have the texts of the diary.
_COUNTED_ONLY = frozenset({"episode"})
_NOUNS = {
    "diary": ("diary entry", "diary entries"),
    "episode": ("episode", "episodes"),
    "longterm": ("long-term note", "long-term notes"),
    "reflection": ("reflection", "reflections"),
    "learning": ("learning", "learnings"),
    "procedure": ("procedure to approve", "procedures to approve"),
}


def print_changes(report: SleepReport, written: Sequence[WrittenMemories]) -> None:
    """Print what a sleep has changed in one sentence, and the texts that it has written, each cut to a line."""
    changes = list(_list_changes(report, written))
    print_paragraph(f"It {_join(changes)}." if changes else "Nothing has changed.")
    for one in written:
        if one.kind in _COUNTED_ONLY:
            continue
        print_line(f"{_count(one.count, *_NOUNS[one.kind])}:")
        if one.count > len(one.newest):
            print_line(f"  {one.count - len(one.newest):,} older ones, and")
        for memory in one.newest:
            print_line(f"  {format_date(memory.at)}  {textwrap.shorten(memory.text, _LINE_CHARS, placeholder=' …')}")


def _list_changes(report: SleepReport, written: Sequence[WrittenMemories]) -> Iterator[str]:
    """Yield what has changed, as verb phrases."""
    read = _sum(report, "digest", "events")
    if read:
        names = (("facts", "fact", "facts"), ("entities", "entity", "entities"), ("topics", "topic", "topics"))
        found = [_count(number, one, many) for name, one, many in names if (number := _sum(report, "digest", name))]
        yield f"read {_count(read, 'message', 'messages')} ({', '.join(found) or 'no facts'})"
    if written:
        yield "wrote " + _join([_count(one.count, *_NOUNS[one.kind]) for one in written])
    for verb, number, nouns in (
        ("united", _sum(report, "compact", "united"), ("note with another", "notes with others")),
        ("merged", _sum(report, "entities", "merged"), ("entity with another", "entities with others")),
        ("believed", _sum(report, "contradictions", "raised"), ("claim", "claims")),
        ("archived", _archived(report), ("old or faded memory", "old or faded memories")),
        ("updated", _sum(report, "summaries", "nodes"), ("summary", "summaries")),
        (
            "moved",
            _sum(report, "core", "demoted"),
            ("entry of core memory to notes", "entries of core memory to notes"),
        ),
    ):
        if number:
            yield f"{verb} {_count(number, *nouns)}"


def _archived(report: SleepReport) -> int:
    pruned = report.steps.get("prune")
    return sum(count for what, count in pruned.counts.items() if what != "sleeps") if pruned else 0


def _sum(report: SleepReport, step: str, name: str) -> int:
    return report.steps[step].counts.get(name, 0) if step in report.steps else 0


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _join(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))
