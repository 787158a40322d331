"""`kg forget`, `kg prune` and `kg reset`: one target at a time, dry runs, and confirmation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Kg = Callable[..., Any]


@pytest.mark.slow
def test_forget_erases_one_target_after_confirmation(kg: Kg, seeded: str) -> None:
    events = kg("history", "cli:1", "--scope", seeded, "--json").json["events"]
    first = events[0]["id"]
    refused = kg("forget", "--event", first, "--session", "cli:1", "--scope", seeded)
    assert (refused.code, "exactly one of" in refused.err) == (1, True)
    result = kg("forget", "--event", first, "--dry-run", "--scope", seeded)
    assert (result.code, "would remove" in result.out, "1 event" in result.out) == (0, True, True)
    assert kg("forget", "--event", first, "--scope", seeded, stdin="n\n").code == 1
    assert len(kg("history", "cli:1", "--scope", seeded, "--json").json["events"]) == len(events)
    assert kg("forget", "--event", first, "--yes", "--scope", seeded, "--json").json["removed"]["event"] == 1
    assert kg("forget", "--session", "cli:1", "--yes", "--scope", seeded, "--json").json["removed"]["session"] == 1
    assert kg("forget", "--person", "cli:nobody", "--yes", "--scope", seeded).code == 1


@pytest.mark.slow
def test_prune_erases_by_age_and_reset_asks_for_confirmation(kg: Kg, seeded: str) -> None:
    assert "removed" in kg("prune", "--dry-run", "--scope", seeded, "--json").json
    assert kg("prune", "--scope", seeded).code == 0
    assert kg("reset", "--scope", seeded).code == 1
    assert kg("reset", "--memory", "--scope", seeded, stdin="n\n").code == 1
    assert kg("reset", "--memory", "--yes", "--scope", seeded, "--json").json["what"] == "reset of memory"
    assert kg("history", "cli:1", "--scope", seeded, "--json").json["events"] == []


def test_logs_are_purged_on_the_local_server_alone(kg: Kg, seeded: str) -> None:
    refused = kg("forget", "--purge", "--scope", seeded)
    assert (refused.code, "local server" in refused.err) == (1, True)
    refused = kg("forget", "--session", "cli:1", "--purge", "--dry-run", "--scope", seeded)
    assert (refused.code, "without --dry-run" in refused.err) == (1, True)
    assert kg("history", "cli:1", "--scope", seeded, "--json").json["events"]
