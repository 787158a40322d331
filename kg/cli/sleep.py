"""`kg sleep`: run consolidation, show its status, and show its proposals."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.common import AsJson, Scope, open_memory, print_json, print_line, print_note, watched
from kg.cli.sleep_changes import print_changes
from kg.errors import InvalidInput
from kg.types import Proposal, SleepReport, SleepStatus, WrittenMemories

if TYPE_CHECKING:
    from kg.memory import Memory


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command()(sleep)


def sleep(
    date: Annotated[
        str | None, typer.Argument(help="With --proposals: the date, such as 2026-03-02; by default the last.")
    ] = None,
    quick: Annotated[
        bool,
        typer.Option(
            "--quick",
            help="Run quick sleep: digest pending events, check duplicates, write the diary, update entities.",
        ),
    ] = False,
    deep: Annotated[bool, typer.Option("--deep", help="Run deep sleep: all steps. This is the default.")] = False,
    status: Annotated[bool, typer.Option("--status", help="Only show the status of sleep.")] = False,
    proposals: Annotated[bool, typer.Option("--proposals", help="Only show the proposals of a deep sleep.")] = False,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Run sleep (offline consolidation): digest, write the diary, reflect, learn, archive, summarise; or show its status."""
    selected = [
        name
        for name, one in (("--quick", quick), ("--deep", deep), ("--status", status), ("--proposals", proposals))
        if one
    ]
    if len(selected) > 1:
        raise InvalidInput(
            "sleep", " ".join(selected), "one of --quick, --deep (the default), --status and --proposals"
        )
    if date is not None and not proposals:
        raise InvalidInput("date", date, "used with --proposals")
    with open_memory(scope) as memory:
        if proposals:
            _print_proposals(memory.sleep.proposals(date), as_json)
        elif status:
            _print_status(memory.sleep.status(), as_json)
        else:
            with _sleep_progress(memory, "quick" if quick else "deep"):
                report = memory.sleep.quick() if quick else memory.sleep.deep()
            _print_report(report, () if as_json else memory.sleep.written(report), as_json)


def _sleep_progress(memory: Memory, kind: str) -> AbstractContextManager[None]:
    """Show how many steps are done, and which one is running."""
    from kg.consolidation import SLEEP_STEPS  # noqa: PLC0415 - `kg --help` does not need it

    names = [step.name for step in SLEEP_STEPS[kind]]

    def read() -> tuple[int, int, str]:
        phase = memory.sleep.status().phase
        return names.index(phase) if phase in names else 0, len(names), phase or "starting"

    return watched(f"{kind} sleep, steps", read)


def _print_report(report: SleepReport, written: Sequence[WrittenMemories], as_json: bool) -> None:
    if as_json:
        print_json(report)
    else:
        _print_steps(report)
        print_changes(report, written)
    if report.status == "failed":
        raise typer.Exit(1)


def _print_steps(report: SleepReport) -> None:
    resumed = ", resumed" if report.resumed else ""
    print_line(f"{report.kind} sleep: {report.status}{resumed}, {_format_time(report.started)}, {report.trips} trips")
    for name, step in report.steps.items():
        counts = ", ".join(f"{count} {what}" for what, count in step.counts.items() if count)
        print_line(f"  {name:<14} {step.status:<8} {step.error or counts or 'nothing to do'}")
        for capability in step.degraded:
            print_note(f"not available: {capability}")


def _print_status(status: SleepStatus, as_json: bool) -> None:
    if as_json:
        print_json(status)
        return
    state = status.state if status.kind is None else f"{status.kind} sleep: {status.state}"
    print_line(f"{state}, {status.phase}" if status.phase else state)
    if status.state == "running" and status.lease_until is not None:
        print_line(f"considered interrupted if it does not renew its lease by {_format_time(status.lease_until)}")
    for report in (status.quick, status.deep):
        if report is not None:
            _print_steps(report)
    print_line(f"next deep sleep: {'now' if status.next_deep is None else _format_time(status.next_deep)}")


def _print_proposals(found: Sequence[Proposal], as_json: bool) -> None:
    if as_json:
        print_json({"proposals": found})
        return
    for one in found:
        print_line(f"{one.priority:<6}  {one.text}  ({one.why})")
    if not found:
        print_line("no proposals")


def _format_time(at: dt.datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"
