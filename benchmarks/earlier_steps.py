"""Steps of an earlier report, taken over with when and on what they were measured."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any


def take_steps(report: Mapping[str, Any], measured_now: Collection[str]) -> dict[str, dict[str, Any]]:
    """Return name → row of the steps of a report that are not measured now, each with `measured`.

    Args:
        report: an earlier report.
        measured_now: names of steps to leave out.

    Returns:
        `measured` is {"began", "commit", "load at the start"} of the run that measured the step.
    """
    run = {
        "began": report["machine"]["began"],
        "commit": report["versions"]["commit"],
        "load at the start": report["machine"]["load at the start"],
    }
    return {
        step["name"]: {"measured": run, **step}
        for step in report["steps"]
        if step["name"] not in measured_now and "skipped" not in step
    }


def describe_earlier(steps: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return a sentence for each earlier run: what it measured, when, with which commit and under what load."""
    runs: dict[tuple[str, str, float], list[str]] = {}
    for step in steps:
        if "result" in step and (run := step.get("measured")):
            key = (run["began"][:10], run["commit"], run["load at the start"])
            runs.setdefault(key, []).append(step["title"].lower())
    return [
        f"Measured earlier, on {day} with {commit}, load {load}: {', '.join(titles)}."
        for (day, commit, load), titles in runs.items()
    ]
