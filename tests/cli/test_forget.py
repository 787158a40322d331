"""kg forget, prune and reset: one thing at a time, told beforehand, and asked about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Kg = Callable[..., Any]


def test_one_thing_is_forgotten_at_a_time(kg: Kg, seeded: str) -> None:
    events = kg("history", "cli:1", "--scope", seeded, "--json").json["events"]
    first = events[0]["id"]
    refused = kg("forget", "--event", first, "--session", "cli:1", "--scope", seeded)
    assert (refused.code, "just one of" in refused.err) == (1, True)
    told = kg("forget", "--event", first, "--dry-run", "--scope", seeded)
    assert (told.code, "would remove" in told.out, "1 event" in told.out) == (0, True, True)
    assert kg("forget", "--event", first, "--scope", seeded, stdin="n\n").code == 1
    assert len(kg("history", "cli:1", "--scope", seeded, "--json").json["events"]) == len(events)
    assert kg("forget", "--event", first, "--yes", "--scope", seeded, "--json").json["removed"]["event"] == 1
    assert kg("forget", "--session", "cli:1", "--yes", "--scope", seeded, "--json").json["removed"]["session"] == 1
    assert kg("forget", "--person", "cli:nobody", "--yes", "--scope", seeded).code == 1


def test_what_is_old_goes_and_a_reset_asks(kg: Kg, seeded: str) -> None:
    assert "removed" in kg("prune", "--dry-run", "--scope", seeded, "--json").json
    assert kg("prune", "--scope", seeded).code == 0
    assert kg("reset", "--scope", seeded).code == 1
    assert kg("reset", "--memory", "--scope", seeded, stdin="n\n").code == 1
    assert kg("reset", "--memory", "--yes", "--scope", seeded, "--json").json["what"] == "reset of memory"
    assert kg("history", "cli:1", "--scope", seeded, "--json").json["events"] == []
