"""kg sleep: sleep now, how the memory sleeps, and what its sleeps propose."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, note, opened, show, show_json
from kg.errors import InvalidInput
from kg.types import Proposal, SleepReport, SleepStatus


def register(app: typer.Typer) -> None:
    """Put this command on the command line."""
    app.command()(sleep)


def sleep(
    date: Annotated[
        str | None, typer.Argument(help="With --proposals: of which date, as 2026-03-02; by default the last.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Digest what is pending, count doubts, tell the diary, see to entities.")
    ] = False,
    deep: Annotated[bool, typer.Option("--deep", help="Go through everything; so does no option.")] = False,
    status: Annotated[bool, typer.Option("--status", help="Tell how the memory sleeps, and do nothing.")] = False,
    proposals: Annotated[
        bool, typer.Option("--proposals", help="Tell what a deep sleep proposed, and do nothing.")
    ] = False,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Sleep now: digest, tell, reflect, learn, let go of what has faded, sum up; or tell how the memory sleeps."""
    chosen = [
        name
        for name, one in (("--quick", quick), ("--deep", deep), ("--status", status), ("--proposals", proposals))
        if one
    ]
    if len(chosen) > 1:
        raise InvalidInput("sleep", " ".join(chosen), "one of --quick, --deep, --status, --proposals, or none: --deep")
    if date is not None and not proposals:
        raise InvalidInput("date", date, "a date behind --proposals")
    with opened(scope) as memory:
        if proposals:
            _proposals(memory.sleep.proposals(date), as_json)
        elif status:
            _status(memory.sleep.status(), as_json)
        else:
            _report(memory.sleep.quick() if quick else memory.sleep.deep(), as_json)


def _report(report: SleepReport, as_json: bool) -> None:
    if as_json:
        show_json(report)
    else:
        _show(report)
    if report.status == "failed":
        raise typer.Exit(1)


def _show(report: SleepReport) -> None:
    again = ", gone on with" if report.resumed else ""
    show(f"{report.kind} sleep: {report.status}{again}, {_moment(report.started)}, {report.trips} trips")
    for name, step in report.steps.items():
        counts = ", ".join(f"{count} {what}" for what, count in step.counts.items() if count)
        show(f"  {name:<14} {step.status:<8} {step.error or counts or 'nothing to do'}")
        for lacking in step.degraded:
            note(f"not available: {lacking}")


def _status(status: SleepStatus, as_json: bool) -> None:
    if as_json:
        show_json(status)
        return
    told = status.state if status.kind is None else f"{status.kind} sleep: {status.state}"
    show(f"{told}, {status.phase}" if status.phase else told)
    if status.state == "running" and status.lease_until is not None:
        show(f"counts as cut off if nothing is heard of it until {_moment(status.lease_until)}")
    for report in (status.quick, status.deep):
        if report is not None:
            _show(report)
    show(f"next deep sleep: {'now' if status.next_deep is None else _moment(status.next_deep)}")


def _proposals(found: Sequence[Proposal], as_json: bool) -> None:
    if as_json:
        show_json({"proposals": found})
        return
    for one in found:
        show(f"{one.priority:<6}  {one.text}  ({one.why})")
    if not found:
        show("nothing was proposed")


def _moment(at: dt.datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"
