"""`kg bench faults`: fault injection."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kg.cli.common import AsJson, load_settings, print_json, print_line, print_note, print_table


def register(app: typer.Typer) -> None:
    """Add the command to `kg bench`."""
    app.command()(faults)


def faults(
    kills: Annotated[
        int, typer.Option(min=1, help="The number of processes to kill with SIGKILL; other faults are scaled to it.")
    ] = 100,
    kinds: Annotated[
        list[str] | None,
        typer.Option(
            help="Only this kind of fault: server, worker, client, network, clock, poison, sleeps, migration or disk; repeatable."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the random events and fault times.")] = 1,
    minutes: Annotated[
        float | None,
        typer.Option(min=0, help="Stop injecting faults after this many minutes, and report the faults not injected."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Inject faults on a temporary server, and count lost and duplicated events. Exit code 1 if anything is broken."""
    from kg.bench import run_fault_campaign  # noqa: PLC0415

    result = run_fault_campaign(load_settings(), print_note, kinds=kinds or (), kills=kills, seed=seed, minutes=minutes)
    if as_json:
        print_json(result)
    else:
        _print_result(result)
    if result["broken"] or result["different"]:
        raise typer.Exit(1)


def _print_result(result: dict[str, Any]) -> None:
    heads = ("kind", "faults", "caught", "lost", "twice", "broken", "p50 s", "p95 s", "max s")
    rows = [
        [
            kind,
            *(str(row[name]) for name in heads[1:6]),
            *(str(row["recovery_s"][cut]) for cut in ("p50", "p95", "max")),
        ]
        for kind, row in result["kinds"].items()
    ]
    print_table(heads, rows, "no faults")
    for kind, why in result["skipped"].items():
        print_line(f"{kind} skipped: {why}")
    for line in result["broken"]:
        print_line(f"broken: {line}")
    if result["different"] is not None:
        same = "equal" if not result["different"] else "; ".join(result["different"])
        print_line(f"{result['acknowledged']} events acknowledged; compared with the graph of a single process: {same}")
    for line in result["proposals"]:
        print_line(f"proposed in another order: {line}")
    print_line(f"{result['seconds']} s")
