"""An endless synthetic chat for load tests; any range of its lines can be generated directly by number."""

from __future__ import annotations

import datetime as dt
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

from kg.bench.synthetic_texts import FIRST_NAMES, START, THINGS, generate_sentence
from kg.protocols import ExtractedStatement, Extraction, Mention, TextExtraction, Utterance

# Each chunk has its own random generator, so that it can be generated without the chunks before it.
CHUNK_LINES = 1_000
_SESSION_LINES = 50
# Each session has three of a thousand people; every tenth line belongs to one endless room with few speakers.
_SPEAKERS, _PARTICIPANTS = 1_000, 3
ROOM, _ROOM_SHARE = "chat:general", 0.1
# Shares of the lines that mention one famous person, that mention one of several thousand people, and that state a work place.
FAMOUS, _FAMOUS_SHARE = "Ada Lovell", 0.2
_NAMED_SHARE, _WORK_SHARE = 0.04, 0.01
_SYLLABLES = ("ba", "do", "fi", "ga", "hu", "ke", "lo", "mi", "na", "po", "ra", "si", "to", "vu", "we", "za")
_FULL_NAME = re.compile(r"\b[A-Z][a-z]+ [A-Z][a-z]+\b")
_WORKS = re.compile(r"([A-Z][a-z]+ [A-Z][a-z]+) works for ([A-Z][a-z]+ Labs)")


def generate_lines(first: int, count: int, *, start: dt.datetime = START) -> Iterator[dict[str, Any]]:
    """Yield events of the chat, one minute apart, in sessions of fifty lines and in one shared room.

    Args:
        first: number of the first line.
        count: number of lines.
        start: time of line 0.
    """
    number = first
    while number < first + count:
        rng = random.Random(number // CHUNK_LINES)  # noqa: S311 - repeatable, not secret
        chunk = [
            _generate_line(rng, line_number)
            for line_number in range(number // CHUNK_LINES * CHUNK_LINES, (number // CHUNK_LINES + 1) * CHUNK_LINES)
        ]
        chunk_end = min(first + count, (number // CHUNK_LINES + 1) * CHUNK_LINES)
        for line_number in range(number, chunk_end):
            yield chunk[line_number % CHUNK_LINES] | {"at": start + dt.timedelta(minutes=line_number)}
        number = chunk_end


def _generate_line(rng: random.Random, number: int) -> dict[str, Any]:
    text = generate_sentence(rng)
    draw = rng.random()
    if draw < _FAMOUS_SHARE:
        text += f" {FAMOUS} knows more."
    elif draw < _FAMOUS_SHARE + _NAMED_SHARE:
        text += f" {_random_name(rng)} was there too."
    elif draw < _FAMOUS_SHARE + _NAMED_SHARE + _WORK_SHARE:
        text = f"{_random_name(rng)} works for {_random_word(rng)} Labs."
    if rng.random() < _ROOM_SHARE:
        speaker, session = rng.choice(FIRST_NAMES), ROOM
    else:
        session_number = number // _SESSION_LINES
        participants = random.Random(-session_number - 1).sample(range(_SPEAKERS), _PARTICIPANTS)  # noqa: S311
        speaker, session = f"guest-{rng.choice(participants)}", f"chat:talk-{session_number}"
    return {"id": f"line-{number}", "text": text, "speaker": f"chat:{speaker}", "session": session}


def _random_name(rng: random.Random) -> str:
    return f"{rng.choice(FIRST_NAMES)} {_random_word(rng)}"


def _random_word(rng: random.Random) -> str:
    return "".join(rng.choices(_SYLLABLES, k=3)).capitalize()


class KnownNamesExtractor:
    """An `Extractor` that finds the generated names by pattern, so that the benchmark measures the graph."""

    name = "bench-known"
    layers: tuple[int, ...] = ()

    def extract(self, passages: Sequence[Utterance]) -> Extraction:
        """See `Extractor.extract`."""
        return Extraction(tuple(_extract_text(passage.text) for passage in passages))


def _extract_text(text: str) -> TextExtraction:
    mentions = [
        Mention(match[0], "org" if match[0].endswith(" Labs") else "person", match.start(), match.end())
        for match in _FULL_NAME.finditer(text)
    ]
    employment = _WORKS.search(text)
    return TextExtraction(
        statements=(
            ExtractedStatement(employment[1], "works_at", employment[2], True, None, None, *employment.span(), 0.9),
        )
        if employment
        else (),
        mentions=tuple(mentions),
        topics={thing: 0.8 for thing in THINGS if thing in text} if mentions else {},
    )
