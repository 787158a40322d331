"""The command line of the reproduction: `python -m benchmarks --help`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from benchmarks.earlier_steps import take_steps
from benchmarks.headline import fill_page, write_table
from benchmarks.machine import SEEDS, describe_machine, describe_versions
from benchmarks.page import write_page
from benchmarks.runs import run_steps, server_environment
from benchmarks.steps import list_steps
from kg.cli.common import load_settings

app = typer.Typer(help="Measure everything in one run, and write one report.", no_args_is_help=True)


@app.command()
def reproduce(
    out: Annotated[Path, typer.Option(help="The folder for report.json and report.html.")] = Path("build/reproduce"),
    quick: Annotated[bool, typer.Option("--quick", help="Small parts and sizes: a check that takes minutes.")] = False,
    locomo: Annotated[
        Path | None, typer.Option(exists=True, help="LoCoMo: locomo10.json, or a folder of folders.")
    ] = None,
    longmemeval: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="LongMemEval: longmemeval_s.json or another part.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(help="Only steps of this name: recall, contexts, …, recall.corpus; repeatable.")
    ] = None,
    earlier: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, help="A report.json; its steps that are not run now are taken over."),
    ] = None,
) -> None:
    """Run all steps on a server of its own. Exit code 1 if one fails; the report is written all the same."""
    listed = list_steps(
        quick=quick, locomo=locomo and locomo.resolve(), longmemeval=longmemeval and longmemeval.resolve()
    )
    steps = [step for step in listed if not only or step.name in only or step.name.partition(".")[0] in only]
    report: dict[str, Any] = {
        "quick": quick,
        "machine": describe_machine(),
        "versions": describe_versions(load_settings()),
        "seeds": SEEDS,
        "steps": [],
    }
    if earlier is not None:
        taken = take_steps(json.loads(earlier.read_text(encoding="utf-8")), {step.name for step in steps})
        report["steps"] = [taken[step.name] for step in listed if step.name in taken]
    out.mkdir(parents=True, exist_ok=True)
    order = [step.name for step in listed]
    with server_environment() as environment:
        for row in run_steps(steps, environment, lambda line: typer.echo(line, err=True)):
            report["steps"] = sorted([*report["steps"], row], key=lambda each: order.index(each["name"]))
            # Written after each step, so that a run that is cut off leaves what it measured.
            _write(report, out)
    failed = [step["name"] for step in report["steps"] if "error" in step and "measured" not in step]
    typer.echo(f"{out / 'report.html'} and report.json" + (f"; failed: {', '.join(failed)}" if failed else ""))
    raise typer.Exit(bool(failed))


@app.command()
def table(
    report: Annotated[Path, typer.Argument(exists=True, help="A report.json.")],
    page: Annotated[Path | None, typer.Option(exists=True, help="Fill this page between its markers instead.")] = None,
) -> None:
    """Print the table of a report for the README, or write it there."""
    text = write_table(json.loads(report.read_text(encoding="utf-8")))
    if page is None:
        typer.echo(text)
    else:
        page.write_text(fill_page(page.read_text(encoding="utf-8"), text), encoding="utf-8")


def _write(report: dict[str, Any], out: Path) -> None:
    (out / "report.json").write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (out / "report.html").write_text(write_page(report), encoding="utf-8")


if __name__ == "__main__":
    app()
