"""Import of WhatsApp chats as text, in the formats `date, time - name: text` and `[date, time] name: text`."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import PurePosixPath

from kg.transfer.importers.items import EventItem, ImportContext, ImportItem, SkippedItem
from kg.transfer.importers.source_folder import ImportSource

_TIME = r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:[ \u202f\u00a0]?([AaPp])\.?[ ]?[Mm]\.?)?"
_DATE = r"(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})"
_LINE = re.compile(rf"\u200e?(?:\[{_DATE},? {_TIME}\] |{_DATE},? {_TIME} [-–] )(.*)", re.DOTALL)
_NAMED = re.compile(r"([^:\n]{1,100}?): (.*)", re.DOTALL)
_CHAT = "_chat.txt"
_TITLE = re.compile(r"^(?:WhatsApp (?:Chat|-Chat) (?:with|-|mit) |WhatsApp Chat - )", re.IGNORECASE)
_RECOGNITION_LINES = 20
Stamp = tuple[str, ...]


def recognise(source: ImportSource) -> bool:
    """Recognise a text with a message in its first lines, or an archive or folder with a `_chat.txt`."""
    if source.is_folder:
        return _CHAT in source.file_names()
    if source.path.suffix.lower() != ".txt":
        return False
    head = source.read_head().decode("utf-8-sig", "replace").splitlines()[:_RECOGNITION_LINES]
    return any(_LINE.match(line) for line in head)


def read(source: ImportSource, context: ImportContext) -> Iterator[ImportItem]:
    """Read all messages of users; a line without a date continues the message before it."""
    lines = source.read_text(_CHAT if source.is_folder else "").splitlines()
    matches = [(number, match) for number, line in enumerate(lines) if (match := _LINE.match(line))]
    order = _date_order([_stamp(match) for _, match in matches])
    title = _TITLE.sub("", source.path.parent.name if source.name == _CHAT else PurePosixPath(source.name).stem).strip()
    session = f"whatsapp:{title or 'chat'}"
    if matches and matches[0][0] and any(line.strip() for line in lines[: matches[0][0]]):
        yield SkippedItem("line 1", "text before the first message")
    ends = [number for number, _ in matches[1:]] + [len(lines)]
    for (number, match), end in zip(matches, ends, strict=True):
        where = f"line {number + 1}"
        message = "\n".join([match[15], *lines[number + 1 : end]]).strip("\u200e\n ")
        parsed = _NAMED.fullmatch(message)
        at = _parse_stamp(_stamp(match), order)
        if at is None:
            yield SkippedItem(where, "not a valid date")
        elif parsed is None:
            yield SkippedItem(where, "system message of WhatsApp")
        elif not parsed[2].strip("\u200e \n"):
            yield SkippedItem(where, "no text")
        else:
            shown, text = parsed[1].strip("\u200e\u202a\u202c \u202f"), parsed[2].replace("\u200e", "")
            # "~ Olga" is a name that a number without an entry in the address book gives itself, so not the account Olga.
            name = shown.strip("~ \u202f")
            account = f"whatsapp:~{name}" if shown.startswith("~") else f"whatsapp:{name}"
            time = context.with_zone(at)
            identity = context.make_id("whatsapp", session, time.isoformat(), name, text)
            yield EventItem(
                where,
                {"id": identity, "text": text, "speaker": account, "speaker_name": name, "session": session}
                | {"at": time, "metadata": {"title": title}},
            )


def _stamp(match: re.Match[str]) -> Stamp:
    """Return the three numbers of the date, hour, minute, second, and a or p, of either format."""
    return tuple(first or second or "" for first, second in zip(match.groups()[:7], match.groups()[7:14], strict=True))


def _date_order(stamps: Sequence[Stamp]) -> str:
    """Return the order of day, month and year with the fewest invalid or decreasing dates; the day is first in doubt."""
    best_order = "dmy"
    fewest_errors = len(stamps) + 1
    for order in ("dmy", "mdy", "ymd"):
        times = [_parse_stamp(stamp, order) for stamp in stamps]
        valid_times = [time for time in times if time is not None]
        errors = len(times) - len(valid_times) + sum(later < earlier for earlier, later in pairwise(valid_times))
        if errors < fewest_errors:
            best_order, fewest_errors = order, errors
    return best_order


def _parse_stamp(stamp: Stamp, order: str) -> dt.datetime | None:
    parts = {name: int(number) for name, number in zip(order, stamp[:3], strict=True)}
    hour = int(stamp[3])
    if stamp[6]:
        hour = hour % 12 + (12 if stamp[6].lower() == "p" else 0)
    year = parts["y"] + 2000 if parts["y"] < 100 else parts["y"]
    try:
        return dt.datetime(year, parts["m"], parts["d"], hour, int(stamp[4]), int(stamp[5] or 0))
    except ValueError:
        return None
