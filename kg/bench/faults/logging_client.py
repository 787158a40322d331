"""A client that logs and keeps what was acknowledged, in a process of its own that may be killed.

    python -m kg.bench.faults.logging_client SCOPE NAME SEED FILE

It reads numbers from its input, one a line, and logs until so many of its events are acknowledged; the id of each is in the file,
on the disk, when the call that logged it has returned. Started again it goes on behind the last of them: what was
written and not acknowledged is sent once more.
"""

from __future__ import annotations

import datetime as dt
import os
import random
import sys
import threading
from pathlib import Path

from kg.bench.synthetic_texts import sentence
from kg.errors import KgError
from kg.memory import Memory
from kg.types import Event

_MOST = 6
_PAUSE_S = 0.1
_START = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
_OWN = (
    "I live in {place}.",
    "I moved to {place} last week.",
    "I work at {firm}.",
    "I like {thing}.",
    "I do not like {thing} any more.",
    "{other} is my sister.",
)
_FILLED = {
    "place": ("Oslo", "Bergen", "Lisbon", "Turin", "Leeds", "Porto"),
    "firm": ("Acme", "Globex", "Initech", "Umbrella"),
    "thing": ("chess", "tea", "sailing", "opera"),
    "other": ("Carla Reed", "Bob Stone", "Mia Novak"),
}
_SPEAKERS = ("ann", "bob", "cleo", "dan", "eve", "finn")


def event(name: str, seed: int, number: int) -> Event:
    """The event of that number: the same whoever asks, whenever. Half are said in sessions that clients share."""
    dice = random.Random(f"{seed} {name} {number}")  # noqa: S311 - repeatable, not secret
    if dice.random() < 0.4:
        said = dice.choice(_OWN).format(**{key: dice.choice(some) for key, some in _FILLED.items()})
    else:
        said = sentence(dice)
    speaker = dice.choice(_SPEAKERS)
    shared = number % 2 == 0
    return Event(
        f"{said} That is line {number} of {name}.",
        id=f"{name}-{number:05d}",
        speaker=f"cli:{speaker}",
        speaker_name=speaker.capitalize(),
        session=f"cli:{'all' if shared else name}-{number // 60}",
        # No two at one moment, so that their order does not hang on who was first.
        at=_START + dt.timedelta(minutes=number, microseconds=int.from_bytes(name.encode()[:2])),
    )


def acknowledged(file: Path) -> list[str]:
    """The ids in a client's file, in their order; a line that was not finished is none."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return text[: text.rfind("\n") + 1].split()


def main(scope: str, name: str, seed: int, file: Path) -> None:
    """Log as the input says, until it ends."""
    memory = _connected(scope)
    done = len(acknowledged(file))
    with file.open("ab", buffering=0) as kept:
        for line in sys.stdin:
            while done < int(line):
                batch = random.Random(f"{seed} {name} {done} batch").randint(1, _MOST)  # noqa: S311
                events = [event(name, seed, done + place) for place in range(min(batch, int(line) - done))]
                kept.write("".join(f"{one}\n" for one in _logged(memory, events)).encode())
                os.fsync(kept.fileno())
                done += len(events)


def _connected(scope: str) -> Memory:
    while True:
        try:
            return Memory.connect(scope)
        except KgError as error:
            _wait(error)


def _logged(memory: Memory, events: list[Event]) -> list[str]:
    """Their ids, once they are acknowledged: what may not have been written is sent again, as any client would."""
    while True:
        try:
            return memory.log(events)
        except KgError as error:
            _wait(error)


def _wait(error: KgError) -> None:
    sys.stderr.write(f"{dt.datetime.now(dt.UTC):%H:%M:%S.%f} trying again: {error}\n")
    threading.Event().wait(_PAUSE_S)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]))
