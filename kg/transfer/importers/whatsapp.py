"""Chats of WhatsApp as text, in both ways that telephones write them: `date, time - name: text` and `[date, time] name: text`."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import PurePosixPath

from kg.transfer.importers.items import Given, Item, Left, Told
from kg.transfer.importers.source_folder import Place

_CLOCK = r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:[ \u202f\u00a0]?([AaPp])\.?[ ]?[Mm]\.?)?"
_DATE = r"(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})"
_LINE = re.compile(rf"\u200e?(?:\[{_DATE},? {_CLOCK}\] |{_DATE},? {_CLOCK} [-–] )(.*)", re.DOTALL)
_NAMED = re.compile(r"([^:\n]{1,100}?): (.*)", re.DOTALL)
_CHAT = "_chat.txt"
_TITLE = re.compile(r"^(?:WhatsApp (?:Chat|-Chat) (?:with|-|mit) |WhatsApp Chat - )", re.IGNORECASE)
_LOOKED_AT = 20
Stamp = tuple[str, ...]


def recognise(place: Place) -> bool:
    """A text of which one of the first lines is a message; or a zip or folder with such a `_chat.txt`."""
    if place.folder:
        return _CHAT in place.names()
    if place.path.suffix.lower() != ".txt":
        return False
    head = place.head().decode("utf-8-sig", "replace").splitlines()[:_LOOKED_AT]
    return any(_LINE.match(line) for line in head)


def read(place: Place, given: Given) -> Iterator[Item]:
    """Every message; a line without a date goes on with the one before. What nobody said is left out."""
    lines = place.text(_CHAT if place.folder else "").splitlines()
    found = [(number, match) for number, line in enumerate(lines) if (match := _LINE.match(line))]
    order = _order([_stamp(match) for _, match in found])
    title = _TITLE.sub("", place.path.parent.name if place.name == _CHAT else PurePosixPath(place.name).stem).strip()
    session = f"whatsapp:{title or 'chat'}"
    if found and found[0][0] and any(line.strip() for line in lines[: found[0][0]]):
        yield Left("line 1", "text before the first message")
    ends = [number for number, _ in found[1:]] + [len(lines)]
    for (number, match), end in zip(found, ends, strict=True):
        where = f"line {number + 1}"
        whole = "\n".join([match[15], *lines[number + 1 : end]]).strip("\u200e\n ")
        named = _NAMED.fullmatch(whole)
        at = _moment(_stamp(match), order)
        if at is None:
            yield Left(where, "its date is none")
        elif named is None:
            yield Left(where, "written by WhatsApp")
        elif not named[2].strip("\u200e \n"):
            yield Left(where, "no text")
        else:
            name, text = named[1].strip("\u200e\u202a\u202c~ \u202f"), named[2].replace("\u200e", "")
            moment = given.aware(at)
            identity = given.own_id("whatsapp", session, moment.isoformat(), name, text)
            yield Told(
                where,
                {"id": identity, "text": text, "speaker": f"whatsapp:{name}", "speaker_name": name, "session": session}
                | {"at": moment, "metadata": {"title": title}},
            )


def _stamp(match: re.Match[str]) -> Stamp:
    """The three numbers of the date, hour, minute, second and a or p, of either way to write them."""
    return tuple(first or second or "" for first, second in zip(match.groups()[:7], match.groups()[7:14], strict=True))


def _order(stamps: Sequence[Stamp]) -> str:
    """Which number of a date is what: the order by which all dates are dates and time never runs back, the day first in doubt."""
    best = "dmy"
    least = len(stamps) + 1
    for order in ("dmy", "mdy", "ymd"):
        moments = [_moment(stamp, order) for stamp in stamps]
        known = [moment for moment in moments if moment is not None]
        wrong = len(moments) - len(known) + sum(later < earlier for earlier, later in pairwise(known))
        if wrong < least:
            best, least = order, wrong
    return best


def _moment(stamp: Stamp, order: str) -> dt.datetime | None:
    parts = {name: int(number) for name, number in zip(order, stamp[:3], strict=True)}
    hour = int(stamp[3])
    if stamp[6]:
        hour = hour % 12 + (12 if stamp[6].lower() == "p" else 0)
    year = parts["y"] + 2000 if parts["y"] < 100 else parts["y"]
    try:
        return dt.datetime(year, parts["m"], parts["d"], hour, int(stamp[4]), int(stamp[5] or 0))
    except ValueError:
        return None
