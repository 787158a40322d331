"""A client process that logs events and records their ids once they are acknowledged; it may be killed at any time.

    python -m kg.bench.faults.logging_client SCOPE NAME SEED FILE

It reads numbers from its standard input, one a line, and logs until that number of its events is acknowledged. The id of each
event is synced to the file after the call that logged it has returned. After a restart it continues behind the last id in the
file: events that were written but not acknowledged are sent again.
"""

from __future__ import annotations

import datetime as dt
import os
import random
import sys
import threading
from pathlib import Path

from kg.bench.synthetic_texts import generate_sentence
from kg.errors import KgError
from kg.memory import Memory
from kg.types import Event

_MAX_BATCH = 6
_PAUSE_S = 0.1
_START = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
_FACT_TEMPLATES = (
    "I live in {place}.",
    "I moved to {place} last week.",
    "I work at {firm}.",
    "I like {thing}.",
    "I do not like {thing} any more.",
    "{other} is my sister.",
)
_TEMPLATE_VALUES = {
    "place": ("Oslo", "Bergen", "Lisbon", "Turin", "Leeds", "Porto"),
    "firm": ("Acme", "Globex", "Initech", "Umbrella"),
    "thing": ("chess", "tea", "sailing", "opera"),
    "other": ("Carla Reed", "Bob Stone", "Mia Novak"),
}
_SPEAKERS = ("ann", "bob", "cleo", "dan", "eve", "finn")


def generate_event(name: str, seed: int, number: int) -> Event:
    """Generate the event with this number; deterministic. Half of the events are in sessions that clients share."""
    rng = random.Random(f"{seed} {name} {number}")  # noqa: S311 - repeatable, not secret
    if rng.random() < 0.4:
        sentence = rng.choice(_FACT_TEMPLATES).format(
            **{key: rng.choice(values) for key, values in _TEMPLATE_VALUES.items()}
        )
    else:
        sentence = generate_sentence(rng)
    speaker = rng.choice(_SPEAKERS)
    if number < len(_SPEAKERS):
        # Each speaker is known before a name is used: which person a name means depends on who is known at digestion.
        sentence, speaker = "Good morning.", _SPEAKERS[number]
    in_shared_session = number % 2 == 0
    return Event(
        f"{sentence} That is line {number} of {name}.",
        id=f"{name}-{number:05d}",
        speaker=f"cli:{speaker}",
        speaker_name=speaker.capitalize(),
        session=f"cli:{'all' if in_shared_session else name}-{number // 60}",
        # Times are unique across clients, so that the order of events does not depend on the order of writes.
        at=_START + dt.timedelta(minutes=number, microseconds=int.from_bytes(name.encode()[:2])),
    )


def read_acknowledged_ids(file: Path) -> list[str]:
    """Return the ids in a client's file, in order, without an incomplete last line."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return text[: text.rfind("\n") + 1].split()


def main(scope: str, name: str, seed: int, file: Path) -> None:
    """Log events as requested on standard input until it is closed."""
    memory = _connect(scope)
    acknowledged_count = len(read_acknowledged_ids(file))
    with file.open("ab", buffering=0) as ids_file:
        for line in sys.stdin:
            while acknowledged_count < int(line):
                batch_size = random.Random(f"{seed} {name} {acknowledged_count} batch").randint(1, _MAX_BATCH)  # noqa: S311
                events = [
                    generate_event(name, seed, acknowledged_count + index)
                    for index in range(min(batch_size, int(line) - acknowledged_count))
                ]
                ids_file.write(
                    "".join(f"{event_id}\n" for event_id in _log_until_acknowledged(memory, events)).encode()
                )
                os.fsync(ids_file.fileno())
                acknowledged_count += len(events)


def _connect(scope: str) -> Memory:
    while True:
        try:
            return Memory.connect(scope)
        except KgError as error:
            _wait_before_retry(error)


def _log_until_acknowledged(memory: Memory, events: list[Event]) -> list[str]:
    """Log events, retrying until they are acknowledged; return their ids."""
    while True:
        try:
            return memory.log(events)
        except KgError as error:
            _wait_before_retry(error)


def _wait_before_retry(error: KgError) -> None:
    sys.stderr.write(f"{dt.datetime.now(dt.UTC):%H:%M:%S.%f} retrying after: {error}\n")
    threading.Event().wait(_PAUSE_S)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]))
