"""Steps of an earlier report keep when and on what they were measured, however often they are taken over."""

from __future__ import annotations

from typing import Any

from benchmarks.earlier_steps import describe_earlier, take_steps

REPORT: dict[str, Any] = {
    "machine": {"began": "2026-11-24T22:00+00:00", "load at the start": 0.1},
    "versions": {"commit": "abc"},
    "steps": [
        {"name": "recall.corpus", "title": "Recall", "result": {}},
        {"name": "ingest", "title": "Ingest", "result": {}},
        {"name": "peers", "title": "Others", "skipped": "not here"},
    ],
}


def test_steps_that_are_not_run_now_are_taken_with_their_origin() -> None:
    taken = take_steps(REPORT, {"ingest"})
    assert set(taken) == {"recall.corpus"}
    later = REPORT | {
        "machine": {"began": "2026-12-01T00:00+00:00", "load at the start": 2.0},
        "steps": list(taken.values()),
    }
    assert take_steps(later, ())["recall.corpus"]["measured"]["began"].startswith("2026-11-24")


def test_each_earlier_run_is_described_once() -> None:
    steps = [*take_steps(REPORT, ()).values(), {"name": "latency", "title": "Latency", "result": {}}]
    assert describe_earlier(steps) == ["Measured earlier, on 2026-11-24 with abc, load 0.1: recall, ingest."]
    assert describe_earlier(steps[-1:]) == []
