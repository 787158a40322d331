"""A made-up chat without end for loading: any stretch of it by its number, with names that a reader of its own finds at once."""

from __future__ import annotations

import datetime as dt
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

from kg.bench.synthetic_texts import FIRST_NAMES, START, THINGS, sentence
from kg.protocols import Extraction, Found, Mention, Statement, Utterance

# One random generator for each stretch: any of them can be made without those before it.
STRETCH = 1_000
_A_SESSION = 50
# Of a thousand people three talk in each; every tenth line is said in one room that never ends, by few who are always there.
_SPEAKERS, _TALKING = 1_000, 3
ROOM, _IN_ROOM = "chat:general", 0.1
# Of so many lines one names the person whom everybody speaks of, one somebody of a few thousand, one says where such a one works.
FAMOUS, _FAMOUS_SHARE = "Ada Lovell", 0.2
_NAMED_SHARE, _WORK_SHARE = 0.04, 0.01
_SYLLABLES = ("ba", "do", "fi", "ga", "hu", "ke", "lo", "mi", "na", "po", "ra", "si", "to", "vu", "we", "za")
_FULL_NAME = re.compile(r"\b[A-Z][a-z]+ [A-Z][a-z]+\b")
_WORKS = re.compile(r"([A-Z][a-z]+ [A-Z][a-z]+) works for ([A-Z][a-z]+ Labs)")


def lines(first: int, count: int, *, start: dt.datetime = START) -> Iterator[dict[str, Any]]:
    """So many events of the chat, a minute apart: in sessions of fifty, and some in the one room of all.

    Args:
        first: number of the first of them.
        count: how many.
        start: when the chat began.
    """
    place = first
    while place < first + count:
        random_ = random.Random(place // STRETCH)  # noqa: S311 - repeatable, not secret
        stretch = [_line(random_, each) for each in range(place // STRETCH * STRETCH, (place // STRETCH + 1) * STRETCH)]
        until = min(first + count, (place // STRETCH + 1) * STRETCH)
        for each in range(place, until):
            yield stretch[each % STRETCH] | {"at": start + dt.timedelta(minutes=each)}
        place = until


def _line(random_: random.Random, place: int) -> dict[str, Any]:
    text = sentence(random_)
    drawn = random_.random()
    if drawn < _FAMOUS_SHARE:
        text += f" {FAMOUS} knows more."
    elif drawn < _FAMOUS_SHARE + _NAMED_SHARE:
        text += f" {_somebody(random_)} was there too."
    elif drawn < _FAMOUS_SHARE + _NAMED_SHARE + _WORK_SHARE:
        text = f"{_somebody(random_)} works for {_word(random_)} Labs."
    if random_.random() < _IN_ROOM:
        speaker, session = random_.choice(FIRST_NAMES), ROOM
    else:
        talk = place // _A_SESSION
        talking = random.Random(-talk - 1).sample(range(_SPEAKERS), _TALKING)  # noqa: S311
        speaker, session = f"guest-{random_.choice(talking)}", f"chat:talk-{talk}"
    return {"id": f"line-{place}", "text": text, "speaker": f"chat:{speaker}", "session": session}


def _somebody(random_: random.Random) -> str:
    return f"{random_.choice(FIRST_NAMES)} {_word(random_)}"


def _word(random_: random.Random) -> str:
    return "".join(random_.choices(_SYLLABLES, k=3)).capitalize()


class Known:
    """An `Extractor` for such chats: it knows their full names beforehand, so that what is measured is the graph."""

    name = "bench-known"
    layers: tuple[int, ...] = ()

    def extract(self, passages: Sequence[Utterance]) -> Extraction:
        """See `Extractor.extract`."""
        return Extraction(tuple(_found(passage.text) for passage in passages))


def _found(text: str) -> Found:
    mentions = [
        Mention(match[0], "org" if match[0].endswith(" Labs") else "person", match.start(), match.end())
        for match in _FULL_NAME.finditer(text)
    ]
    works = _WORKS.search(text)
    return Found(
        statements=(Statement(works[1], "works_at", works[2], True, None, None, *works.span(), 0.9),) if works else (),
        mentions=tuple(mentions),
        topics={thing: 0.8 for thing in THINGS if thing in text} if mentions else {},
    )
