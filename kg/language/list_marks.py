"""Marks of a list within a line, "1) I moved 2) I quit", which a parser takes for numbers of the sentence."""

from __future__ import annotations

import re

_MARK = re.compile(r"(?:(?<=^)|(?<=\s))\(?(?P<mark>\d{1,2}|[a-h])[.)](?=[ \t]+[^\W\d])", re.MULTILINE)
_FIRST_MARKS = frozenset({"1", "a"})


def replace_list_marks(text: str) -> str:
    """Return a text of the same length in which each mark of a list within a line is a full stop.

    Marks are those that count from 1 or a: "the flat in block 2) costs" and "(see 3) below" stay. At the start of a line, a mark
    shows the parser that a sentence begins.
    """
    marks = list(_MARK.finditer(text))
    pieces, seen, before = [], 0, ""
    for number, match in enumerate(marks):
        mark = match["mark"]
        follower = marks[number + 1]["mark"] if number + 1 < len(marks) else ""
        is_mark = _follows(before, mark) or (mark in _FIRST_MARKS and _follows(mark, follower))
        if not is_mark:
            continue
        before = mark
        if text[text.rfind("\n", 0, match.start()) + 1 : match.start()].strip():
            pieces += [text[seen : match.start()], f".{' ' * (len(match[0]) - 1)}"]
            seen = match.end()
    return "".join([*pieces, text[seen:]])


def _follows(mark: str, other: str) -> bool:
    """Whether a mark comes next after another: "2" after "1", "b" after "a"."""
    if mark.isdigit() and other.isdigit():
        return int(other) == int(mark) + 1
    return mark.isalpha() and other.isalpha() and ord(other) == ord(mark) + 1
