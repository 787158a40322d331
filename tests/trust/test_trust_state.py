"""Trust state after ingestion of ten thousand messages equals a plain count, in any order and with concurrent clients."""

from __future__ import annotations

import datetime as dt
import itertools
import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory, Settings
from tests.support import T0, run_concurrently

pytestmark = pytest.mark.slow

ROOMS, PEOPLE, MESSAGES = 8, 50, 10_000
_GAP = dt.timedelta(minutes=30)
Signals = tuple[int, int, int, int, int]


def generate_messages(seed: int = 3) -> list[Event]:
    """Generate messages over three months in bursts, some of them exactly at the gap that ends an activity session."""
    random_ = random.Random(seed)
    events = []
    while len(events) < MESSAGES:
        who, room = random_.randrange(PEOPLE), random_.randrange(ROOMS)
        at = T0 + dt.timedelta(minutes=random_.randrange(90 * 24 * 60))
        for _ in range(min(random_.randint(1, 9), MESSAGES - len(events))):
            number = len(events)
            events.append(
                Event("Hm.", id=f"e{number:05d}", speaker=f"chat:p{who:02d}", session=f"chat:room{room}", at=at)
            )
            at += random_.choice(
                [dt.timedelta(minutes=1), dt.timedelta(minutes=7), _GAP, _GAP + dt.timedelta(seconds=1)]
            )
    return events


def count_plainly(events: list[Event]) -> dict[str, Signals]:
    """Count messages, sessions, days, hours and weekdays of each account."""
    moments: dict[str, list[dt.datetime]] = defaultdict(list)
    for event in events:
        assert isinstance(event.at, dt.datetime)
        moments[str(event.speaker)].append(event.at)
    found = {}
    for who, some in moments.items():
        some.sort()
        sessions = 1 + sum(later - earlier > _GAP for earlier, later in itertools.pairwise(some))
        found[who] = (
            len(some),
            sessions,
            len({at.date() for at in some}),
            len({at.hour for at in some}),
            len({at.weekday() for at in some}),
        )
    return found


def stored_signals(look: Callable[..., list[Any]], scope: str) -> dict[str, Signals]:
    rows = look(
        "MATCH (i:Identity {scope: $scope})-[:IDENTIFIES]->(:Person)<-[:TO]-(e:TrustEdge {truster: 'memory'}) "
        "RETURN i.name AS who, [e.message_count, e.sessions, e.active_days, e.hours, e.weekdays] AS signals",
        scope=scope,
    )
    return {row["who"]: tuple(row["signals"]) for row in rows}


def test_signals_are_exact_in_order_and_in_shuffled_concurrent_batches(
    connect: Callable[..., Memory], settings: Settings, look: Callable[..., list[Any]], scope: str
) -> None:
    events = generate_messages()
    expected = count_plainly(events)
    assert len(expected) == PEOPLE
    quick = settings.model_copy(update={"extractor": "none", "digest_bulk": 2_500})
    whole = connect(f"{scope}-whole", settings=quick)
    for start in range(0, MESSAGES, 2_500):
        whole.log(events[start : start + 2_500])
    whole.digest()
    assert stored_signals(look, f"{scope}-whole") == expected

    random.Random(4).shuffle(events)
    small = settings.model_copy(update={"extractor": "none", "digest_bulk": 700})
    parts = [connect(settings=small) for _ in range(4)]
    run_concurrently(
        [
            lambda one=one, start=start: [one.log(events[start : start + 2_500]), one.digest()]
            for one, start in zip(parts, range(0, MESSAGES, 2_500), strict=True)
        ]
    )
    parts[0].digest()
    assert stored_signals(look, scope) == expected
